#!/usr/bin/env bash
# The programs for Windows, built and tested on Debian 12: docs/releasing.md says when.
#
#   dist/windows.sh                  everything below, in this order
#   dist/windows.sh STEP...          these steps
#
#   install   Debian's packages for the rest (as root, or with sudo); what is there already is left alone
#   build     nanboku.exe, nanboku-board.exe and nanboku-lab.exe into dist/out, for every x86-64 processor; their sizes and
#             checksums
#   inspect   that they tell nothing of this machine, need no DLL that Windows has not, and use no instruction that not
#             every processor has
#   board     that nanboku-board.exe serves the committed page, under Wine, and nothing to strangers
#   test      all tests, under Wine
#   compare   the same commit built for Linux: bench, games move by move and node by node, and the speed of both
#
# CARGO_TARGET_DIR, where cargo builds, is respected. NANBOKU_PATIENCE (4 unless set) is how many times longer than promised
# the tests let things take under Wine. TEST_ARGUMENTS, if set, goes to `cargo test` in place of `--workspace`, and
# BUILD_ARGUMENTS to `cargo build` in place of `--workspace --bins --tests --examples`.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
out=$root/dist/out
target_dir=$(realpath -m "${CARGO_TARGET_DIR:-target}")
triple=x86_64-pc-windows-gnu
mingw=x86_64-w64-mingw32
programs=(nanboku.exe nanboku-board.exe nanboku-lab.exe)
wine=/usr/lib/wine/wine64
# A compiler of its own for this; its version is whatever Debian has. The mingw compiler, the linker and Wine for testing.
packages=(rustc-web cargo-web rust-web-src gcc-mingw-w64-x86-64-posix wine64)

export RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc CARGO_TARGET_DIR=$target_dir
# Debian has no standard library for Windows, so it is built along; that takes options which are not stable.
export RUSTC_BOOTSTRAP=1
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS
std=("-Zbuild-std=std,panic_unwind,test" --target "$triple")
cargo=/usr/bin/cargo

say() { printf '\n== %s\n' "$*"; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

install_packages() {
    local missing=() package
    for package in "${packages[@]}"; do
        if [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) != 'install ok installed' ]]; then
            missing+=("$package")
        fi
    done
    if ((${#missing[@]} == 0)); then
        return
    fi
    say "installing ${missing[*]}"
    local become=()
    ((EUID == 0)) || become=(sudo)
    "${become[@]}" apt-get update
    "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

# The flags replace those of .cargo/config.toml, which are for the processor at hand.
set_flags() {
    local home=${CARGO_HOME:-$HOME/.cargo} flags folder
    "$cargo" fetch --locked "${std[@]}" --quiet
    flags="-Ctarget-cpu=x86-64"
    flags+=$'\x1f'"--remap-path-prefix=$root=nanboku"
    flags+=$'\x1f'"--remap-path-prefix=$target_dir=target"
    flags+=$'\x1f'"--remap-path-prefix=/usr/lib/rustlib/src/rust=rust"
    # The last prefix that fits counts.
    flags+=$'\x1f'"--remap-path-prefix=$home=cargo"
    for folder in "$home"/registry/src/*/; do
        flags+=$'\x1f'"--remap-path-prefix=${folder%/}=crates"
    done
    export CARGO_ENCODED_RUSTFLAGS=$flags
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$mingw-gcc-posix
}

built() { printf '%s/%s/release/%s' "$target_dir" "$triple" "$1"; }

build() {
    say "building for $triple with $("$RUSTC" --version)"
    # Together with the tests, so that these run the very files that are handed out.
    local arguments name
    read -ra arguments <<<"${BUILD_ARGUMENTS:---workspace --bins --tests --examples}"
    "$cargo" build --locked --release "${std[@]}" "${arguments[@]}"
    mkdir -p "$out"
    for name in "${programs[@]}"; do
        sha256sum "$(built "$name")"
        "$mingw-strip" -o "$out/$name" "$(built "$name")"
    done >"$target_dir/windows.sha256"
    (cd "$out" && sha256sum "${programs[@]}" | tee SHA256SUMS)
    (cd "$out" && stat -c '%n: %s bytes' "${programs[@]}")
}

inspect() {
    say "inspecting"
    local name file found dlls
    for name in "${programs[@]}"; do
        file=$out/$name
        # Paths and names of this machine, of its user and of the registry.
        strings -n 6 "$file" >"$target_dir/strings"
        strings -n 6 -el "$file" >>"$target_dir/strings"
        found=$(
            grep -oE '.{0,40}(/(home|root|tmp|work|build|usr/(lib|local|src)|var|opt|Users)/|index\.crates\.io|github\.com-).{0,40}' \
                "$target_dir/strings" || true
            grep -F -e "$root" -e "$target_dir" "$target_dir/strings" || true
        )
        [[ -z $found ]] || fail "$name tells where it was built: $found"
        # What else it needs, Windows has.
        dlls=$("$mingw-objdump" -p "$file" | sed -n 's/.*DLL Name: //p' | tr '[:upper:]' '[:lower:]')
        grep -qx kernel32.dll <<<"$dlls" || fail "$name: its DLLs cannot be read"
        found=$(
            grep -vxE '(kernel32|kernelbase|ntdll|msvcrt|advapi32|bcrypt|bcryptprimitives|userenv|ws2_32|ole32|oleaut32|pdh|powrprof|psapi|secur32|shell32|iphlpapi|netapi32|user32|api-ms-win-.*)\.dll' <<<"$dlls" || true
        )
        [[ -z $found ]] || fail "$name needs a DLL that Windows has not: $found"
        # Instructions beyond the oldest x86-64 processor may stand only where they are chosen at run time, which is in other
        # crates. (tzcnt is what the disassembler calls an instruction that old processors know by another name.)
        found=$(
            "$mingw-objdump" -d --no-show-raw-insn "$(built "$name")" |
                awk '/^[0-9a-f]+ <.*>:$/ { name = $2 }
                     name ~ /nanboku|mailbox/ && $2 ~ /^(popcnt|lzcnt|andn|bextr|blsi|blsr|blsmsk|bzhi|pdep|pext|rorx|sarx|shlx|shrx|mulx|pshufb|crc32|v[a-z0-9]+)$/ \
                         { print name, $2 }' | sort | uniq -c | awk 'NR <= 5'
        )
        [[ -z $found ]] || fail "$name has instructions that not every processor has: $found"
        echo "$name: nothing of this machine, no foreign DLL, plain x86-64"
    done
}

# A Wine of its own for each run, with the stand-in for the DLL that it lacks.
start_wine() {
    [[ -z ${WINEPREFIX_MADE:-} ]] || return 0
    WINEPREFIX_MADE=$(mktemp -d)
    export WINEPREFIX=$WINEPREFIX_MADE/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' LC_ALL=C.UTF-8
    trap 'stop_wine' EXIT
    say "starting $("$wine" --version)"
    mkdir "$WINEPREFIX"
    # It stays up, so that no program waits for its start.
    "${wine%/*}/wineserver" -p
    "$wine" wineboot -i >/dev/null 2>&1 || fail "Wine does not start"
    "$mingw-gcc-posix" -O2 -shared -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" \
        dist/bcryptprimitives.c -ladvapi32
}

stop_wine() {
    "${wine%/*}/wineserver" -k || true
    rm -rf "$WINEPREFIX_MADE"
}

# The first page of the board as the program gives it to a browser; what else it is asked comes as curl's arguments.
fetch() { curl --silent --show-error --max-time 20 --write-out '%{http_code}' --output "$1" "${@:3}" "$2"; }

board() {
    start_wine
    say "serving the board under Wine"
    local folder=$WINEPREFIX_MADE address line file status
    "$wine" "$out/nanboku-board.exe" --no-open --stay --port 0 >"$folder/board.log" 2>&1 &
    local server=$!
    for line in $(seq 100); do
        address=$(grep -oE 'http://127\.0\.0\.1:[0-9]+/' "$folder/board.log" || true)
        [[ -z $address ]] || break
        sleep 0.2
    done
    [[ -n $address ]] || fail "nanboku-board.exe prints no address: $(<"$folder/board.log")"
    for file in web/dist/*; do
        status=$(fetch "$folder/page" "$address${file##*/}")
        [[ $status == 200 ]] && cmp -s "$folder/page" "$file" || fail "${file##*/} of the board: HTTP $status"
    done
    [[ $(fetch "$folder/page" "$address") == 200 ]] && cmp -s "$folder/page" web/dist/index.html || fail "no page"
    for status in "$(fetch "$folder/page" "$address" --header 'Host: evil.example')" \
        "$(fetch "$folder/page" "$address" --header 'Origin: http://evil.example')" "$(fetch "$folder/page" "${address}ws?token=x")"; do
        [[ $status == 403 ]] || fail "a stranger is answered with HTTP $status"
    done
    kill "$server"
    wait "$server" 2>/dev/null || true
    echo "nanboku-board.exe: the page as committed at $address, strangers refused"
}

test_all() {
    start_wine
    say "testing under Wine"
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine NANBOKU_PATIENCE=${NANBOKU_PATIENCE:-4}
    # What is shown are the tests that are left out, each with its reason, and those that fail.
    local arguments
    read -ra arguments <<<"${TEST_ARGUMENTS:---workspace}"
    "$cargo" test --locked --release "${std[@]}" --no-fail-fast "${arguments[@]}" 2>&1 | tee "$out/test.log" |
        grep -vE '^test .* \.\.\. ok$|^$' || true
    awk '/^test result:/ { passed += $4; failed += $6; ignored += $8 }
         END { printf "under Wine: %d passed, %d failed, %d left out\n", passed, failed, ignored; exit passed == 0 || failed > 0 }' \
        "$out/test.log" || fail "see $out/test.log"
    ! grep -q '^error' "$out/test.log" || fail "see $out/test.log"
    sha256sum --check --quiet "$target_dir/windows.sha256" || fail "what was tested is not what was built"
}

# The nodes that `bench` counts, and the nodes a second of a longer search.
measure() {
    "$@" bench | tr -d '\r' | awk 'END { printf "%s ", $2 }'
    "$@" go nodes 1500000 | tr -d '\r' | sed -n 's/^info .* nps \([0-9]*\) .*/\1/p' | tail -1
}

# Records of games without what may differ: the header and the times.
games() { grep '"type":"game"' "$1" | sed 's/"ms":[0-9]*,\?//g'; }

compare() {
    start_wine
    say "comparing with the program for Linux"
    local windows=("$wine" "$out/nanboku.exe") linux native games=20 nodes=5000
    CARGO_ENCODED_RUSTFLAGS=-Ctarget-cpu=x86-64 \
        "$cargo" build --locked --release --bins --quiet --target-dir "$target_dir/linux-x86-64"
    CARGO_ENCODED_RUSTFLAGS=-Ctarget-cpu=native \
        "$cargo" build --locked --release --package nanboku --bin nanboku --quiet --target-dir "$target_dir/linux-native"
    linux=$target_dir/linux-x86-64/release
    native=$target_dir/linux-native/release/nanboku

    local figures=() line
    for line in 1 2 3 4 5; do
        figures+=("$line windows $(measure "${windows[@]}")" "$line linux $(measure "$linux/nanboku")" \
            "$line native $(measure "$native")")
    done
    printf '%s\n' "${figures[@]}" | awk '
        { if (!($2 in seen)) { order[++kinds] = $2; seen[$2] = 1 } nodes[$3] = 1; speed[$2, $1] = $4 }
        function median(kind,   i, j, t, list) {
            for (i = 1; i <= NR / kinds; i++) list[i] = speed[kind, i]
            for (i = 2; i in list; i++) for (j = i; j > 1 && list[j] < list[j - 1]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
            return list[int((NR / kinds + 1) / 2)]
        }
        END {
            for (i = 1; i <= NR / kinds; i++) for (k = 1; k <= kinds; k++) if (speed[order[k], i] + 0 <= 0) { print "error: no speed of " order[k]; exit 1 }
            for (n in nodes) { print "bench: " n " nodes"; different++ }
            if (different != 1) { print "error: bench differs"; exit 1 }
            base = median("linux")
            for (k = 1; k <= kinds; k++) printf "%s: %d nodes a second (median of %d), %.3f of linux\n", order[k], median(order[k]), NR / kinds, median(order[k]) / base
        }' || fail "the programs cannot be compared"

    local folder=$WINEPREFIX_MADE
    local match=("$linux/nanboku-lab" match --games "$games" --nodes "$nodes" --openings openings/annan.txt
        --option USI_Hash=16 --concurrency 1)
    "${match[@]}" --engine "'$linux/nanboku'" --engine "'$wine' '$out/nanboku.exe'" --out "$folder/both.jsonl" >/dev/null
    "${match[@]}" --engine "'$linux/nanboku'" --engine "'$linux/nanboku'" --out "$folder/linux.jsonl" >/dev/null
    diff <(games "$folder/linux.jsonl") <(games "$folder/both.jsonl") >/dev/null || fail "the games differ"
    (($(games "$folder/both.jsonl" | wc -l) == games)) || fail "not every game was played"
    games "$folder/both.jsonl" | awk -F '"move":' -v nodes="$nodes" '{ moves += NF - 1 }
        END { print NR " games of Linux against Windows, " moves " moves with " nodes " nodes each: every move, score and node count as Linux against itself" }'
}

main() {
    local steps=("$@") step began
    ((${#steps[@]})) || steps=(install build inspect board test compare)
    for step in "${steps[@]}"; do
        began=$SECONDS
        case $step in
        install) install_packages ;;
        build)
            set_flags
            build
            ;;
        inspect) inspect ;;
        board) board ;;
        test)
            set_flags
            test_all
            ;;
        compare) compare ;;
        *) fail "there is no step '$step'" ;;
        esac
        echo "-- $step: $((SECONDS - began)) s"
    done
}

main "$@"

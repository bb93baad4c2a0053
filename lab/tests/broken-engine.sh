#!/bin/sh
# A USI engine that breaks in the way its argument names, at its first move or (late-crash) after the game.
way=$1
while read -r line; do
    case "$line" in
    usi)
        echo "id name broken $way"
        echo "option name USI_Variant type combo default annan var annan"
        echo usiok
        ;;
    isready) echo readyok ;;
    quit) exit 0 ;;
    gameover*) [ "$way" = sulk ] && exit 1 ;;
    go*)
        case "$way" in
        illegal) echo "bestmove 5a5i" ;;
        not-a-move) echo "bestmove hello" ;;
        empty) echo "bestmove" ;;
        garbage)
            printf '\377\376 \001 \n\n'
            echo "info score cp x pv"
            echo "info depth"
            echo "usiok bestmove 2f2e"
            head -c 300000 /dev/zero | tr '\0' x
            echo
            echo "bestmove 歩"
            ;;
        flood) yes "info string still thinking" ;;
        silent) ;;
        deaf) exec sleep 1000 ;;
        crash) echo "out of ideas" >&2; exit 3 ;;
        killed) kill -9 $$ ;;
        closed) exec sleep 1000 >&- ;;
        late) sleep 0.8; echo "bestmove resign" ;;
        win) echo "bestmove win" ;;
        resign | sulk) echo "bestmove resign" ;;
        esac
        ;;
    esac
done

//! The commands of `nanboku-lab` beside `match`, as a user calls them.

#[path = "../../tests/support/engine.rs"]
mod engine;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use engine::engine;

const LAB: &str = env!("CARGO_BIN_EXE_nanboku-lab");

const GAME: &str = "\
手合割：安南将棋
先手：Anna
後手：Nan
手数----指手---------消費時間--
   1 ２五歩(26)   ( 0:05/00:00:05)
   2 同　歩(24)   ( 0:03/00:00:03)
   3 ７六歩(77)   ( 1:02/00:01:07)
   4 投了
";

fn lab(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(LAB)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("nanboku-{}-{name}", std::process::id()))
}

#[test]
fn perft_counts_and_divides() {
    let out = text(&lab(&["perft", "--depth", "3", "--divide", "--threads", "2"], b""));
    assert_eq!(out.lines().count(), 29);
    assert!(out.contains("\n2f2e: ") && out.ends_with("Nodes searched: 22726\n"), "{out}");
    let out = text(&lab(&["perft", "--depth", "2", "--rules", "mihara", "--position", "startpos moves 2f2e"], b""));
    assert!(out.starts_with("Nodes searched: "), "{out}");
    assert!(!lab(&["perft", "--depth", "2", "--position", "startpos moves 5a5b"], b"").status.success());
}

#[test]
fn speed_compares() {
    let quick = ["--depth", "3", "--perft-depth", "3", "--hash", "2,1", "--movetime", "20", "--threads", "2"];
    let out = text(&lab(&[&["speed"], &quick[..]].concat(), b""));
    assert!(out.contains("22726 leaves") && out.contains("    1.00   1.00"), "{out}");
    assert!(out.contains("  2 threads: ") && out.contains("  2 engines of 1 thread: "), "{out}");
}

#[test]
fn bench_counts_the_same_nodes_again() {
    let out = text(&lab(&["bench", "--repeat", "2"], b""));
    assert!(out.lines().last().unwrap().starts_with("Bench: "), "{out}");
    text(&lab(&["bench", "--threads", "2"], b""));
}

#[test]
fn weights_are_fitted_to_records() {
    let (records, source) = (temporary("fit.jsonl"), temporary("weights.rs"));
    let engine = engine();
    let played = ["--option", "USI_Hash=1", "--nodes", "200", "--games", "20", "--out", records.to_str().unwrap()];
    text(&lab(&[&["match", "--engine", engine, "--engine", engine], &played[..]].concat(), b""));
    let options = ["--steps", "20", "--decay", "1e-6", "--out", source.to_str().unwrap()];
    let fit = |variant| lab(&[&["fit", records.to_str().unwrap(), "--variant", variant], &options[..]].concat(), b"");
    let out = text(&fit("annan"));
    assert!(out.starts_with("20 games, ") && out.contains("after 20 steps: error "), "{out}");
    let written = std::fs::read_to_string(&source).unwrap();
    let numbers = written.lines().filter(|line| line.starts_with("    ") && !line.contains("//"));
    let count: usize = numbers.map(|line| line.matches(',').count()).sum();
    assert_eq!(count, nanboku::eval::layout::COUNT);
    let other = fit("shogi");
    assert!(String::from_utf8_lossy(&other.stderr).contains("too few games of shogi"), "{other:?}");
    for file in [records, source] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn tuning_says_what_it_needs() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../openings/annan.txt");
    let tune = |parameter: &str| {
        let engine = engine();
        let options = ["--nodes", "100", "--iterations", "2", "--openings", book, "--parameter", parameter];
        lab(&[&["tune", "--engine", engine], &options[..]].concat(), b"")
    };
    let said = |output: Output| String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said(tune("nonsense")).contains("there is no parameter 'nonsense'"));
    assert!(said(tune("futility_margin=-1")).contains("'futility_margin=-1': a perturbation is above 0"));
    let output = tune("futility_margin");
    if cfg!(feature = "tuning") {
        assert!(text(&output).contains("futility_margin = "));
    } else {
        assert!(said(output).contains("no option Tuning_futility_margin: build it with the feature tuning"));
    }
}

#[test]
fn openings_are_distinct_and_repeatable() {
    let files = ["a", "b"].map(|name| temporary(&format!("book-{name}")));
    for file in &files {
        let file = file.to_str().unwrap();
        text(&lab(&["openings", "--count", "6", "--nodes", "300", "--bound", "400", "--out", file], b""));
    }
    let [first, second] = files.each_ref().map(|file| std::fs::read_to_string(file).unwrap());
    assert_eq!(first, second);
    let lines: std::collections::HashSet<&str> = first.lines().filter(|line| line.starts_with("sfen ")).collect();
    assert_eq!(lines.len(), 6);
    let book = files[0].to_str().unwrap();
    let out =
        text(&lab(&["match", "--engine", "random", "--engine", "greedy", "--games", "4", "--openings", book], b""));
    assert!(out.contains("score"), "{out}");
    for file in files {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn the_book_that_comes_along_can_be_played() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../openings/annan.txt");
    let ruling = nanboku_records::ruling::Ruling::default();
    assert!(nanboku_lab::openings::read(book.as_ref(), &ruling).unwrap().len() >= 200);
}

#[test]
fn the_players_that_come_along_speak_usi_too() {
    let lines = "usi\nisready\nsetoption name USI_Variant value annboku\nusinewgame\nposition startpos moves 7g7f\n\
                 go movetime 10\ngo infinite\nposition startpos moves 5a5b\nstop\nquit\nusi\n";
    let out = text(&lab(&["player", "random"], lines.as_bytes()));
    let starts: Vec<&str> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let expected = "id id option option option option usiok readyok bestmove info bestmove";
    assert_eq!(starts.join(" "), expected, "{out}");
    let engine = format!("{LAB} player greedy");
    let match_ =
        ["match", "--engine", &engine, "--engine", "random", "--nodes", "1", "--games", "4", "--variant", "shogi"];
    let out = text(&lab(&match_, b""));
    assert!(out.contains("(player 1)") || out.contains("greedy against random"), "{out}");
    assert!(out.contains("4 won, 0 drawn, 0 lost") && !out.contains("FAULT"), "{out}");
}

#[test]
fn records_are_converted_through_standard_input() {
    let csa = text(&lab(&["convert", "-", "--to", "csa"], GAME.as_bytes()));
    assert!(csa.contains("'*game: annan, rules auto") && csa.contains("-2425FU\nT3\n"), "{csa}");
    let usi = text(&lab(&["convert", "-", "--to", "usi"], csa.as_bytes()));
    assert!(usi.ends_with("position startpos moves 2f2e 2d2e 7g7f\n"), "{usi}");
    let kif = lab(&["convert", "-", "--from", "usi", "--to", "kif", "--encoding", "shift-jis"], usi.as_bytes());
    let back = text(&lab(&["convert", "-", "--to", "usi"], &kif.stdout));
    assert_eq!(back, usi);
    let bad = lab(&["convert", "-", "--to", "usi"], GAME.replace("   3 ７六歩(77)", "   3 ７五歩(77)").as_bytes());
    assert!(!bad.status.success());
    assert!(String::from_utf8_lossy(&bad.stderr).contains("line 7: 7g7e is illegal"), "{bad:?}");
    assert!(String::from_utf8_lossy(&bad.stdout).contains("moves 2f2e 2d2e\n"), "what can be read is kept: {bad:?}");
}

#[test]
fn a_game_is_analysed_and_drawn() {
    let plot = temporary("plot.svg");
    let options = ["analyse", "-", "--depth", "3", "--hash", "1", "--plot", plot.to_str().unwrap()];
    let table = text(&lab(&options, GAME.as_bytes()));
    assert!(table.contains("2d2e") && table.contains("Nan (white): 1 moves"), "{table}");
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("Anna – Nan") && !svg.contains("href"), "{svg}");
    std::fs::remove_file(plot).unwrap();

    // An engine in a process of its own says the same as the library, and so do lines of JSON.
    let engine = engine();
    let json = |more: &[&str]| {
        let options = [&["analyse", "-", "--depth", "3", "--json"], more].concat();
        text(&lab(&options, GAME.as_bytes()))
    };
    let own = json(&["--hash", "1"]);
    assert_eq!(own, json(&["--engine", engine, "--option", "USI_Hash=1"]));
    let first: serde_json::Value = serde_json::from_str(own.lines().next().unwrap()).unwrap();
    assert_eq!((first["move"].as_str(), first["ply"].as_u64()), (Some("2f2e"), Some(1)));
    assert!(first["loss"].as_i64().unwrap() >= 0 && first["best"].is_string());
}

/// Solves problems given on standard input.
fn solve(options: &[&str], problems: &str) -> String {
    text(&lab(&[&["solve", "-", "--hash", "4"], options].concat(), problems.as_bytes()))
}

#[test]
fn problems_are_solved() {
    let cooked = "+PP+P3p2/+N3lG+SP1/4pg+N1l/2Ppp3b/1N1kr3L/4s2p1/3KBPP2/1+l1GGSP1+s/ppp2R1np b P 141";
    let none = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1";
    let problems = format!("# two problems\n\nsfen {cooked}\n{{\"sfen\": \"{none}\"}}\n");
    let said = solve(&["--rules", "app"], &problems);
    assert!(said.contains("mate in 3: 4g5f") && said.contains("also 5g5f P*6f (mates in as few plies)"), "{said}");
    assert!(said.contains("no mate\n"), "{said}");

    let rows: Vec<serde_json::Value> = solve(&["--rules", "app", "--json", "--longer"], &problems)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((rows[0]["length"].as_u64(), rows[0]["shortest"].as_bool()), (Some(3), Some(true)));
    assert_eq!(rows[0]["first"], serde_json::json!(["4g5f", "5g5f", "P*6f"]));
    assert_eq!((rows[0]["sound"].as_bool(), rows[1]["mate"].as_bool()), (Some(false), Some(false)));

    // A sound one (Ito Kanju, 1755), and what futile interpositions change.
    let sound = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
    let said = solve(&["--variant", "shogi"], sound);
    assert!(said.contains("mate in 21: 2h2g") && said.contains("every move of the attacker is the only one"), "{said}");
    let distant = "4k4/9/4G4/9/9/9/9/9/R2L5 b p 1";
    assert!(solve(&["--variant", "shogi"], distant).contains("mate in 3:"));
    assert!(solve(&["--variant", "shogi", "--futile", "skip"], distant).contains("mate in 1:"));

    let bad = lab(&["solve", "-"], b"9/9/9 b -\n");
    assert!(!bad.status.success() && String::from_utf8_lossy(&bad.stderr).contains("line 1: the board has 3 ranks"));
}

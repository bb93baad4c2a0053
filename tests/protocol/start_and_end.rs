//! Promises 1 and 9: how it starts, gets ready and ends.

use std::time::Duration;

use crate::SOON;
use crate::support::{Fault, UsiProcess, engine, patient};

#[test]
fn usiok_comes_at_once_and_everything_is_declared() {
    let mut engine = UsiProcess::start();
    engine.send("usi");
    let lines = engine.until("usiok", 5.0).unwrap();
    let took = lines.last().unwrap().at - engine.spawned;
    assert!(took < patient(SOON), "{took:?}");
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    assert!(texts[0].starts_with("id name Nanboku ") && texts[1].starts_with("id author "), "{texts:?}");
    let options: Vec<&str> = texts.iter().filter_map(|text| text.strip_prefix("option name ")).collect();
    assert_eq!(options.len() + 3, texts.len(), "{texts:?}");
    for option in [
        "USI_Hash type spin default 64 min 1 max 65536",
        "USI_Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 1024",
        "USI_Variant type combo default annan var annan var annanshogi var annboku var shogi \
             var taimen var haimen var tenjiku var tenkyo var madrasi var kmadrasi var neko var nekoneko var yokoneko var yokonekoneko var antouzai var anki",
        "Tide type check default false",
        "TidePeriod type spin default 10 min 1 max 1000",
        "RuleSet type combo default auto var auto var lishogi var app var mihara var shogitter var wfp var standard",
        "Rule_MovedNifu type combo default auto var auto var allowed var forbidden",
        "Rule_NifuCheck type combo default auto var auto var valid var invalid",
        "Rule_DeadEnd type combo default auto var auto var allowed var forbidden",
        "Rule_PawnDropMate type combo default auto var auto var strict var front",
        "Rule_Repetition type combo default auto var auto var none var fourfold",
        "Rule_Impasse type combo default auto var auto var none var points27",
        "StartPosition type combo default auto var auto var advanced var standard",
        "ResignValue type spin default 99999 min 0 max 99999",
        "MaxMovesToDraw type spin default 0 min 0 max 100000",
        "NetworkDelay type spin default 120 min 0 max 10000",
        "NetworkDelay2 type spin default 300 min 0 max 10000",
        "MinimumThinkingTime type spin default 0 min 0 max 100000",
        "SlowMover type spin default 100 min 1 max 1000",
        "USI_AnalyseMode type check default false",
        "Debug_Log_File type filename default <empty>",
        "Clear_Hash type button",
    ] {
        assert!(options.contains(&option), "{option} is missing in {options:#?}");
    }
    engine.quit();
}

#[test]
fn usiok_comes_at_once_with_the_largest_table() {
    let mut engine = UsiProcess::start();
    engine.write("setoption name USI_Hash value 65536\nusi\n");
    let lines = engine.until("usiok", 5.0).unwrap();
    let took = lines.last().unwrap().at - engine.spawned;
    assert!(took < patient(SOON), "{took:?}");
    assert!(lines[0].text.starts_with("id name"), "{lines:?}");
    engine.quit();
}

/// The memory that the engine has asked for, in MiB.
fn memory(engine: &UsiProcess) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:")).expect("a size");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads the memory of the program from /proc")]
fn memory_is_taken_at_isready_and_only_then() {
    let mut engine = UsiProcess::start();
    engine.send("usi");
    engine.until("usiok", 5.0).unwrap();
    let before = memory(&engine);
    engine.send("setoption name USI_Hash value 600");
    engine.silence(Duration::from_millis(50));
    let set = memory(&engine);
    engine.is_ready();
    let after = memory(&engine);
    assert!(set < before + 300 && after > before + 500, "{before} {set} {after}");
    engine.quit();
}

/// What comes in reply to an answer comes after the search: also when the worker is not quite back from it.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads the memory of the program from /proc")]
fn isready_right_after_an_answer_takes_memory() {
    let mut engine = UsiProcess::ready();
    let mut last = memory(&engine);
    for round in 0..150 {
        engine.go("go depth 1");
        engine.write(format!("setoption name USI_Hash value {}\nisready\n", if round % 2 == 0 { 4 } else { 64 }));
        engine.until("readyok", 10.0).unwrap();
        let now = memory(&engine);
        assert!(now.abs_diff(last) > 40, "{round}: {last} {now}");
        last = now;
    }
    engine.quit();
}

#[test]
fn lines_may_end_as_they_do_on_windows() {
    let mut engine = UsiProcess::start();
    engine.write("\u{feff}usi\r\nsetoption name USI_Variant value shogi\r\nisready\r\n");
    engine.until("readyok", 30.0).unwrap();
    engine.write("position startpos moves 7g7f\r\nmoves\r\ngo depth 1\r\n");
    let lines = engine.until("bestmove", 10.0).unwrap();
    assert!(lines[0].text.starts_with("legalmoves 30 "), "{lines:?}");
    assert!(lines.iter().all(|line| !line.text.starts_with("info string")), "{lines:?}");
    engine.write("quit\r\n");
    engine.ended(SOON).unwrap();
}

#[test]
fn it_is_silent_before_usi() {
    let mut engine = UsiProcess::start();
    engine.silence(Duration::from_millis(200));
    // Another protocol, tried by a program that speaks several.
    engine.write("xboard\nprotover 2\nuci\n\n");
    engine.silence(Duration::from_millis(200));
    engine.quit();
}

/// Ends an engine that has been given these lines. Returns the number of answers to searches that still came.
fn end(before: &str, at_once: bool, by_quit: bool) -> Result<usize, Fault> {
    let mut engine = UsiProcess::start();
    engine.write(before);
    if !at_once {
        engine.let_pass(Duration::from_millis(60));
    }
    if by_quit {
        engine.write("quit\n");
    } else {
        engine.close();
    }
    let rest = engine.ended(SOON)?;
    Ok(rest.iter().filter(|line| line.text.starts_with("bestmove")).count())
}

#[test]
fn it_ends_on_quit_and_on_end_of_input_whatever_it_does() {
    let searches =
        ["go infinite\n", "go ponder btime 1000 wtime 1000\n", "go movetime 100000\n", "go mate 5\ngo infinite\n"];
    for before in ["", "usi\n", "perft 3\n"].into_iter().chain(searches) {
        for (at_once, by_quit) in [(true, true), (true, false), (false, true), (false, false)] {
            let expected = Ok(usize::from(before.starts_with("go")));
            // On a machine that has much else to do, half a second may pass by before the program has begun.
            let mut last = end(before, at_once, by_quit);
            for _ in 0..6 {
                if last == expected {
                    break;
                }
                last = end(before, at_once, by_quit);
            }
            assert_eq!(last, expected, "{before} at once {at_once}, by quit {by_quit}");
        }
    }
}

#[test]
fn lines_before_the_end_of_input_are_obeyed() {
    let mut engine = UsiProcess::start();
    engine.write("position startpos moves 2f2e\nmoves\ngo depth 1\nperft 2\nstate");
    engine.close();
    let rest: Vec<String> = engine.ended(SOON * 4).unwrap().into_iter().map(|line| line.text).collect();
    assert!(rest[0].starts_with("legalmoves 28 "), "{rest:?}");
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{rest:?}");
    assert_eq!(rest[rest.len() - 2], "Nodes searched: 783", "{rest:?}");
    assert_eq!(rest[rest.len() - 1], "state ongoing", "{rest:?}");
}

#[test]
fn words_after_the_program_name_are_one_command() {
    let run = |arguments: &[&str]| -> Vec<String> {
        let mut engine = UsiProcess::spawn(engine(), arguments).unwrap();
        engine.ended(Duration::from_secs(60)).unwrap().into_iter().map(|line| line.text).collect()
    };
    let lines = run(&["go", "movetime", "200"]);
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info depth ")), "{lines:?}");
    assert!(run(&["go", "depth", "-3"]).last().unwrap().starts_with("bestmove "));
    assert_eq!(run(&["perft", "3"]).last().unwrap(), "Nodes searched: 22726");
    assert_eq!(run(&["moves"]).len(), 1);
    assert!(run(&["d"]).iter().any(|line| line.contains("lnsgkgsnl/1r5b1/p1ppppp1p")));
    assert_eq!(run(&["state"]), ["state ongoing"]);
    assert!(run(&["isready"]).ends_with(&["readyok".to_owned()]));
    assert!(run(&["usi"]).ends_with(&["usiok".to_owned()]));
    assert_eq!(run(&["quit"]), [""; 0]);
    assert_eq!(run(&["nonsense"]), ["info string unknown command: nonsense"]);
    let version = run(&["--version"]);
    assert_eq!(version, [format!("nanboku {}", env!("CARGO_PKG_VERSION"))]);
    assert!(run(&["--help"]).join(" ").contains("Usage"));
}

#[test]
fn bench_ends_with_its_signature() {
    let mut engine = UsiProcess::spawn(engine(), &["bench"]).unwrap();
    let lines = engine.ended(Duration::from_secs(120)).unwrap();
    let words: Vec<&str> = lines.last().unwrap().text.split(' ').collect();
    assert!(matches!(words[..], ["Bench:", _, "nodes", _, "nps"]), "{words:?}");
    assert!(words[1].parse::<u64>().is_ok_and(|nodes| nodes > 0));
    assert!(words[3].parse::<u64>().is_ok_and(|nps| nps > 0));
}

//! Promise 3: options, their values good and bad, and what they do.

use std::fs;
use std::time::{Duration, Instant};

use mailbox::{Rules, Variant};

use crate::support::{Score, UsiProcess, engine, judge_answer, legal_texts, position};
use crate::{ANNAN_START, MATED, annan};

/// The names of all options, with their types.
fn declared(engine: &mut UsiProcess) -> Vec<(String, String)> {
    engine.send("usi");
    let lines = engine.until("usiok", 5.0).unwrap();
    let words = lines.iter().filter_map(|line| line.text.strip_prefix("option name "));
    words
        .map(|text| {
            let mut words = text.split(' ');
            let name = words.next().unwrap().to_owned();
            (name, words.nth(1).unwrap().to_owned())
        })
        .collect()
}

#[test]
fn absurd_values_of_every_option_cost_one_message_at_most() {
    let mut engine = UsiProcess::ready();
    for (name, kind) in declared(&mut engine) {
        if kind == "filename" {
            continue;
        }
        let long = "9".repeat(300);
        for value in [
            "",
            " ",
            "-1",
            "0",
            "1e9",
            "99999999999999999999",
            "nan",
            "0x10",
            "true false",
            "歩",
            "auto auto",
            "<empty>",
            "-0",
            ";",
            "%s%n",
            "\"\"",
            long.as_str(),
        ] {
            for line in [
                format!("setoption name {name} value {value}"),
                format!("setoption name {name}"),
                format!("setoption {name} {value}"),
                format!("setoption name {name} {value}"),
                format!("setoption name value {value}"),
            ] {
                let lines = engine.ask(&line);
                assert!(lines.len() <= 1, "{line}: {lines:?}");
                assert!(lines.iter().all(|line| line.starts_with("info string ")), "{line}: {lines:?}");
            }
        }
    }
    // What fits was taken, the rest was not: it still plays. (0 is a good value for resignation, at the first sign of trouble.)
    engine.send("setoption name ResignValue value 99999");
    engine.send("position startpos");
    assert_ne!(engine.go("go depth 1").best, "resign");
    engine.quit();
}

#[test]
fn a_bad_value_changes_nothing() {
    let mut engine = UsiProcess::ready();
    engine.send("setoption name USI_Variant value shogi");
    for value in ["", "chess", "annan shogi", "-1"] {
        let lines = engine.ask(&format!("setoption name USI_Variant value {value}"));
        assert!(lines.len() == 1 && lines[0].contains("USI_Variant"), "{lines:?}");
    }
    assert!(engine.ask("position startpos\nmoves")[0].starts_with("legalmoves 30 "));
    engine.send("setoption name MultiPV value 2");
    assert_eq!(engine.ask("setoption name MultiPV value 0").len(), 1);
    assert_eq!(engine.ask("setoption name MultiPV value 1025").len(), 1);
    let rules = Rules::set(Variant::Shogi, "standard").unwrap();
    let start = position(crate::SHOGI_START, &rules);
    let answer = engine.go("go depth 2");
    judge_answer(&start, &answer, 2, &legal_texts(&start)).unwrap();
    engine.quit();
}

#[test]
fn names_in_any_spelling() {
    let mut engine = UsiProcess::ready();
    for line in [
        "setoption name usi_variant value Shogi",
        "setoption name USI Variant value standard",
        "setoption name UCI_Variant value SHOGI",
        "variant shogi",
        "variant standard",
        "SETOPTION NAME USI_VARIANT VALUE SHOGI",
    ] {
        assert_eq!(engine.ask(&format!("variant annan\n{line}")), [""; 0], "{line}");
        assert!(engine.ask("position startpos\nmoves")[0].starts_with("legalmoves 30 "), "{line}");
    }
    for line in ["variant annan", "variant annanshogi", "setoption name USI_Variant value annanshogi"] {
        engine.send("variant shogi");
        assert_eq!(engine.ask(line), [""; 0]);
        assert!(engine.ask("position startpos\nmoves")[0].starts_with("legalmoves 28 "), "{line}");
    }
    for line in ["variant annboku", "variant anhoku", "setoption name usi_variant value anhoku"] {
        engine.send("variant annan");
        assert_eq!(engine.ask(line), [""; 0]);
        assert!(engine.ask("position startpos\nmoves")[0].starts_with("legalmoves 26 "), "{line}");
    }
    for line in [
        "setoption name Hash value 16",
        "setoption name Ponder value true",
        "setoption name USI_MultiPV value 1",
        "setoption name Clear Hash",
        "setoption name clear_hash value",
        "setoption name USI_OwnBook value true",
        "setoption name Network Delay2 value 5",
    ] {
        let expected: &[&str] =
            if line.contains("Network Delay2") { &["info string unknown option: Network Delay2"] } else { &[] };
        assert_eq!(engine.ask(line), expected, "{line}");
    }
    engine.quit();
}

#[test]
fn options_that_clients_send_unasked() {
    let mut engine = UsiProcess::ready();
    for name in [
        "Skill_Level",
        "Skill Level",
        "SkillLevel",
        "USI_SkillLevel",
        "Threads",
        "EvalDir",
        "BookFile",
        "UCI_AnalyseMode",
        "Contempt",
    ] {
        let lines = engine.ask(&format!("setoption name {name} value 20"));
        assert!(lines.len() <= 1 && lines.iter().all(|line| line.starts_with("info string ")), "{name}: {lines:?}");
    }
    assert_ne!(engine.go("go depth 1").best, "resign");
    engine.quit();
}

#[test]
fn rule_sets_and_single_rules() {
    let mut engine = UsiProcess::ready();
    let mut counts = |options: &str| {
        let lines = engine.ask(&format!("{options}\nposition startpos\nperft 3"));
        lines.last().unwrap().clone()
    };
    assert_eq!(counts("setoption name RuleSet value mihara"), "Nodes searched: 21718");
    assert_eq!(counts("setoption name RuleSet value auto"), "Nodes searched: 22726");
    assert_eq!(counts("setoption name Rule_MovedNifu value forbidden"), "Nodes searched: 21718");
    assert_eq!(counts("setoption name Rule_MovedNifu value auto\nvariant annboku"), "Nodes searched: 16640");
    assert_eq!(counts("variant shogi"), "Nodes searched: 25470");
    engine.quit();
}

#[test]
fn rules_as_the_slow_implementation_sees_them() {
    let mut engine = UsiProcess::ready();
    for (variant, name) in [(Variant::Annan, "annan"), (Variant::Annboku, "annboku")] {
        for (tide, set) in [(false, "auto"), (true, "app"), (true, "mihara")] {
            let mut rules = Rules::set(variant, set).unwrap();
            rules.tide_period = tide.then_some(3);
            let asked = if tide && set == "app" { "auto" } else { set };
            engine.write(format!(
                "variant {name}\nsetoption name Tide value {tide}\nsetoption name TidePeriod value 3\nsetoption name RuleSet value {asked}\n"
            ));
            for number in 1..=8 {
                let sfen = format!("lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - {number}");
                let here = position(&sfen, &rules);
                let lines = engine.ask(&format!("position sfen {sfen}\nmoves"));
                let legal = legal_texts(&here);
                assert_eq!(lines, [format!("legalmoves {} {}", legal.len(), legal.join(" "))], "{name} {set} {sfen}");
                let answer = engine.go("go depth 3");
                judge_answer(&here, &answer, 1, &legal).unwrap();
                let (direction, left) = (rules.direction(number - 1), 3 - (number - 1) % 3);
                let told = if tide { format!("tide {direction} {left}") } else { String::new() };
                assert_eq!(answer.messages().join(""), told);
                let shown = engine.ask("d").into_iter().find(|line| line.starts_with("tide"));
                assert_eq!(shown, tide.then(|| format!("tide: {direction}, flips after {left} plies")));
                assert!(!tide || answer.infos[0].string.is_some(), "{answer:?}");
            }
        }
    }
    engine.quit();
}

#[test]
fn tide_is_ignored_in_shogi_and_says_so_once() {
    let mut engine = UsiProcess::ready();
    let lines = engine.ask("variant shogi\nsetoption name Tide value true\nposition startpos");
    assert!(lines.len() == 1 && lines[0].starts_with("info string Tide is ignored"), "{lines:?}");
    assert_eq!(engine.ask("position startpos moves 7g7f"), [""; 0]);
    assert_eq!(engine.go("go depth 2").messages(), [""; 0]);
    engine.quit();
}

#[test]
fn resignation() {
    // White is down to a bare king.
    let lost = "4k4/9/9/9/9/9/9/1R5R1/4K4 w 2B2G 1";
    let mut engine = UsiProcess::ready();
    let mut best = |options: &str, sfen: &str| {
        engine.write(format!("{options}\nposition sfen {sfen}\n"));
        engine.go("go depth 3").best
    };
    assert_ne!(best("", lost), "resign");
    assert_eq!(best("setoption name ResignValue value 500", lost), "resign");
    assert_ne!(best("", ANNAN_START), "resign");
    assert_ne!(best("setoption name USI_AnalyseMode value true", lost), "resign");
    assert_eq!(best("", MATED), "resign");
    assert_ne!(
        best("setoption name USI_AnalyseMode value false\nsetoption name ResignValue value 99999", lost),
        "resign"
    );
    engine.quit();
}

#[test]
fn a_mate_against_it_is_below_every_value() {
    // Black mates in two plies, whatever White does.
    let mut engine = UsiProcess::ready();
    engine.send("position sfen 7k1/4p1+N2/7+P+p/6P1G/9/9/9/9/5K3 w l 2");
    let answer = engine.go("go depth 6");
    let score = answer.infos.iter().rev().find_map(|info| info.score);
    assert_eq!(score, Some(Score::Mate(-2)), "{answer:?}");
    assert_ne!(answer.best, "resign");
    engine.send("setoption name ResignValue value 99998");
    assert_eq!(engine.go("go depth 6").best, "resign");
    engine.quit();
}

/// A process that may have a gigabyte only.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "limits the memory by ulimit")]
fn more_memory_than_there_is() {
    let command = format!("ulimit -v 1000000; exec '{}'", engine());
    let mut engine = UsiProcess::spawn("sh", &["-c", &command]).unwrap();
    let start = position(ANNAN_START, &annan());
    for size in [8192, 2048] {
        engine.send(&format!("setoption name USI_Hash value {size}"));
        let lines = engine.is_ready();
        let messages: Vec<&str> = lines.iter().filter_map(|line| line.text.strip_prefix("info string ")).collect();
        let expected = format!("USI_Hash: there is no memory for {size} MiB, using ");
        assert!(messages.len() == 1 && messages[0].starts_with(&expected), "{lines:?}");
        let answer = engine.go("go depth 3");
        judge_answer(&start, &answer, 1, &legal_texts(&start)).unwrap();
        assert_eq!(answer.messages(), [""; 0]);
    }
    // Also without `isready`.
    engine.send("setoption name USI_Hash value 4096");
    let answer = engine.go("go depth 3");
    assert_eq!(answer.messages().len(), 1, "{answer:?}");
    engine.send("setoption name USI_Hash value 16");
    assert_eq!(engine.is_ready().len(), 1);
    engine.quit();
}

/// Takes all the memory of the machine.
#[test]
#[ignore = "takes all the memory that there is"]
fn a_sign_of_life_while_memory_is_taken() {
    let mut engine = UsiProcess::ready();
    let began = Instant::now();
    engine.write("setoption name USI_Hash value 65536\nisready\n");
    let lines = engine.until("readyok", 600.0).unwrap();
    let mut last = began;
    for line in &lines {
        assert!(line.at - last < Duration::from_secs(5), "{lines:?}");
        last = line.at;
    }
    println!("{:?}: {lines:?}", began.elapsed());
    let answer = engine.go("go depth 3");
    let start = position(ANNAN_START, &annan());
    judge_answer(&start, &answer, 1, &legal_texts(&start)).unwrap();
    engine.quit();
}

#[test]
fn the_log_keeps_both_directions_with_times() {
    let folder = std::env::temp_dir().join(format!("nanboku log {}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("記録 1.log");
    let mut engine = UsiProcess::ready();
    assert_eq!(engine.ask(&format!("setoption name Debug_Log_File value {}", file.display())), [""; 0]);
    engine.go("go depth 1");
    // A file that cannot be written: one message, and the old log goes on.
    let lines = engine.ask(&format!("setoption name Debug_Log_File value {}", folder.display()));
    assert!(lines.len() == 1 && lines[0].contains("Debug_Log_File"), "{lines:?}");
    engine.ask("state");
    assert_eq!(engine.ask("setoption name Debug_Log_File value <empty>"), [""; 0]);
    engine.ask("moves");
    engine.quit();

    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.splitn(3, ' ').collect()).collect();
    for line in &lines {
        let time = line[0];
        assert!(time.len() == 24 && time.ends_with('Z') && time.contains('T'), "{line:?}");
        assert!(line[1] == "<" || line[1] == ">", "{line:?}");
    }
    let has =
        |direction: &str, start: &str| lines.iter().any(|line| line[1] == direction && line[2].starts_with(start));
    assert!(
        has(">", "go depth 1") && has("<", "bestmove ") && has("<", "info depth 1 ") && has(">", "isready"),
        "{text}"
    );
    assert!(has("<", "readyok") && has("<", "state ongoing") && !has(">", "moves"), "{text}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn file_names_may_be_japanese_with_spaces_and_in_either_encoding() {
    let folder = std::env::temp_dir().join(format!("南北 将棋　表  {}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut engine = UsiProcess::ready();
    let files: Vec<String> =
        declared(&mut engine).into_iter().filter(|(_, kind)| kind == "filename").map(|(name, _)| name).collect();
    assert_eq!(files, ["Debug_Log_File"], "every option that takes a file name is tried here");
    for (name, shift_jis) in [("ソ 記録  1.log", false), ("表　予定 ﾅﾝﾎﾞｸ.log", true)] {
        let file = folder.join(name);
        let line = format!("setoption name Debug_Log_File value {}\r\nstate\n", file.to_str().unwrap());
        if shift_jis {
            engine.write(encoding_rs::SHIFT_JIS.encode(&line).0);
        } else {
            engine.write(line);
        }
        assert_eq!(engine.ask("moves").len(), 2);
        assert_eq!(engine.ask("setoption name Debug_Log_File value <empty>"), [""; 0]);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(" > state") && text.contains(" < state ongoing"), "{text}");
    }
    engine.quit();
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn clearing_and_resizing_forget_what_was_searched() {
    let mut engine = UsiProcess::ready();
    let mut nodes = |before: &str| {
        engine.write(format!("{before}\n"));
        let answer = engine.go("go depth 5");
        answer.infos.iter().rev().find_map(|info| info.nodes).unwrap()
    };
    let fresh = nodes("usinewgame");
    let known = nodes("");
    assert_ne!(fresh, known);
    assert_eq!(nodes("setoption name Clear_Hash"), fresh);
    assert_eq!(nodes("usinewgame"), fresh);
    engine.quit();
}

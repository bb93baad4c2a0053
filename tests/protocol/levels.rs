//! Levels: the options, and that a weak level keeps every promise of the protocol.

use std::time::{Duration, Instant};

use mailbox::{Rules, Variant};

use crate::support::{UsiProcess, judge_answer, legal_texts, patient, position};
use crate::{A_WHILE, ANNAN_START, MATE_IN_ONE, MATED, ONE_MOVE, SOON, annan};

/// Most nodes that level 1 takes: at a hundred nodes a millisecond, a tenth of what machines of today do, ten milliseconds.
const NODES_OF_LEVEL_1: u64 = 1_001;

#[test]
fn levels_are_options_under_all_their_names() {
    let mut engine = UsiProcess::start();
    engine.send("usi");
    let lines = engine.until("usiok", 5.0).unwrap();
    let has = |text: &str| lines.iter().any(|line| line.text == text);
    assert!(has("option name Skill_Level type spin default 5 min 1 max 5"));
    assert!(has("option name Skill_Seed type spin default 0 min 0 max 2147483647"));
    for name in ["Skill_Level", "Skill Level", "SkillLevel", "USI_SkillLevel", "skill_level"] {
        for value in ["-9", "1", "5", "20"] {
            assert_eq!(engine.ask(&format!("setoption name {name} value {value}")), [""; 0], "{name} {value}");
        }
        // Below the range is level 1, above it level 5.
        for (value, weak) in [("-9", true), ("20", false)] {
            engine.write(format!("setoption name {name} value {value}\nusinewgame\n"));
            let answer = engine.go("go depth 4");
            let depth = answer.infos.iter().filter_map(|info| info.depth).max();
            assert_eq!(depth, Some(if weak { 1 } else { 4 }), "{name} {value}");
        }
    }
    engine.quit();
}

#[test]
fn answers_of_every_level_keep_the_promises() {
    let mut engine = UsiProcess::ready();
    engine.send("setoption name Skill_Seed value 3");
    for level in 1..=4 {
        engine.send(&format!("setoption name Skill_Level value {level}"));
        for sfen in [
            ANNAN_START,
            MATE_IN_ONE,
            MATED,
            ONE_MOVE,
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
            "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        ] {
            let here = position(sfen, &annan());
            let legal = legal_texts(&here);
            for lines in [1, 3, 1024] {
                engine.write(format!("setoption name MultiPV value {lines}\nposition sfen {sfen}\n"));
                for go in ["go", "go depth 1", "go nodes 1", "go movetime 100", "go btime 1000 wtime 1000 byoyomi 100"]
                {
                    if lines == 1024 && (level > 2 || legal.len() > 200) {
                        continue;
                    }
                    let answer = engine.go(go);
                    judge_answer(&here, &answer, lines, &legal)
                        .unwrap_or_else(|fault| panic!("level {level} {sfen} MultiPV {lines} {go}: {fault}"));
                    let nodes = answer.infos.iter().filter_map(|info| info.nodes).max().unwrap_or(0);
                    assert!(level > 1 || nodes <= NODES_OF_LEVEL_1, "{sfen} {go}: {nodes}");
                }
            }
        }
        engine.send("setoption name MultiPV value 1");
    }
    engine.send(&format!("position sfen {ANNAN_START}"));
    let answer = engine.go("go searchmoves 9g9f 1g1f");
    judge_answer(&position(ANNAN_START, &annan()), &answer, 1, &["1g1f".to_owned(), "9g9f".to_owned()]).unwrap();
    engine.quit();
}

#[test]
fn lines_are_legal_where_the_tide_turns_unseen() {
    let mut engine = UsiProcess::ready();
    engine.write("setoption name Tide value true\nsetoption name TidePeriod value 2\n");
    let rules = Rules { tide_period: Some(2), ..Rules::set(Variant::Annan, "app").unwrap() };
    for level in 1..=4 {
        engine.write(format!("setoption name Skill_Level value {level}\nsetoption name Skill_Seed value 1\n"));
        for number in 1..=4 {
            let sfen =
                format!("1n2k2nl/l1s1ggsb1/p2pp1p1p/rp1pp4/1P1P3p1/P1P3R1P/3P1PP2/LBG1K2PL/1NS2GSN1 w - {number}");
            let here = position(&sfen, &rules);
            engine.send(&format!("position sfen {sfen}"));
            let answer = engine.go("go");
            judge_answer(&here, &answer, 1, &legal_texts(&here))
                .unwrap_or_else(|fault| panic!("{level} {sfen}: {fault}"));
        }
    }
    engine.quit();
}

#[test]
fn a_level_waits_for_stop_and_ponderhit() {
    let mut engine = UsiProcess::ready();
    engine.send("setoption name Skill_Level value 1");
    engine.send(&format!("position sfen {ANNAN_START}"));
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder btime 60000 wtime 60000", "ponderhit"),
        ("go ponder btime 60000 wtime 60000", "stop"),
    ] {
        engine.send(go);
        engine.no_answer_for(A_WHILE);
        let asked = engine.send(end);
        let answer = engine.answer(asked, 5.0).unwrap();
        assert!(answer.took < patient(SOON), "{go} {end}: {:?}", answer.took);
    }
    engine.send("setoption name MinimumThinkingTime value 300");
    let asked = Instant::now();
    engine.go("go btime 60000 wtime 60000");
    assert!(asked.elapsed() >= Duration::from_millis(250), "{:?}", asked.elapsed());
    engine.quit();
}

#[test]
fn a_level_counts_in_analysis_too() {
    let mut engine = UsiProcess::ready();
    engine.write("setoption name Skill_Level value 1\nsetoption name USI_AnalyseMode value true\n");
    engine.send(&format!("position sfen {ANNAN_START}"));
    let depth = |engine: &mut UsiProcess| engine.go("go depth 5").infos.iter().filter_map(|info| info.depth).max();
    assert_eq!(depth(&mut engine), Some(1));
    engine.send("setoption name Skill_Level value 5");
    assert_eq!(depth(&mut engine), Some(5));
    engine.quit();
}

#[test]
fn a_level_resigns_when_it_is_lost() {
    let mut engine = UsiProcess::ready();
    engine.write("setoption name Skill_Level value 1\nsetoption name ResignValue value 2000\n");
    // Everything in the opponent's hand, then in the own.
    engine.send("position sfen 4k4/9/9/9/9/9/9/9/4K4 w 2R2B4G4S4N4L18P 1");
    assert_eq!(engine.go("go").best, "resign");
    engine.send("position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1");
    assert_ne!(engine.go("go").best, "resign");
    engine.quit();
}

#[test]
fn the_bench_does_not_ask_for_the_level() {
    let mut engine = UsiProcess::ready();
    let nodes = |lines: Vec<String>| lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
    let untouched = nodes(engine.ask("bench"));
    assert_eq!(nodes(engine.ask("setoption name Skill_Level value 5\nbench")), untouched);
    assert_eq!(
        nodes(engine.ask("setoption name Skill_Seed value 9\nsetoption name Skill_Level value 1\nbench")),
        untouched
    );
    engine.quit();
}

//! Promise 6: what the lines of a search say.

use std::time::Duration;

use mailbox::{Rules, Variant};

use crate::support::{UsiProcess, judge_answer, legal_texts, position};
use crate::{ANNAN_START, MATE_IN_ONE, MATED, ONE_MOVE, annan};

/// Positions of all kinds, played by the rules of lishogi.
const POSITIONS: [&str; 8] = [
    ANNAN_START,
    MATE_IN_ONE,
    MATED,
    ONE_MOVE,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    "pP1gg1pnl/+L5sP1/3pR+L1bp/1pp1k2n1/8P/P1PKb1S2/2NPP1P1L/1R6+p/2S5g w Pgsn2p 96",
];

#[test]
fn one_line_for_each_of_the_best_moves() {
    let mut engine = UsiProcess::ready();
    for sfen in POSITIONS {
        let here = position(sfen, &annan());
        let legal = legal_texts(&here);
        for lines in [1, 2, 3, 10, 1024] {
            engine.write(format!("setoption name MultiPV value {lines}\nposition sfen {sfen}\n"));
            for go in ["go depth 1", "go depth 2", "go movetime 60", "go nodes 3000"] {
                if lines == 1024 && legal.len() > 100 && go != "go depth 1" {
                    continue;
                }
                let answer = engine.go(go);
                let judged = judge_answer(&here, &answer, lines, &legal);
                judged.unwrap_or_else(|fault| panic!("{sfen} MultiPV {lines} {go}: {fault}"));
            }
        }
    }
    engine.quit();
}

#[test]
fn lines_of_every_variant_are_legal_to_their_end() {
    let mut engine = UsiProcess::ready();
    for (variant, name) in [(Variant::Annan, "annan"), (Variant::Annboku, "annboku"), (Variant::Shogi, "shogi")] {
        for tide in [None, Some(1), Some(4)] {
            let set = if tide.is_some() && variant != Variant::Shogi { "app" } else { "auto" };
            let rules = Rules { tide_period: tide, ..Rules::set(variant, set).unwrap() };
            engine.write(format!(
                "setoption name USI_Variant value {name}\nsetoption name Tide value {}\nsetoption name TidePeriod value {}\n",
                tide.is_some(),
                tide.unwrap_or(10)
            ));
            for sfen in POSITIONS {
                let here = position(sfen, &rules);
                let legal = legal_texts(&here);
                engine.send(&format!("position sfen {sfen}"));
                let answer = engine.go("go movetime 60");
                judge_answer(&here, &answer, 1, &legal)
                    .unwrap_or_else(|fault| panic!("{name} {tide:?} {sfen}: {fault}"));
            }
        }
    }
    engine.quit();
}

#[test]
fn current_moves_come_late_and_lines_are_not_a_flood() {
    let mut engine = UsiProcess::ready();
    let asked = engine.send("go movetime 4500");
    let lines = engine.until("bestmove", 20.0).unwrap();
    for line in &lines {
        let early = line.at - asked < Duration::from_millis(2900);
        assert!(!(early && line.text.contains("currmove")), "{}", line.text);
    }
    assert!(lines.len() < 400, "{}", lines.len());
    let answer = crate::support::Answer::read(&lines, asked).unwrap();
    let start = position(ANNAN_START, &annan());
    judge_answer(&start, &answer, 1, &legal_texts(&start)).unwrap();
    engine.quit();
}

#[test]
fn a_solved_position_is_not_a_flood_either() {
    let mut engine = UsiProcess::ready();
    for sfen in [MATE_IN_ONE, ONE_MOVE, "k8/9/K8/9/9/9/9/9/9 b - 1"] {
        engine.send(&format!("position sfen {sfen}"));
        engine.send("go infinite");
        engine.no_answer_for(Duration::from_millis(300));
        let asked = engine.send("stop");
        let answer = engine.answer(asked, 5.0).unwrap();
        let here = position(sfen, &annan());
        judge_answer(&here, &answer, 1, &legal_texts(&here)).unwrap();
        assert!(answer.infos.len() < 150, "{}", answer.infos.len());
    }
    engine.quit();
}

#[test]
fn debugging_commands_answer_during_a_search() {
    let mut engine = UsiProcess::ready();
    engine.send("go infinite");
    for line in ["d", "moves", "eval", "state"] {
        let lines = engine.ask(line);
        assert!(lines.iter().any(|line| !line.starts_with("info ")), "{line}: {lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{line}: {lines:?}");
    }
    engine.send("stop");
    engine.until("bestmove", 5.0).unwrap();
    engine.quit();
}

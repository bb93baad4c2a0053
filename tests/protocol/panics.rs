//! Promise 10: a panic in the search costs nothing but the search.

use std::time::Duration;

use crate::support::{UsiProcess, judge_answer, legal_texts, patient, position};
use crate::{ANNAN_START, MATED, ONE_MOVE, SOON, annan};

#[test]
fn a_panic_costs_neither_the_answer_nor_the_engine() {
    let mut engine = UsiProcess::ready();
    for sfen in [ANNAN_START, ONE_MOVE, MATED] {
        let here = position(sfen, &annan());
        engine.send(&format!("position sfen {sfen}"));
        for go in ["go movetime 50", "go depth 2", "go btime 1000 wtime 1000"] {
            engine.send("debug panic");
            let answer = engine.go(go);
            judge_answer(&here, &answer, 1, &legal_texts(&here)).unwrap();
            assert_eq!(answer.messages(), ["the search failed and starts afresh: asked to panic"]);
            assert!(answer.took < patient(SOON * 2), "{:?}", answer.took);
            let answer = engine.go("go depth 3");
            judge_answer(&here, &answer, 1, &legal_texts(&here)).unwrap();
            assert_eq!(answer.messages(), [""; 0]);
        }
    }
    engine.quit();
}

#[test]
fn a_panic_is_no_reason_to_speak_too_early() {
    let mut engine = UsiProcess::ready();
    for go in ["go infinite", "go ponder"] {
        engine.send("debug panic");
        engine.send(go);
        engine.no_answer_for(Duration::from_millis(200));
        let asked = engine.send(if go == "go ponder" { "ponderhit" } else { "stop" });
        assert_ne!(engine.answer(asked, 5.0).unwrap().best, "resign");
    }
    engine.quit();
}

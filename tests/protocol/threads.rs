//! The option Threads: with any number of threads the promises hold.

use std::time::Duration;

use crate::support::{UsiProcess, judge_answer, legal_texts, patient, position};
use crate::{ANNAN_START, annan};

#[test]
fn any_number_of_threads_answers_once_and_in_time() {
    let start = position(ANNAN_START, &annan());
    let choice = legal_texts(&start);
    let mut engine = UsiProcess::ready();
    for threads in [4, 1, 33, 512, 2] {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.is_ready();
        for lines in [1, 3] {
            engine.send(&format!("setoption name MultiPV value {lines}"));
            let answer = engine.go("go movetime 200");
            judge_answer(&start, &answer, lines, &choice).unwrap();
            assert!(answer.took < patient(Duration::from_millis(1_000)), "{threads} threads: {:?}", answer.took);
            let asked = engine.send("go infinite");
            engine.no_answer_for(Duration::from_millis(100));
            engine.send("stop");
            judge_answer(&start, &engine.answer(asked, 2.0).unwrap(), lines, &choice).unwrap();
        }
    }
    engine.quit();
}

#[test]
fn threads_act_from_the_next_go() {
    let start = position(ANNAN_START, &annan());
    let mut engine = UsiProcess::ready();
    let asked = engine.send("go movetime 300");
    engine.send("setoption name Threads value 3");
    let choice = legal_texts(&start);
    judge_answer(&start, &engine.answer(asked, 3.0).unwrap(), 1, &choice).unwrap();
    judge_answer(&start, &engine.go("go movetime 100"), 1, &choice).unwrap();
    engine.quit();
}

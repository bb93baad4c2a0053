//! Promise 5: the parameters of `go`.

use std::time::{Duration, Instant};

use crate::support::{Answer, Random, UsiProcess, judge_answer, legal_texts, patient, position};
use crate::{ANNAN_START, annan};

fn judged(answer: &Answer) {
    let start = position(ANNAN_START, &annan());
    judge_answer(&start, answer, 1, &legal_texts(&start)).unwrap();
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let mut engine = UsiProcess::ready();
    for (line, at_least, at_most) in [
        ("go movetime 1000.0 nodes 500 depth 3 btime 300000 wtime 300000 byoyomi 3000", 0, 400),
        ("go movetime 200", 150, 600),
        ("go movetime 200 depth 1", 0, 150),
        ("go depth 1 movetime 5000 btime 600000 wtime 600000", 0, 400),
        ("go nodes 1", 0, 400),
        ("go nodes 2000 movetime 10000", 0, 400),
        ("go btime 0 wtime 0 byoyomi 200", 0, 400),
        ("go byoyomi 200", 0, 400),
        ("go btime 600000 wtime 600000 movetime 100", 50, 500),
        ("go movetime 100 btime 1e9 wtime 1e9 byoyomi 1e9 binc 1e9 winc 1e9", 50, 500),
        ("go movetime 10000 btime 100 wtime 100000000", 0, 400),
        ("go movetime 0", 0, 300),
        ("go movetime -1", 0, 300),
        ("go btime -5000 wtime -5000", 0, 300),
        ("go btime -5000 wtime -5000 byoyomi 100", 0, 400),
        ("go btime 0 wtime 0", 0, 300),
        ("go binc 100 winc 100", 0, 400),
        ("go depth 0", 0, 400),
        ("go depth -7", 0, 400),
        ("go nodes 0", 0, 400),
        ("go nodes -1", 0, 400),
        ("go depth 1.9", 0, 400),
        ("go depth 99999999999999999999 movetime 50", 20, 500),
        ("go nodes 99999999999999999999 movetime 50", 20, 500),
        ("go movetime 50 movestogo 20 ply 7 what", 20, 500),
        ("go movetime abc depth 1", 0, 400),
        ("go movetime", 0, 2000),
        ("go byoyomi x", 0, 2000),
        ("go GO DEPTH 1", 0, 400),
    ] {
        engine.send("usinewgame");
        let answer = engine.go(line);
        judged(&answer);
        let range = Duration::from_millis(at_least)..=patient(Duration::from_millis(at_most + 300));
        assert!(range.contains(&answer.took), "{line}: {:?}", answer.took);
        assert!(answer.messages().len() <= 1, "{line}: {answer:?}");
        let depth = answer.infos.iter().filter_map(|info| info.depth).max();
        if line.contains("depth 1") {
            assert_eq!(depth, Some(1), "{line}");
        }
    }
    engine.quit();
}

#[test]
fn every_mixture_of_parameters() {
    let words = ["btime", "wtime", "byoyomi", "binc", "winc", "movetime", "depth", "nodes"];
    let numbers =
        ["0", "1", "100", "2.5", "-3", "99999999999999999999", "1e3", "x", "", "0.0", "+5", "-0", "1e999", "nan", "٣"];
    let mut random = Random(2);
    let mut engine = UsiProcess::ready();
    for _ in 0..300 {
        // Always something that ends it soon.
        let mut line = "go".to_owned();
        for _ in 0..random.below(7) {
            line += &format!(" {} {}", random.pick(&words), random.pick(&numbers));
        }
        line += *random.pick(&[" nodes 100", " movetime 5", " depth 1"]);
        let answer = engine.go(&line);
        judged(&answer);
        assert!(answer.took < patient(Duration::from_secs(2)), "{line}: {:?}", answer.took);
    }
    engine.quit();
}

#[test]
fn searchmoves_are_all_that_is_looked_at() {
    let start = position(ANNAN_START, &annan());
    let mut engine = UsiProcess::ready();
    for (line, choice) in [
        ("go depth 3 searchmoves 9g9f 1g1f", &["1g1f", "9g9f"][..]),
        ("go searchmoves 9g9f depth 3", &["9g9f"]),
        ("go searchmoves 9g9f 5e5d depth 3", &["9g9f"]),
        ("go searchmoves 9g9f nonsense 1g1f depth 3", &["1g1f", "9g9f"]),
    ] {
        let answer = engine.go(line);
        let choice: Vec<String> = choice.iter().map(|&mv| mv.to_owned()).collect();
        judge_answer(&start, &answer, 1, &choice).unwrap();
        assert_eq!(answer.messages().len(), usize::from(line.contains("5e5d") || line.contains("nonsense")), "{line}");
    }
    judged(&engine.go("go depth 2 searchmoves"));
    judged(&engine.go("go depth 2 searchmoves 5e5d"));
    engine.quit();
}

/// The promise is 50 ms; the machine that runs this may be busy, so the middle of many counts.
#[test]
fn movetime_is_kept() {
    let mut engine = UsiProcess::ready();
    let mut late = Vec::new();
    for _ in 0..15 {
        let answer = engine.go("go movetime 100");
        judged(&answer);
        late.push(answer.took.saturating_sub(Duration::from_millis(100)));
        assert!(answer.took > Duration::from_millis(80), "{:?}", answer.took);
    }
    late.sort_unstable();
    assert!(late[7] <= patient(Duration::from_millis(50)), "{late:?}");
    engine.quit();
}

#[test]
fn taking_memory_does_not_cost_the_clock() {
    let started = || {
        let mut engine = UsiProcess::start();
        engine.send("usi");
        engine.until("usiok", 10.0).unwrap();
        engine.send("setoption name USI_Hash value 512");
        engine
    };
    let mut seen = Vec::new();
    // A busy machine may spoil a try, and takes longer for the memory too.
    for _ in 0..4 {
        let mut engine = started();
        let asked = Instant::now();
        engine.is_ready();
        let memory = asked.elapsed();
        engine.quit();

        let mut engine = started();
        let answer = engine.go("go movetime 2500");
        judged(&answer);
        engine.quit();
        let late = answer.took.saturating_sub(Duration::from_millis(2500));
        if late <= (memory / 2).max(patient(Duration::from_millis(50))) {
            return;
        }
        seen.push((memory, late));
    }
    panic!("{seen:?}");
}

//! Promise 8: `go mate`.

use std::time::{Duration, Instant};

use mailbox::{Position, Rules, Variant};

use crate::support::{Fault, Info, UsiProcess, patient, position};
use crate::{A_WHILE, MATE_IN_ONE, MATED, SOON, annan};

/// Ito Kanju's smoke problem, mate in 117: it takes the solver many minutes.
const HARD: &str = "k1+P4n1/2L+P2sL1/r4+P+P1P/+BpP+Pl1+Rg1/NP1S+PP+p1g/2L+p1g+P1+P/Ps1G1+P1N1/1sN1P4/B8 b - 1";

/// The answer to a `go mate` that was sent at `asked`, and how long it took.
fn answer(engine: &mut UsiProcess, asked: Instant) -> (String, Duration) {
    let mut lines = engine.until("checkmate", 30.0).unwrap_or_else(|fault| panic!("{fault}"));
    let last = lines.pop().unwrap();
    for line in lines {
        let read = if line.text.starts_with("info ") { Info::read(&line.text).map(|_| ()) } else { Ok(()) };
        read.unwrap_or_else(|fault: Fault| panic!("{fault}"));
    }
    (last.text["checkmate ".len()..].to_owned(), last.at.saturating_duration_since(asked))
}

fn ask(engine: &mut UsiProcess, go: &str) -> String {
    let asked = engine.send(go);
    answer(engine, asked).0
}

/// Every move of the attacker checks, and the end is mate.
fn assert_mates(start: &Position, line: &str) {
    let mut here = start.clone();
    for (index, text) in line.split(' ').enumerate() {
        let mv = text.parse().unwrap_or_else(|_| panic!("'{text}' in '{line}'"));
        assert!(here.is_legal(mv), "{text} of {line} in {}", here.sfen());
        here = here.make(mv);
        assert!(index % 2 == 1 || here.in_check(), "{text} of {line} gives no check");
    }
    assert!(
        line.split(' ').count() % 2 == 1 && here.in_check() && !here.has_legal_move(),
        "{line} does not end in mate"
    );
}

fn shogi() -> Rules {
    Rules::set(Variant::Shogi, "standard").unwrap()
}

fn playing_shogi() -> UsiProcess {
    let mut engine = UsiProcess::ready();
    engine.send("setoption name USI_Variant value shogi");
    engine
}

#[test]
fn mate_or_none() {
    let mut engine = UsiProcess::ready();
    engine.send(&format!("position sfen {MATE_IN_ONE}"));
    for go in ["go mate 5000", "go mate infinite", "go mate", "go mate movetime 5000", "go MATE 5000.0"] {
        let line = ask(&mut engine, go);
        assert_mates(&position(MATE_IN_ONE, &annan()), &line);
        assert_eq!(line.split(' ').count(), 1, "{line}");
    }
    // No check at all, already mated, no enemy king.
    for setup in ["startpos".to_owned(), format!("sfen {MATED}"), "sfen 9/9/4G4/9/9/9/9/9/4K4 b RG 1".to_owned()] {
        engine.send(&format!("position {setup}"));
        assert_eq!(ask(&mut engine, "go mate infinite"), "nomate", "{setup}");
    }
    engine.quit();
}

#[test]
fn in_check_or_without_a_king() {
    let mut engine = playing_shogi();
    for (sfen, mates) in [
        ("8k/9/7G1/9/9/9/9/9/4K4 b G 1", true),
        ("8k/9/7G1/9/9/9/9/9/9 b G 1", true),
        // A rook checks: the gold has no time.
        ("4r3k/9/7G1/9/9/9/9/9/4K4 b G 1", false),
        // The rook is taken, which mates.
        ("R3r3k/9/7G1/9/9/9/9/9/4K4 b - 1", true),
    ] {
        engine.send(&format!("position sfen {sfen}"));
        let line = ask(&mut engine, "go mate 10000");
        if mates {
            assert_mates(&position(sfen, &shogi()), &line);
        } else {
            assert_eq!(line, "nomate", "{sfen}");
        }
    }
    engine.quit();
}

#[test]
fn the_time_and_stop_end_it() {
    let mut engine = playing_shogi();
    engine.send(&format!("position sfen {HARD}"));
    let mut late = Vec::new();
    for _ in 0..7 {
        let asked = engine.send("go mate 200");
        let (text, took) = answer(&mut engine, asked);
        assert_eq!(text, "timeout");
        assert!(took > Duration::from_millis(150), "{took:?}");
        late.push(took.saturating_sub(Duration::from_millis(200)));
        engine.send("go mate infinite");
        engine.no_answer_for(A_WHILE);
        let asked = engine.send("stop");
        let (text, took) = answer(&mut engine, asked);
        assert_eq!(text, "timeout");
        late.push(took);
    }
    // The promise is 100 ms; the machine that runs this may be busy, so the middle of many counts.
    late.sort_unstable();
    assert!(late[7] <= patient(Duration::from_millis(100)), "{late:?}");
    assert_eq!(ask(&mut engine, "go mate nodes 500"), "timeout");
    engine.silence(A_WHILE);
    engine.quit();
}

#[test]
fn other_lines_come_in_between() {
    let mut engine = playing_shogi();
    let hard = format!("position sfen {HARD}");
    engine.send(&hard);
    engine.send("go mate infinite");
    let before = engine.is_ready();
    assert!(before.iter().all(|line| line.text.starts_with("info ") || line.text == "readyok"), "{before:?}");
    engine.send("setoption name USI_Hash value 32");
    engine.no_answer_for(A_WHILE);
    // Each of these ends it, with one answer.
    for line in [hard.as_str(), "go mate infinite", "go infinite", "usinewgame"] {
        engine.send(&hard);
        engine.send("go mate infinite");
        engine.let_pass(Duration::from_millis(30));
        engine.send(line);
        engine.send("stop");
        let mut all = engine.is_ready();
        while let Ok(Some(line)) = engine.next_line(A_WHILE) {
            all.push(line);
        }
        let count = |word: &str| all.iter().filter(|line| line.text.starts_with(word)).count();
        assert_eq!(count("checkmate "), if line == "go mate infinite" { 2 } else { 1 }, "{line}: {all:?}");
        assert_eq!(count("bestmove "), usize::from(line == "go infinite"), "{line}: {all:?}");
    }
    // Pondering, the answer waits.
    engine.send(&format!("position sfen {}", "8k/9/7G1/9/9/9/9/9/4K4 b G 1"));
    engine.send("go ponder mate 1000");
    engine.no_answer_for(A_WHILE);
    let asked = engine.send("ponderhit");
    assert!(answer(&mut engine, asked).1 < patient(SOON));
    engine.send(&hard);
    engine.send("go mate infinite");
    engine.quit();
}

#[test]
fn a_panic_is_answered() {
    let mut engine = UsiProcess::ready();
    engine.send(&format!("position sfen {MATE_IN_ONE}"));
    engine.send("debug panic");
    let asked = engine.send("go mate 1000");
    let lines = engine.until("checkmate", 10.0).unwrap();
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["info string the search failed and starts afresh: asked to panic", "checkmate timeout"]);
    assert!(lines[1].at.saturating_duration_since(asked) < patient(SOON * 2));
    assert_mates(&position(MATE_IN_ONE, &annan()), &ask(&mut engine, "go mate 1000"));
    engine.quit();
}

/// Resident memory of a process, in MiB.
fn resident(id: u32) -> usize {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() / 1024
}

/// `NANBOKU_SECONDS=60 cargo test --release --test protocol memory -- --nocapture`
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads the memory of the program from /proc")]
fn memory_stays_within_the_bound() {
    let seconds = std::env::var("NANBOKU_SECONDS").map_or(3, |text| text.parse().expect("a number"));
    let mut engine = playing_shogi();
    engine.send("setoption name USI_Hash value 16");
    engine.is_ready();
    engine.send(&format!("position sfen {HARD}"));
    engine.send("go mate infinite");
    let mut most = 0;
    for _ in 0..seconds * 5 {
        engine.no_answer_for(Duration::from_millis(200));
        most = most.max(resident(engine.id()));
    }
    println!("at most {most} MiB in {seconds} s");
    assert!(most <= 16 + 40, "{most} MiB");
    let asked = engine.send("stop");
    assert_eq!(answer(&mut engine, asked).0, "timeout");
    engine.quit();
}

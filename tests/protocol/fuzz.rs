//! Promises 3 and 4: whatever comes in, the engine lives and answers.

use std::time::Duration;

use crate::support::{Random, UsiProcess};
use crate::{ANNAN_START, MATED, ONE_MOVE, SHOGI_START};

const SFENS: [&str; 6] = [
    ANNAN_START,
    SHOGI_START,
    ONE_MOVE,
    MATED,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
];
const MOVES: [&str; 4] = [
    "2f2e 2d2e 2h2e",
    "7g7f 3c3d 8h2b+ 3a2b B*5e",
    "1i1h 9a9b 1g1c+ 1a1c 1h1c+ 2a1c",
    "7i6h 3a4b 6h7i 4b3a 7i6h 3a4b 6h7i 4b3a",
];
const SYMBOLS: &[u8] = b"+/123456789PLNSGBRKplnsgbrk bw-*abcdefghi0\tmoves\x00\xe6\xad\xa9\xff~";

/// A text with some bytes changed, taken out, doubled or put in.
fn mutated(text: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.below(5) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] = *random.pick(SYMBOLS),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *random.pick(SYMBOLS)),
            3 => {
                let end = (at + random.below(12)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            4 => bytes.truncate(at),
            _ => {
                let other = random.below(bytes.len());
                bytes.swap(at, other);
            }
        }
    }
    bytes.retain(|&byte| byte != b'\n');
    bytes
}

/// A `position` line that may be right or wrong.
fn position_line(random: &mut Random) -> Vec<u8> {
    let start = if random.below(3) == 0 { "startpos".to_owned() } else { format!("sfen {}", random.pick(&SFENS)) };
    let moves = if random.below(2) == 0 { format!(" moves {}", random.pick(&MOVES)) } else { String::new() };
    let text = format!("{start}{moves}");
    let mut line = b"position ".to_vec();
    line.extend(mutated(&text, random));
    line.push(b'\n');
    line
}

#[test]
fn ten_thousand_mutated_positions() {
    let mut random = Random(3);
    let mut engine = UsiProcess::ready();
    for batch in 0..100 {
        let mut text = Vec::new();
        for _ in 0..100 {
            text.extend(position_line(&mut random));
            text.extend(b"moves\ngo depth 1\n");
        }
        engine.write(&text);
        // The moves of a position, and the answer to it. A line that is no `position` at all does not end the search before
        // it, so that the moves may come before that answer.
        let mut moves = Vec::new();
        let mut answers = Vec::new();
        let mut messages = 0;
        while answers.len() < 100 {
            let line = engine.next_line(Duration::from_secs(10)).unwrap();
            let line = line.unwrap_or_else(|| panic!("{}", engine.fault(format!("batch {batch}: no answer"))));
            match line.text.split_once(' ') {
                Some(("legalmoves", rest)) => moves.push(rest.to_owned()),
                Some(("bestmove", rest)) => answers.push(rest.to_owned()),
                Some(("info", rest)) => messages += usize::from(rest.starts_with("string ")),
                _ => panic!("{}", engine.fault("unknown line")),
            }
        }
        assert!(moves.len() == 100 && messages <= 100, "{} {messages}", moves.len());
        for (moves, answer) in moves.iter().zip(&answers) {
            let best = answer.split(' ').next().unwrap();
            let mut legal = moves.split(' ').skip(1);
            let right = if moves == "0" { best == "resign" } else { legal.any(|mv| mv == best) };
            assert!(right, "batch {batch}: {moves}: {answer}");
        }
    }
    engine.silence(crate::A_WHILE);
    engine.quit();
}

#[test]
fn any_bytes_as_lines() {
    let lines = [
        "setoption name USI_Variant value annan",
        "setoption name MultiPV value 3",
        "go movetime 10 nodes 5 depth 2",
        "isready",
        "usinewgame",
        "gameover win",
        "ponderhit btime 5",
        "perft 1",
        "variant shogi",
        "stop",
        "setoption name Tide value true",
        "go infinite",
        "eval",
        "d",
        "state",
        "go ponder",
        "searchmoves 7g7f",
        "usi",
    ];
    let mut random = Random(4);
    let mut engine = UsiProcess::ready();
    for _ in 0..60 {
        let mut text = Vec::new();
        for _ in 0..50 {
            let index = random.below(lines.len());
            let line = mutated(lines[index], &mut random);
            // Whoever says so means it; and not every depth of perft comes to an end, nor is every size of table there.
            let says = |word: &str| String::from_utf8_lossy(&line).to_lowercase().contains(word);
            if !says("quit") && !says("perft") && !says("bench") && !says("hash") {
                text.extend(line);
                text.push(b'\n');
            }
        }
        engine.write(&text);
        engine.write("stop\n");
        engine.is_ready();
    }
    engine.write("stop\nvariant annan\nsetoption name Tide value false\nposition startpos\n");
    engine.is_ready();
    assert_ne!(engine.go("go depth 1").best, "resign");
    engine.quit();
}

#[test]
fn very_long_lines() {
    let mut engine = UsiProcess::ready();
    let long = "x".repeat(3_000_000);
    for line in [
        long.clone(),
        format!("setoption name {long} value 3"),
        format!("setoption name MultiPV value {long}"),
        format!("position sfen {long}"),
        format!("position startpos moves {long}"),
        format!("isready {long}"),
        format!("usinewgame {long}"),
    ] {
        let lines = engine.ask(&line);
        assert!(lines.len() <= 2 && lines.iter().all(|line| line.len() < 300), "{lines:?}");
    }
    let moves = " 7i6h 3a4b 6h7i 4b3a".repeat(1000);
    let lines = engine.ask(&format!("position startpos moves{moves}"));
    assert_eq!(lines, [""; 0]);
    let answer = engine.go(&format!("go depth 1 {}", "what ".repeat(100_000)));
    assert_ne!(answer.best, "resign");
    engine.write(b"\xff\xfe\x00\x01\n\x80\xe6\xad\n");
    engine.is_ready();
    engine.quit();
}

//! Promises 2 and 3: one answer for each `go`, at the right time, whatever comes in which order.

use std::time::{Duration, Instant};

use crate::support::{Random, UsiProcess, judge_answer, legal_texts, patient, position};
use crate::{A_WHILE, ANNAN_START, MATE_IN_ONE, MATED, ONE_MOVE, SOON, annan};

#[test]
fn a_thousand_times_go_and_stop_in_one_write() {
    let mut engine = UsiProcess::ready();
    for round in 0..1000 {
        let asked = Instant::now();
        engine.write("go infinite\nstop\n");
        let answer = engine.answer(asked, 10.0).unwrap_or_else(|fault| panic!("{round}: {fault}"));
        assert_ne!(answer.best, "resign");
        assert!(answer.took < patient(SOON), "{round}: {:?}", answer.took);
    }
    engine.silence(A_WHILE);
    engine.quit();
}

#[test]
fn many_searches_in_one_write() {
    let mut engine = UsiProcess::ready();
    engine.write("go infinite\nstop\n".repeat(200));
    for _ in 0..200 {
        engine.until("bestmove", 10.0).unwrap();
    }
    engine.silence(A_WHILE);
    // Each `go` stops the one before it.
    engine.write(format!("{}stop\n", "go infinite\n".repeat(200)));
    for _ in 0..200 {
        engine.until("bestmove", 10.0).unwrap();
    }
    engine.silence(A_WHILE);
    engine.quit();
}

#[test]
fn stop_and_gameover_answer_soon_and_only_when_searching() {
    let mut engine = UsiProcess::ready();
    engine.write("stop\ngameover win\nponderhit\nstop\n");
    engine.silence(A_WHILE);
    for end in [
        "stop",
        "gameover win",
        "gameover lose",
        "gameover draw",
        "gameover",
        "stop\ngameover win",
        "gameover draw\nstop",
    ] {
        for go in
            ["go infinite", "go ponder btime 60000 wtime 60000", "go btime 3600000 wtime 3600000", "go", "go depth 200"]
        {
            engine.send(go);
            engine.no_answer_for(Duration::from_millis(20));
            let asked = engine.send(end);
            let answer = engine.answer(asked, 10.0).unwrap();
            assert!(answer.took < patient(SOON), "{go}, {end}: {:?}", answer.took);
            engine.silence(Duration::from_millis(10));
            engine.send(end);
            engine.silence(Duration::from_millis(10));
        }
    }
    engine.quit();
}

/// The promise is 100 ms; looked at where nothing else runs in this process, and with the middle of many.
#[test]
fn stop_is_answered_within_a_tenth_of_a_second() {
    let mut engine = UsiProcess::ready();
    let mut times = Vec::new();
    for _ in 0..15 {
        engine.send("go infinite");
        engine.no_answer_for(Duration::from_millis(30));
        let asked = engine.send("stop");
        times.push(engine.answer(asked, 10.0).unwrap().took);
    }
    times.sort_unstable();
    assert!(times[7] < patient(Duration::from_millis(100)), "{times:?}");
    engine.quit();
}

#[test]
fn silence_until_told_in_every_kind_of_position() {
    let rules = annan();
    let mut engine = UsiProcess::ready();
    for sfen in [MATE_IN_ONE, MATED, ONE_MOVE, ANNAN_START] {
        let position = position(sfen, &rules);
        let choice = legal_texts(&position);
        for go in [
            "go infinite",
            "go ponder",
            "go infinite depth 1",
            "go ponder depth 1 nodes 1",
            "go ponder movetime 1",
            "go ponder btime 0 wtime 0 byoyomi 1",
            "go ponder infinite",
            "go infinite movetime 1 byoyomi 1",
        ] {
            engine.send(&format!("position sfen {sfen}"));
            engine.send(go);
            engine.no_answer_for(Duration::from_millis(80));
            let asked = engine.send("stop");
            let answer = engine.answer(asked, 10.0).unwrap();
            judge_answer(&position, &answer, 1, &choice).unwrap();
        }
        for hit in ["ponderhit", "ponderhit btime 0 wtime 0 byoyomi 10"] {
            engine.send("go ponder btime 0 wtime 0 byoyomi 50 depth 3");
            engine.no_answer_for(Duration::from_millis(80));
            let asked = engine.send(hit);
            let answer = engine.answer(asked, 10.0).unwrap();
            assert!(answer.took < patient(SOON), "{:?}", answer.took);
            judge_answer(&position, &answer, 1, &choice).unwrap();
        }
    }
    engine.quit();
}

#[test]
fn the_positions_are_what_they_should_be() {
    let count = |sfen| legal_texts(&position(sfen, &annan())).len();
    assert_eq!((count(MATED), count(ONE_MOVE)), (0, 1));
    assert!(legal_texts(&position(MATE_IN_ONE, &annan())).contains(&"S*2c".to_owned()));
    let mut engine = UsiProcess::ready();
    engine.send(&format!("position sfen {MATE_IN_ONE}"));
    let answer = engine.go("go depth 3");
    let score = answer.infos.iter().rev().find_map(|info| info.score);
    assert_eq!(score, Some(crate::support::Score::Mate(1)), "{answer:?}");
    engine.quit();
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = UsiProcess::ready();
    for (go, hit) in [
        ("go ponder btime 0 wtime 0 byoyomi 400", "ponderhit"),
        ("go ponder btime 600000 wtime 600000 byoyomi 0", "ponderhit btime 0 wtime 0 byoyomi 400"),
        ("go ponder movetime 300", "ponderhit"),
    ] {
        let asked = engine.send(go);
        engine.no_answer_for(Duration::from_millis(500));
        let told = engine.send(hit);
        let answer = engine.answer(asked, 10.0).unwrap();
        let after = answer.took - (told - asked);
        assert!(after < patient(Duration::from_millis(600)), "{go}, {hit}: {after:?}");
    }
    engine.quit();
}

#[test]
fn isready_and_setoption_do_not_disturb_a_search() {
    let mut engine = UsiProcess::ready();
    for go in ["go infinite", "go ponder", "go movetime 2000"] {
        engine.send(go);
        for _ in 0..3 {
            let asked = engine.send("isready");
            let lines = engine.until("readyok", 5.0).unwrap();
            assert!(lines.iter().all(|line| !line.text.starts_with("bestmove")), "{lines:?}");
            assert!(lines.last().unwrap().at - asked < patient(SOON));
            engine.write("setoption name USI_Hash value 8\nsetoption name MultiPV value 2\nusi\nsetoption name USI_Hash value 64\n");
            engine.until("usiok", 5.0).unwrap();
        }
        engine.no_answer_for(Duration::from_millis(50));
        let asked = engine.send("stop");
        let answer = engine.answer(asked, 5.0).unwrap();
        // The number of lines acts from the next `go` on.
        let expected = if go == "go infinite" { 1 } else { 2 };
        judge_answer(
            &position(ANNAN_START, &annan()),
            &answer,
            expected,
            &legal_texts(&position(ANNAN_START, &annan())),
        )
        .unwrap();
    }
    engine.quit();
}

#[test]
fn a_message_between_the_last_line_and_the_answer_is_no_trouble() {
    let mut engine = UsiProcess::ready();
    let start = position(MATE_IN_ONE, &annan());
    engine.send(&format!("position sfen {MATE_IN_ONE}"));
    engine.send("go infinite depth 2");
    engine.no_answer_for(Duration::from_millis(200));
    let asked = Instant::now();
    engine.write("setoption name MultiPV value none\n");
    engine.no_answer_for(Duration::from_millis(50));
    engine.send("stop");
    let answer = engine.answer(asked, 5.0).unwrap();
    judge_answer(&start, &answer, 1, &legal_texts(&start)).unwrap();
    engine.quit();
}

#[test]
fn go_position_and_usinewgame_stop_a_search_first() {
    let mut engine = UsiProcess::ready();
    for line in ["position startpos moves 2f2e", "usinewgame", "perft 1", "go depth 1"] {
        for go in ["go infinite", "go ponder"] {
            engine.send("position startpos");
            engine.write(format!("{go}\n{line}\nmoves\nisready\n"));
            let lines = engine.until("readyok", 10.0).unwrap();
            let first = lines.iter().position(|line| line.text.starts_with("bestmove ")).expect("an answer");
            let moves = lines.iter().position(|line| line.text.starts_with("legalmoves ")).expect("moves");
            assert!(first < moves, "{lines:?}");
            let after_move = lines[moves].text.contains(" 2d2e");
            assert_eq!(after_move, line.starts_with("position"), "{lines:?}");
            if line == "go depth 1" && !lines[first + 1..].iter().any(|line| line.text.starts_with("bestmove")) {
                engine.until("bestmove", 10.0).unwrap();
            }
            engine.silence(Duration::from_millis(20));
        }
    }
    engine.quit();
}

#[test]
fn rules_act_from_the_next_position_line() {
    let mut engine = UsiProcess::ready();
    engine.send("position startpos");
    engine.send("go infinite");
    engine.write("setoption name USI_Variant value shogi\nstop\n");
    engine.until("bestmove", 5.0).unwrap();
    assert!(engine.ask("moves")[0].starts_with("legalmoves 28 "));
    assert!(engine.ask("position startpos\nmoves")[0].starts_with("legalmoves 30 "));
    engine.quit();
}

/// The answers that a sequence of lines must have, by the rules alone.
struct Expected {
    answers: usize,
    ready: usize,
    searching: bool,
}

#[test]
fn any_order_of_lines_has_the_right_number_of_answers() {
    // A search that ends by itself is left out: it has its answer at any time.
    let lines = [
        "go infinite",
        "go ponder btime 1000 wtime 1000",
        "stop",
        "gameover lose",
        "isready",
        "position startpos",
        "setoption name MultiPV value 3",
        "setoption name USI_Hash value 16",
        "usinewgame",
        "setoption name Clear_Hash",
        "",
        "go mate 100",
    ];
    let mut random = Random(1);
    let mut engine = UsiProcess::ready();
    for round in 0..300 {
        let mut expected = Expected { answers: 0, ready: 0, searching: false };
        let mut text = String::new();
        let mut mates = 0;
        let in_one_write = random.below(2) == 0;
        for _ in 0..1 + random.below(12) {
            let line = *random.pick(&lines);
            let ends = matches!(line.split(' ').next(), Some("go" | "position" | "usinewgame" | "stop" | "gameover"));
            if ends && expected.searching {
                expected.answers += 1;
                expected.searching = false;
            }
            expected.searching |= line.starts_with("go ") && line != "go mate 100";
            mates += usize::from(line == "go mate 100");
            expected.ready += usize::from(line == "isready");
            if in_one_write {
                text += line;
                text += "\n";
            } else {
                engine.send(line);
            }
        }
        engine.write(text);
        // After this everything has been said.
        engine.write("stop\nmoves\n");
        expected.answers += usize::from(expected.searching);
        let mut got = Expected { answers: 0, ready: 0, searching: false };
        let mut got_mates = 0;
        let mut seen_moves = false;
        while !seen_moves || got.answers < expected.answers || got.ready < expected.ready || got_mates < mates {
            let line = engine
                .next_line(Duration::from_secs(10))
                .unwrap()
                .unwrap_or_else(|| panic!("{}", engine.fault(format!("round {round}: an answer is missing"))));
            got.answers += usize::from(line.text.starts_with("bestmove "));
            got.ready += usize::from(line.text == "readyok");
            got_mates += usize::from(line.text.starts_with("checkmate "));
            seen_moves |= line.text.starts_with("legalmoves ");
        }
        assert!(got.answers == expected.answers && got.ready == expected.ready && got_mates == mates, "round {round}");
        if round % 30 == 0 {
            engine.silence(Duration::from_millis(30));
        }
    }
    engine.silence(A_WHILE);
    engine.quit();
}

//! Promise 4: every way to say a position.

use crate::support::UsiProcess;
use crate::{ANNAN_START, SHOGI_START};

/// The SFEN of the current position.
fn sfen(engine: &mut UsiProcess) -> String {
    let lines = engine.ask("d");
    lines.iter().find_map(|line| line.strip_prefix("sfen: ")).expect("an SFEN").to_owned()
}

#[test]
fn startpos_is_the_variants_own() {
    let mut engine = UsiProcess::ready();
    let mut start = |options: &[&str]| {
        for option in options {
            engine.send(option);
        }
        engine.send("position startpos");
        sfen(&mut engine)
    };
    assert_eq!(start(&[]), ANNAN_START);
    assert_eq!(start(&["setoption name StartPosition value standard"]), SHOGI_START);
    assert_eq!(start(&["setoption name StartPosition value auto", "variant annboku"]), SHOGI_START);
    assert_eq!(start(&["setoption name StartPosition value advanced"]), ANNAN_START);
    assert_eq!(start(&["setoption name StartPosition value auto", "variant shogi"]), SHOGI_START);
    assert_eq!(start(&["variant annanshogi"]), ANNAN_START);
    engine.quit();
}

#[test]
fn nothing_behind_moves_and_any_white_space() {
    let mut engine = UsiProcess::ready();
    for line in [
        "position startpos moves",
        "position startpos moves ",
        "position startpos moves\t\r",
        "\tposition  startpos\r",
        "position STARTPOS",
        "what is position startpos",
        "position startpos and nothing else",
    ] {
        engine.send("position startpos moves 2f2e");
        assert_eq!(engine.ask(line), [""; 0], "{line:?}");
        assert_eq!(sfen(&mut engine), ANNAN_START, "{line:?}");
    }
    engine.write("\r\n\n   \n\t\n  position   startpos   moves\t2f2e   2d2e\r\n");
    let after = sfen(&mut engine);
    assert!(after.ends_with(" b Pp 3") || after.ends_with(" b p 3"), "{after}");
    engine.quit();
}

#[test]
fn incomplete_and_unordered_sfens() {
    let mut engine = UsiProcess::ready();
    let same = "4k4/9/9/9/9/9/9/9/4K4 b 2R11Pb 1";
    for text in [
        "4k4/9/9/9/9/9/9/9/4K4 b 2R11Pb",
        "4k4/9/9/9/9/9/9/9/4K4 b PbRPR9P",
        "4k4/9/9/9/9/9/9/9/4K4 b b11PRR 0 moves",
        "4k4/9/9/9/9/9/9/9/4K4 b 11P2Rb -5",
        same,
    ] {
        assert_eq!(engine.ask(&format!("position sfen {text}")), [""; 0]);
        assert_eq!(sfen(&mut engine), same, "{text}");
    }
    for text in ["4k4/9/9/9/9/9/9/9/9 b R 1", "9/9/9/9/9/9/9/9/4K4 w r 1", "4k4/9/9/9/9/9/9/9/4K4 w - 77"] {
        assert_eq!(engine.ask(&format!("position sfen {text}")), [""; 0]);
        assert_eq!(sfen(&mut engine), text);
        assert_ne!(engine.go("go depth 1").best, "resign");
    }
    engine.quit();
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let mut engine = UsiProcess::ready();
    engine.send("position startpos moves 2f2e");
    let before = sfen(&mut engine);
    for (line, token) in [
        ("position", "position"),
        ("position startposs", "'startposs'"),
        ("position sfen", "board"),
        ("position sfen 9/9 b - 1", "2 ranks"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4X4 b - 1", "'X'"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 z - 1", "'z'"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 b Q 1", "'Q'"),
        ("position sfen 9/9/9/9/9/9/9/9/9 b - 1", "king"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4KK3 b - 1", "two kings"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4歩4 b - 1", "u{6b69}"),
        ("position sfen lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL moves 2f2e", "side to move"),
    ] {
        let lines = engine.ask(line);
        assert!(
            lines.len() == 1 && lines[0].starts_with("info string ") && lines[0].contains(token),
            "{line}: {lines:?}"
        );
        assert_eq!(sfen(&mut engine), before, "{line}");
    }
    engine.quit();
}

#[test]
fn a_bad_move_is_named_and_what_comes_before_it_stands() {
    let mut engine = UsiProcess::ready();
    for (bad, token) in [
        ("2d2d", "'2d2d'"),
        ("xyz", "'xyz'"),
        ("5e5d", "5e5d"),
        ("P*5e", "P*5e"),
        ("resign", "'resign'"),
        ("0000", "'0000'"),
    ] {
        let lines = engine.ask(&format!("position startpos moves 2f2e {bad} 7g7f"));
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("info string ") && lines[0].contains(token), "{lines:?}");
        assert!(!lines[0].contains("ordinary shogi"), "{lines:?}");
        assert!(sfen(&mut engine).ends_with(" w - 2"));
        assert_ne!(engine.go("go depth 1").best, "resign");
    }
    engine.quit();
}

#[test]
fn ordinary_shogi_is_recognised() {
    let mut engine = UsiProcess::ready();
    for line in ["position startpos moves 7g7f 3c3d 2g2f", &format!("position sfen {SHOGI_START} moves 7g7f 3c3d 8h2b")]
    {
        let lines = engine.ask(line);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].contains("ordinary shogi") && lines[0].contains("setoption name USI_Variant value shogi"),
            "{lines:?}"
        );
    }
    // What it says helps.
    let lines = engine.ask("setoption name USI_Variant value shogi\nposition startpos moves 7g7f 3c3d 2g2f");
    assert_eq!(lines, [""; 0]);
    // A move that is illegal there too.
    let lines = engine.ask("position startpos moves 7g7f 7g7f");
    assert!(lines.len() == 1 && !lines[0].contains("ordinary"), "{lines:?}");
    engine.quit();
}

#[test]
fn go_before_anything_else() {
    for line in ["go depth 2", "go movetime 50", "position startpos moves 2f2e\ngo depth 1", "usinewgame\ngo depth 1"] {
        let mut engine = UsiProcess::start();
        let answer = engine.go(line);
        assert_ne!(answer.best, "resign");
        engine.quit();
    }
    // Options act on the start even without a `position` line.
    let mut engine = UsiProcess::start();
    assert!(engine.ask("setoption name USI_Variant value shogi\nmoves")[0].starts_with("legalmoves 30 "));
    engine.quit();
}

#[test]
fn results_of_a_game() {
    let mut engine = UsiProcess::ready();
    let there_and_back = " 5i5h 5a5b 5h5i 5b5a";
    let moves = |times| format!("position startpos moves{}", there_and_back.repeat(times));
    assert_eq!(engine.ask(&format!("{}\nstate", moves(2))), ["state ongoing"]);
    assert_eq!(engine.ask(&format!("{}\nstate", moves(3))), ["state repetition draw"]);
    assert_eq!(engine.ask("setoption name MaxMovesToDraw value 4\nposition startpos\nstate"), ["state ongoing"]);
    assert_eq!(engine.ask(&format!("{}\nstate", moves(1))), ["state max moves"]);
    assert_eq!(engine.ask(&format!("position sfen {}\nstate", crate::MATED)), ["state checkmate"]);
    assert_eq!(engine.ask("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\nstate"), ["state bare kings"]);
    engine.quit();
}

//! Games on one board: moves, turns, clocks, Tide, and every end.

mod support;

use nanboku::types::Move;
use nanboku_board::session::{Answer, Event, IllegalReason, NoticeKey, Report, Task, ThinkTime};
use serde_json::json;
use support::{Table, humans, humans_with};

#[test]
fn moves_are_played_and_branches_kept_by_taking_back() {
    let mut table = Table::with(humans());
    table.moves("7g7f 3c3d 2f2e");
    table.fine(json!({"do": "take_back"}));
    assert_eq!(table.line(), "7g7f 3c3d");
    table.moves("6g6f");
    let state = table.json();
    assert_eq!(state["tree"]["nodes"].as_array().unwrap().len(), 5);
    // The game's own line is the first.
    let moves: Vec<&str> =
        state["tree"]["nodes"].as_array().unwrap().iter().filter_map(|node| node["move"]["usi"].as_str()).collect();
    assert_eq!(moves, ["7g7f", "3c3d", "6g6f", "2f2e"]);
    assert_eq!(state["tree"]["nodes"][1]["move"]["ja"], "▲７六歩");
    assert_eq!(state["tree"]["nodes"][1]["move"]["en"], "P-7f");
}

#[test]
fn illegal_moves_are_refused_with_their_reason() {
    let mut table = Table::with(humans());
    let before = table.state();
    for (usi, reason) in [
        ("7g7d", IllegalReason::Movement),
        ("5e5d", IllegalReason::NoPiece),
        ("3c3d", IllegalReason::NoPiece),
        ("P*5e", IllegalReason::NoPiece),
        ("9i9h+", IllegalReason::Promotion),
        ("9i9g", IllegalReason::Occupied),
    ] {
        let notices = table.say(json!({"do": "move", "usi": usi}));
        assert!(
            matches!(notices[..], [NoticeKey::IllegalMove { reason: found, .. }] if found == reason),
            "{notices:?}"
        );
    }
    assert_eq!(table.state(), before);
    for (sfen, usi, reason, by) in [
        ("4r3k/9/9/9/9/9/9/4G4/4K4 b - 1", "5h4h", IllegalReason::King, Some("5a")),
        ("8k/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", IllegalReason::Nifu, None),
        ("8k/9/9/9/9/9/9/9/4K4 b P 1", "P*5a", IllegalReason::DeadEnd, None),
        ("7lk/9/8P/9/9/9/9/9/R3K4 b P 1", "P*1b", IllegalReason::Nifu, None),
        ("7lk/7n1/8G/9/9/9/9/9/4K4 b P 1", "P*1b", IllegalReason::PawnDropMate, None),
    ] {
        let mut table = Table::with(humans_with(json!({"variant": "shogi", "start": "position", "sfen": sfen})));
        let notices = table.say(json!({"do": "move", "usi": usi}));
        let NoticeKey::IllegalMove { reason: found, by: piece, .. } = &notices[0] else { panic!("{notices:?}") };
        assert_eq!((*found, piece.map(|by| by.to_string()).as_deref()), (reason, by), "{usi} in {sfen}");
    }
}

#[test]
fn the_engine_answers_and_humans_wait_for_their_turn() {
    let mut table = Table::with(json!({"white": {"player": "engine", "level": 2}, "think_ms": 300}));
    assert!(table.job.is_none());
    table.moves("7g7f");
    let job = table.job.clone().unwrap().1;
    assert_eq!(job.task, Task::Think { level: 2, time: ThinkTime::Fixed(300), careful: false });
    assert_eq!(job.moves.len(), 1);
    assert_eq!(table.say(json!({"do": "move", "usi": "2f2e"})), [NoticeKey::NotYourTurn]);
    assert!(table.state().targets.is_empty());
    table.answer();
    assert_eq!(table.state().tree.nodes.len(), 3);
    assert!(!table.state().targets.is_empty());
    // While an earlier position is shown, no move can be made.
    table.fine(json!({"do": "step", "to": "first"}));
    assert!(table.state().to_play.is_none());
    assert_eq!(table.say(json!({"do": "move", "usi": "2f2e"})), [NoticeKey::NotYourTurn]);
    table.fine(json!({"do": "step", "to": "live"}));
    // Taken back are both moves.
    table.fine(json!({"do": "take_back"}));
    assert_eq!(table.line(), "");
}

#[test]
fn taking_back_while_the_engine_thinks_stops_it() {
    let mut table = Table::with(json!({}));
    table.moves("7g7f");
    let id = table.job.clone().unwrap().0;
    table.fine(json!({"do": "take_back"}));
    assert_eq!((table.line().as_str(), &table.stopped[..]), ("", &[id][..]));
    // Its answer comes too late and changes nothing.
    table.answer();
    assert_eq!(table.line(), "");
    table.moves("2f2e");
    assert!(table.job.is_some());
}

#[test]
fn a_rematch_changes_colours() {
    let mut table = Table::with(json!({"handicap": "two_pieces"}));
    // White gives the handicap and moves first.
    assert_eq!(table.state().position.sfen, "lnsgkgsnl/9/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1");
    assert!(table.job.is_some());
    assert_eq!(table.say(json!({"do": "rematch"})), [NoticeKey::GameRuns]);
    table.fine(json!({"do": "resign"}));
    assert_eq!(json!(table.state().game.end), json!({"reason": "resignation", "winner": "white"}));
    table.answer();
    table.fine(json!({"do": "rematch"}));
    let setup = json!(table.state().setup);
    assert_eq!((&setup["black"]["player"], &setup["white"]["player"]), (&json!("engine"), &json!("human")));
    assert_eq!(json!(table.state().to_play), json!("white"));
}

#[test]
fn every_handicap_of_the_catalog_can_be_played_in_every_variant() {
    let mut table = Table::new();
    let events = table.session.join(0);
    let Event::Catalog(catalog) = &events[0] else { panic!("{:?}", events[0]) };
    assert_eq!(catalog.handicaps.len(), 9);
    for variant in &catalog.variants {
        for handicap in &catalog.handicaps {
            let setup = humans_with(json!({"variant": variant.name, "handicap": handicap.name}));
            table.fine(json!({"do": "new_game", "setup": setup}));
            assert_eq!(table.state().position.pieces.len(), 40 - handicap.without.len());
        }
        for set in &catalog.rule_sets {
            let setup = humans_with(json!({"variant": variant.name, "rule_set": set, "tide": true}));
            table.fine(json!({"do": "new_game", "setup": setup}));
            assert_eq!(table.state().position.tide.is_some(), variant.tide);
        }
    }
    for rule in &catalog.rules {
        for value in &rule.values {
            table.fine(json!({"do": "new_game", "setup": humans_with(json!({"rules": {&rule.name: value}}))}));
        }
    }
}

#[test]
fn bad_setups_are_refused_and_the_board_stays() {
    let mut table = Table::with(humans());
    table.moves("7g7f");
    for setup in [
        json!({"variant": "chess"}),
        json!({"rule_set": "mine"}),
        json!({"rules": {"repetition": "twofold"}}),
        json!({"rules": {"castling": "allowed"}}),
        json!({"tide_period": 0}),
        json!({"handicap": "queen"}),
        json!({"start": "position"}),
        json!({"start": "position", "sfen": "4k4/9/9/9/9/9/9/9/4K4 b - 1", "handicap": "rook"}),
        json!({"start": "position", "sfen": "4k4/4R4/9/9/9/9/9/9/4K4 b - 1"}),
        json!({"start": "position", "sfen": "4k3k/9/9/9/9/9/9/9/4K4 b - 1"}),
        json!({"black": {"player": "engine", "level": 6}}),
        json!({"black": {"player": "engine", "level": 0}}),
        json!({"think_ms": 0}),
        json!({"clock": {"main_ms": 0}}),
        json!({"clock": {"main_ms": u64::MAX, "byoyomi_ms": u64::MAX}}),
    ] {
        let notices = table.say(json!({"do": "new_game", "setup": setup}));
        assert!(matches!(notices[..], [NoticeKey::BadSetup { .. }]), "{setup}: {notices:?}");
        assert_eq!(table.line(), "7g7f");
    }
}

#[test]
fn sudden_death_ends_with_the_flag() {
    let mut table = Table::with(humans_with(json!({"clock": {"main_ms": 5000}})));
    table.wait(2_000);
    table.moves("7g7f");
    let clocks = table.json()["clocks"].clone();
    assert_eq!(
        clocks,
        json!({"black": {"main_ms": 3000, "byoyomi_ms": null},
        "white": {"main_ms": 5000, "byoyomi_ms": null}, "running": "white"})
    );
    table.wait(1_500);
    assert!(table.events.iter().any(|event| matches!(event, Event::Clocks(_))));
    table.moves("3c3d");
    assert_eq!(table.json()["tree"]["nodes"][2]["ms"], 1_500);
    table.wait(2_999);
    assert!(table.state().game.end.is_none());
    table.wait(1);
    assert_eq!(json!(table.state().game.end), json!({"reason": "time", "winner": "white"}));
    assert!(table.events.iter().any(|event| matches!(event, Event::State(_))));
    // A move that comes with the flag comes too late.
    assert!(table.state().game.can.rematch && !table.state().game.can.resign);
    // What the flag took can be taken back, with the time that was left.
    table.fine(json!({"do": "take_back"}));
    assert_eq!(table.json()["clocks"]["white"]["main_ms"], 5_000);
}

#[test]
fn byoyomi_and_increment() {
    let mut table = Table::with(humans_with(json!({"clock": {"main_ms": 1000, "byoyomi_ms": 3000}})));
    table.wait(3_500);
    assert_eq!(table.json()["clocks"]["black"], json!({"main_ms": 0, "byoyomi_ms": 500}));
    table.moves("7g7f 3c3d");
    assert_eq!(table.json()["clocks"]["black"], json!({"main_ms": 0, "byoyomi_ms": 3000}));
    table.wait(2_999);
    table.moves("2f2e 8d8e");
    table.wait(3_000);
    assert_eq!(json!(table.state().game.end), json!({"reason": "time", "winner": "white"}));

    let mut table = Table::with(humans_with(json!({"clock": {"main_ms": 1000, "increment_ms": 2000}})));
    table.wait(400);
    table.moves("7g7f");
    assert_eq!(table.json()["clocks"]["black"]["main_ms"], 2_600);
}

#[test]
fn the_engine_is_told_the_clocks() {
    let clock = json!({"main_ms": 60000, "byoyomi_ms": 5000});
    let mut table =
        Table::with(json!({"black": {"player": "human"}, "white": {"player": "engine", "level": 5}, "clock": clock}));
    table.wait(10_000);
    table.moves("7g7f");
    let time = ThinkTime::Clock { black: 50_000, white: 60_000, byoyomi: 5_000, increment: 0 };
    assert_eq!(table.job.unwrap().1.task, Task::Think { level: 5, time, careful: false });
}

#[test]
fn the_tide_flips_and_badges_follow() {
    let mut table = Table::with(humans_with(json!({"tide": true, "tide_period": 2})));
    let tide = |table: &Table| table.json()["position"]["tide"].clone();
    let badge = |table: &Table, square: &str| {
        let state = table.json();
        let pieces = state["position"]["pieces"].as_array().unwrap();
        pieces.iter().find(|piece| piece["square"] == square).unwrap()["badge"].clone()
    };
    assert_eq!(tide(&table), json!({"now": "annan", "next": "annboku", "plies_left": 2, "period": 2}));
    // The pawn on 8f and the bishop on 8h: nothing between. The rook has the knight behind it, and nothing ahead.
    assert_eq!(badge(&table, "2h"), json!(["N"]));
    table.moves("7g7f");
    assert_eq!(table.json()["position"]["last_move"]["flipped"], false);
    // Black will move by the other rule: its rook as itself, its knight as the rook ahead of it.
    assert_eq!((badge(&table, "2h"), badge(&table, "2i")), (json!(null), json!(["R"])));
    assert_eq!(badge(&table, "8b"), json!(["N"]));
    table.moves("3c3d");
    assert_eq!(tide(&table), json!({"now": "annboku", "next": "annan", "plies_left": 2, "period": 2}));
    assert_eq!(table.json()["position"]["last_move"]["flipped"], true);
    assert_eq!(badge(&table, "8b"), json!(null));
    table.moves("6g6f 4c4d");
    assert_eq!(tide(&table)["now"], "annan");
    assert_eq!(table.json()["position"]["last_move"]["flipped"], true);
}

#[test]
fn repetition_is_a_draw_where_the_rules_say_so() {
    let shuffle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    let mut table = Table::with(humans_with(json!({"variant": "shogi"})));
    table.moves(shuffle.trim_end().rsplit_once(' ').unwrap().0);
    assert_eq!(table.state().position.occurrences, Some(3));
    table.moves("7b8b");
    assert_eq!(json!(table.state().game.end), json!({"reason": "repetition", "winner": null}));
    assert_eq!(table.state().position.occurrences, Some(4));
    let mut table = Table::with(humans_with(json!({"variant": "shogi", "rules": {"repetition": "none"}})));
    table.moves(&shuffle.repeat(2));
    assert!(table.state().game.end.is_none() && table.state().position.occurrences.is_none());
}

#[test]
fn perpetual_check_loses() {
    let sfen = "4k4/9/9/9/9/9/9/9/R3K4 b - 1";
    let mut table = Table::with(humans_with(json!({"variant": "shogi", "start": "position", "sfen": sfen})));
    table.moves("9i9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a");
    assert_eq!(json!(table.state().game.end), json!({"reason": "perpetual", "winner": "white"}));
}

#[test]
fn mate_impasse_and_no_legal_move_end_the_game() {
    for (sfen, usi, reason, winner) in [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "checkmate", "black"),
        ("8k/9/8K/9/9/9/9/9/9 b R 1", "R*2h", "stalemate", "black"),
        ("K8/+R+R+B+B5/GGGGSSSS1/9/9/9/9/9/4k4 w - 1", "5i5h", "impasse", "black"),
    ] {
        let mut table = Table::with(humans_with(json!({"variant": "shogi", "start": "position", "sfen": sfen})));
        let notices = table.say(json!({"do": "move", "usi": usi}));
        assert!(notices.is_empty(), "{sfen}: {notices:?}");
        assert_eq!(json!(table.state().game.end), json!({"reason": reason, "winner": winner}), "{sfen}");
        assert!(!table.state().game.can.resign);
    }
}

#[test]
fn a_broken_engine_is_told_and_the_game_goes_on() {
    let mut table = Table::with(json!({}));
    table.moves("7g7f");
    let failed = || Report::Done(Answer::Failed("out of its mind".to_owned()));
    table.report(failed());
    assert!(matches!(&table.notices()[..], [NoticeKey::EngineFailed { detail }] if detail == "out of its mind"));
    // It is asked once more, with care.
    assert!(matches!(table.job.clone().unwrap().1.task, Task::Think { careful: true, .. }));
    table.report(failed());
    // Then any move will do.
    assert_eq!(table.state().tree.nodes.len(), 3);
    table.moves("2f2e");
    assert!(matches!(table.job.clone().unwrap().1.task, Task::Think { careful: false, .. }));
    // A move that is none is no move either.
    table.report(Report::Done(Answer::Move(Some("5e5d".parse::<Move>().unwrap()))));
    table.answer();
    assert_eq!(table.state().tree.nodes.len(), 5);
}

#[test]
fn engines_play_each_other_at_a_pace_that_can_be_watched() {
    let engine = json!({"player": "engine", "level": 1});
    let mut table = Table::with(json!({"black": engine, "white": engine}));
    table.answer();
    assert_eq!(table.state().tree.nodes.len(), 1);
    table.wait(499);
    assert_eq!(table.state().tree.nodes.len(), 1);
    table.wait(1);
    assert_eq!(table.state().tree.nodes.len(), 2);
    assert!(table.state().to_play.is_none() && table.job.is_some());
    table.answer();
    table.fine(json!({"do": "move_now"}));
    assert_eq!(table.state().tree.nodes.len(), 3);
    assert_eq!(table.say(json!({"do": "resign"})), [NoticeKey::NotNow]);
    table.fine(json!({"do": "abort"}));
    assert_eq!(json!(table.state().game.end), json!({"reason": "abandoned", "winner": null}));
    assert_eq!(table.stopped.len(), 1);
}

#[test]
fn levels_change_during_the_game() {
    let mut table = Table::with(json!({}));
    table.fine(json!({"do": "set", "level": 5, "think_ms": 50, "hints": false, "lines": 5}));
    table.moves("7g7f");
    let time = ThinkTime::Fixed(50);
    assert_eq!(table.job.clone().unwrap().1.task, Task::Think { level: 5, time, careful: false });
    assert!(!table.state().settings.hints);
    for bad in [json!({"level": 9}), json!({"lines": 0}), json!({"lines": 6}), json!({"think_ms": 1})] {
        let mut command = json!({"do": "set"});
        command.as_object_mut().unwrap().extend(bad.as_object().unwrap().clone());
        assert!(matches!(table.say(command)[..], [NoticeKey::BadSetup { .. }]));
    }
}

//! Hand-made ends of games (`tests/data/endings.jsonl`): repetition, perpetual check and impasse to either side of their
//! limits, for both colours, by the library and by the slow rules.

mod common;

use common::convert::slow_move;
use common::data::{Row, rows};
use nanboku::movegen::is_legal;
use nanboku::position::{Game, Position};
use nanboku::rules::Rules;
use nanboku::types::Move;

fn rules(row: &Row) -> Rules {
    let text = |field| row.text(field).unwrap();
    let rules = Rules::new(text("variant").parse().unwrap(), Some(text("set").parse().unwrap()));
    match row.number("tide") {
        Some(period) => rules.with_tide(period as u32),
        None => rules,
    }
}

/// Plays the row's moves, if it has any, on both sides: the game goes on until the last of them, and ends as the row says.
fn check(row: &Row) {
    let context = row.context();
    let position = Position::from_sfen(&row.sfen(), &rules(row)).unwrap_or_else(|error| panic!("{error}: {context}"));
    // Named by the row, not translated rule by rule: the two must also agree on what the sets say.
    let slow_rules = mailbox::Rules {
        tide_period: row.number("tide").map(|period| period as u32),
        ..mailbox::Rules::set(
            mailbox::Variant::from_name(&row.text("variant").unwrap()).unwrap(),
            &row.text("set").unwrap(),
        )
        .unwrap()
    };
    let slow = mailbox::Position::from_sfen(&row.sfen(), &slow_rules).unwrap();
    let (mut game, mut slow) = (Game::new(position), mailbox::Game::new(slow));
    for text in row.text("moves").iter().flat_map(|moves| moves.split_whitespace()) {
        for outcome in [game.outcome().to_string(), slow.result().to_string()] {
            assert_eq!(outcome, "ongoing", "before move {} ({text}): {context}", game.played() + 1);
        }
        let mv: Move = text.parse().unwrap();
        assert!(is_legal(game.position(), mv), "{text} is illegal: {context}");
        game.make(mv);
        slow.push(slow_move(mv)).unwrap();
    }
    let expected = row.text("result").unwrap();
    assert_eq!(game.outcome().to_string(), expected, "{context}");
    assert_eq!(slow.result().to_string(), expected, "by the slow rules: {context}");
}

fn check_topic(topic: &str) {
    let rows: Vec<Row> = rows("endings").into_iter().filter(|row| row.text("topic").unwrap() == topic).collect();
    for row in &rows {
        check(row);
    }
    // Each colour is the one that it is about.
    for (color, side) in [("Black", 'b'), ("White", 'w')] {
        let of_color =
            |row: &&Row| row.text("why").unwrap().contains(color) && row.sfen().contains(&format!(" {side} "));
        assert!(rows.iter().filter(of_color).count() >= 5, "{topic}, {color}");
    }
}

#[test]
fn repetition() {
    check_topic("repetition");
}

#[test]
fn impasse() {
    check_topic("impasse");
}

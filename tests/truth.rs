//! Every row of the truth data: the library must agree with it, and with the slow rules on everything else about the
//! position.

mod common;

use common::TestRng;
use common::compare::{compare, read};
use common::convert::{slow_move, texts};
use common::data::{Row, preset, rows};
use nanboku::movegen::{is_legal, legal_moves};
use nanboku::position::{Game, Position};
use nanboku::rules::{NamedSet, Rules, Variant};
use nanboku::types::Move;
use rand::SeedableRng;

/// Says which row was looked at when a test fails.
struct Context<'a>(&'a Row);

impl Drop for Context<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("at {}", self.0.context());
        }
    }
}

/// Reads the row's position into the library, having compared everything with the slow rules.
fn position(row: &Row, rules: &Rules) -> Position {
    let (fast, slow) = read(&row.sfen(), rules);
    compare(&fast, &slow, &mut TestRng::seed_from_u64(row.line as u64));
    fast
}

/// Rows with `legal`, perhaps `check`, perhaps `now` and `reply`, under the rules that `rules` gives them.
fn check_moves(file: &'static str, rules: impl Fn(&Row) -> Rules) {
    for row in rows(file) {
        let _context = Context(&row);
        let position = position(&row, &rules(&row));
        assert_eq!(texts(&legal_moves(&position)), row.texts("legal"));
        if let Some(check) = row.flag("check") {
            assert_eq!(position.in_check(), check, "in check");
        }
        let us = position.side_to_move();
        for (field, color) in [("now", us), ("reply", !us)] {
            if let Some(direction) = row.text(field) {
                assert_eq!(position.movement(color).name, direction, "direction {field}");
            }
        }
    }
}

/// Files whose legal moves are the same under these presets.
fn check_under(file: &'static str, presets: &[&str]) {
    for name in presets {
        check_moves(file, |_| preset(name));
    }
}

#[test]
fn annan_moves() {
    check_under("annan_moves", &["annan", "lishogi"]);
}

#[test]
fn annan_hard() {
    check_under("annan_hard", &["annan", "lishogi"]);
}

#[test]
fn kingless_moves() {
    check_under("kingless_moves", &["annan"]);
}

#[test]
fn annboku_moves() {
    check_under("annboku_moves", &["annboku"]);
}

#[test]
fn annboku_hard() {
    check_under("annboku_hard", &["annboku"]);
}

#[test]
fn tide_moves() {
    check_under("tide_moves", &["tide"]);
}

#[test]
fn tide_period_moves() {
    let app = Rules::new(Variant::Annan, Some(NamedSet::App));
    check_moves("tide_period_moves", |row| app.with_tide(row.number("tide_n").unwrap() as u32));
}

#[test]
fn variants_moves() {
    check_moves("variants_moves", |row| preset(&row.text("rules").unwrap()));
}

#[test]
fn variants_rules() {
    for row in rows("variants_rules") {
        let _context = Context(&row);
        let position = position(&row, &row.rules());
        let mut facts = 0;
        if let Some(text) = row.text("move") {
            check_move(&row, &position, text.parse().unwrap());
            facts += 1;
        }
        if let Some(check) = row.flag("check") {
            assert_eq!(position.in_check(), check, "in check");
            facts += 1;
        }
        if let Some(piece) = row.text("piece") {
            let from = piece.parse().ok();
            let of_piece = legal_moves(&position).into_iter().filter(|mv| mv.from() == from);
            let mut targets: Vec<String> = of_piece.map(|mv| mv.to().to_string()).collect();
            targets.sort();
            targets.dedup();
            assert_eq!(targets.join(" "), row.text("dests").unwrap(), "targets");
            facts += 1;
        }
        if let Some(count) = row.number("count") {
            assert_eq!(legal_moves(&position).len() as u64, count, "number of moves");
            facts += 1;
        }
        if row.has("result") {
            let outcome = Game::new(position).outcome().to_string();
            let lost = Some(outcome).filter(|outcome| outcome == "checkmate" || outcome == "stalemate");
            assert_eq!(lost, row.text("result"), "result");
            facts += 1;
        }
        assert_eq!(facts, 1, "facts in a row");
    }
}

fn check_move(row: &Row, position: &Position, mv: Move) {
    let legal = row.flag("legal").unwrap();
    assert_eq!(is_legal(position, mv), legal, "whether {mv} is legal");
    assert_eq!(legal_moves(position).contains(&mv), legal, "whether {mv} is generated");
    if let Some(gives_check) = row.flag("gives_check").filter(|_| legal) {
        assert_eq!(position.gives_check(mv), gives_check, "whether {mv} gives check");
    }
}

/// Whether the side to move mates within `plies`, an odd number, giving check with every move.
fn mates(position: &Position, plies: u64) -> bool {
    checks(position).into_iter().any(|mv| mates_by(position, mv, plies))
}

fn checks(position: &Position) -> Vec<Move> {
    legal_moves(position).into_iter().filter(|&mv| position.gives_check(mv)).collect()
}

/// Whether this check mates within `plies`, itself included.
fn mates_by(position: &Position, mv: Move, plies: u64) -> bool {
    let next = after(position, mv);
    let replies = legal_moves(&next);
    replies.is_empty() || plies > 1 && replies.into_iter().all(|reply| mates(&after(&next, reply), plies - 2))
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

fn check_mates(file: &'static str, presets: &[&str]) {
    for row in rows(file) {
        let _context = Context(&row);
        for name in presets {
            let position = position(&row, &preset(name));
            let Some(mate) = row.number("mate") else {
                let searched = row.number("searched").unwrap();
                assert!(!mates(&position, searched), "a mate within {searched}");
                continue;
            };
            let of_mate = checks(&position).into_iter().filter(|&mv| mates_by(&position, mv, mate));
            assert_eq!(texts(&of_mate.collect::<Vec<Move>>()), row.texts("first"), "first moves of a mate in {mate}");
            assert!(mate == 1 || !mates(&position, mate - 2), "a mate in fewer than {mate}");
            check_line(&row, position, &preset(name));
        }
    }
}

/// Plays the row's line on both sides, to its end in mate.
fn check_line(row: &Row, position: Position, rules: &Rules) {
    let mut slow = mailbox::Game::new(read(&row.sfen(), rules).1);
    let mut game = Game::new(position);
    let line = row.sequence("line");
    assert_eq!(Some(line.len() as u64), row.number("mate"), "length of the line");
    for text in line {
        let mv: Move = text.parse().unwrap();
        assert!(is_legal(game.position(), mv), "{text} is not legal");
        game.make(mv);
        slow.push(slow_move(mv)).unwrap();
    }
    assert_eq!(game.outcome().to_string(), "checkmate");
    assert_eq!(slow.result().to_string(), "checkmate");
}

#[test]
fn annan_mates() {
    check_mates("annan_mates", if cfg!(debug_assertions) { &["annan"] } else { &["annan", "lishogi"] });
}

#[test]
fn annboku_mates() {
    check_mates("annboku_mates", &["annboku"]);
}

/// Every file is read by some test.
#[test]
fn no_file_is_forgotten() {
    let known = [
        "annan_hard",
        "annan_mates",
        "annan_moves",
        "annan_perft",
        "annboku_hard",
        "annboku_mates",
        "annboku_moves",
        "annboku_perft",
        "endings",
        "kingless_moves",
        "movement_facts",
        "movement_mates",
        "movement_moves",
        "movement_perft",
        "shogi_mates",
        "tide_flips",
        "tide_moves",
        "tide_perft",
        "tide_period_moves",
        "variants_moves",
        "variants_rules",
        "weaknesses",
    ];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".jsonl").map(str::to_owned))
        .collect();
    found.sort();
    assert_eq!(found, known);
}

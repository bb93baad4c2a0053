//! The movement rules beyond borrowing in the slow implementation: against the truth files, and against the library.
//!
//! A long run compares as many positions of each rule as it is told to:
//!
//! ```text
//! NANBOKU_POSITIONS=300000 cargo test --release --test slow_laws against_the_library -- --nocapture
//! ```

mod common;

use common::TestRng;
use common::boards::{problem, scattered, tiny};
use common::compare::{compare, read};
use common::convert::{slow_move, slow_rules};
use common::data::{Row, rows};
use nanboku::position::Position;
use nanboku::rules::{Rules, Variant};
use nanboku::types::Move;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The rules that are not borrowing from one neighbour.
fn variants() -> impl Iterator<Item = Variant> {
    Variant::ALL.into_iter().filter(|variant| !matches!(variant, Variant::Annan | Variant::Annboku | Variant::Shogi))
}

/// The position of a row under the mailbox's own idea of the rule set that belongs to the rule.
fn position(row: &Row) -> mailbox::Position {
    let name = row.text("rule").unwrap();
    let variant = mailbox::Variant::from_name(&name).unwrap_or_else(|| panic!("no {name}"));
    mailbox::Position::from_sfen(&row.sfen(), &mailbox::Rules::set(variant, "auto").unwrap()).unwrap()
}

fn texts(moves: &[mailbox::Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

#[test]
fn rule_sets_agree() {
    for variant in variants() {
        let own = mailbox::Rules::set(mailbox::Variant::from_name(variant.name()).unwrap(), "auto").unwrap();
        assert_eq!(own, slow_rules(&Rules::new(variant, None)), "{variant}");
    }
}

#[test]
fn moves_and_checks() {
    for row in rows("movement_moves") {
        let position = position(&row);
        assert_eq!(texts(&position.legal_moves()), row.texts("legal"), "{}", row.context());
        assert_eq!(Some(position.in_check()), row.flag("check"), "{}", row.context());
    }
}

#[test]
fn leaves() {
    for row in rows("movement_perft") {
        let position = position(&row);
        for (depth, leaves) in (1..=2).zip(row.numbers("perft")) {
            assert_eq!(position.perft(depth), leaves, "depth {depth} of {}", row.context());
        }
    }
}

#[test]
fn facts() {
    for row in rows("movement_facts") {
        let position = position(&row);
        let context = row.context();
        if let Some(text) = row.text("move") {
            assert_eq!(Some(position.is_legal(text.parse().unwrap())), row.flag("legal"), "{context}");
        } else if let Some(check) = row.flag("check") {
            assert_eq!(position.in_check(), check, "{context}");
        } else if let Some(piece) = row.text("piece") {
            let moves = texts(&position.legal_moves());
            let mut targets: Vec<&str> = moves.iter().filter(|mv| mv.starts_with(&piece)).map(|mv| &mv[2..4]).collect();
            targets.dedup();
            assert_eq!(targets.join(" "), row.text("dests").unwrap(), "{context}");
        } else {
            let lost =
                (!position.has_legal_move()).then_some(if position.in_check() { "checkmate" } else { "stalemate" });
            assert_eq!(lost.map(str::to_owned), row.text("result"), "{context}");
        }
    }
}

#[test]
fn mates() {
    for row in rows("movement_mates") {
        let mut position = position(&row);
        for (ply, text) in row.sequence("line").iter().enumerate() {
            let mv = text.parse().unwrap();
            assert!(position.is_legal(mv), "{text} in {}", row.context());
            assert!(ply % 2 == 1 || position.gives_check(mv), "{text} in {}", row.context());
            position = position.make(mv);
        }
        assert!(position.in_check() && !position.has_legal_move(), "{}", row.context());
    }
}

/// Positions of each rule that are compared, unless the environment asks for more.
fn wanted() -> usize {
    let usual = if cfg!(debug_assertions) { 150 } else { 4_000 };
    std::env::var("NANBOKU_POSITIONS").map_or(usual, |text| text.parse().expect("a whole number"))
}

#[test]
fn against_the_library() {
    let wanted = wanted();
    for variant in variants() {
        let rng = &mut TestRng::seed_from_u64(0x51_0e ^ variant as u64);
        let rules = Rules::new(variant, None);
        let (mut compared, mut checks) = (0, 0);
        while compared < wanted {
            let sfen = match rng.random_range(0..4) {
                0 => variant.start().to_owned(),
                1 => scattered(rng),
                2 => problem(rng),
                _ => tiny(rng),
            };
            if Position::from_sfen(&sfen, &rules).is_err() {
                continue;
            }
            let (mut fast, mut slow) = read(&sfen, &rules);
            let mut line: Vec<Move> = Vec::new();
            for _ in 0..80 {
                let legal = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| compare(&fast, &slow, rng)));
                let legal = legal.unwrap_or_else(|_| panic!("{variant}: {fast} from {sfen} by {line:?}"));
                compared += 1;
                checks += usize::from(fast.in_check());
                let Some(&mv) = legal.choose(rng) else { break };
                fast.play(mv);
                slow = slow.make(slow_move(mv));
                line.push(mv);
            }
        }
        println!("{variant}: {compared} positions, {checks} in check");
    }
}

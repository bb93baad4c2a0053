//! Numbers of leaves, from the start positions and from others.

mod common;

use common::compare::read;
use common::data::{Row, preset, rows};
use nanboku::movegen::{divide, legal_moves, perft};
use nanboku::position::Position;
use nanboku::rules::{NamedSet, Rules, Variant};

/// A position of a game, with captures and many drops.
const BUSY: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
/// 593 legal moves in shogi, 634 in Annan.
const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

fn annan(set: NamedSet) -> Rules {
    Rules::new(Variant::Annan, Some(set))
}

fn shogi() -> Rules {
    Rules::new(Variant::Shogi, None)
}

fn check(sfen: &str, rules: &Rules, expected: &[u64]) {
    let position = Position::from_sfen(sfen, rules).unwrap();
    for (depth, &leaves) in (1..).zip(expected) {
        assert_eq!(perft(&position, depth), leaves, "{} from {sfen} at depth {depth}", rules.variant);
    }
}

/// From the start position of the variant.
fn check_start(rules: Rules, expected: &[u64]) {
    check(rules.variant.start(), &rules, expected);
}

/// Leaf counts up to which the slow rules count along: a second or so for all of them.
const SLOW_LEAVES: u64 = if cfg!(debug_assertions) { 1_000 } else { 100_000 };

fn check_rows(file: &'static str, rules: &Rules) {
    for row in rows(file) {
        let (sfen, expected) = (row.sfen(), row.numbers("perft"));
        assert!(!expected.is_empty(), "{}", row.context());
        check_row(&row, &sfen, rules, &expected);
    }
}

fn check_row(row: &Row, sfen: &str, rules: &Rules, expected: &[u64]) {
    let (fast, slow) = read(sfen, rules);
    for (depth, &leaves) in (1..).zip(expected) {
        assert_eq!(perft(&fast, depth), leaves, "depth {depth} of {}", row.context());
        if leaves <= SLOW_LEAVES {
            assert_eq!(slow.perft(depth), leaves, "mailbox, depth {depth} of {}", row.context());
        }
    }
}

#[test]
fn annan_rows() {
    check_rows("annan_perft", &preset("annan"));
}

#[test]
fn annboku_rows() {
    check_rows("annboku_perft", &preset("annboku"));
}

#[test]
fn tide_rows() {
    check_rows("tide_perft", &preset("tide"));
}

#[test]
fn annan_start() {
    for set in [NamedSet::Lishogi, NamedSet::App] {
        check_start(annan(set), &[28, 784, 22_726, 658_600, 19_515_542]);
    }
}

#[test]
fn annan_start_without_moved_nifu() {
    for set in [NamedSet::Mihara, NamedSet::Wfp] {
        check_start(annan(set), &[28, 784, 21_718, 601_434, 16_593_022]);
    }
}

#[test]
fn annboku_start() {
    check_start(Rules::new(Variant::Annboku, Some(NamedSet::Wfp)), &[26, 676, 16_640, 409_515, 9_673_891]);
}

#[test]
fn shogi_start() {
    check_start(shogi(), &[30, 900, 25_470, 719_731, 19_861_490]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn annan_start_without_moved_nifu_to_depth_6() {
    let start = Position::start(&annan(NamedSet::Mihara));
    assert_eq!(perft(&start, 6), 457_597_715);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn shogi_start_to_depth_6() {
    assert_eq!(perft(&Position::start(&shogi()), 6), 547_581_517);
}

#[test]
fn busy_position() {
    check(BUSY, &annan(NamedSet::Lishogi), &[218, 30_316, 5_339_025]);
    check(BUSY, &shogi(), &[207, 28_684, 4_809_015]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn position_with_most_moves_to_depth_3() {
    check(MOST_MOVES, &shogi(), &[593, 105_677, 53_393_368]);
}

#[test]
fn position_with_most_moves() {
    check(MOST_MOVES, &shogi(), &[593, 105_677]);
    check(MOST_MOVES, &annan(NamedSet::Lishogi), &[634]);
}

#[test]
fn divide_lists_every_first_move_once() {
    for rules in [annan(NamedSet::Lishogi), preset("tide"), shogi()] {
        let start = Position::start(&rules);
        for depth in 1..=3 {
            let parts = divide(&start, depth);
            assert_eq!(parts.iter().map(|&(_, leaves)| leaves).sum::<u64>(), perft(&start, depth));
            assert!(parts.iter().map(|(mv, _)| mv.to_string()).is_sorted());
            assert_eq!(parts.len(), legal_moves(&start).len());
        }
    }
    assert_eq!(perft(&Position::start(&shogi()), 0), 1);
}

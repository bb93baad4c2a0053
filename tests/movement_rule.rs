//! A third movement rule, made outside the library: a piece moves as itself and also as the friendly piece behind it.
//! Nothing but the rule says so, and everything else must follow: each move comes once, whichever of the two movements
//! reaches the square.

mod common;

use common::TestRng;
use common::compare::{compare, read};
use common::games::{Tally, Workload, play};
use common::policy::Policy;
use nanboku::movegen::{legal_moves, perft};
use nanboku::movement::MovementRule;
use nanboku::rules::{NamedSet, Rules, Variant};
use nanboku::types::{Kind, KindSet, Move, Square};
use rand::SeedableRng;

static BOTH: MovementRule = MovementRule::borrowing(-1, true).named("both");

/// Annan but for the movement.
fn both(set: NamedSet) -> Rules {
    Rules { movement: &BOTH, ..Rules::new(Variant::Annan, Some(set)) }
}

#[test]
fn two_movements_reach_a_square_once() {
    // The silver also moves as the gold behind it. Three of its targets are those of both.
    let (position, slow) = read("k8/9/9/9/4S4/4G4/9/9/8K b - 1", &both(NamedSet::App));
    let silver: Square = "5e".parse().unwrap();
    let kinds = KindSet::only(Kind::Silver).with(KindSet::only(Kind::Gold));
    assert_eq!(position.moves_as(silver), kinds);
    assert_eq!(position.movers(position.side_to_move()).kinds(silver), kinds);
    let moves: Vec<Move> = legal_moves(&position).into_iter().filter(|mv| mv.from() == Some(silver)).collect();
    assert_eq!(moves.len(), 7);
    compare(&position, &slow, &mut TestRng::seed_from_u64(1));
}

#[test]
fn leaves_are_those_of_the_slow_rules() {
    let depths = if cfg!(debug_assertions) { 1..=2 } else { 1..=3 };
    for sfen in [Variant::Annan.start(), Variant::Shogi.start()] {
        let (position, slow) = read(sfen, &both(NamedSet::Mihara));
        for depth in depths.clone() {
            assert_eq!(perft(&position, depth), slow.perft(depth), "{sfen} at depth {depth}");
        }
    }
}

#[test]
fn random_games() {
    let positions = if cfg!(debug_assertions) { 500 } else { 40_000 };
    let mut tally = Tally::default();
    let workloads = [
        Workload::Whole(Policy::Captures),
        Workload::Whole(Policy::Checks),
        Workload::Scattered,
        Workload::Tiny,
        Workload::Entered,
    ];
    for game in 0u64.. {
        if tally.positions >= positions {
            break;
        }
        let seed = 8_000_000 + game;
        let set = NamedSet::NAMES[game as usize % NamedSet::NAMES.len()].parse().unwrap();
        let workload = workloads[game as usize % workloads.len()];
        play(workload, both(set), seed, &mut TestRng::seed_from_u64(seed), &mut tally);
    }
    println!("two movements: {tally}");
}

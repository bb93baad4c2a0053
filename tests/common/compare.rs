//! Everything that the library says of one position against what the slow rules say.

use std::ops::ControlFlow;

use nanboku::movegen::{self, Generator, PieceMoves};
use nanboku::movement::Movers;
use nanboku::position::Position;
use nanboku::rules::Rules;
use nanboku::types::{Bitboard, Color, Kind, Move, Square};
use rand::RngExt;

use super::TestRng;
use super::convert::{fast_move, movements, slow_color, slow_kind, slow_move, slow_rules, slow_square};

/// Of how many legal moves in a position [`compare`] looks whether they give check, besides those that the library takes
/// for checks.
const CHECK_SAMPLE: usize = 24;
/// How many moves, most of them illegal, are shown to `is_legal` in a position.
const GUESSES: usize = 24;

/// A position as both implementations read it.
///
/// # Panics
///
/// If either refuses it.
pub fn read(sfen: &str, rules: &Rules) -> (Position, mailbox::Position) {
    let fast = Position::from_sfen(sfen, rules).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    let slow = mailbox::Position::from_sfen(sfen, &slow_rules(rules)).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    (fast, slow)
}

/// Compares the two, and returns the legal moves.
///
/// # Panics
///
/// With what differs.
pub fn compare(fast: &Position, slow: &mailbox::Position, rng: &mut TestRng) -> Vec<Move> {
    compare_pieces(fast, slow);
    fast.assert_consistent();
    assert_eq!(fast.in_check(), slow.in_check(), "in check");
    let legal = compare_legal(fast, slow);
    compare_gives_check(fast, slow, &legal, rng);
    compare_checking_moves(fast, slow, &legal);
    compare_guesses(fast, &legal, rng);
    compare_sfen(fast, slow);
    legal
}

/// What stands where, and as what it moves.
fn compare_pieces(fast: &Position, slow: &mailbox::Position) {
    assert_eq!(slow_color(fast.side_to_move()), slow.side_to_move(), "side to move");
    assert_eq!(fast.ply(), slow.ply(), "ply");
    for square in Square::all() {
        let found = fast.piece_at(square).map(|piece| (slow_color(piece.color()), slow_kind(piece.kind())));
        assert_eq!(found, slow.piece_at(slow_square(square)), "piece on {square}");
        let expected = movements(&slow.moves_as(slow_square(square)));
        assert_eq!(fast.moves_as(square), expected, "movement of the piece on {square}");
        for color in Color::ALL {
            let is_own = fast.color(color).contains(square);
            let expected = if is_own { expected } else { Default::default() };
            assert_eq!(fast.movers(color).kinds(square), expected, "mover boards of {color} on {square}");
        }
    }
    for color in Color::ALL {
        for kind in Kind::DROPPABLE {
            let held = u32::from(fast.hand(color).count(kind));
            assert_eq!(held, slow.hand(slow_color(color), slow_kind(kind)), "{kind:?} in the hand of {color}");
        }
    }
}

/// Hands piece moves to a listener.
type Generate<'a> = dyn Fn(&mut dyn FnMut(PieceMoves)) + 'a;

/// All legal moves, each once; captures and quiet moves; their number; whether there is one.
fn compare_legal(fast: &Position, slow: &mailbox::Position) -> Vec<Move> {
    let legal = sorted(movegen::legal_moves(fast));
    let expected = sorted(slow.legal_moves().into_iter().map(fast_move).collect());
    if legal != expected {
        let missing: Vec<&Move> = expected.iter().filter(|mv| !legal.contains(mv)).collect();
        let extra: Vec<&Move> = legal.iter().filter(|mv| !expected.contains(mv)).collect();
        let (found, count) = (legal.len(), expected.len());
        panic!("legal moves: {found}, expected {count}; missing {missing:?}, not legal {extra:?} (or generated twice)");
    }
    let generator = Generator::new(fast);
    assert_eq!(generator.count(), legal.len(), "number of legal moves");
    assert_eq!(movegen::has_legal_move(fast), !legal.is_empty(), "whether there is a legal move");
    let of = |generate: &Generate<'_>| {
        let mut moves = Vec::new();
        generate(&mut |piece| piece.for_each(|mv| moves.push(mv)));
        sorted(moves)
    };
    let captures = of(&|listener| {
        let _ = generator.captures(|piece| {
            listener(piece);
            ControlFlow::Continue(())
        });
    });
    let quiets = of(&|listener| {
        let _ = generator.quiets(|piece| {
            listener(piece);
            ControlFlow::Continue(())
        });
    });
    let (expected_captures, expected_quiets): (Vec<Move>, Vec<Move>) =
        legal.iter().partition(|mv| fast.piece_at(mv.to()).is_some());
    assert_eq!(captures, expected_captures, "captures");
    assert_eq!(quiets, expected_quiets, "quiet moves");
    legal
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

/// Whether moves give check: those that do so by the library, and a sample of the others.
fn compare_gives_check(fast: &Position, slow: &mailbox::Position, legal: &[Move], rng: &mut TestRng) {
    for &mv in legal {
        let gives_check = fast.gives_check(mv);
        if gives_check || legal.len() <= CHECK_SAMPLE || rng.random_range(0..legal.len()) < CHECK_SAMPLE {
            assert_eq!(gives_check, slow.gives_check(slow_move(mv)), "whether {mv} gives check");
        }
    }
}

/// The checking moves are the legal ones that give check, and one of them is said to mate exactly if one does.
fn compare_checking_moves(fast: &Position, slow: &mailbox::Position, legal: &[Move]) {
    let expected: Vec<Move> = legal.iter().copied().filter(|&mv| fast.gives_check(mv)).collect();
    assert_eq!(sorted(movegen::checking_moves(fast)), expected, "checking moves");
    let mates = |mv: Move| {
        let next = slow.make(slow_move(mv));
        next.in_check() && !next.has_legal_move()
    };
    match movegen::mate_in_one(fast) {
        Some(mv) => assert!(legal.contains(&mv) && mates(mv), "{mv} does not mate"),
        None => assert_eq!(expected.into_iter().find(|&mv| mates(mv)), None, "a mate in one is missed"),
    }
}

/// `is_legal` of moves that may be anything: own or enemy pieces or empty squares to anywhere, drops of what is not held.
fn compare_guesses(fast: &Position, legal: &[Move], rng: &mut TestRng) {
    let us = fast.side_to_move();
    let pieces: Vec<Square> = fast.color(us).collect();
    let mut check = |mv: Move| {
        let expected = legal.binary_search(&mv).is_ok();
        assert_eq!(movegen::is_legal(fast, mv), expected, "whether {mv} is legal");
    };
    for round in 0..GUESSES {
        let to = Square::new(rng.random_range(0..Square::COUNT));
        let guess = match round % 4 {
            0 => Move::from_bits(rng.random()),
            1 => Some(Move::drop(Kind::DROPPABLE[rng.random_range(0..Kind::HAND)], to)),
            // A legal move with or without promotion, or a random target for an own piece.
            2 if !legal.is_empty() => Move::from_bits(legal[rng.random_range(0..legal.len())].bits() ^ 1 << 14),
            _ if pieces.is_empty() => None,
            _ => {
                let from = pieces[rng.random_range(0..pieces.len())];
                (from != to).then(|| Move::board(from, to, rng.random()))
            }
        };
        guess.into_iter().for_each(&mut check);
    }
    for _ in 0..legal.len().min(4) {
        check(legal[rng.random_range(0..legal.len())]);
    }
}

/// Both write the same SFEN, and the library reads it back to the same position.
fn compare_sfen(fast: &Position, slow: &mailbox::Position) {
    let sfen = fast.sfen();
    assert_eq!(sfen, slow.sfen(), "SFEN");
    if fast.kind(Kind::King).is_empty() {
        // Two captured kings, which only a start with both attacked can lead to.
        return;
    }
    let again = Position::from_sfen(&sfen, fast.rules()).unwrap_or_else(|error| panic!("reading {sfen}: {error}"));
    assert_eq!(Snapshot::of(&again), Snapshot::of(fast), "read from {sfen}");
}

/// All that makes up a position, for comparing two of them.
#[derive(Debug, PartialEq)]
pub struct Snapshot {
    sfen: String,
    key: u64,
    checkers: Bitboard,
    movers: [Movers; 2],
    movements: [&'static str; 2],
    colors: [Bitboard; 2],
    kinds: [Bitboard; Kind::COUNT],
    kings: [Option<Square>; 2],
}

impl Snapshot {
    pub fn of(position: &Position) -> Self {
        Self {
            sfen: position.sfen(),
            key: position.key(),
            checkers: position.checkers(),
            movers: Color::ALL.map(|color| *position.movers(color)),
            movements: Color::ALL.map(|color| position.movement(color).name),
            colors: Color::ALL.map(|color| position.color(color)),
            kinds: Kind::ALL.map(|kind| position.kind(kind)),
            kings: Color::ALL.map(|color| position.king(color)),
        }
    }
}

//! Positions in which a weakness of a level shows: the criteria by which `tests/data/weaknesses.jsonl` was found
//! (`examples/find_weakness_positions.rs`) and is checked (`tests/levels.rs`).
//!
//! No engine is asked. A move *loses* so much if afterwards some capture of the opponent wins that much more, by static
//! exchange evaluation, than the move itself took. The side to move is never in check, and except for the mates it has no mate in
//! one.
//!
//! - *borrowing*: there is no check and no capture that wins 100; after a pass the opponent would win 300 by a capture that only a borrowed movement allows, and 100 in no
//!   other way. The right moves lose less than 200; they are at most a quarter of all.
//! - *drops*: there is a mate in one, but by drops alone. These are right.
//! - *threats*: the same, but the opponent would win 300 by a capture that the piece can make by itself.
//! - *taste*: a pawn can be taken for nothing, and nothing more. The captures of such pawns are right.
//! - *mates*: checks force mate in 5 plies, but not in 3. The moves that do are right.
//! - *flips*: the Tide turns after this move. Some capture wins 200 in the direction of now, but loses 200 as things will be.
//!   The right moves lose less than 100.
//! - *retake*: the opponent has just taken a piece, and the taker hangs: it can be taken for nothing; no other move gives check, and nobody is
//!   far ahead. By a count of pieces two
//!   plies deep, with all captures followed, every other move is 300 worse.

use std::sync::atomic::AtomicBool;

use nanboku::eval::values;
use nanboku::mate::{self, Solver, Verdict};
use nanboku::movegen::{checking_moves, has_legal_move, legal_moves, mate_in_one};
use nanboku::position::{Game, Position};
use nanboku::search::see;
use nanboku::types::{Color, Kind, Move, Score, Source, Square};

use super::flips;

/// What a position shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    Borrowing,
    Drops,
    Threats,
    Taste,
    Mates,
    Flips,
    Retake,
}

impl Topic {
    pub const ALL: [Self; 7] =
        [Self::Borrowing, Self::Drops, Self::Threats, Self::Taste, Self::Mates, Self::Flips, Self::Retake];

    pub fn name(self) -> &'static str {
        match self {
            Self::Borrowing => "borrowing",
            Self::Drops => "drops",
            Self::Threats => "threats",
            Self::Taste => "taste",
            Self::Mates => "mates",
            Self::Flips => "flips",
            Self::Retake => "retake",
        }
    }
}

/// The right moves of a position that shows this; `None` for other positions. `last` is where the opponent has just moved.
pub fn find(topic: Topic, position: &Position, last: Option<Square>) -> Option<Vec<Move>> {
    if position.in_check() {
        return None;
    }
    let mates_at_once = mate_in_one(position).is_some();
    match topic {
        Topic::Drops if mates_at_once => drops(position),
        Topic::Drops => None,
        _ if mates_at_once => None,
        Topic::Borrowing => saving(position, true),
        Topic::Threats => saving(position, false),
        Topic::Taste => taste(position),
        Topic::Mates => mates(position),
        Topic::Flips => poisoned_by_flip(position),
        Topic::Retake => retake(position, last?),
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

fn captures(position: &Position) -> Vec<Move> {
    let all = legal_moves(position).into_iter();
    all.filter(|mv| position.piece_at(mv.to()).is_some_and(|piece| piece.kind() != Kind::King)).collect()
}

fn taken(position: &Position, mv: Move) -> Score {
    position.piece_at(mv.to()).map_or(0, |piece| values::exchange(piece.kind()))
}

/// Whether the opponent wins `margin` more than this move takes.
fn loses(position: &Position, mv: Move, margin: Score) -> bool {
    let threshold = taken(position, mv) + margin;
    let next = after(position, mv);
    captures(&next).into_iter().any(|reply| see::gains_at_least(&next, reply, threshold))
}

fn not_losing(position: &Position, margin: Score) -> Vec<Move> {
    legal_moves(position).into_iter().filter(|&mv| !loses(position, mv, margin)).collect()
}

/// Whether the piece could make the move by its own kind.
fn is_own(position: &Position, mv: Move) -> bool {
    mv.from().and_then(|from| Some((from, position.piece_at(from)?))).is_none_or(|(from, piece)| {
        nanboku::attacks::of(piece.kind(), piece.color(), from, position.occupied()).contains(mv.to())
    })
}

/// What saves a piece that would be taken after a pass: by a borrowed movement alone, or by the taker's own.
fn saving(position: &Position, borrowed: bool) -> Option<Vec<Move>> {
    let mut passed = *position;
    passed.pass();
    let (of_kind, others): (Vec<Move>, Vec<Move>) =
        captures(&passed).into_iter().partition(|&mv| is_own(&passed, mv) != borrowed);
    let can_win = captures(position).into_iter().any(|mv| see::gains_at_least(position, mv, 100));
    if can_win || !checking_moves(position).is_empty() {
        return None;
    }
    let wins = |moves: &[Move], threshold| moves.iter().any(|&mv| see::gains_at_least(&passed, mv, threshold));
    if !wins(&of_kind, 300) || borrowed && wins(&others, 100) {
        return None;
    }
    let right = not_losing(position, 200);
    (!right.is_empty() && right.len() * 4 <= legal_moves(position).len()).then_some(right)
}

fn drops(position: &Position) -> Option<Vec<Move>> {
    let mating = legal_moves(position).into_iter().filter(|&mv| position.gives_check(mv));
    let mating: Vec<Move> = mating.filter(|&mv| !has_legal_move(&after(position, mv))).collect();
    mating.iter().all(|mv| mv.is_drop()).then_some(mating)
}

fn taste(position: &Position) -> Option<Vec<Move>> {
    let captures = captures(position);
    if captures.iter().any(|&mv| see::gains_at_least(position, mv, 101)) {
        return None;
    }
    let stays = |mv: &Move| !mv.promotes() && see::gains_at_least(position, *mv, 100) && !loses(position, *mv, 0);
    let right: Vec<Move> = captures.into_iter().filter(stays).collect();
    (!right.is_empty()).then_some(right)
}

fn mates(position: &Position) -> Option<Vec<Move>> {
    // The solver is quick to say that there is none, or that one may be shorter; what counts is the full search.
    let limits = mate::Limits { nodes: Some(3_000), time: None, plies: Some(5) };
    let game = Game::new(*position);
    match Solver::new(1 << 20).solve(&game, &limits, &AtomicBool::new(false), &mut |_| {}) {
        Verdict::Mate(line) if line.len() == 5 => {}
        _ => return None,
    }
    if flips::has_mate(position, 3) {
        return None;
    }
    Some(flips::mating_moves(position, 5))
}

fn poisoned_by_flip(position: &Position) -> Option<Vec<Move>> {
    if position.rules().plies_to_flip(position.ply()) != Some(1) {
        return None;
    }
    let frozen = flips::frozen(position)?;
    let tempts = |mv: &Move| see::gains_at_least(&frozen, *mv, 200) && loses(position, *mv, 200);
    if !captures(position).iter().any(tempts) {
        return None;
    }
    let right = not_losing(position, 100);
    (!right.is_empty()).then_some(right)
}

fn retake(position: &Position, last: Square) -> Option<Vec<Move>> {
    let takes_back = |mv: &Move| mv.to() == last;
    let pays = |mv: &Move| {
        takes_back(mv) && taken(position, *mv) >= 250 && see::gains_at_least(position, *mv, taken(position, *mv))
    };
    let ahead = count(position, position.side_to_move()) - count(position, !position.side_to_move());
    if !(-1000..=500).contains(&ahead) {
        return None;
    }
    if !captures(position).iter().any(pays) || checking_moves(position).iter().any(|mv| !takes_back(mv)) {
        return None;
    }
    let values = values_of_moves(position, 2);
    let best = |back: bool| values.iter().filter(|(mv, _)| takes_back(mv) == back).map(|&(_, value)| value).max();
    let right = best(true)?;
    if best(false).is_some_and(|other| other > right - 300) {
        return None;
    }
    Some(values.iter().filter(|(mv, value)| takes_back(mv) && *value >= right - 100).map(|&(mv, _)| mv).collect())
}

/// What a mate counts for.
const MATE: Score = 30_000;

/// The value of every move by a count of pieces after `depth` plies and the captures beyond.
fn values_of_moves(position: &Position, depth: i32) -> Vec<(Move, Score)> {
    legal_moves(position).into_iter().map(|mv| (mv, -value(&after(position, mv), depth - 1, -MATE, MATE))).collect()
}

fn value(position: &Position, depth: i32, mut alpha: Score, beta: Score) -> Score {
    if !has_legal_move(position) {
        return -MATE;
    }
    let mut best = -MATE;
    let mut moves = if depth > 0 { legal_moves(position) } else { captures(position) };
    if depth <= 0 {
        best = count(position, position.side_to_move()) - count(position, !position.side_to_move());
        if best >= beta || depth < -5 {
            return best;
        }
        alpha = alpha.max(best);
    }
    moves.sort_by_cached_key(|&mv| {
        let moved = match mv.source() {
            Source::Hand(kind) => kind,
            Source::Board(from) => position.piece_at(from).map_or(Kind::King, |piece| piece.kind()),
        };
        (-taken(position, mv), values::exchange(moved), mv.bits())
    });
    for mv in moves {
        let found = -value(&after(position, mv), depth - 1, -beta, -alpha);
        best = best.max(found);
        alpha = alpha.max(found);
        if best >= beta {
            break;
        }
    }
    best
}

fn count(position: &Position, color: Color) -> Score {
    let board = Kind::ALL.into_iter().map(|kind| values::board(kind) * position.pieces(color, kind).len() as Score);
    let hand = Kind::DROPPABLE.into_iter();
    let hand = hand.map(|kind| values::hand(kind) * Score::from(position.hand(color).count(kind)));
    board.sum::<Score>() + hand.sum::<Score>()
}

//! Legal moves.
//!
//! [`Generator`] looks once at what checks and pins there are and then hands whole sets of targets to a listener, piece by
//! piece; the functions here are the ways to use it.

mod checking_moves;
mod count;
mod generator;
mod king_safety;
mod pawn_drop;
mod perft;
mod trial;

use std::ops::ControlFlow;

pub use checking_moves::{checking_moves, mate_in_one};
pub use generator::{Generator, PieceMoves};
pub use pawn_drop::has_mating_pawn_drop;
pub use perft::{divide, perft};

use crate::position::Position;
use crate::types::Move;

/// All legal moves, in no particular order.
///
/// There can be more of them than shogi's 593 (634 are known in Annan), so the list grows as it must.
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::with_capacity(128);
    Generator::new(position).collect_into(&mut moves);
    moves
}

/// Whether there is any legal move; stops at the first.
pub fn has_legal_move(position: &Position) -> bool {
    Generator::new(position).all(|_| ControlFlow::Break(())).is_break()
}

/// Whether the move is legal.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    Generator::new(position).is_legal(mv)
}

//! Perft: counting the leaves of the tree of legal moves.

use super::{Generator, legal_moves};
use crate::position::Position;
use crate::types::Move;

/// Number of sequences of `depth` legal moves. The last ply is counted, not played. Repetition, impasse and bare kings do
/// not end a sequence.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => Generator::new(position).count() as u64,
        _ => {
            let mut nodes = 0;
            let _ = Generator::new(position).all(|piece| {
                piece.for_each(|mv| {
                    let mut next = *position;
                    next.play(mv);
                    nodes += perft(&next, depth - 1);
                });
                std::ops::ControlFlow::Continue(())
            });
            nodes
        }
    }
}

/// [`perft`] by first move, sorted by the moves' text. `depth` is at least 1.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = legal_moves(position);
    moves.sort_by_cached_key(Move::to_string);
    let count = |mv: Move| {
        let mut next = *position;
        next.play(mv);
        (mv, perft(&next, depth.saturating_sub(1)))
    };
    moves.into_iter().map(count).collect()
}

//! How the players of random games choose.

use std::collections::HashSet;

use nanboku::position::Position;
use nanboku::types::Move;
use rand::RngExt;

use super::TestRng;

/// What a player of a random game is fond of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Nothing.
    Uniform,
    /// Captures.
    Captures,
    /// Checks.
    Checks,
    /// Drops.
    Drops,
    /// Positions that occurred before.
    Returns,
    /// Checks, best of all such that lead to positions that occurred before.
    CheckingReturns,
}

impl Policy {
    /// One of the legal moves, of which there must be one. `seen` holds the keys of the positions passed.
    pub fn choose(self, position: &Position, legal: &[Move], seen: &HashSet<u64>, rng: &mut TestRng) -> Move {
        let checks = |mv: Move| position.gives_check(mv);
        let returns = |mv: Move| {
            let mut next = *position;
            next.play(mv);
            seen.contains(&next.key())
        };
        // Every fourth move or so is any move, so that games do not run in a rut.
        if rng.random_bool(if self.is_returning() { 0.97 } else { 0.75 }) {
            let liked: Vec<Move> = match self {
                Self::Uniform => Vec::new(),
                Self::Captures => keep(legal, |mv| position.piece_at(mv.to()).is_some()),
                Self::Checks => keep(legal, checks),
                Self::Drops => keep(legal, Move::is_drop),
                Self::Returns => keep(legal, returns),
                Self::CheckingReturns => {
                    let checks = keep(legal, checks);
                    let both = keep(&checks, returns);
                    if both.is_empty() { checks } else { both }
                }
            };
            if !liked.is_empty() {
                return liked[rng.random_range(0..liked.len())];
            }
        }
        legal[rng.random_range(0..legal.len())]
    }

    fn is_returning(self) -> bool {
        matches!(self, Self::Returns | Self::CheckingReturns)
    }
}

fn keep(moves: &[Move], liked: impl Fn(Move) -> bool) -> Vec<Move> {
    moves.iter().copied().filter(|&mv| liked(mv)).collect()
}

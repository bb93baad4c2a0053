//! From scores to chances of winning.

use crate::types::{Score, score};

/// Centipawns at which the odds are `e` to 1. Fitted by maximum likelihood to the 29,784 scores below 3,000 of 400 games
/// of the engine against itself at 6,000 nodes a move, draws counted as half a win; the symmetrical curve, since whoever
/// is to move does not win more often.
const SCALE: f64 = 940.0;

/// The chance, from 0 to 1, that a player with this score (in centipawns, or a mate score) wins.
///
/// ```
/// use nanboku::eval::chance_of_winning;
///
/// assert!((chance_of_winning(0) - 0.5).abs() < 1e-9);
/// assert!((chance_of_winning(900) + chance_of_winning(-900) - 1.0).abs() < 1e-9);
/// ```
pub fn chance_of_winning(score: Score) -> f64 {
    if score::is_mate(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

//! Correction history: by how much the evaluation was wrong in positions that share a feature with the one at hand.
//!
//! The features are parts of the position that change slowly or that the evaluation judges badly; each is folded into a key
//! of its own, and what the search found is kept by side and key.

use super::params;
use crate::position::Position;
use crate::types::{Bitboard, Color, Kind, Score, score};

/// Entries for each side and feature.
const ENTRIES: usize = 1 << 14;
/// Number of features.
const FEATURES: usize = 4;
/// Entries are kept in this fraction of a centipawn.
const GRAIN: i32 = 64;
/// Largest correction by one feature, in grains.
const LIMIT: i32 = 256 * GRAIN;

/// The corrections that a thread has learned.
#[derive(Clone, Debug)]
pub struct Corrections {
    entries: Vec<i16>,
}

/// Where a position's corrections are kept, one place for each feature.
#[derive(Clone, Copy, Debug)]
struct Places([usize; FEATURES]);

impl Corrections {
    /// None.
    pub fn new() -> Self {
        Self { entries: vec![0; 2 * FEATURES * ENTRIES] }
    }

    /// The evaluation with what is known of it.
    pub fn correct(&self, position: &Position, eval: Score) -> Score {
        let weights = weights();
        if weights == [0; FEATURES] {
            return eval;
        }
        let places = Places::of(position);
        let sum: i32 =
            places.0.iter().zip(weights).map(|(&place, weight)| i32::from(self.entries[place]) * weight).sum();
        (eval + sum / (256 * GRAIN)).clamp(-score::MAX_EVAL, score::MAX_EVAL)
    }

    /// A search to this depth found the position to be worth so much more than its corrected evaluation.
    pub fn learn(&mut self, position: &Position, difference: Score, depth: i32) {
        if weights() == [0; FEATURES] {
            return;
        }
        let bonus = (difference * depth * GRAIN / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for place in Places::of(position).0 {
            let value = i32::from(self.entries[place]);
            self.entries[place] = (value + bonus - value * bonus.abs() / LIMIT) as i16;
        }
    }
}

fn weights() -> [i32; FEATURES] {
    [
        params::correction_generals(),
        params::correction_hands(),
        params::correction_others(),
        params::correction_borrowing(),
    ]
}

impl Places {
    fn of(position: &Position) -> Self {
        let side = position.side_to_move();
        let mut keys = [0; FEATURES];
        for color in Color::ALL {
            let board = |kind| position.pieces(color, kind);
            let salt = color as u64 * 32;
            for kind in [Kind::King, Kind::Gold, Kind::Silver] {
                keys[0] ^= hash(board(kind), salt + kind as u64);
            }
            for kind in [Kind::Lance, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Horse, Kind::Dragon] {
                keys[2] ^= hash(board(kind), salt + kind as u64);
            }
            for kind in Kind::DROPPABLE {
                keys[1] ^= hash(Bitboard(1 << position.hand(color).count(kind)), salt + kind as u64);
            }
            // A piece on the mover board of a kind that it is not has borrowed from one that is.
            for kind in Kind::ALL.into_iter().take(Kind::MOVEMENTS) {
                keys[3] ^= hash(position.movers(color)[kind].without(board(kind)), salt + kind as u64);
            }
        }
        let mut feature = 0;
        Self(keys.map(|key| {
            feature += 1;
            ((side as usize * FEATURES) + feature - 1) * ENTRIES + (key >> 40) as usize % ENTRIES
        }))
    }
}

/// Folds a set of squares into 64 bits whose upper ones are well mixed; the empty set is 0.
fn hash(set: Bitboard, salt: u64) -> u64 {
    // Odd numbers from the fractional parts of the golden ratio and of the square root of two.
    let (low, high) = (set.0 as u64, (set.0 >> 64) as u64);
    let mixed = low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.wrapping_mul(0x6a09_e667_f3bc_c909);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9 ^ salt << 33 | 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn places_differ_by_what_they_are_of() {
        let place = |sfen| Places::of(&Position::from_sfen(sfen, &Rules::default()).unwrap()).0;
        let base = place("lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1");
        let rook = place("lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B4R2/LNSGKGSNL b - 1");
        assert_eq!((base[0], base[1]), (rook[0], rook[1]));
        assert_ne!(base[2], rook[2]);
        assert_ne!(base[3], rook[3]);
    }
}

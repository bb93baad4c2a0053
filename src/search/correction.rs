//! Correction history: by how much the evaluation was wrong in positions that share a feature with the one at hand.
//!
//! The features are parts of the position that change slowly or that the evaluation judges badly; each is folded into a key
//! of its own, and what the search found is kept by side and key.

use super::params;
use crate::position::Position;
use crate::types::{Bitboard, Color, Kind, Score, score, scramble};

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
            let mixer = |kind: Kind| &MIXERS[color as usize][kind as usize];
            for kind in [Kind::King, Kind::Gold, Kind::Silver] {
                mixer(kind).mix(&mut keys[0], board(kind));
            }
            let hand = u128::from(position.hand(color).bits());
            MIXERS[color as usize][0].mix(&mut keys[1], Bitboard(hand));
            for kind in [Kind::Lance, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Horse, Kind::Dragon] {
                mixer(kind).mix(&mut keys[2], board(kind));
            }
            // A piece on the mover board of a kind that it is not has borrowed from one that is.
            for kind in Kind::ALL.into_iter().take(Kind::MOVEMENTS) {
                mixer(kind).mix(&mut keys[3], position.movers(color)[kind].without(board(kind)));
            }
        }
        let mut feature = 0;
        Self(keys.map(|key| {
            let row = side as usize * FEATURES + feature;
            feature += 1;
            row * ENTRIES + place(key)
        }))
    }
}

/// Folds a set of squares into a key: a sum of two products, cheap, whose bits [`place`] mixes.
#[derive(Clone, Copy, Debug)]
struct Mixer([u64; 2]);

impl Mixer {
    #[inline(always)]
    fn mix(&self, key: &mut u64, set: Bitboard) {
        // The parts overlap: the topmost squares of the lower one would leave hardly a bit of its factor.
        let parts = [set.0 as u64, (set.0 >> 40) as u64];
        for (part, factor) in parts.into_iter().zip(self.0) {
            *key = key.wrapping_add(part.wrapping_mul(factor));
        }
    }
}

/// For each player and kind its own factors: odd numbers from a [`scramble`]d sequence.
static MIXERS: [[Mixer; Kind::COUNT]; 2] = {
    let mut mixers = [[Mixer([0; 2]); Kind::COUNT]; 2];
    let mut i = 0;
    while i < 2 * Kind::COUNT {
        let first = 2 * i as u64;
        mixers[i / Kind::COUNT][i % Kind::COUNT] = Mixer([scramble(first) | 1, scramble(first + 1) | 1]);
        i += 1;
    }
    mixers
};

/// The place of a key among the entries.
fn place(key: u64) -> usize {
    (scramble(key) % ENTRIES as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn no_two_pieces_on_a_square_are_alike() {
        for square in crate::types::Square::all() {
            let mut sums = Vec::new();
            for mixer in MIXERS.as_flattened() {
                let mut sum = 0;
                mixer.mix(&mut sum, Bitboard::of(square));
                assert!(!sums.contains(&sum), "{square}");
                sums.push(sum);
            }
        }
    }

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

//! The evaluation: material, hands, mobility, threats and king safety over the mover boards.
//!
//! It is a sum of weighted terms. What the terms are is in [`terms`], how the weights are laid out in [`layout`]; the weights
//! themselves were fitted to the results of Annan games (Texel's method), and serve every variant. Everything is seen through
//! the mover boards: a pawn in front of a rook counts as the rook that it is for now.

mod chance;
pub mod layout;
mod reach;
pub mod terms;
pub mod values;
pub mod weights;

use std::fmt::Write as _;

pub use chance::chance_of_winning;

use crate::position::Position;
use crate::types::{Color, Kind, Score, score};
use layout::{BLOCKS, COUNT, FILE, PIECE, RANK};
use terms::Sink;
use weights::WEIGHTS;

/// The weights of the evaluation, in sixteenths of a centipawn, as [`layout`] says.
pub type Weights = [i16; COUNT];

/// Adds up weighted terms.
#[derive(Default)]
struct Sum {
    black: i32,
    white: i32,
}

impl Sum {
    #[inline(always)]
    fn grow(&mut self, color: Color, by: i32) {
        match color {
            Color::Black => self.black += by,
            Color::White => self.white += by,
        }
    }
}

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, index: usize, times: i32) {
        self.grow(color, i32::from(WEIGHTS[index]) * times);
    }

    #[inline(always)]
    fn add_piece(&mut self, color: Color, kind: Kind, movement: Kind, (rank, file): (usize, usize)) {
        self.grow(color, PIECES[kind as usize][movement as usize][rank][file]);
    }
}

/// By kind, movement, rank from the own side and file from the edge.
type PieceWeights = [[[[i32; 5]; 9]; Kind::MOVEMENTS]; Kind::COUNT];

/// The weights of a piece, added up.
static PIECES: PieceWeights = {
    let mut sums = [[[[0; 5]; 9]; Kind::MOVEMENTS]; Kind::COUNT];
    let mut i = 0;
    while i < Kind::COUNT * Kind::MOVEMENTS * 9 * 5 {
        let (kind, movement, rank, file) = (i / 5 / 9 / Kind::MOVEMENTS, i / 5 / 9 % Kind::MOVEMENTS, i / 5 % 9, i % 5);
        sums[kind][movement][rank][file] = WEIGHTS[PIECE.at(kind, movement)] as i32
            + WEIGHTS[RANK.at(kind, rank)] as i32
            + WEIGHTS[FILE.at(kind, file)] as i32;
        i += 1;
    }
    sums
};

/// Weights are kept in this fraction of a centipawn.
pub const GRAIN: i32 = 16;

/// The evaluation for the side to move, in centipawns, without looking ahead.
pub fn evaluate(position: &Position) -> Score {
    let mut sum = Sum::default();
    terms::visit(position, &mut sum);
    let total = match position.side_to_move() {
        Color::Black => sum.black - sum.white,
        Color::White => sum.white - sum.black,
    };
    (total / GRAIN).clamp(-score::MAX_EVAL, score::MAX_EVAL)
}

/// Adds up the terms of each block for each player.
struct Trace<'a> {
    weights: &'a Weights,
    totals: Vec<[i32; 2]>,
}

impl Sink for Trace<'_> {
    fn add(&mut self, color: Color, index: usize, times: i32) {
        if let Some(block) = BLOCKS.iter().position(|block| (block.begin..block.begin + block.len).contains(&index)) {
            self.totals[block][color as usize] += i32::from(self.weights[index]) * times;
        }
    }
}

/// The evaluation term by term, in centipawns, as text for people.
pub fn trace(position: &Position) -> String {
    let us = position.side_to_move();
    let mut trace = Trace { weights: &WEIGHTS, totals: vec![[0; 2]; BLOCKS.len()] };
    terms::visit(position, &mut trace);
    let centipawns = |grains: i32| f64::from(grains) / f64::from(GRAIN);
    let mut text = String::new();
    let _ = writeln!(text, "{:<18}{:>9}{:>9}{:>9}", "term", "black", "white", "total");
    for (block, [black, white]) in BLOCKS.iter().zip(trace.totals) {
        let total = centipawns(black - white);
        let (black, white) = (centipawns(black), centipawns(white));
        let _ = writeln!(text, "{:<18}{black:>9.1}{white:>9.1}{total:>9.1}", block.name);
    }
    let total = evaluate(position);
    let _ = writeln!(text, "evaluation for black: {} centipawns", if us == Color::Black { total } else { -total });
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::rules::{Rules, Variant};
    use crate::types::scramble;

    #[test]
    fn the_start_is_even() {
        for variant in Variant::ALL {
            let start = Position::start(&Rules::new(variant, None));
            let tempo = WEIGHTS[layout::TEMPO.at(0, 0)];
            assert_eq!(evaluate(&start), i32::from(tempo) / GRAIN);
        }
    }

    /// Adds up every term by itself.
    struct Plain([i32; 2]);

    impl Sink for Plain {
        fn add(&mut self, color: Color, index: usize, times: i32) {
            self.0[color as usize] += i32::from(WEIGHTS[index]) * times;
        }
    }

    #[test]
    fn terms_added_up_beforehand_are_those_of_the_weights() {
        for variant in Variant::ALL {
            let mut position = Position::start(&Rules::new(variant, None));
            for ply in 0..200 {
                let mut plain = Plain([0; 2]);
                terms::visit(&position, &mut plain);
                let (us, them) = (position.side_to_move() as usize, !position.side_to_move() as usize);
                assert_eq!(evaluate(&position), (plain.0[us] - plain.0[them]) / GRAIN, "{position}");
                let moves = legal_moves(&position);
                let Some(&mv) = moves.get(scramble(ply) as usize % moves.len().max(1)) else { break };
                position.play(mv);
            }
        }
    }

    #[test]
    fn both_sides_are_seen_alike() {
        // The same position with colours exchanged.
        let rules = Rules::default();
        let black = Position::from_sfen("lnsgk1snl/1r3g1bp/ppppppp1p/9/9/9/P1PPPPPPP/1B3KGR1/LNSG2SNL w P 6", &rules);
        let white = Position::from_sfen("lns2gsnl/1rgk3b1/ppppppp1p/9/9/9/P1PPPPPPP/PB1G3R1/LNS1KGSNL b p 6", &rules);
        let (Ok(black), Ok(white)) = (black, white) else { panic!("the positions are read") };
        assert_eq!(evaluate(&black), evaluate(&white));
    }
}

//! Pieces that step: pawn, knight, silver, gold and king.

use crate::types::{Bitboard, Color, Square};

type Steps = [Bitboard; Square::COUNT];

/// Targets of one step or jump, given as (files, ranks ahead), from every square, for one colour.
const fn table(color: Color, steps: &[(i32, i32)]) -> Steps {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let mut i = 0;
        while i < steps.len() {
            let (files, ahead) = steps[i];
            let ranks = match color {
                Color::Black => -ahead,
                Color::White => ahead,
            };
            let (file, rank) = (square.file() as i32 + files, square.rank() as i32 + ranks);
            if file >= 0
                && rank >= 0
                && let Some(to) = Square::at(file as usize, rank as usize)
            {
                table[index] = Bitboard(table[index].0 | Bitboard::of(to).0);
            }
            i += 1;
        }
        index += 1;
    }
    table
}

const fn both(steps: &[(i32, i32)]) -> [Steps; 2] {
    [table(Color::Black, steps), table(Color::White, steps)]
}

static PAWN: [Steps; 2] = both(&[(0, 1)]);
static KNIGHT: [Steps; 2] = both(&[(-1, 2), (1, 2)]);
static SILVER: [Steps; 2] = both(&[(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)]);
static GOLD: [Steps; 2] = both(&[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]);
static KING: Steps = table(Color::Black, &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)]);

/// Targets of a pawn.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color as usize][square.index()]
}

/// Targets of a knight.
#[inline]
pub fn knight(color: Color, square: Square) -> Bitboard {
    KNIGHT[color as usize][square.index()]
}

/// Targets of a silver.
#[inline]
pub fn silver(color: Color, square: Square) -> Bitboard {
    SILVER[color as usize][square.index()]
}

/// Targets of a gold, and of the promoted pieces that move like one.
#[inline]
pub fn gold(color: Color, square: Square) -> Bitboard {
    GOLD[color as usize][square.index()]
}

/// Targets of a king.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

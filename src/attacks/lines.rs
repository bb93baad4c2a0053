//! Straight lines, orthogonal and diagonal, through pairs of squares.

use crate::types::{Bitboard, Square};

type Pairs = [[Bitboard; Square::COUNT]; Square::COUNT];

/// For every pair of squares: the squares strictly between them, or the whole line through them.
const fn pairs(whole: bool) -> Pairs {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let a = Square::new(from);
        let mut direction = 0;
        while direction < 9 {
            let (files, ranks) = (direction % 3 - 1, direction / 3 - 1);
            direction += 1;
            if files == 0 && ranks == 0 {
                continue;
            }
            let mut passed = 0;
            let mut steps = 1;
            while let Some(b) = step(a, files * steps, ranks * steps) {
                table[from][b.index()] = Bitboard(passed);
                passed |= Bitboard::of(b).0;
                steps += 1;
            }
            if whole {
                // Walk on in the opposite direction, then give the whole line to each square ahead.
                passed |= Bitboard::of(a).0;
                let mut back = 1;
                while let Some(b) = step(a, -files * back, -ranks * back) {
                    passed |= Bitboard::of(b).0;
                    back += 1;
                }
                let mut i = 1;
                while i < steps {
                    if let Some(b) = step(a, files * i, ranks * i) {
                        table[from][b.index()] = Bitboard(passed);
                    }
                    i += 1;
                }
            }
        }
        from += 1;
    }
    table
}

const fn step(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let (file, rank) = (square.file() as i32 + files, square.rank() as i32 + ranks);
    if file < 0 || rank < 0 { None } else { Square::at(file as usize, rank as usize) }
}

static BETWEEN: Pairs = pairs(false);
static LINE: Pairs = pairs(true);

/// The squares strictly between `a` and `b` on a rank, file or diagonal; empty if they share none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through `a` and `b`, both included; empty if they share none or are equal.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

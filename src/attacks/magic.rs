//! Sliding pieces: magic bitboards over the 81-square board.
//!
//! A magic maps the squares that can block a slider to an index: mask, multiply, shift. A multiplication of 128 bits is
//! slow, so the relevant squares, at most twelve for a bishop, are first folded into 64 bits.
//!
//! Squares are numbered file by file, which makes two of the three lines of a rook and a lance cheaper than a table for
//! each square: the squares of a file are already neighbours (the magic factor is 1: a shift), and the squares of a rank
//! are nine bits apart wherever the rank is, so one factor serves them all. A rook is the union of both, out of tables of
//! 20 KiB that stay in the first-level cache; one table for each square would take 7.6 MiB.

use super::magics::BISHOP_FACTORS;
use crate::types::{Bitboard, Color, Square};

/// How the blockers of one square become an index into the attack table.
#[derive(Clone, Copy, Debug)]
pub struct Magic {
    /// Squares that can block.
    pub mask: Bitboard,
    /// The multiplier.
    pub factor: u64,
    /// How far the upper 17 of the 81 bits are shifted left when they are folded into the lower 64.
    pub fold: u8,
    /// How far the product is shifted right.
    pub shift: u8,
    /// Where the square's attacks begin in the table.
    pub offset: u32,
}

/// The 81 bits in 64: the lower word and the upper one shifted left by `by`, which must be chosen so that no two relevant
/// squares meet.
#[inline]
pub const fn fold(board: Bitboard, by: u8) -> u64 {
    board.0 as u64 | ((board.0 >> 64) as u64) << by
}

impl Magic {
    #[inline]
    const fn index(&self, occupied: Bitboard) -> usize {
        let relevant = Bitboard(occupied.0 & self.mask.0);
        self.offset as usize + (fold(relevant, self.fold).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

/// Squares that can block a bishop on `square`: its diagonals without the board's rim.
pub const fn bishop_mask(square: Square) -> Bitboard {
    Bitboard(walk_diagonals(square, Bitboard::EMPTY).0 & INNER.0)
}

/// The board without its rim.
const INNER: Bitboard = Bitboard(
    Bitboard::ALL.0 & !(Bitboard::file(0).0 | Bitboard::file(8).0 | Bitboard::rank(0).0 | Bitboard::rank(8).0),
);

/// Bishop attacks, square by square: slow, for the tables.
const fn walk_diagonals(square: Square, occupied: Bitboard) -> Bitboard {
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = (direction % 2 * 2 - 1, direction / 2 * 2 - 1);
        direction += 1;
        let (mut file, mut rank) = (square.file() as i32 + files, square.rank() as i32 + ranks);
        while file >= 0 && file < 9 && rank >= 0 && rank < 9 {
            let bit = 1 << (9 * file + rank);
            attacked |= bit;
            if occupied.0 & bit != 0 {
                break;
            }
            file += files;
            rank += ranks;
        }
    }
    Bitboard(attacked)
}

/// Sum over all squares of 2 to the number of squares that can block.
const BISHOP_ENTRIES: usize = 20_224;

static BISHOP_MAGICS: [Magic; Square::COUNT] = bishop_magics();
static BISHOP_ATTACKS: [Bitboard; BISHOP_ENTRIES] = bishop_attacks();

const fn bishop_magics() -> [Magic; Square::COUNT] {
    let mut magics = [Magic { mask: Bitboard::EMPTY, factor: 0, fold: 0, shift: 0, offset: 0 }; Square::COUNT];
    let mut offset = 0;
    let mut index = 0;
    while index < Square::COUNT {
        let mask = bishop_mask(Square::new(index));
        let (factor, fold) = BISHOP_FACTORS[index];
        magics[index] = Magic { mask, factor, fold, shift: 64 - mask.len() as u8, offset };
        offset += 1 << mask.len();
        index += 1;
    }
    assert!(offset as usize == BISHOP_ENTRIES);
    magics
}

#[allow(long_running_const_eval, reason = "20,224 entries of at most 16 steps take the compiler about a second")]
const fn bishop_attacks() -> [Bitboard; BISHOP_ENTRIES] {
    let magics = bishop_magics();
    let mut attacks = [Bitboard::EMPTY; BISHOP_ENTRIES];
    let mut index = 0;
    while index < Square::COUNT {
        let mask = magics[index].mask.0;
        // Every subset of the mask, by the carry-rippler trick.
        let mut subset = 0;
        loop {
            let attacked = walk_diagonals(Square::new(index), Bitboard(subset));
            let entry = &mut attacks[magics[index].index(Bitboard(subset))];
            assert!(entry.0 == 0 || entry.0 == attacked.0, "a bishop factor maps different attacks to one entry");
            *entry = attacked;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        index += 1;
    }
    attacks
}

/// Attacks along a line of nine squares from each of them, for the 128 occupancies of the seven inner squares.
const LINE_ATTACKS: [[u16; 128]; 9] = {
    let mut table = [[0; 128]; 9];
    let mut from = 0;
    while from < 9 {
        let mut inner = 0;
        while inner < 128 {
            let occupied = inner << 1;
            let mut attacked = 0;
            let mut to = from + 1;
            while to < 9 {
                attacked |= 1 << to;
                if occupied >> to & 1 != 0 {
                    break;
                }
                to += 1;
            }
            let mut to = from;
            while to > 0 {
                to -= 1;
                attacked |= 1 << to;
                if occupied >> to & 1 != 0 {
                    break;
                }
            }
            table[from as usize][inner as usize] = attacked;
            inner += 1;
        }
        from += 1;
    }
    table
};

/// Attacks along a file of a piece on each rank.
static FILE_ATTACKS: [[u16; 128]; 9] = LINE_ATTACKS;

/// Attacks along rank `a` of a piece on each file; shifted by the rank for the other ranks.
static RANK_ATTACKS: [[Bitboard; 128]; 9] = {
    let mut table = [[Bitboard::EMPTY; 128]; 9];
    let mut file = 0;
    while file < 9 {
        let mut index = 0;
        while index < 128 {
            let mut spread = 0;
            let mut to = 0;
            while to < 9 {
                if LINE_ATTACKS[file][index] >> to & 1 != 0 {
                    spread |= 1 << (9 * to);
                }
                to += 1;
            }
            table[file][index] = Bitboard(spread);
            index += 1;
        }
        file += 1;
    }
    table
};

/// Gathers the bits 9, 18, ... 63 (the inner squares of rank `a`) in the top seven bits. Bit `9 k` times `2^(56 - 8 j)`
/// lands on `56 + 9 k - 8 j`, which is in the top seven only for `j = k`, and no two products meet, so nothing carries.
const RANK_FACTOR: u64 = 0x0001_0101_0101_0101;
const RANK_MASK: u64 = 0x8040_2010_0804_0200;

#[inline]
fn file_attacks(square: Square, occupied: Bitboard) -> u128 {
    let shift = 9 * square.file();
    let inner = (occupied.0 >> (shift + 1)) as usize & 0x7f;
    u128::from(FILE_ATTACKS[square.rank()][inner]) << shift
}

#[inline]
fn rank_attacks(square: Square, occupied: Bitboard) -> u128 {
    let relevant = (occupied.0 >> square.rank()) as u64 & RANK_MASK;
    let inner = (relevant.wrapping_mul(RANK_FACTOR) >> 57) as usize;
    RANK_ATTACKS[square.file()][inner].0 << square.rank()
}

/// Squares that a bishop attacks.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let magic = &BISHOP_MAGICS[square.index()];
    BISHOP_ATTACKS[magic.index(occupied)]
}

/// Squares that a rook attacks.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(file_attacks(square, occupied) | rank_attacks(square, occupied))
}

/// Squares that a bishop attacks on an empty board.
#[inline]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Squares that a rook attacks on an empty board.
#[inline]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Squares that a lance attacks on an empty board.
#[inline]
pub fn lance_rays(color: Color, square: Square) -> Bitboard {
    LANCE_RAYS[color as usize][square.index()]
}

static BISHOP_RAYS: [Bitboard; Square::COUNT] = {
    let mut rays = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        rays[index] = walk_diagonals(Square::new(index), Bitboard::EMPTY);
        index += 1;
    }
    rays
};

static ROOK_RAYS: [Bitboard; Square::COUNT] = {
    let mut rays = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let lines = Bitboard::file(square.file()).0 ^ Bitboard::rank(square.rank()).0;
        rays[index] = Bitboard(lines);
        index += 1;
    }
    rays
};

static LANCE_RAYS: [[Bitboard; Square::COUNT]; 2] = {
    let mut rays = [[Bitboard::EMPTY; Square::COUNT]; 2];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let below = (1 << index) - 1;
        let file = Bitboard::file(square.file()).0 & !Bitboard::of(square).0;
        rays[0][index] = Bitboard(file & below);
        rays[1][index] = Bitboard(file & !below);
        index += 1;
    }
    rays
};

/// Squares that a lance attacks.
#[inline]
pub fn lance(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    // Ahead of Black are the lower numbers of the file, ahead of White the higher ones.
    let below = (1u128 << square.index()) - 1;
    Bitboard(file_attacks(square, occupied) & if color == Color::Black { below } else { !below })
}

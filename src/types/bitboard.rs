//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Color, Square};

/// A set of squares: bit `i` is the square numbered `i`. Bits from 81 up are always zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 81 squares.
    pub const ALL: Self = Self((1 << 81) - 1);
    /// All squares of rank `a`.
    const RANK_A: u128 = {
        let mut bits = 0;
        let mut file = 0;
        while file < 9 {
            bits |= 1 << (9 * file);
            file += 1;
        }
        bits
    };

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a rank, 0 = `a`.
    #[inline]
    pub const fn rank(rank: usize) -> Self {
        Self(Self::RANK_A << rank)
    }

    /// All squares of a file, 0 = `1`.
    #[inline]
    pub const fn file(file: usize) -> Self {
        Self(0x1ff << (9 * file))
    }

    /// The `count` ranks farthest from the camp of `color`.
    pub const fn far_ranks(color: Color, count: usize) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < count {
            bits |= Self::RANK_A << if matches!(color, Color::Black) { i } else { 8 - i };
            i += 1;
        }
        Self(bits)
    }

    /// The three ranks in which pieces of `color` promote.
    #[inline]
    pub const fn promotion_zone(color: Color) -> Self {
        const ZONES: [Bitboard; 2] = [Bitboard::far_ranks(Color::Black, 3), Bitboard::far_ranks(Color::White, 3)];
        ZONES[color as usize]
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// Whether the set has at least two squares.
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The squares of this set that are not in the other.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The lowest square, or `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as usize)) }
    }

    /// Every square moved `steps` ranks ahead for `color` (negative: behind); squares that leave the board are dropped.
    /// `steps` is -2 to 2.
    #[inline]
    pub const fn ahead(self, color: Color, steps: i32) -> Self {
        let up = match color {
            Color::Black => steps,
            Color::White => -steps,
        };
        // Towards rank `a` the numbers fall; whatever crosses into the neighbouring file is masked away.
        match up {
            1 => Self((self.0 & !Self::RANK_A) >> 1),
            2 => Self((self.0 & !(Self::RANK_A | Self::RANK_A << 1)) >> 2),
            -1 => Self((self.0 & !(Self::RANK_A << 8)) << 1),
            -2 => Self((self.0 & !(Self::RANK_A << 8 | Self::RANK_A << 7)) << 2),
            _ => self,
        }
    }

    /// Every square moved one rank towards rank `a`; squares that leave the board are dropped.
    #[inline]
    pub const fn north(self) -> Self {
        Self((self.0 & !Self::RANK_A) >> 1)
    }

    /// Every square moved one rank towards rank `i`; squares that leave the board are dropped.
    #[inline]
    pub const fn south(self) -> Self {
        Self((self.0 & !(Self::RANK_A << 8)) << 1)
    }

    /// Every square moved one file towards file 9; squares that leave the board are dropped.
    #[inline]
    pub const fn left(self) -> Self {
        Self(self.0 << 9 & Self::ALL.0)
    }

    /// Every square moved one file towards file 1; squares that leave the board are dropped.
    #[inline]
    pub const fn right(self) -> Self {
        Self(self.0 >> 9)
    }

    /// Every file that has a square in the set, whole.
    #[inline]
    pub const fn fill_files(self) -> Self {
        // Adding 0x0ff to the low eight bits of a file carries into its top bit exactly when one of them is set; each
        // file is nine bits wide, so nothing leaves it.
        let low = Self::ALL.0 & !(Self::RANK_A << 8);
        let top = (((self.0 & low) + low) | self.0) & (Self::RANK_A << 8);
        // Spread the top bit over its file: top - (top >> 8) sets bits 0..=7.
        Self(top | (top - (top >> 8)))
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $operator:tt) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                self.0 = self.0 $operator other.0;
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_stay_on_the_board() {
        for square in Square::all() {
            for color in Color::ALL {
                for steps in -2..=2 {
                    let expected = square.ahead(color, steps).map_or(Bitboard::EMPTY, Bitboard::of);
                    assert_eq!(Bitboard::of(square).ahead(color, steps), expected, "{square} {color} {steps}");
                }
            }
        }
    }

    #[test]
    fn files_are_filled_whole() {
        for a in Square::all() {
            for b in Square::all() {
                let expected = Bitboard::file(a.file()) | Bitboard::file(b.file());
                assert_eq!((Bitboard::of(a) | Bitboard::of(b)).fill_files(), expected);
            }
        }
        assert_eq!(Bitboard::ALL.fill_files(), Bitboard::ALL);
        assert_eq!(Bitboard::EMPTY.fill_files(), Bitboard::EMPTY);
    }
}

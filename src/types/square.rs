//! Squares of the 9 x 9 board.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// A square, numbered file by file: `9 * file + rank` with file 0 = `1` and rank 0 = `a`, so that the square behind or
/// in front is one number away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 81;

    /// The square with this number.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Square::COUNT`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The square on this file (0 = `1`) and rank (0 = `a`), or `None` if either is not below 9.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Option<Self> {
        if file < 9 && rank < 9 { Some(Self((9 * file + rank) as u8)) } else { None }
    }

    /// The number, below [`Square::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// File: 0 for `1` to 8 for `9`.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize / 9
    }

    /// Rank: 0 for `a` to 8 for `i`.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize % 9
    }

    /// All squares in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::new)
    }

    /// The square `steps` ranks ahead for `color` (negative: behind), or `None` off the board.
    #[inline]
    pub const fn ahead(self, color: Color, steps: i32) -> Option<Self> {
        let rank = match color {
            Color::Black => self.rank() as i32 - steps,
            Color::White => self.rank() as i32 + steps,
        };
        if rank < 0 { None } else { Self::at(self.file(), rank as usize) }
    }

    /// The square as `color` sees it: itself for Black, turned by half a turn for White.
    #[inline]
    pub const fn relative(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => Self(80 - self.0),
        }
    }

    /// Distance in king steps.
    #[inline]
    pub const fn distance(self, other: Self) -> usize {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    /// As in USI: `7g`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file() + 1, (b'a' + self.rank() as u8) as char)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
                Self::at(usize::from(file - b'1'), usize::from(rank - b'a')).ok_or(())
            }
            _ => Err(()),
        }
    }
}

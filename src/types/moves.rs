//! Moves in sixteen bits.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use super::{Kind, Square};

/// A move of a piece on the board, with or without promotion, or a drop.
///
/// Bits 0 to 6 hold the target, bits 7 to 13 the square left (81 + kind for a drop), bit 14 the promotion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

/// Where a moved piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A square of the board.
    Board(Square),
    /// The hand: a drop of this kind.
    Hand(Kind),
}

/// A text that is no move in USI notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError(pub String);

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a move in USI notation", self.0)
    }
}

impl std::error::Error for MoveError {}

impl Move {
    const PROMOTION: u16 = 1 << 14;

    #[inline]
    const fn pack(bits: u16) -> Self {
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // Only a move from 1a to 1a has no bit set.
            None => panic!("a move leaves its square"),
        }
    }

    /// A move on the board. `from` and `to` differ.
    #[inline]
    pub const fn board(from: Square, to: Square, promotes: bool) -> Self {
        Self::pack((from.index() << 7 | to.index()) as u16 | if promotes { Self::PROMOTION } else { 0 })
    }

    /// A drop of a droppable kind.
    #[inline]
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self::pack(((Square::COUNT + kind as usize) << 7 | to.index()) as u16)
    }

    /// The target square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() & 0x7f) as usize)
    }

    /// The square or the hand that the piece leaves.
    #[inline]
    pub const fn source(self) -> Source {
        let index = self.source_index();
        if index < Square::COUNT {
            Source::Board(Square::new(index))
        } else {
            Source::Hand(Kind::ALL[index - Square::COUNT])
        }
    }

    /// The square that the piece leaves, or `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        match self.source() {
            Source::Board(square) => Some(square),
            Source::Hand(_) => None,
        }
    }

    /// A number below 88 for where the piece comes from: the square's, or 81 + the kind of a drop.
    #[inline]
    pub const fn source_index(self) -> usize {
        (self.0.get() >> 7 & 0x7f) as usize
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0.get() & Self::PROMOTION != 0
    }

    /// Whether this is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.source_index() >= Square::COUNT
    }

    /// The sixteen bits, never zero.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits, or `None` if they are not those of a move.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let (from, to) = ((bits >> 7 & 0x7f) as usize, (bits & 0x7f) as usize);
        let drop = from >= Square::COUNT;
        if from >= Square::COUNT + Kind::HAND
            || to >= Square::COUNT
            || from == to
            || bits >> 15 != 0
            || drop && bits & Self::PROMOTION != 0
        {
            return None;
        }
        Some(Self::pack(bits))
    }
}

impl fmt::Display for Move {
    /// As in USI: `7g7f`, `8h2b+`, `P*5e`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source() {
            Source::Board(from) => {
                write!(f, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" })
            }
            Source::Hand(kind) => write!(f, "{}*{}", kind.letters(), self.to()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let error = || MoveError(text.chars().take(40).collect());
        if !text.is_ascii() || text.len() < 4 {
            return Err(error());
        }
        let to: Square = text[2..4].parse().map_err(|()| error())?;
        if text.as_bytes()[1] == b'*' {
            let kind = Kind::from_letter(text.as_bytes()[0] as char).filter(|&kind| kind != Kind::King);
            return match kind {
                Some(kind) if text.len() == 4 => Ok(Self::drop(kind, to)),
                _ => Err(error()),
            };
        }
        let from: Square = text[..2].parse().map_err(|()| error())?;
        match &text[4..] {
            _ if from == to => Err(error()),
            "" => Ok(Self::board(from, to, false)),
            "+" => Ok(Self::board(from, to, true)),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bits_round_trip() {
        for text in ["7g7f", "8h2b+", "P*5e", "R*1a", "1a1b", "9i9h+"] {
            let parsed: Move = text.parse().unwrap();
            assert_eq!(parsed.to_string(), text);
            assert_eq!(Move::from_bits(parsed.bits()), Some(parsed));
        }
    }

    #[test]
    fn bad_texts_are_refused() {
        for text in
            ["", "7g", "7g7", "7g7g", "0g7f", "7j7f", "7g7f=", "7g7f++", "K*5e", "P*5e+", "p+5e", "7g7f ", "歩7f"]
        {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_sixteen_bits_are_a_move_or_refused() {
        for bits in 0..=u16::MAX {
            if let Some(found) = Move::from_bits(bits) {
                assert_eq!(found.to_string().parse(), Ok(found));
            }
        }
    }
}

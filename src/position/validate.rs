//! What makes a position one that can be played from.

use thiserror::Error;

use super::board::Position;
use crate::types::{Color, Kind, Square};

/// Why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidPosition {
    /// A side has more than one king.
    #[error("{color} has two kings, on {first} and {second}")]
    TwoKings {
        /// The side.
        color: Color,
        /// One king's square.
        first: Square,
        /// Another king's square.
        second: Square,
    },
    /// Neither side has a king.
    #[error("there is no king on the board")]
    NoKing,
    /// More pieces of a kind than a set has.
    #[error("{found} pieces of kind {}, but a set has {allowed}", .kind.letters())]
    TooMany {
        /// The unpromoted kind.
        kind: Kind,
        /// Pieces of that kind on the board, promoted ones included, and in both hands.
        found: u32,
        /// Pieces in a set.
        allowed: u8,
    },
}

impl Position {
    /// Looks whether the position can be played from.
    ///
    /// A king that the side to move could capture is no error: capturing it is then an ordinary move.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where.
    pub fn validate(&self) -> Result<(), InvalidPosition> {
        for color in Color::ALL {
            let mut kings = self.pieces(color, Kind::King);
            if let (Some(first), Some(second)) = (kings.next(), kings.next()) {
                return Err(InvalidPosition::TwoKings { color, first, second });
            }
        }
        if self.kind(Kind::King).is_empty() {
            return Err(InvalidPosition::NoKing);
        }
        for (kind, allowed) in Kind::DROPPABLE.into_iter().zip(Kind::SET) {
            let promoted = kind.promoted().map_or(0, |promoted| self.kind(promoted).len());
            let hands: u32 = Color::ALL.iter().map(|&color| u32::from(self.hand(color).count(kind))).sum();
            let found = self.kind(kind).len() + promoted + hands;
            if found > u32::from(allowed) {
                return Err(InvalidPosition::TooMany { kind, found, allowed });
            }
        }
        Ok(())
    }
}

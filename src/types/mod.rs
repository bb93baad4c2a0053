//! The vocabulary: colours, kinds, squares, bitboards, moves, hands and scores. No game knowledge beyond their meaning.

mod bitboard;
mod color;
mod hand;
mod kind;
mod moves;
pub mod score;
mod scramble;
mod square;

pub use bitboard::Bitboard;
pub use color::{Color, PerColor};
pub use hand::Hand;
pub use kind::{Kind, KindSet, Piece};
pub use moves::{Move, MoveError, Source};
pub use score::Score;
pub use scramble::scramble;
pub use square::Square;

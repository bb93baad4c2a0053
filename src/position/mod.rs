//! Positions: what stands where, how each piece moves, whose turn it is, and what has been played.
//!
//! [`Position`] is a plain value without a history, cheap to copy; [`Game`] adds the positions passed, and with them
//! unmaking moves, repetition and results.

mod board;
mod board_key;
mod display;
mod game;
mod king_attacks;
mod movement;
mod sfen;
mod validate;
mod zobrist;

pub use board::Position;
pub use display::Diagram;
pub use game::{Cycle, Game, Outcome};
pub use sfen::SfenError;
pub use validate::InvalidPosition;

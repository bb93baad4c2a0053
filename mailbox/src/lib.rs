//! The rules of Annan shogi and its relatives, slow and obvious.
//!
//! A fast engine needs something to be measured against. This crate is that: it copies the position, makes the move,
//! and looks whether the king can be taken. It was written from the rules text alone and shares no code and no idea
//! with the engine: no bitboards, no pins, no incremental state.
//!
//! - [`Variant`]: how a piece moves (the only place that knows is `movement.rs`).
//! - [`Rules`]: a variant, the single rules, and Tide.
//! - [`Position`]: a board with hands; legal moves, checks, perft.
//! - [`Game`]: a position and its past; how the game ended.
//!
//! ```
//! use mailbox::{Game, Outcome, Position, Rules, Variant, start_sfen};
//!
//! let rules = Rules::set(Variant::Annan, "lishogi").unwrap();
//! let start = Position::from_sfen(start_sfen(Variant::Annan), &rules).unwrap();
//! assert_eq!(start.perft(2), 784);
//!
//! let mut game = Game::new(start);
//! game.push("2f2e".parse().unwrap()).unwrap();
//! assert_eq!(game.result(), Outcome::Ongoing);
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod board;
mod game;
mod movement;
mod position;
mod rules;
mod sfen;
#[cfg(test)]
mod tests;
mod types;

pub use game::{Game, Outcome};
pub use movement::Variant;
pub use position::Position;
pub use rules::{PawnDropMate, Rules};
pub use sfen::start_sfen;
pub use types::{Color, Kind, Move, Square};

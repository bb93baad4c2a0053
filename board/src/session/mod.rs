//! The session: one board with its game, its tree of moves, its clocks and its engine.
//!
//! It takes [`Command`]s and gives [`Event`]s; `docs/board.md` describes both. It opens no socket, starts no thread and reads
//! no clock.

mod command;
mod event;
mod setup;
mod values;

pub use command::*;
pub use event::*;
pub use setup::*;
pub use values::*;

//! The search: from a game and limits to a best move.
//!
//! [`Engine`] is what a user interface holds. It knows no protocol: what it finds out is handed to a callback as
//! [`Report`]s, and [`Control`] is how another thread stops a search or says that the expected move was played.

mod alphabeta;
pub mod bench;
mod control;
mod engine;
mod history;
mod limits;
mod movepick;
mod root;
pub mod see;
mod table;
mod time;
mod worker;

pub use control::Control;
pub use engine::{Answer, Engine, Line, Report, Settings};
pub use limits::{Clock, Limits};

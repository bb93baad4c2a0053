//! The search: from a game and limits to a best move.
//!
//! [`Engine`] is what a user interface holds. It knows no protocol: what it finds out is handed to a callback as
//! [`Report`]s, and [`Control`] is how another thread stops a search or says that the expected move was played.

mod alphabeta;
pub mod bench;
mod check_squares;
mod control;
mod correction;
mod engine;
mod history;
mod limits;
mod movepick;
pub mod params;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod root_mate;
pub mod see;
pub mod skill;
mod table;
mod time;
mod worker;

pub use control::Control;
pub use engine::{Answer, Engine, Line, Report, STACK, Settings};
pub use limits::{Clock, Limits};
pub use skill::Skill;

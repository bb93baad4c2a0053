//! The weights, fitted to the results of games.

mod annan;
mod annboku;
mod shogi;

pub use annan::WEIGHTS as ANNAN;
pub use annboku::WEIGHTS as ANNBOKU;
pub use shogi::WEIGHTS as SHOGI;

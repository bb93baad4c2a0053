//! A board for Annan shogi and its relatives: the [`session`] behind it, the engine's [`seat`], and the server that shows it
//! in a browser.

#[cfg(feature = "server")]
pub mod seat;
#[cfg(feature = "server")]
pub mod server;
pub mod session;

//! A board for Annan shogi and its relatives: the [`session`] behind it, and the server that shows it in a browser.

pub mod session;

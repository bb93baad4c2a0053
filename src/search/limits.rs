//! What ends a search.

use std::time::Duration;

use crate::types::{Move, PerColor};

/// The clocks of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left on each player's clock; `None` if it was not told.
    pub left: PerColor<Option<Duration>>,
    /// Time added after each move.
    pub increment: PerColor<Duration>,
    /// Time for each move once the clock has run out.
    pub byoyomi: Duration,
}

/// The limits of one search. Every limit that is set holds; the first one reached ends the search. Without any limit the
/// search ends by itself only when nothing deeper is left to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Play by the clock.
    pub clock: Option<Clock>,
    /// Time for this move, all of which may be used.
    pub movetime: Option<Duration>,
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Number of nodes (moves made) over all threads.
    pub nodes: Option<u64>,
    /// Do not answer before [`super::Control::stop`], also when nothing is left to do.
    pub infinite: bool,
    /// The opponent is thinking: clocks do not count, and there is no answer, before [`super::Control::ponderhit`] or
    /// [`super::Control::stop`].
    pub ponder: bool,
    /// Look only at these moves at the root; all legal moves if empty. Illegal ones are ignored.
    pub moves: Vec<Move>,
}

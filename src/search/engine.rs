//! The engine as a user interface holds it.

use std::time::Duration;

use super::control::Control;
use super::limits::Limits;
use crate::movegen;
use crate::position::Game;
use crate::types::{Move, Score};

/// What a user may set, beyond the limits of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of lines to search and report, at least 1.
    pub multi_pv: usize,
    /// Held back from every planned time for the way to the other end.
    pub network_delay: Duration,
    /// Held back when the last second of the clock, or byoyomi, is used up to its end.
    pub network_delay2: Duration,
    /// Shortest time for a move when playing by the clock.
    pub minimum_thinking_time: Duration,
    /// Percent of the planned time that is used.
    pub slow_mover: u32,
    /// The ply at which a game is drawn, if there is one.
    pub max_moves: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            network_delay: Duration::from_millis(120),
            network_delay2: Duration::from_millis(300),
            minimum_thinking_time: Duration::ZERO,
            slow_mover: 100,
            max_moves: None,
        }
    }
}

/// One line of thought.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Longest line that was looked at, in plies.
    pub selective_depth: u32,
    /// Rank among the lines, from 1.
    pub rank: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Whether the score is a lower (`Greater`) or upper (`Less`) bound, or exact (`Equal`).
    pub bound: std::cmp::Ordering,
    /// Moves made so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// The line; at least one move, all legal.
    pub pv: &'a [Move],
}

/// What a search tells while it runs. The last reports before it ends are the lines of the answer, rank 1 first, each
/// with an exact score (none if there is no legal move).
#[derive(Clone, Copy, Debug)]
pub enum Report<'a> {
    /// A line of thought.
    Line(Line<'a>),
    /// The root move that is looked at, and its number in the order of search, from 1. Not told in the first seconds.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number.
        number: usize,
    },
    /// Something that a user should know.
    Message(&'a str),
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, legal after `best`.
    pub ponder: Option<Move>,
    /// The score of the best move for the side to move; `None` if there is no legal move.
    pub score: Option<Score>,
}

/// A search with its memory. Lives as long as the program; used by one thread at a time.
#[derive(Debug, Default)]
pub struct Engine {
    /// Used by the next search.
    pub settings: Settings,
}

impl Engine {
    /// An engine with a small table; see [`Engine::resize_table`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets everything learned from earlier searches.
    pub fn new_game(&mut self) {}

    /// Makes the table `mebibytes` large, or as large as memory allows, and empties it. Returns the size that it has now.
    /// Without effect if it has this size already.
    pub fn resize_table(&mut self, mebibytes: usize) -> usize {
        mebibytes
    }

    /// Searches until a limit is reached or `control` stops it, and answers when the limits allow it (see
    /// [`Limits::infinite`] and [`Limits::ponder`]).
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Answer {
        // Bootstrap: the first legal move.
        let moves = movegen::legal_moves(game.position());
        let best = moves.first().copied();
        if let Some(mv) = best {
            report(Report::Line(Line {
                depth: 1,
                selective_depth: 1,
                rank: 1,
                score: 0,
                bound: std::cmp::Ordering::Equal,
                nodes: 1,
                time: Duration::ZERO,
                hashfull: 0,
                pv: &[mv],
            }));
        }
        control.wait_for_release(limits.infinite);
        Answer { best, ponder: None, score: best.map(|_| 0) }
    }
}

//! A solver of mate problems: the attacker gives check with every move, the defender has every legal answer.
//!
//! [`Solver::solve`] answers whether the side to move has a mate, with a line that was replayed; [`Solver::analyse`] finds
//! the shortest mate, the longest defence and the moves that were the only ones. Both hold for every variant, rule set and
//! Tide, with or without an attacking king. `docs/mate.md` describes the method.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use nanboku::mate::{Limits, Solver, Verdict};
//! use nanboku::position::{Game, Position};
//! use nanboku::rules::{Rules, Variant};
//!
//! let rules = Rules::new(Variant::Shogi, None);
//! let position = Position::from_sfen("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", &rules).unwrap();
//! let mut solver = Solver::new(1 << 20);
//! let verdict = solver.solve(&Game::new(position), &Limits::default(), &AtomicBool::new(false), &mut |_| {});
//! assert!(matches!(verdict, Verdict::Mate(line) if line.len() == 1));
//! ```

mod analysis;
mod dfpn;
mod dominance;
mod expand;
mod futile;
mod hand;
mod line;
mod loops;
mod number;
mod problem;
mod session;
mod table;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use analysis::{Analysis, AnalysisOptions, AttackerMove, Certainty, Interpositions};
use problem::Problem;
use table::Table;

use crate::position::Game;
use crate::rules::Rules;
use crate::types::Move;

/// What ends a search without an answer. Without any of them it goes on until it knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes: positions whose moves were generated.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Longest mate that is looked for, in plies.
    pub plies: Option<u32>,
}

/// The answer to whether the side to move has a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has: by these moves if the defender answers like that, and by others if it answers otherwise. The line was
    /// replayed: the attacker checks with every move, and the end is mate.
    Mate(Vec<Move>),
    /// It has none (within the plies that were asked for).
    NoMate,
    /// Stopped before it was known.
    Unknown,
}

/// What a search tells while it runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// The proof number of the root: about how many mates are still to be shown.
    pub proof: u32,
    /// The disproof number of the root: about how many escapes are still to be shown.
    pub disproof: u32,
    /// How full the table is, in permille.
    pub fill: u32,
    /// Length of the shortest mate found so far, in plies.
    pub length: Option<u32>,
}

/// A solver with its memory.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    /// Bytes for disproofs that hold on one way, for each thread.
    loop_bytes: usize,
    threads: usize,
    /// How much longer than its limits an answer may take, once a mate is proved.
    grace: Duration,
    /// The rules of the last problem: what the table knows holds under them alone.
    rules: Option<Rules>,
}

impl Solver {
    /// A solver that uses about so many bytes. It is made in no time, for memory is taken as it is used.
    pub fn new(bytes: usize) -> Self {
        let loop_bytes = (bytes / 32).clamp(1 << 14, 1 << 25);
        Self {
            table: Table::new(bytes.saturating_sub(loop_bytes)),
            loop_bytes,
            threads: 1,
            grace: session::GRACE,
            rules: None,
        }
    }

    /// Lets so many threads search, at least one. They share the table; one thread alone always finds the same.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// How much longer than its limits an answer may take, once a mate is proved and only its line is missing; 60 ms unless
    /// set.
    pub fn set_grace(&mut self, grace: Duration) {
        self.grace = grace;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the side to move has a mate. Ends within milliseconds of `stop` being set. A mate that was found is made
    /// shorter for as long as finding it took, and is not always the shortest; [`Solver::analyse`] finds that.
    ///
    /// Positions in which the rule of repetition would end the game lead to no mate.
    pub fn solve(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Verdict {
        self.prepare(game);
        session::run(self, game, limits, stop, report, |session| session.solve())
    }

    /// Finds the shortest mate of the side to move, the longest defence, and which moves were the only ones. `None` if a
    /// limit or `stop` ended it before the length was known.
    pub fn analyse(
        &mut self,
        game: &Game,
        options: &AnalysisOptions,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Option<Analysis> {
        self.prepare(game);
        session::run(self, game, limits, stop, report, |session| session.analyse(options))
    }

    fn prepare(&mut self, game: &Game) {
        let rules = *game.position().rules();
        if self.rules != Some(rules) {
            self.clear();
            self.rules = Some(rules);
        }
    }
}

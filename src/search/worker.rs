//! One search thread: what it owns, and what it shares with the others.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::control::Control;
use super::correction::Corrections;
use super::engine::{Report, Settings};
use super::history::{Histories, PieceTo};
use super::limits::Limits;
use super::movepick::MoveStack;
use super::reductions::Reductions;
use super::root::{FinishedLine, RootMove};
use super::table::Table;
use super::time::Timer;
use crate::position::Game;
use crate::rules::Repetition;
use crate::types::{Color, Move, PerColor, Score, score};

/// How often, in nodes, a thread looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// What all threads of one search share.
pub struct Shared<'a> {
    /// The table.
    pub table: &'a Table,
    /// The user's limits.
    pub limits: &'a Limits,
    /// The user's settings.
    pub settings: &'a Settings,
    /// Stop and ponderhit.
    pub control: &'a Control,
    /// The clock.
    pub timer: Timer,
    /// Set when every thread is to return.
    pub abort: AtomicBool,
    /// Nodes of all threads, added up from time to time.
    pub nodes: AtomicU64,
    /// For each thread the lines of the last iteration that it finished, kept here so that they outlive a panic.
    pub finished: Vec<Mutex<Vec<FinishedLine>>>,
}

/// What the search keeps for each ply of the current line.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry {
    /// The move that led from here to the next ply; `None` before it is set.
    pub current: Option<Move>,
    /// What that move moved, and where to.
    pub moved: PieceTo,
    /// The corrected evaluation; [`score::NONE`] in check.
    pub eval: Score,
    /// A move that is left out, to see whether it is singular.
    pub excluded: Option<Move>,
    /// Quiet moves that cut off at this ply, latest first (killer moves).
    pub killers: [Option<Move>; 2],
}

impl Default for StackEntry {
    fn default() -> Self {
        Self { current: None, moved: PieceTo::NONE, eval: score::NONE, excluded: None, killers: [None; 2] }
    }
}

/// What a search thread remembers from search to search.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Of moves.
    pub histories: Histories,
    /// Of evaluations.
    pub corrections: Corrections,
}

impl Memory {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { histories: Histories::new(), corrections: Corrections::new() }
    }
}

/// The best line found from each ply (triangular table).
#[derive(Clone, Debug)]
pub struct Lines(Vec<Vec<Move>>);

impl Lines {
    fn new() -> Self {
        Self(vec![Vec::new(); score::MAX_PLY + 2])
    }

    /// Forgets the line from this ply.
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Makes `mv` and then the line from the next ply the line from this one.
    pub fn update(&mut self, ply: usize, mv: Move) {
        let (left, right) = self.0.split_at_mut(ply + 1);
        left[ply].clear();
        left[ply].push(mv);
        left[ply].extend_from_slice(&right[0]);
    }

    /// The line from this ply.
    pub fn get(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

/// One search thread.
pub struct Worker<'a> {
    /// What is shared.
    pub shared: &'a Shared<'a>,
    /// Number of the thread; 0 reports and watches the time.
    pub id: usize,
    /// The game up to the current node.
    pub game: Game,
    /// Keys of positions that occurred three times in the game before the root.
    pub occurred_thrice: Vec<u64>,
    /// Which players have a king at the root.
    pub had_king: PerColor<bool>,
    /// The movement rule of the root.
    pub root_movement: &'static crate::movement::MovementRule,
    /// Where reports go.
    pub report: &'a mut dyn FnMut(Report<'_>),
    /// Moves made by this thread.
    pub nodes: u64,
    /// Moves made when they were last added to the shared number.
    counted: u64,
    /// Longest line looked at in this iteration.
    pub selective_depth: usize,
    /// The iteration, in plies.
    pub root_depth: i32,
    /// The root moves.
    pub root_moves: Vec<RootMove>,
    /// Rank of the line that is being searched, from 0.
    pub rank: usize,
    /// The best score of the last iteration.
    pub score_before: Option<Score>,
    /// One entry for each ply.
    pub stack: Vec<StackEntry>,
    /// The lines.
    pub lines: Lines,
    /// Moves waiting to be tried.
    pub moves: MoveStack,
    /// What is remembered from search to search.
    pub memory: &'a mut Memory,
    /// How much late moves are reduced.
    pub reductions: Reductions,
}

impl<'a> Worker<'a> {
    /// A thread about to search this game.
    pub fn new(
        shared: &'a Shared<'a>,
        id: usize,
        game: Game,
        root_moves: Vec<RootMove>,
        memory: &'a mut Memory,
        report: &'a mut dyn FnMut(Report<'_>),
    ) -> Self {
        let root = game.position();
        Self {
            shared,
            id,
            occurred_thrice: match root.rules().set.repetition {
                Repetition::Fourfold => game.occurred_thrice(),
                Repetition::None => Vec::new(),
            },
            had_king: PerColor(Color::ALL.map(|color| root.king(color).is_some())),
            root_movement: root.movement(root.side_to_move()),
            game,
            report,
            nodes: 0,
            counted: 0,
            selective_depth: 0,
            root_depth: 0,
            root_moves,
            rank: 0,
            score_before: None,
            stack: vec![StackEntry::default(); score::MAX_PLY + 4],
            lines: Lines::new(),
            moves: MoveStack::default(),
            memory,
            reductions: Reductions::new(),
        }
    }

    /// Plays a move and counts a node.
    pub fn make(&mut self, mv: Move, ply: usize) {
        self.nodes += 1;
        self.stack[ply].current = Some(mv);
        self.stack[ply].moved = PieceTo::of(self.game.position(), mv);
        let key = self.game.position().key_after(mv);
        self.shared.table.prefetch(key);
        self.game.make(mv);
        debug_assert_eq!(key, self.game.position().key(), "the key foretold for {mv}");
    }

    /// Moves made by all threads, as far as they have been added up.
    pub fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + (self.nodes - self.counted)
    }

    /// Adds this thread's nodes to the shared number.
    pub fn count_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
    }

    /// Whether the search has been aborted: what a node returns no longer counts.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.shared.abort.load(Ordering::Relaxed)
    }

    /// Whether the search is to end now. Looks at the clock now and then.
    pub fn is_aborted(&mut self) -> bool {
        if self.nodes - self.counted >= CHECK_EVERY {
            self.count_nodes();
            let shared = self.shared;
            let late = self.id == 0
                && shared.timer.deadline(shared.control).is_some_and(|deadline| std::time::Instant::now() >= deadline);
            if late || shared.control.is_stopped() {
                shared.abort.store(true, Ordering::Relaxed);
            }
        }
        if self.shared.limits.nodes.is_some_and(|limit| self.all_nodes() >= limit) {
            self.shared.abort.store(true, Ordering::Relaxed);
        }
        self.is_over()
    }
}

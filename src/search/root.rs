//! The root: iterative deepening, aspiration windows, several lines, and what is told while the search runs.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::atomic;
use std::time::Duration;

use super::alphabeta::Root;
use super::engine::{Line, Report, lock};
use super::params;

use super::worker::Worker;
use crate::position::Game;
use crate::types::score::{self, MAX_PLY};
use crate::types::{Move, Score};

/// Bounds and current moves are told only after this time, so that fast searches stay quiet.
const QUIET_TIME: Duration = Duration::from_secs(3);
/// First half-width of the aspiration window, in centipawns.
const ASPIRATION_WIDTH: Score = 20;
/// Aspiration windows are used from this depth on.
const ASPIRATION_DEPTH: i32 = 3;

/// A single legal move is played after an iteration of this depth, which is enough for a score and an expected reply.
const SINGLE_MOVE_DEPTH: i32 = 6;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; minus infinite if it was only shown not to be better.
    pub(super) score: Score,
    /// Its score in the last iteration.
    previous: Score,
    /// Whether the score was found by the search under way and lay within its window.
    exact: bool,
    /// The line that begins with it.
    pub(super) pv: Vec<Move>,
    /// Longest line looked at when it was searched, in plies.
    selective_depth: usize,
    /// Moves made below it in all iterations.
    nodes: u64,
}

impl RootMove {
    /// A move of which nothing is known yet.
    pub fn new(mv: Move) -> Self {
        let unknown = -score::INFINITE;
        Self { mv, score: unknown, previous: unknown, exact: false, pv: vec![mv], selective_depth: 0, nodes: 0 }
    }
}

/// A line with an exact score, from an iteration that was finished or from the part of one that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedLine {
    /// Depth of the iteration.
    pub depth: i32,
    /// Longest line looked at.
    pub selective_depth: usize,
    /// The exact score.
    pub score: Score,
    /// The line, at least one move.
    pub pv: Vec<Move>,
}

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached.
    pub fn iterate(&mut self) {
        let shared = self.shared;
        let lines = shared.settings.multi_pv.clamp(1, self.root_moves.len().max(1));
        let depth_limit =
            shared.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        let mut stable = 0;
        let mut best = None;
        for depth in 1..=depth_limit {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            for rank in 0..lines {
                self.rank = rank;
                self.selective_depth = 0;
                self.search_root(depth);
                if shared.abort.load(atomic::Ordering::Relaxed) {
                    break;
                }
            }
            self.count_nodes();
            if shared.abort.load(atomic::Ordering::Relaxed) {
                self.keep_partial_iteration(depth, lines);
                break;
            }
            self.root_moves[..lines].sort_by_key(|root_move| -root_move.score);
            self.keep_finished_iteration(depth, lines);
            if self.id != 0 {
                continue;
            }
            self.report_finished();

            let now = self.root_moves.first().map(|root_move| root_move.mv);
            stable = if now == best { stable + 1 } else { 0 };
            best = now;
            if self.is_done(depth, stable) {
                break;
            }
            self.score_before = self.root_moves.first().map(|root_move| root_move.score);
        }
    }

    /// Searches the root moves from the current rank on, within an aspiration window.
    fn search_root(&mut self, depth: i32) {
        let previous = self.root_moves[self.rank].previous;
        let mut width = ASPIRATION_WIDTH;
        let (mut alpha, mut beta) = (-score::INFINITE, score::INFINITE);
        if depth >= ASPIRATION_DEPTH && !score::is_mate(previous) && previous > -score::MATE_IN_MAX {
            (alpha, beta) = (previous - width, previous + width);
        }
        let mut reduction = 0;
        loop {
            for root_move in &mut self.root_moves[self.rank..] {
                root_move.exact = false;
            }
            let value = self.search::<Root>(alpha, beta, (depth - reduction).max(1), 0, false);
            let rank = self.rank;
            // A stable sort, so that moves that were not looked at keep their order.
            self.root_moves[rank..].sort_by_key(|root_move| -root_move.score);
            if self.shared.abort.load(atomic::Ordering::Relaxed) {
                return;
            }
            if value <= alpha && alpha > -score::INFINITE {
                self.report_bound(depth, Ordering::Less);
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-score::INFINITE);
                reduction = 0;
            } else if value >= beta && beta < score::INFINITE {
                self.report_bound(depth, Ordering::Greater);
                beta = (value + width).min(score::INFINITE);
                // One ply less is enough to see whether it was a fluke.
                reduction = (reduction + 1).min(3);
            } else {
                return;
            }
            width *= 2;
            if score::is_mate(value) || width > 2_000 {
                (alpha, beta) = (-score::INFINITE, score::INFINITE);
            }
        }
    }

    /// Whether the time is used up or nothing is left to find out.
    pub(super) fn is_done(&self, depth: i32, stable: u32) -> bool {
        let shared = self.shared;
        if shared.control.is_stopped() {
            return true;
        }
        if shared.limits.infinite || shared.control.is_pondering() {
            return false;
        }
        if !shared.timer.is_minimum_reached(shared.control) {
            return false;
        }
        if self.root_moves.len() == 1 && shared.timer.is_by_clock(shared.control) && depth >= SINGLE_MOVE_DEPTH {
            return true;
        }
        let best = self.root_moves[0].score;
        let plies_to_mate = score::MATE - best.abs();
        if score::is_mate(best) && depth > plies_to_mate + 8 {
            return true;
        }
        shared.timer.is_soft_limit_reached(shared.control, self.time_scale(stable))
    }

    /// What the course of the search says of the time that the move is worth, as a share of the planned time.
    fn time_scale(&self, stable: u32) -> f64 {
        // The longer the best move stays the same, the less there is to expect of another iteration.
        let stability = [0.85, 0.75, 0.65, 0.55, 0.5][(stable as usize).min(4)];
        // If most of the work went into the best move, the others were refuted easily.
        let best = &self.root_moves[0];
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let by_nodes = f64::from(params::time_nodes_base()) - f64::from(params::time_nodes_slope()) * share;
        // A score that falls tells of trouble that is worth a look.
        let fallen = match self.score_before {
            Some(before) if !score::is_mate(before) && !score::is_mate(best.score) => {
                (before - best.score).clamp(0, 200)
            }
            _ => 0,
        };
        let by_fall = 1.0 + f64::from(params::time_falling() * fallen) / 10_000.0;
        stability * by_nodes.max(10.0) / 100.0 * by_fall
    }

    /// Whether a root move belongs to the line being searched: not the first move of a better line, and not left out by the
    /// user.
    pub fn is_searched_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.rank..].iter().any(|root_move| root_move.mv == mv)
    }

    /// Takes note of a root move's value, found within the window from alpha to beta by so many nodes.
    pub fn update_root_move(&mut self, mv: Move, value: Score, window: Range<Score>, count: usize, nodes: u64) {
        let selective_depth = self.selective_depth;
        let rank = self.rank;
        let line = self.lines.get(1);
        let Some(root_move) = self.root_moves[rank..].iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        if count == 1 || value > window.start {
            root_move.score = value;
            root_move.exact = window.start < value && value < window.end;
            root_move.selective_depth = selective_depth;
            root_move.pv.truncate(1);
            root_move.pv.extend_from_slice(line);
        } else {
            root_move.score = -score::INFINITE;
        }
    }

    fn line_of(&self, root_move: &RootMove, depth: i32) -> FinishedLine {
        FinishedLine {
            depth,
            selective_depth: root_move.selective_depth.max(depth as usize),
            score: root_move.score,
            pv: root_move.pv.clone(),
        }
    }

    pub(super) fn keep_finished_iteration(&self, depth: i32, lines: usize) {
        let finished = self.root_moves[..lines].iter().map(|root_move| self.line_of(root_move, depth)).collect();
        *lock(&self.shared.finished[self.id]) = finished;
    }

    /// After an abort: a move that was shown to be best so far, within the window, is better founded than the last
    /// iteration's. But that the first move is mated says nothing of those that were not looked at yet.
    fn keep_partial_iteration(&self, depth: i32, lines: usize) {
        if lines > 1 {
            return;
        }
        let best = self.root_moves.iter().max_by_key(|root_move| root_move.score);
        if let Some(best) = best.filter(|best| best.exact && best.score > -score::MATE_IN_MAX) {
            *lock(&self.shared.finished[self.id]) = vec![self.line_of(best, depth)];
        }
    }

    /// Tells the lines of the iteration just finished.
    pub(super) fn report_finished(&mut self) {
        let shared = self.shared;
        let finished = lock(&shared.finished[self.id]);
        let nodes = self.all_nodes();
        report_lines(&finished, nodes, shared.timer.elapsed(), shared.table.hashfull(), self.report);
    }

    /// Tells that the best line's score is only a bound, when there is time to read it.
    fn report_bound(&mut self, depth: i32, bound: Ordering) {
        let time = self.shared.timer.elapsed();
        if self.id != 0 || time < QUIET_TIME || score::is_mate(self.root_moves[self.rank].score) {
            return;
        }
        let nodes = self.all_nodes();
        let root_move = &self.root_moves[self.rank];
        (self.report)(Report::Line(Line {
            depth: depth as u32,
            selective_depth: root_move.selective_depth.max(depth as usize) as u32,
            rank: self.rank + 1,
            score: root_move.score,
            bound,
            nodes,
            time,
            hashfull: self.shared.table.hashfull(),
            pv: &root_move.pv,
        }));
    }

    /// Tells which root move is looked at, when there is time to read it.
    pub fn report_current_move(&mut self, mv: Move, number: usize) {
        if self.id == 0 && self.shared.timer.elapsed() >= QUIET_TIME {
            (self.report)(Report::CurrentMove { depth: self.root_depth as u32, mv, number: number + self.rank });
        }
    }
}

/// Tells lines with exact scores, best first.
pub fn report_lines(
    lines: &[FinishedLine],
    nodes: u64,
    time: Duration,
    hashfull: u32,
    report: &mut dyn FnMut(Report<'_>),
) {
    for (i, line) in lines.iter().enumerate() {
        report(Report::Line(Line {
            depth: line.depth as u32,
            selective_depth: line.selective_depth as u32,
            rank: i + 1,
            score: line.score,
            bound: Ordering::Equal,
            nodes,
            time,
            hashfull,
            pv: &line.pv,
        }));
    }
}

/// A line for a root move when there was no time to search: the static evaluation after it.
pub fn line_without_search(game: &Game, mv: Move) -> FinishedLine {
    let mut position = *game.position();
    position.play(mv);
    FinishedLine { depth: 1, selective_depth: 1, score: -crate::eval::evaluate(&position), pv: vec![mv] }
}

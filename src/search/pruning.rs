//! What a node knows before and beside searching its moves: pruning, extensions and reductions.

use super::alphabeta::{Node, NonPv, cuts_off};
use super::check_squares::CheckSquares;
use super::table::Entry;
use super::worker::Worker;
use super::{params, see};
use crate::position::Position;
use crate::types::{Move, Score, Source, score};
use crate::{attacks, eval};

/// What a node knows of its position before any move is tried.
pub struct Look {
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The evaluation as it is, for the table.
    pub raw: Score,
    /// The corrected evaluation; [`score::NONE`] in check.
    pub eval: Score,
    /// The best guess at the value: the evaluation, or what the table says beyond it.
    pub estimate: Score,
    /// Whether the evaluation is better than before the side's last move.
    pub improving: bool,
}

/// A move that is about to be tried.
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its number in the order, from 1.
    pub number: usize,
    /// Whether it captures.
    pub captures: bool,
    /// What earlier cut-offs say of it.
    pub history: i32,
    /// The reduction by depth and number, in 1024ths of a ply.
    pub reduction: i32,
}

/// Whether a node's moves go on to be tried.
pub enum Skip {
    /// This move is tried.
    No,
    /// This move is not.
    Move,
    /// Neither this nor a later quiet move is.
    Quiets,
}

/// What a move gains in worth by promoting its piece.
fn gain_of_promotion(position: &Position, mv: Move) -> Score {
    match mv.source() {
        Source::Board(from) if mv.promotes() => {
            position.piece_at(from).map_or(0, |piece| eval::values::gain_of_promotion(piece.kind()))
        }
        _ => 0,
    }
}

impl Worker<'_> {
    /// Evaluates a node, with what the table knows.
    pub(super) fn look(&self, entry: Option<Entry>, ply: usize) -> Look {
        let position = self.game.position();
        if position.in_check() {
            let none = score::NONE;
            return Look { in_check: true, raw: none, eval: none, estimate: none, improving: false };
        }
        let raw = match entry {
            Some(entry) if entry.eval != score::NONE => entry.eval,
            _ => eval::evaluate(position),
        };
        let eval = self.memory.corrections.correct(position, raw);
        let estimate = match entry {
            Some(entry) if cuts_off(entry, eval) && !score::is_mate(entry.value) => entry.value,
            _ => eval,
        };
        let before = [2, 4].into_iter().filter_map(|plies| ply.checked_sub(plies)).map(|ply| self.stack[ply].eval);
        let before = before.into_iter().find(|&eval| eval != score::NONE);
        Look { in_check: false, raw, eval, estimate, improving: before.is_none_or(|before| eval > before) }
    }

    /// What can be said of a node off the principal variation, not in check, without trying its moves.
    pub(super) fn prune(&mut self, look: &Look, alpha: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        let estimate = look.estimate;
        // Razoring: so far below alpha that only captures can help.
        if depth <= params::razoring_depth() && estimate + params::razoring_margin() * depth <= alpha {
            let value = self.quiescence::<NonPv>(alpha, alpha + 1, ply, 0);
            if value <= alpha || self.is_over() {
                return Some(value);
            }
        }
        // Reverse futility pruning: so far above beta that the opponent will not catch up.
        let margin = params::reverse_futility_margin() * (depth - i32::from(look.improving));
        let pruned =
            depth <= params::reverse_futility_depth() && estimate - margin >= beta && estimate < score::MATE_IN_MAX;
        pruned.then_some(estimate)
    }

    /// Singular extensions: a table move that is much better than all others is searched deeper. `Ok` has the extension in
    /// plies; `Err` the value of a node in which several moves exceed beta (multi-cut), or of an aborted one.
    pub(super) fn singular<N: Node>(
        &mut self,
        mv: Move,
        entry: Entry,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<i32, Score> {
        let singular_beta = entry.value - params::singular_margin() * depth / 3;
        self.stack[ply].excluded = Some(mv);
        let value = self.search::<NonPv>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
        self.stack[ply].excluded = None;
        if self.is_over() {
            return Err(score::DRAW);
        }
        if value < singular_beta {
            let twice = !N::PV && value < singular_beta - params::singular_double();
            return Ok(if twice { 2 } else { 1 });
        }
        if !N::PV && singular_beta >= beta {
            return Err(singular_beta);
        }
        Ok(if entry.value >= beta { -1 } else { 0 })
    }

    /// Whether a move need not be tried, once there is one that does not lose to mate.
    pub(super) fn skip(
        &self,
        candidate: &Candidate,
        look: &Look,
        alpha: Score,
        depth: i32,
        checks: &mut Option<CheckSquares>,
    ) -> Skip {
        let &Candidate { mv, number, captures, history, reduction } = candidate;
        let position = self.game.position();
        if captures {
            // Captures that lose an exchange.
            if depth <= params::exchange_capture_depth()
                && !see::gains_at_least(position, mv, -params::exchange_capture_margin() * depth)
            {
                return Skip::Move;
            }
            return Skip::No;
        }
        // Late move pruning.
        let enough = (params::late_move_base() + depth * depth) / if look.improving { 1 } else { 2 };
        if !look.in_check && depth <= params::late_move_depth() && number as i32 > enough {
            return Skip::Quiets;
        }
        let reduced = (depth - 1 - reduction.max(0) / 1024).max(0);
        // History pruning: moves that have often failed.
        if reduced <= params::history_pruning_depth() && history < -params::history_pruning_margin() * depth {
            return Skip::Move;
        }
        // Futility pruning: a quiet move will not lift the evaluation to alpha.
        if !look.in_check
            && reduced <= params::futility_depth()
            && look.eval
                + params::futility_base()
                + params::futility_margin() * reduced
                + history / params::futility_history()
                + gain_of_promotion(position, mv)
                <= alpha
            && !checks.get_or_insert_with(|| CheckSquares::new(position)).hit_by(position, mv)
        {
            return Skip::Move;
        }
        // Quiet moves that lose an exchange.
        if reduced <= params::exchange_quiet_depth()
            && !see::gains_at_least(position, mv, -params::exchange_quiet_margin() * reduced * reduced)
        {
            return Skip::Move;
        }
        Skip::No
    }

    /// What a move's own nature adds to its reduction, in 1024ths of a ply.
    pub(super) fn reduction_of(&self, candidate: &Candidate) -> i32 {
        let mut reduction = -candidate.history * 1024 / params::reduction_history();
        if candidate.captures {
            reduction -= params::reduction_capture();
        }
        if let Source::Hand(_) = candidate.mv.source() {
            let position = self.game.position();
            let us = position.side_to_move();
            let to = candidate.mv.to();
            let near = position.king(!us).is_some_and(|king| attacks::king(king).contains(to));
            if near && position.attackers(us, to, position.occupied()).any() {
                reduction -= params::reduction_drop_near_king();
            }
        }
        reduction
    }
}

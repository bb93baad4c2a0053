//! The main search: principal variation search over the tree of legal moves.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use super::history::{self, PieceTo};
use super::movepick::{MovePicker, Ranking};
use super::params;
use super::pruning::{Candidate, Skip};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::eval;
use crate::movegen::{has_legal_move, is_legal};
use crate::position::Cycle;
use crate::types::score::{self, MAX_PLY};
use crate::types::{Move, Score};

/// The kind of a node, known at compile time.
pub trait Node {
    /// Whether the node is on the principal variation: its window is open.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// A node of the principal variation.
pub struct Pv;
/// A node with a closed window.
pub struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// Moves tried at a node before the one that cut off.
type Tried = ArrayVec<Move, 64>;

/// The score of a position that is won or lost by a rule other than mate, less a ply for each ply from the root.
const WON_BY_RULE: Score = 31_000;

impl Worker<'_> {
    /// The value of the current node for the side to move within the window, searched to `depth` plies.
    ///
    /// `cut_node` says that the node is expected to exceed the window. What is returned after an abort has no meaning.
    pub fn search<N: Node>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply, 0);
        }
        self.lines.clear(ply);
        if !N::ROOT {
            if self.is_aborted() {
                return score::DRAW;
            }
            if N::PV {
                self.selective_depth = self.selective_depth.max(ply);
            }
            if let Some(value) = self.value_by_rule(ply) {
                return value;
            }
            if ply >= MAX_PLY {
                return self.evaluate();
            }
            // Mate distance pruning: a shorter mate elsewhere makes this node irrelevant.
            alpha = alpha.max(score::mated_in(ply));
            beta = beta.min(score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let key = self.game.position().key();
        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(key, ply) };
        if !N::PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && cuts_off(entry, beta)
        {
            return entry.value;
        }
        let look = self.look(entry, ply);
        self.stack[ply].eval = look.eval;
        if !N::PV
            && !look.in_check
            && excluded.is_none()
            && let Some(value) = self.prune(&look, alpha, beta, depth, ply)
        {
            return value;
        }
        if self.is_over() {
            return score::DRAW;
        }

        let table_move = if N::ROOT {
            self.root_moves.get(self.rank).map(|root_move| root_move.mv)
        } else {
            entry.and_then(|entry| entry.mv).filter(|&mv| is_legal(self.game.position(), mv))
        };
        self.stack[ply + 2].killers = [None; 2];
        let mut picker = MovePicker::all(&self.moves, self.game.position(), table_move);
        // Looked up when it is first asked for.
        let mut checks = None;
        let mut best = -score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        let mut quiets_tried = Tried::new();
        let mut captures_tried = Tried::new();

        while let Some(mv) = self.next_move(&mut picker, ply) {
            if Some(mv) == excluded || (N::ROOT && !self.is_searched_at_root(mv)) {
                continue;
            }
            count += 1;
            if N::ROOT {
                self.report_current_move(mv, count);
            }
            let captures = self.game.position().piece_at(mv.to()).is_some();
            let candidate = Candidate {
                mv,
                number: count,
                captures,
                history: self.history_of(mv, captures),
                reduction: self.reductions.get(depth, count),
            };

            if !N::ROOT && best > -score::MATE_IN_MAX {
                match self.skip(&candidate, &look, alpha, depth, &mut checks) {
                    Skip::No => {}
                    Skip::Move => continue,
                    Skip::Quiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            let mut extension = 0;
            if !N::ROOT
                && Some(mv) == table_move
                && depth >= params::singular_depth()
                && excluded.is_none()
                && ply < 2 * self.root_depth as usize
                && let Some(entry) = entry
                && entry.depth >= depth - 3
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !score::is_mate(entry.value)
            {
                match self.singular::<N>(mv, entry, beta, depth, ply, cut_node) {
                    Ok(plies) => extension = plies,
                    Err(value) => {
                        picker.finish(&mut self.moves);
                        return value;
                    }
                }
            }
            let mut reduction = 0;
            if depth >= 2 && count > 1 + usize::from(N::PV) {
                reduction = candidate.reduction + self.reduction_of(&candidate);
                if !N::PV {
                    reduction += params::reduction_not_pv();
                }
                if !look.improving {
                    reduction += params::reduction_not_improving();
                }
                if cut_node {
                    reduction += params::reduction_cut_node();
                }
            }

            let nodes_before = self.nodes;
            self.make(mv, ply);
            #[cfg(feature = "tuning")]
            if N::ROOT && self.shared.settings.freeze_direction {
                self.game.freeze_direction(self.root_movement);
            }
            if reduction > 0 && self.game.position().in_check() {
                reduction -= params::reduction_check();
            }
            let new_depth = depth - 1 + extension;

            let mut value = -score::INFINITE;
            // Principal variation search: all moves but the first only have to be shown to be worse.
            if !N::PV || count > 1 {
                // Late move reductions: to less depth first.
                let reduced = (new_depth - (reduction / 1024).max(0)).clamp(1.min(new_depth), new_depth);
                if reduced < new_depth {
                    value = -self.search::<NonPv>(-alpha - 1, -alpha, reduced, ply + 1, true);
                    if value > alpha {
                        value = -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
                    }
                } else {
                    value = -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
                }
            }
            if N::PV && (count == 1 || value > alpha) {
                value = -self.search::<Pv>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.game.unmake();
            if self.is_over() {
                picker.finish(&mut self.moves);
                return score::DRAW;
            }
            if N::ROOT {
                self.update_root_move(mv, value, alpha..beta, count, self.nodes - nodes_before);
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.lines.update(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
            if Some(mv) != best_move {
                let tried = if captures { &mut captures_tried } else { &mut quiets_tried };
                // Beyond the capacity a move is just not remembered.
                let _ = tried.try_push(mv);
            }
        }
        picker.finish(&mut self.moves);

        if count == 0 {
            // No legal move loses, in check or not. (At the root some moves may have been left out.)
            return if excluded.is_some() { alpha } else { score::mated_in(ply) };
        }
        if let Some(mv) = best_move
            && bound == Bound::Lower
        {
            self.reward(mv, &quiets_tried, &captures_tried, depth, ply);
        }
        if excluded.is_some() {
            return best;
        }
        // At the root some moves may have been left out.
        if N::ROOT && (self.rank > 0 || !self.shared.limits.moves.is_empty()) {
            return best;
        }
        // Correction history: what the evaluation missed, where it is not just a capture.
        let quiet = best_move.is_none_or(|mv| self.game.position().piece_at(mv.to()).is_none());
        let informative = match bound {
            Bound::Lower => best > look.eval,
            Bound::Upper => best < look.eval,
            _ => true,
        };
        if !look.in_check && quiet && informative && !score::is_mate(best) {
            self.memory.corrections.learn(self.game.position(), best - look.eval, depth);
        }
        self.shared.table.store(key, ply, Entry { mv: best_move, value: best, eval: look.raw, depth, bound });
        best
    }

    /// What earlier cut-offs say of a move.
    fn history_of(&self, mv: Move, captures: bool) -> i32 {
        let position = self.game.position();
        let histories = &self.memory.histories;
        if captures { histories.captures.get(position, mv) } else { histories.quiet.get(position, mv) }
    }

    /// The move that led to this ply.
    fn last_move(&self, ply: usize) -> PieceTo {
        ply.checked_sub(1).map_or(PieceTo::NONE, |ply| self.stack[ply].moved)
    }

    /// The next move of a node.
    pub(super) fn next_move(&mut self, picker: &mut MovePicker, ply: usize) -> Option<Move> {
        let histories = &self.memory.histories;
        let ranking = Ranking {
            position: self.game.position(),
            histories,
            killers: self.stack[ply].killers,
            answer: histories.answers.get(self.last_move(ply)),
        };
        picker.next(&mut self.moves, ranking)
    }

    /// The corrected evaluation of the current position.
    pub fn evaluate(&self) -> Score {
        let position = self.game.position();
        self.memory.corrections.correct(position, eval::evaluate(position))
    }

    /// The value of a node that a rule decides without a move: a cycle, an impasse, bare kings, the move limit.
    pub(super) fn value_by_rule(&self, ply: usize) -> Option<Score> {
        let position = self.game.position();
        if position.king(position.side_to_move()).is_none() && self.had_king[position.side_to_move()] {
            // Where the king could be captured at once, that has happened.
            return Some(ply as Score - WON_BY_RULE);
        }
        if position.wins_by_impasse() && has_legal_move(position) {
            return Some(WON_BY_RULE - ply as Score);
        }
        let cycle = if self.occurred_thrice.contains(&position.key()) {
            self.game.fourth_occurrence()
        } else {
            self.game.cycle(ply)
        };
        match cycle {
            // A draw, a little off zero, so that different ways to it are not all alike.
            Some(Cycle::Draw) => return Some(score::DRAW + (self.nodes & 2) as Score - 1),
            Some(Cycle::Win) => return Some(WON_BY_RULE - ply as Score),
            Some(Cycle::Loss) => return Some(ply as Score - WON_BY_RULE),
            None => {}
        }
        let limit = self.shared.settings.max_moves;
        let drawn = position.is_bare_kings_draw() || limit.is_some_and(|limit| position.ply() >= limit);
        // Without a legal move the game is lost before it can be drawn.
        (drawn && has_legal_move(position)).then_some(score::DRAW)
    }

    /// Remembers that `mv` cut off and that the moves tried before it did not.
    fn reward(&mut self, mv: Move, quiets: &[Move], captures: &[Move], depth: i32, ply: usize) {
        let bonus = history::bonus(depth);
        let last = self.last_move(ply);
        let position = self.game.position();
        let histories = &mut self.memory.histories;
        if position.piece_at(mv.to()).is_some() {
            histories.captures.update(position, mv, bonus);
        } else {
            histories.quiet.update(position, mv, bonus);
            histories.answers.set(last, mv);
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            for &tried in quiets {
                histories.quiet.update(position, tried, -bonus);
            }
        }
        for &tried in captures {
            histories.captures.update(position, tried, -bonus);
        }
    }
}

/// Whether the table's value proves that a zero window below `beta` fails.
pub(super) fn cuts_off(entry: Entry, beta: Score) -> bool {
    match entry.value.cmp(&beta) {
        _ if entry.value == score::NONE => false,
        Ordering::Less => matches!(entry.bound, Bound::Upper | Bound::Exact),
        Ordering::Equal | Ordering::Greater => matches!(entry.bound, Bound::Lower | Bound::Exact),
    }
}

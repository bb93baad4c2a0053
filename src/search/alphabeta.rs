//! The main search: principal variation search over the tree of legal moves.

use std::cmp::Ordering;
use std::sync::atomic;

use arrayvec::ArrayVec;

use super::history;
use super::movepick::{MovePicker, Ranking};
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
    /// What it returns after an abort has no meaning.
    pub fn search<N: Node>(&mut self, mut alpha: Score, mut beta: Score, depth: i32, ply: usize) -> Score {
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
        let entry = self.shared.table.probe(key, ply);
        if !N::PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && cuts_off(entry, beta)
        {
            return entry.value;
        }
        let in_check = self.game.position().in_check();
        let eval = if in_check {
            score::NONE
        } else {
            match entry {
                Some(entry) if entry.eval != score::NONE => entry.eval,
                _ => self.evaluate(),
            }
        };

        let table_move = if N::ROOT {
            self.root_moves.get(self.rank).map(|root_move| root_move.mv)
        } else {
            entry.and_then(|entry| entry.mv).filter(|&mv| is_legal(self.game.position(), mv))
        };
        let mut picker = MovePicker::all(&self.moves, self.game.position(), table_move);
        let mut best = -score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        let mut quiets_tried = Tried::new();
        let mut captures_tried = Tried::new();

        while let Some(mv) = self.next_move(&mut picker) {
            if N::ROOT && !self.is_searched_at_root(mv) {
                continue;
            }
            count += 1;
            if N::ROOT {
                self.report_current_move(mv, count);
            }
            let captures = self.game.position().piece_at(mv.to()).is_some();
            self.make(mv, ply);
            #[cfg(feature = "tuning")]
            if N::ROOT && self.shared.settings.freeze_direction {
                self.game.freeze_direction(self.root_movement);
            }
            let new_depth = depth - 1;

            let mut value = -score::INFINITE;
            // Principal variation search: all moves but the first only have to be shown to be worse.
            if !N::PV || count > 1 {
                value = -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, ply + 1);
            }
            if N::PV && (count == 1 || value > alpha) {
                value = -self.search::<Pv>(-beta, -alpha, new_depth, ply + 1);
            }
            self.game.unmake();
            if self.shared.abort.load(atomic::Ordering::Relaxed) {
                picker.finish(&mut self.moves);
                return score::DRAW;
            }
            if N::ROOT {
                self.update_root_move(mv, value, alpha, beta, count);
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
            return score::mated_in(ply);
        }
        if let Some(mv) = best_move
            && bound == Bound::Lower
        {
            self.reward(mv, &quiets_tried, &captures_tried, depth);
        }
        // At the root some moves may have been left out.
        if !(N::ROOT && (self.rank > 0 || !self.shared.limits.moves.is_empty())) {
            self.shared.table.store(key, ply, Entry { mv: best_move, value: best, eval, depth, bound });
        }
        best
    }

    /// Quiescence search: captures until the position is quiet, or all answers to a check. `ply_in` counts its own plies.
    pub fn quiescence<N: Node>(&mut self, mut alpha: Score, beta: Score, ply: usize, ply_in: usize) -> Score {
        self.lines.clear(ply);
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
        let key = self.game.position().key();
        let entry = self.shared.table.probe(key, ply);
        if !N::PV
            && let Some(entry) = entry
            && cuts_off(entry, beta)
        {
            return entry.value;
        }
        let in_check = self.game.position().in_check();
        let mut best = -score::INFINITE;
        let mut eval = score::NONE;
        if !in_check {
            eval = match entry {
                Some(entry) if entry.eval != score::NONE => entry.eval,
                _ => self.evaluate(),
            };
            // Stand pat: the side to move need not capture.
            best = eval;
            if best >= beta {
                if entry.is_none() {
                    let bound = Bound::Lower;
                    self.shared.table.store(key, ply, Entry { mv: None, value: best, eval, depth: 0, bound });
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| {
            let position = self.game.position();
            (in_check || position.piece_at(mv.to()).is_some()) && is_legal(position, mv)
        });
        let mut picker = MovePicker::quiescence(&self.moves, self.game.position(), table_move);
        let recapture = ply.checked_sub(1).and_then(|ply| self.stack[ply].current).map(Move::to);
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        while let Some(mv) = self.next_move(&mut picker) {
            count += 1;
            if !in_check && best > -score::MATE_IN_MAX {
                let position = self.game.position();
                let recaptures = Some(mv.to()) == recapture && ply_in > 0;
                // After two moves only recaptures and checks.
                if count > 2 && !recaptures && !position.gives_check(mv) {
                    continue;
                }
                // Futility: a capture that cannot lift the score to alpha is not worth a look.
                let victim = position.piece_at(mv.to()).map_or(0, |piece| eval::values::exchange(piece.kind()));
                if eval + victim + 150 <= alpha && !mv.promotes() && !position.gives_check(mv) {
                    best = best.max(eval + victim + 150);
                    continue;
                }
                if !super::see::gains_at_least(position, mv, -73) {
                    continue;
                }
            }
            self.make(mv, ply);
            let value = -self.quiescence::<N>(-beta, -alpha, ply + 1, ply_in + 1);
            self.game.unmake();
            if self.shared.abort.load(atomic::Ordering::Relaxed) {
                picker.finish(&mut self.moves);
                return score::DRAW;
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
        }
        picker.finish(&mut self.moves);
        if in_check && count == 0 {
            return score::mated_in(ply);
        }
        // Moves were left out, so a value within the window is not exact.
        let bound = if bound == Bound::Exact { Bound::Upper } else { bound };
        self.shared.table.store(key, ply, Entry { mv: best_move, value: best, eval, depth: 0, bound });
        best
    }

    fn next_move(&mut self, picker: &mut MovePicker) -> Option<Move> {
        let ranking =
            Ranking { position: self.game.position(), quiets: &self.quiet_history, captures: &self.capture_history };
        picker.next(&mut self.moves, ranking)
    }

    /// The static evaluation of the current position.
    pub fn evaluate(&self) -> Score {
        eval::evaluate(self.game.position())
    }

    /// The value of a node that a rule decides without a move: a cycle, an impasse, bare kings, the move limit.
    fn value_by_rule(&self, ply: usize) -> Option<Score> {
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
    fn reward(&mut self, mv: Move, quiets: &[Move], captures: &[Move], depth: i32) {
        let position = self.game.position();
        let side = position.side_to_move();
        let bonus = history::bonus(depth);
        if position.piece_at(mv.to()).is_some() {
            self.capture_history.update(position, mv, bonus);
        } else {
            self.quiet_history.update(side, mv, bonus);
            for &tried in quiets {
                self.quiet_history.update(side, tried, -bonus);
            }
        }
        for &tried in captures {
            self.capture_history.update(position, tried, -bonus);
        }
    }
}

/// Whether the table's value proves that a zero window below `beta` fails.
fn cuts_off(entry: Entry, beta: Score) -> bool {
    match entry.value.cmp(&beta) {
        _ if entry.value == score::NONE => false,
        Ordering::Less => matches!(entry.bound, Bound::Upper | Bound::Exact),
        Ordering::Equal | Ordering::Greater => matches!(entry.bound, Bound::Lower | Bound::Exact),
    }
}

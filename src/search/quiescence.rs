//! Quiescence search.

use super::alphabeta::{Node, cuts_off};
use super::movepick::MovePicker;
use super::see;
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::eval;
use crate::movegen::is_legal;
use crate::types::score::{self, MAX_PLY};
use crate::types::{Move, Score};

impl Worker<'_> {
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
        let (mut raw, mut eval) = (score::NONE, score::NONE);
        if !in_check {
            let position = self.game.position();
            raw = match entry {
                Some(entry) if entry.eval != score::NONE => entry.eval,
                _ => eval::evaluate(position),
            };
            eval = self.memory.corrections.correct(position, raw);
            // Stand pat: the side to move need not capture.
            best = match entry {
                Some(entry) if cuts_off(entry, eval) && !score::is_mate(entry.value) => entry.value,
                _ => eval,
            };
            if best >= beta {
                if entry.is_none() {
                    let bound = Bound::Lower;
                    self.shared.table.store(key, ply, Entry { mv: None, value: best, eval: raw, depth: 0, bound });
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
        while let Some(mv) = self.next_move(&mut picker, ply) {
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
                if !see::gains_at_least(position, mv, -73) {
                    continue;
                }
            }
            self.make(mv, ply);
            let value = -self.quiescence::<N>(-beta, -alpha, ply + 1, ply_in + 1);
            self.game.unmake();
            if self.is_over() {
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
        self.shared.table.store(key, ply, Entry { mv: best_move, value: best, eval: raw, depth: 0, bound });
        best
    }
}

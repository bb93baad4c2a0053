//! Reading ahead as a person does: every move that is seen, to a small depth, then captures.

use std::cmp::Reverse;

use super::super::root::RootMove;
use super::super::worker::Worker;
use super::Beyond;
use super::sight::Sight;
use crate::eval::values;
use crate::movegen::{has_legal_move, is_legal, legal_moves};
use crate::position::Position;
use crate::types::score::{self, MAX_PLY};
use crate::types::{Kind, Move, Score, Source, Square};

/// Captures beyond the depth of a level are followed no further than so many plies.
const LONGEST_EXCHANGE: i32 = 8;
/// Where a move may come from: a square or a kind in hand.
const SOURCES: usize = 96;

/// A search thread that reads as a level does.
pub struct Reader<'w, 'a> {
    worker: &'w mut Worker<'a>,
    sight: Sight,
    /// Whether everything after the first move is read in the direction of now, though Tide may turn it.
    frozen: bool,
    /// Root moves that the player does not think of.
    forgotten: Vec<Move>,
    /// How often a quiet move was good enough, by side, source and target.
    successes: Vec<u32>,
}

impl<'w, 'a> Reader<'w, 'a> {
    /// Reads with these eyes.
    pub fn new(worker: &'w mut Worker<'a>, sight: Sight) -> Self {
        let frozen = sight.weaknesses.ignores_flips && worker.game.position().rules().tide.is_some();
        Self { worker, sight, frozen, forgotten: Vec::new(), successes: vec![0; 2 * SOURCES * Square::COUNT] }
    }

    /// Reads deeper and deeper until a limit is reached.
    pub fn read_on(&mut self) {
        let shared = self.worker.shared;
        let lines = shared.settings.multi_pv.clamp(1, self.worker.root_moves.len().max(1));
        let limit = shared.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        self.forget(lines);
        let mut depth = 1;
        let mut stable = 0;
        let mut best = None;
        while depth <= limit {
            self.worker.root_depth = depth;
            self.worker.selective_depth = 0;
            if !self.read_root(depth, lines) {
                // What was read in part is no ground for a decision.
                break;
            }
            if self.worker.root_moves[0].score <= -score::MATE_IN_MAX && !self.forgotten.is_empty() {
                // In need one looks twice.
                let forgotten = std::mem::take(&mut self.forgotten);
                self.worker.root_moves.extend(forgotten.into_iter().map(RootMove::new));
                continue;
            }
            self.taste();
            self.cut_lines(lines);
            self.worker.count_nodes();
            self.worker.keep_finished_iteration(depth, lines);
            self.worker.report_finished();
            let now = self.worker.root_moves[0].mv;
            stable = if best == Some(now) { stable + 1 } else { 0 };
            best = Some(now);
            if self.worker.is_done(depth, stable) {
                break;
            }
            depth += 1;
        }
    }

    /// Leaves out the root moves that are not thought of, if enough others are there.
    fn forget(&mut self, lines: usize) {
        let Worker { root_moves, game, .. } = &mut *self.worker;
        let seen = |mv| self.sight.sees(game.position(), mv);
        let (kept, forgotten): (Vec<_>, Vec<_>) = root_moves.iter().cloned().partition(|root_move| seen(root_move.mv));
        if kept.len() >= lines {
            *root_moves = kept;
            self.forgotten = forgotten.into_iter().map(|root_move| root_move.mv).collect();
        }
    }

    /// Searches every root move, and sorts them by score; those that are not near the best `lines` have none. Returns whether
    /// the search came to its end.
    fn read_root(&mut self, depth: i32, lines: usize) -> bool {
        let mut best: Vec<Score> = Vec::new();
        for index in 0..self.worker.root_moves.len() {
            let mv = self.worker.root_moves[index].mv;
            // What is worse by more than taste can make up for need not be known exactly.
            let margin = self.sight.weaknesses.taste + 1;
            let alpha = best.get(lines - 1).map_or(-score::INFINITE, |&last| (last - margin).max(-score::INFINITE));
            let before = self.worker.nodes;
            self.worker.make(mv, 0);
            let value = self.value_after_root_move(depth, alpha);
            self.worker.game.unmake();
            if self.worker.is_over() {
                return false;
            }
            let nodes = self.worker.nodes - before;
            self.worker.update_root_move(mv, value, alpha..score::INFINITE, index + 1, nodes);
            if value > alpha {
                let place = best.partition_point(|&other| other >= value);
                best.insert(place, value);
            }
        }
        self.worker.root_moves.sort_by_key(|root_move| Reverse(root_move.score));
        true
    }

    fn value_after_root_move(&mut self, depth: i32, alpha: Score) -> Score {
        if self.frozen {
            // A mate on the board is a mate; anything later is judged by the direction of now.
            if !has_legal_move(self.worker.game.position()) {
                self.worker.lines.clear(1);
                return score::mate_in(1);
            }
            self.worker.game.freeze_direction(self.worker.root_movement);
        }
        -self.read(depth - 1, -score::INFINITE, -alpha, 1)
    }

    /// The value of the current node for the side to move, as far as the player sees it.
    fn read(&mut self, depth: i32, mut alpha: Score, beta: Score, ply: usize) -> Score {
        self.worker.lines.clear(ply);
        if self.worker.is_aborted() {
            return score::DRAW;
        }
        self.worker.selective_depth = self.worker.selective_depth.max(ply);
        if let Some(value) = self.worker.value_by_rule(ply) {
            return value;
        }
        let position = self.worker.game.position();
        let mut moves = legal_moves(position);
        if moves.is_empty() && self.sight.reaches_mate(ply) && !self.frozen {
            return score::mated_in(ply);
        }
        if moves.is_empty() || ply >= MAX_PLY {
            return self.sight.judge(position);
        }
        let mut best = -score::INFINITE;
        if depth <= 0 && (!position.in_check() || !self.follows_checks(depth)) {
            best = self.sight.judge(position);
            let beyond = self.sight.weaknesses.beyond;
            if best >= beta || depth <= -LONGEST_EXCHANGE || beyond == Beyond::Nothing {
                return best;
            }
            alpha = alpha.max(best);
            moves.retain(|&mv| self.is_followed(position, mv, ply));
        }
        let legal = moves.len();
        moves.retain(|&mv| self.sight.sees(position, mv));
        let overlooks = moves.len() < legal || self.frozen;
        moves.sort_by_cached_key(|&mv| (Reverse(self.promise(position, mv)), mv.bits()));
        for mv in moves {
            self.worker.make(mv, ply);
            let value = -self.read(depth - 1, -beta, -alpha, ply + 1);
            self.worker.game.unmake();
            if self.worker.is_over() {
                return score::DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.worker.lines.update(ply, mv);
            }
            if value >= beta {
                self.remember(mv, depth);
                break;
            }
        }
        if best <= -score::MATE_IN_MAX && overlooks {
            // Nothing else was seen, but that is no mate.
            return self.sight.judge(self.worker.game.position());
        }
        best
    }

    /// Whether answers to a check are read beyond the depth.
    fn follows_checks(&self, depth: i32) -> bool {
        self.sight.weaknesses.beyond == Beyond::Captures && depth > -LONGEST_EXCHANGE / 2
    }

    /// Whether a move is read beyond the depth: a capture, or one on the square of the last move.
    fn is_followed(&self, position: &Position, mv: Move, ply: usize) -> bool {
        let last = self.worker.stack[ply - 1].current.map(Move::to);
        position.piece_at(mv.to()).is_some()
            && (self.sight.weaknesses.beyond == Beyond::Captures || last == Some(mv.to()))
    }

    /// How early a move is read: dear victims first, by cheap pieces, then moves that were good elsewhere.
    fn promise(&self, position: &Position, mv: Move) -> i64 {
        let moved = match mv.source() {
            Source::Hand(kind) => kind,
            Source::Board(from) => position.piece_at(from).map_or(Kind::Pawn, |piece| piece.kind()),
        };
        let promotion = if mv.promotes() { i64::from(values::gain_of_promotion(moved)) } else { 0 };
        match position.piece_at(mv.to()) {
            Some(victim) => {
                let victim = i64::from(values::exchange(victim.kind()));
                (1 << 40) + 32 * (victim + promotion) - i64::from(values::board(moved))
            }
            None => i64::from(self.successes[self.index(position, mv)]) + 64 * promotion,
        }
    }

    fn index(&self, position: &Position, mv: Move) -> usize {
        (position.side_to_move() as usize * SOURCES + mv.source_index()) * Square::COUNT + mv.to().index()
    }

    fn remember(&mut self, mv: Move, depth: i32) {
        let position = self.worker.game.position();
        if depth > 0 && position.piece_at(mv.to()).is_none() {
            let index = self.index(position, mv);
            self.successes[index] += (depth * depth) as u32;
        }
    }

    /// Lets taste decide between the moves that have a score.
    fn taste(&mut self) {
        for root_move in &mut self.worker.root_moves {
            if root_move.score > -score::INFINITE {
                root_move.score = self.sight.tasted(root_move.mv, root_move.score);
            }
        }
        self.worker.root_moves.sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// Ends lines where the player expects a move that will not be legal.
    fn cut_lines(&mut self, lines: usize) {
        let root = *self.worker.game.position();
        for root_move in &mut self.worker.root_moves[..lines] {
            let mut position = root;
            let legal = root_move.pv.iter().take_while(|&&mv| {
                let legal = is_legal(&position, mv);
                if legal {
                    position.play(mv);
                }
                legal
            });
            let length = legal.count();
            root_move.pv.truncate(length);
        }
    }
}

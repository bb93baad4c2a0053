//! The order in which a node's moves are tried.
//!
//! All moves are legal when they come out. They are generated in stages, so that a cut-off by the table's move or by a
//! capture saves the rest.

use std::ops::ControlFlow;

use super::check_squares::CheckSquares;
use super::history::{Histories, Rank};
use super::{params, see};
use crate::eval::values;
use crate::movegen::{Generator, PieceMoves};
use crate::position::Position;
use crate::types::{Move, Source};

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    mv: Move,
    rank: Rank,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    MakeQuiets,
    Quiets,
    BadCaptures,
    MakeEvasions,
    Evasions,
    Done,
}

/// Moves waiting to be tried, for all nodes of the current line one after the other: each node pushes its own at the end
/// and takes them away again. It grows as it must.
#[derive(Debug, Default)]
pub struct MoveStack {
    moves: Vec<Ranked>,
}

/// Hands out a node's moves, best first.
#[derive(Debug)]
pub struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    /// Where this node's moves begin on the stack.
    begin: usize,
    /// The next one to look at.
    next: usize,
    /// Bad captures are moved to the front; here they end.
    bad_end: usize,
    captures_only: bool,
    /// Whether the rest of the quiet moves is left out.
    skips_quiets: bool,
}

/// What ranks moves.
#[derive(Clone, Copy)]
pub struct Ranking<'a> {
    /// The position.
    pub position: &'a Position,
    /// What earlier cut-offs say.
    pub histories: &'a Histories,
    /// Quiet moves that cut off at this ply before.
    pub killers: [Option<Move>; 2],
    /// The last quiet move that cut off after the opponent's last move.
    pub answer: Option<Move>,
}

impl MovePicker {
    /// For a node of the main search: all moves. `table_move` is legal.
    pub fn all(stack: &MoveStack, position: &Position, table_move: Option<Move>) -> Self {
        Self::new(stack, position, table_move, false)
    }

    /// For quiescence: captures, or all evasions when in check. `table_move` is legal and of that sort.
    pub fn quiescence(stack: &MoveStack, position: &Position, table_move: Option<Move>) -> Self {
        Self::new(stack, position, table_move, true)
    }

    fn new(stack: &MoveStack, position: &Position, table_move: Option<Move>, captures_only: bool) -> Self {
        let begin = stack.moves.len();
        let stage = match (table_move.is_some(), position.in_check()) {
            (true, _) => Stage::Table,
            (false, true) => Stage::MakeEvasions,
            (false, false) => Stage::MakeCaptures,
        };
        Self { stage, table_move, begin, next: begin, bad_end: begin, captures_only, skips_quiets: false }
    }

    /// Takes this node's moves off the stack; to be called when the node is left.
    pub fn finish(&self, stack: &mut MoveStack) {
        stack.moves.truncate(self.begin);
    }

    /// From now on only the table's move and captures come out. Without effect on evasions.
    pub fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// The next move.
    pub fn next(&mut self, stack: &mut MoveStack, ranking: Ranking<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if ranking.position.in_check() { Stage::MakeEvasions } else { Stage::MakeCaptures };
                    return self.table_move;
                }
                Stage::MakeCaptures => {
                    let rank = |mv| rank_capture(ranking, mv);
                    self.push(stack, ranking.position, |generator, listener| generator.captures(listener), rank);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.pick(stack) {
                    Some(best) if self.captures_only => return Some(best.mv),
                    Some(best) => {
                        if see::gains_at_least(ranking.position, best.mv, 0) {
                            return Some(best.mv);
                        }
                        stack.moves[self.bad_end] = best;
                        self.bad_end += 1;
                    }
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    stack.moves.truncate(self.bad_end);
                    self.next = self.bad_end;
                    if !self.skips_quiets {
                        let ranks = QuietRanks::new(ranking);
                        let rank = |mv| ranks.rank(ranking, mv);
                        self.push(stack, ranking.position, |generator, listener| generator.quiets(listener), rank);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.pick(stack).filter(|_| !self.skips_quiets) {
                    Some(best) => return Some(best.mv),
                    None => {
                        self.next = self.begin;
                        self.stage = Stage::BadCaptures;
                    }
                },
                Stage::BadCaptures => {
                    if self.next == self.bad_end {
                        self.stage = Stage::Done;
                    } else {
                        self.next += 1;
                        return Some(stack.moves[self.next - 1].mv);
                    }
                }
                Stage::MakeEvasions => {
                    let ranks = QuietRanks::new(ranking);
                    let rank = |mv| rank_evasion(ranking, &ranks, mv);
                    self.push(stack, ranking.position, |generator, listener| generator.all(listener), rank);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.pick(stack) {
                    Some(best) => return Some(best.mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Generates moves onto the stack, without the table's move, each with its rank.
    fn push(
        &self,
        stack: &mut MoveStack,
        position: &Position,
        generate: impl Fn(&Generator<'_>, &mut dyn FnMut(PieceMoves) -> ControlFlow<()>) -> ControlFlow<()>,
        rank: impl Fn(Move) -> Rank,
    ) {
        let generator = Generator::new(position);
        let _ = generate(&generator, &mut |piece| {
            piece.for_each(|mv| {
                if Some(mv) != self.table_move {
                    stack.moves.push(Ranked { mv, rank: rank(mv) });
                }
            });
            ControlFlow::Continue(())
        });
    }

    /// The best of the moves not yet handed out (selection sort, a step at a time).
    fn pick(&mut self, stack: &mut MoveStack) -> Option<Ranked> {
        let rest = &mut stack.moves[self.next..];
        let mut best = 0;
        let mut rank = rest.first()?.rank;
        // Of equals the first.
        for (i, ranked) in rest.iter().enumerate() {
            if ranked.rank > rank {
                (best, rank) = (i, ranked.rank);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}

/// Most valuable victim first, then what earlier cut-offs say, then promotion.
fn rank_capture(ranking: Ranking<'_>, mv: Move) -> Rank {
    let victim = ranking.position.piece_at(mv.to()).map_or(0, |piece| values::exchange(piece.kind()));
    8 * victim + promotion(ranking, mv) + ranking.histories.captures.get(ranking.position, mv) / 8
}

/// What a node's quiet moves are ranked by, looked up once.
struct QuietRanks {
    check_bonus: i32,
    checks: Option<CheckSquares>,
}

impl QuietRanks {
    fn new(ranking: Ranking<'_>) -> Self {
        let check_bonus = params::check_bonus();
        Self { check_bonus, checks: (check_bonus > 0).then(|| CheckSquares::new(ranking.position)) }
    }

    /// What earlier cut-offs say of the move, promotion, and whether it is a check with a piece that cannot be taken.
    fn rank(&self, ranking: Ranking<'_>, mv: Move) -> Rank {
        let Ranking { position, histories, .. } = ranking;
        let mut rank = promotion(ranking, mv) + histories.quiet.get(position, mv);
        if let Some(checks) = &self.checks
            && checks.hit_by(position, mv)
            && position.attackers(!position.side_to_move(), mv.to(), position.occupied()).is_empty()
        {
            rank += self.check_bonus;
        }
        if ranking.killers.contains(&Some(mv)) {
            rank += params::killer_bonus();
        }
        if ranking.answer == Some(mv) {
            rank += params::answer_bonus();
        }
        rank
    }
}

fn rank_evasion(ranking: Ranking<'_>, ranks: &QuietRanks, mv: Move) -> Rank {
    if ranking.position.piece_at(mv.to()).is_some() {
        (1 << 20) + rank_capture(ranking, mv)
    } else {
        ranks.rank(ranking, mv)
    }
}

fn promotion(ranking: Ranking<'_>, mv: Move) -> Rank {
    match mv.source() {
        Source::Board(from) if mv.promotes() => {
            4 * ranking.position.piece_at(from).map_or(0, |piece| values::gain_of_promotion(piece.kind()))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first_and_of_equals_the_first() {
        let moves = ["7g7f", "2g2f", "P*5e", "8h2b+", "6g6f"].map(|text| text.parse::<Move>().unwrap());
        let ranks = [1, 7, -3, 7, 1];
        let ranked = moves.into_iter().zip(ranks).map(|(mv, rank)| Ranked { mv, rank }).collect();
        let mut stack = MoveStack { moves: ranked };
        let mut picker = MovePicker {
            stage: Stage::Quiets,
            table_move: None,
            begin: 0,
            next: 0,
            bad_end: 0,
            captures_only: false,
            skips_quiets: false,
        };
        let picked: Vec<Move> = std::iter::from_fn(|| picker.pick(&mut stack)).map(|ranked| ranked.mv).collect();
        // What is taken changes places with what stood before it.
        assert_eq!(picked, [moves[1], moves[3], moves[0], moves[4], moves[2]]);
    }
}

//! Counting legal moves without making a list: what perft does at its last ply.
//!
//! The steps of all pieces in one direction are counted at once, by shifting a whole mover board. Pieces for which a set is
//! too coarse (the king, pinned pieces, and where dead ends or moved nifu forbid to stay unpromoted) are left to the
//! generator, piece by piece.

use std::ops::ControlFlow;

use super::generator::{Generator, PieceMoves};
use crate::attacks;
use crate::movement::StepVisitor;
use crate::rules::MovedNifu;
use crate::types::{Bitboard, Kind, Square};

impl Generator<'_> {
    /// Number of legal moves.
    pub fn count(&self) -> usize {
        let mut count = 0;
        let mut add = |moves: PieceMoves| {
            count += moves.len();
            ControlFlow::Continue(())
        };
        let _ = self.drops(Bitboard::ALL, &mut add);
        let own = self.position.color(self.us);
        let movement = self.position.movement(self.us);
        let together = movement.is_single() && movement.lending().is_some();
        let singly = if together { own & self.counted_singly() } else { own };
        for from in singly {
            let _ = self.piece(from, Bitboard::ALL, &mut add);
        }
        count + self.count_together(own.without(singly))
    }

    /// Pieces that the generator must look at one by one.
    fn counted_singly(&self) -> Bitboard {
        let (position, us) = (self.position, self.us);
        let rules = position.rules();
        let mut singly = self.safety.pinned | self.safety.king.map_or(Bitboard::EMPTY, Bitboard::of);
        let movers = position.movers(us);
        let sliders = movers[Kind::Lance]
            | movers[Kind::Bishop]
            | movers[Kind::Rook]
            | movers[Kind::Horse]
            | movers[Kind::Dragon];
        for kind in [Kind::Pawn, Kind::Lance, Kind::Knight] {
            let dead_ranks = rules.dead_ranks(kind);
            if dead_ranks > 0 {
                // A step or jump reaches two ranks further at most.
                singly |= position.kind(kind) & (sliders | Bitboard::far_ranks(us, dead_ranks + 2));
            }
        }
        if rules.set.moved_nifu == MovedNifu::Forbidden {
            let pawns = position.pieces(us, Kind::Pawn);
            let files = pawns.fill_files().len() / 9;
            // A pawn that moves as a pawn stays on its file, which matters only if that is doubled already.
            singly |= if pawns.len() > files { pawns } else { pawns.without(movers[Kind::Pawn]) };
        }
        singly
    }

    /// Number of moves of these pieces, each of which moves as one kind, is not pinned, and may always stay unpromoted.
    fn count_together(&self, pieces: Bitboard) -> usize {
        let (position, us, safety) = (self.position, self.us, &self.safety);
        let movers = position.movers(us);
        let zone = Bitboard::promotion_zone(us);
        let promotable = pieces & promotable(self);
        let free = !position.color(us);
        let targets = safety.targets & free;

        let mut steps = StepCount { pieces, targets, promoters: promotable, zone, count: 0, reached: Bitboard::EMPTY };
        if (promotable & Bitboard::far_ranks(us, 5)).any() {
            movers.visit_steps(us, &mut steps);
        } else {
            // Nobody is near enough to promote by a step.
            let mut plain = PlainStepCount { pieces, targets, count: 0, reached: Bitboard::EMPTY };
            movers.visit_steps(us, &mut plain);
            (steps.count, steps.reached) = (plain.count, plain.reached);
        }
        let (mut count, mut all_reached) = (steps.count, steps.reached);

        let mut slide = |from: Square, reached: Bitboard| {
            all_reached |= reached;
            let reached = reached & targets;
            count += reached.len();
            if promotable.contains(from) {
                count += if zone.contains(from) { reached.len() } else { (reached & zone).len() };
            }
        };
        for from in movers[Kind::Lance] & pieces {
            slide(from, attacks::lance(us, from, self.occupied));
        }
        for from in (movers[Kind::Bishop] | movers[Kind::Horse]) & pieces {
            slide(from, attacks::bishop(from, self.occupied));
        }
        for from in (movers[Kind::Rook] | movers[Kind::Dragon]) & pieces {
            slide(from, attacks::rook(from, self.occupied));
        }

        if let Some(king) = safety.king
            && (all_reached & position.color(!us)).any()
        {
            // So far these captures were counted as far as they answer a check; now one by one.
            for to in safety.special() & all_reached {
                let counted = targets.contains(to);
                for from in movers.attackers(us, to, self.occupied) & pieces {
                    let near = zone.contains(from) || zone.contains(to);
                    let moves = if near && promotable.contains(from) { 2 } else { 1 };
                    match (safety.allows_capture(king, from, to), counted) {
                        (true, false) => count += moves,
                        (false, true) => count -= moves,
                        _ => {}
                    }
                }
            }
        }
        count as usize
    }
}

/// Own pieces that may promote.
fn promotable(generator: &Generator<'_>) -> Bitboard {
    let position = generator.position;
    let kinds = [Kind::Pawn, Kind::Lance, Kind::Knight, Kind::Silver, Kind::Bishop, Kind::Rook];
    kinds.into_iter().fold(Bitboard::EMPTY, |all, kind| all | position.kind(kind)) & position.color(generator.us)
}

/// Counts steps, those that may promote twice.
struct StepCount {
    pieces: Bitboard,
    targets: Bitboard,
    promoters: Bitboard,
    zone: Bitboard,
    count: u32,
    reached: Bitboard,
}

impl StepVisitor for StepCount {
    #[inline(always)]
    fn step(&mut self, from: Bitboard, shift: impl Fn(Bitboard) -> Bitboard) {
        let reached = shift(from & self.pieces);
        self.reached |= reached;
        self.count += (reached & self.targets).len();
        let promoters = from & self.promoters;
        let promotions = shift(promoters) & self.zone | shift(promoters & self.zone);
        self.count += (promotions & self.targets).len();
    }
}

/// Counts steps where none may promote.
struct PlainStepCount {
    pieces: Bitboard,
    targets: Bitboard,
    count: u32,
    reached: Bitboard,
}

impl StepVisitor for PlainStepCount {
    #[inline(always)]
    fn step(&mut self, from: Bitboard, shift: impl Fn(Bitboard) -> Bitboard) {
        let reached = shift(from & self.pieces);
        self.reached |= reached;
        self.count += (reached & self.targets).len();
    }
}

//! Mates in which futile interpositions do not count.
//!
//! A dropped interposition is futile when the checking piece takes it at once, mate still comes in no more plies than
//! without it, and the piece won is never used. "Never used" is tried, not guessed: the piece leaves the game when it is
//! taken, and the mate must do without it. The answers of a position are therefore weighed in order: first those that are no
//! dropped interpositions; then each of these, the ones that the attacker deals with soonest first, against all that
//! count so far.
//!
//! This is a plain search with a memory, in front of which the proof-number search sorts out what is no mate at all: whether
//! there is a mate does not depend on how futile interpositions are counted.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::hand::PackedHand;
use super::number::{ANY_LENGTH, Length};
use super::session::Session;
use crate::attacks;
use crate::movegen::{self, Generator};
use crate::position::Position;
use crate::types::{Bitboard, Move, Source};

/// Positions that are weighed before the question is given up.
const MOST_POSITIONS: u64 = 20_000_000;
/// Nodes for the question whether there is a mate at all.
const FILTER_NODES: u64 = 20_000;

/// What is known of a position: no mate within so many plies, and the length of the mate if that is known.
#[derive(Clone, Copy, Debug, Default)]
struct Weighed {
    /// No mate within fewer plies than this.
    at_least: Length,
    /// The length, once known.
    length: Option<Length>,
}

/// What has been weighed.
#[derive(Debug, Default)]
pub(super) struct FutileMemory {
    weighed: HashMap<(u64, PackedHand, PackedHand), Weighed>,
    positions: u64,
}

impl Session<'_> {
    /// The shortest mate from a position that has one of `length` plies when every interposition counts.
    pub fn length_without_futile(&mut self, position: &Position, length: Length) -> Option<Length> {
        let mut within = 1;
        while within < length {
            if self.is_mate_without_futile(position, within)? {
                return Some(within);
            }
            within += 2;
        }
        Some(length)
    }

    /// Whether there is a mate within so many plies, attacker or defender to move.
    pub fn is_mate_without_futile(&mut self, position: &Position, length: Length) -> Option<bool> {
        Some(self.weigh(position, length, PackedHand::EMPTY)?.is_some())
    }

    /// The answers that count in a position that is mate within `length` plies: all but futile interpositions.
    pub fn answers_that_count(&mut self, position: &Position, length: Length) -> Option<Vec<Move>> {
        let mut futile = Vec::new();
        self.weigh_answers(position, length, PackedHand::EMPTY, &mut futile)?;
        Some(movegen::legal_moves(position).into_iter().filter(|mv| !futile.contains(mv)).collect())
    }

    /// The length of the mate if it is at most `length` plies. `gone`: pieces that were won by futile interpositions.
    fn weigh(&mut self, position: &Position, length: Length, gone: PackedHand) -> Option<Option<Length>> {
        let attacker = self.problem.attacker;
        let key = (position.board_key(), PackedHand::new(position.hand(attacker)), gone);
        let known = self.futile.weighed.get(&key).copied().unwrap_or_default();
        if let Some(found) = known.length {
            return Some(Some(found).filter(|&found| found <= length));
        }
        if length < known.at_least {
            return Some(None);
        }
        self.futile.positions += 1;
        if self.futile.positions > MOST_POSITIONS {
            return None;
        }
        let attacks = position.side_to_move() == attacker;
        // The attacker mates after an odd number of plies, the defender is mated after an even one; shorter lengths first, so
        // that what is found is the shortest.
        let first = known.at_least.max(u16::from(attacks));
        let first = if (first % 2 == 1) == attacks { first } else { first + 1 };
        let mut found = None;
        if length > 2 && known.at_least == 0 && gone == PackedHand::EMPTY {
            let outcome = self.decide_cheaply(position, ANY_LENGTH, FILTER_NODES);
            if outcome.is_some_and(|outcome| outcome.is_disproved()) {
                self.futile.weighed.insert(key, Weighed { at_least: ANY_LENGTH, length: None });
                return Some(None);
            }
        }
        for within in (first..=length).step_by(2) {
            found = if attacks {
                self.weigh_checks(position, within, gone)?
            } else {
                self.weigh_answers(position, within, gone, &mut Vec::new())?
            };
            if found.is_some() {
                break;
            }
        }
        self.futile.weighed.insert(key, Weighed { at_least: length + 1, length: found });
        Some(found)
    }

    fn weigh_checks(&mut self, position: &Position, length: Length, gone: PackedHand) -> Option<Option<Length>> {
        for mv in movegen::checking_moves(position) {
            let mut next = *position;
            next.play(mv);
            if let Some(after) = self.weigh(&next, length - 1, gone)? {
                return Some(Some(after + 1));
            }
        }
        Some(None)
    }

    fn weigh_answers(
        &mut self,
        position: &Position,
        length: Length,
        gone: PackedHand,
        futile: &mut Vec<Move>,
    ) -> Option<Option<Length>> {
        let between = match (position.king(position.side_to_move()), position.checkers().first()) {
            (Some(king), Some(checker)) if !position.checkers().several() => attacks::between(king, checker),
            _ => Bitboard::EMPTY,
        };
        let (interpositions, others): (Vec<Move>, Vec<Move>) =
            movegen::legal_moves(position).into_iter().partition(|mv| mv.is_drop() && between.contains(mv.to()));
        let mut longest = 0;
        for mv in others {
            match self.weigh_answer(position, mv, length, gone)? {
                Some(after) => longest = longest.max(after),
                None => return Some(None),
            }
        }
        // How soon the attacker mates after taking each without using it.
        let mut weighed = Vec::new();
        for mv in interpositions {
            weighed.push((self.weigh_capture(position, mv, length, gone)?, mv));
        }
        weighed.sort_by_key(|&(taken, mv)| (taken.unwrap_or(ANY_LENGTH), mv.bits()));
        for (taken, mv) in weighed {
            if taken.is_some_and(|taken| taken <= longest) {
                futile.push(mv);
                continue;
            }
            match self.weigh_answer(position, mv, length, gone)? {
                Some(after) => longest = longest.max(after),
                None => return Some(None),
            }
        }
        Some(Some(longest))
    }

    /// Plies to mate with this answer, counting it.
    fn weigh_answer(
        &mut self,
        position: &Position,
        mv: Move,
        length: Length,
        gone: PackedHand,
    ) -> Option<Option<Length>> {
        if length < 2 {
            return Some(None);
        }
        let mut next = *position;
        next.play(mv);
        Some(self.weigh(&next, length - 1, gone)?.map(|after| after + 1))
    }

    /// Plies to mate after the checking piece has taken the piece that this answer drops, which then leaves the game.
    fn weigh_capture(
        &mut self,
        position: &Position,
        mv: Move,
        length: Length,
        gone: PackedHand,
    ) -> Option<Option<Length>> {
        let Source::Hand(kind) = mv.source() else { return Some(None) };
        let Some(checker) = position.checkers().first() else { return Some(None) };
        let mut next = *position;
        next.play(mv);
        let mut captures = Vec::new();
        let _ = Generator::new(&next).checks(|capture| {
            if capture.from() == Some(checker) && capture.to() == mv.to() {
                captures.push(capture);
            }
            ControlFlow::Continue(())
        });
        let mut soonest: Option<Length> = None;
        for capture in captures {
            let mut after = next;
            after.play(capture);
            after.discard(self.problem.attacker, kind);
            // Soonest means: within fewer plies than any capture before.
            let within = soonest.map_or(length, |soonest| soonest.saturating_sub(2));
            if let Some(found) = self.weigh(&after, within, gone.add(kind))? {
                soonest = Some(found);
            }
            if soonest == Some(0) {
                break;
            }
        }
        Some(soonest)
    }
}

//! From a proof to a line of moves.

use super::number::{Length, one_less};
use super::session::Session;
use crate::movegen;
use crate::position::{Game, Outcome as GameOutcome, Position};
use crate::types::Move;

impl Session<'_> {
    /// A line of a mate within `length` plies that is known: what the attacker found, and of the answers one that holds out
    /// longest as far as is known, or as `effort` nodes for each question let it be known. `None` if a limit came in between.
    pub fn line(&mut self, length: Length, effort: u64) -> Option<Vec<Move>> {
        let mut position = *self.game.position();
        let mut left = length;
        let mut line = Vec::new();
        loop {
            // Asking again brings back what the table may have lost.
            let outcome = self.decide(&position, left)?;
            let mv = outcome.mv.filter(|_| outcome.is_proved())?;
            line.push(mv);
            position.play(mv);
            let answer = self.longest_answer(&position, one_less(outcome.length), effort)?;
            let Some((mv, length)) = answer else { return Some(line) };
            line.push(mv);
            position.play(mv);
            left = length;
        }
    }

    /// The answer after which the shortest mate that is known is longest, with its length; `Some(None)` in a mate.
    fn longest_answer(&mut self, position: &Position, length: Length, effort: u64) -> Option<Option<(Move, Length)>> {
        let mut answers = Vec::new();
        for mv in movegen::legal_moves(position) {
            let mut next = *position;
            next.play(mv);
            let outcome = self.decide(&next, one_less(length))?;
            if !outcome.is_proved() {
                // The outcome of the position said otherwise.
                debug_assert!(false, "{mv} in {position} escapes");
                return None;
            }
            answers.push((mv, next, outcome.length));
        }
        loop {
            // The first of the longest.
            let Some((mv, next, length)) = answers.iter_mut().rev().max_by_key(|answer| answer.2) else {
                return Some(None);
            };
            // A proof need not be a short one: what looks longest may only have been proved carelessly.
            let shorter = match *length > 2 && effort > 0 {
                true => self.decide_cheaply(next, *length - 2, effort),
                false => None,
            };
            match shorter {
                Some(outcome) if outcome.is_proved() => *length = outcome.length,
                _ => return Some(Some((*mv, *length))),
            }
        }
    }
}

/// Whether each move of the line is legal, every other one, from the first on, gives check, no position of the game and
/// the line ends it before, and the end is mate.
pub(super) fn is_mate(game: &Game, line: &[Move]) -> bool {
    let mut game = game.clone();
    for (index, &mv) in line.iter().enumerate() {
        let goes_on = index == 0 || game.fourth_occurrence().is_none();
        if !goes_on || !movegen::is_legal(game.position(), mv) {
            return false;
        }
        game.make(mv);
        if index % 2 == 0 && !game.position().in_check() {
            return false;
        }
    }
    line.len() % 2 == 1 && game.outcome() == GameOutcome::Checkmate
}

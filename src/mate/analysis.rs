//! What a composer asks of a problem: how short, how long, and was that the only move?

use std::time::Duration;

use super::number::{ANY_LENGTH, Length, one_less};
use super::session::Session;
use crate::movegen;
use crate::position::Position;
use crate::types::Move;

/// Nodes that are spent on one question whether a move leads to a longer mate.
const COOK_NODES: u64 = 2_000_000;

/// How futile interpositions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpositions {
    /// Every legal interposition is a defence.
    #[default]
    Count,
    /// A dropped interposition that is futile is no defence: the checking piece takes it at once, mate still comes in no
    /// more plies than without it, and the piece won is never used.
    SkipFutile,
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// How futile interpositions are counted.
    pub interpositions: Interpositions,
    /// Whether to look for longer mates by other moves as well.
    pub longer: bool,
}

/// Whether the length of a mate is the shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// There is no shorter one.
    Shortest,
    /// A limit came before that was known.
    AtMost,
}

/// A move of the attacker in the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackerMove {
    /// The move.
    pub mv: Move,
    /// The other moves that mate in as few plies.
    pub equal: Vec<Move>,
    /// Other moves that mate in more plies, if that was asked for.
    pub longer: Vec<Move>,
    /// Other moves of which it stayed unknown whether they mate in more plies.
    pub unknown: Vec<Move>,
}

impl AttackerMove {
    /// Whether no other move mates, as far as was asked; `None` if that stayed unknown.
    pub fn is_only(&self) -> Option<bool> {
        if !self.equal.is_empty() || !self.longer.is_empty() {
            return Some(false);
        }
        self.unknown.is_empty().then_some(true)
    }
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Plies of the mate, futile interpositions counted as asked; `None`: there is no mate (within the plies asked for).
    pub length: Option<u32>,
    /// What is known of the length.
    pub certainty: Certainty,
    /// The main line: shortest attack, longest defence. Without [`Certainty::Shortest`] as far as is known.
    pub line: Vec<Move>,
    /// All first moves that mate in `length` plies, if it is the shortest.
    pub first: Vec<Move>,
    /// The attacker's moves of the line, if the length is the shortest and the limits allowed to ask.
    pub attack: Vec<AttackerMove>,
    /// Nodes spent.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Session<'_> {
    /// See [`super::Solver::analyse`].
    pub fn analyse(&mut self, options: &AnalysisOptions) -> Option<Analysis> {
        let position = *self.game.position();
        let outcome = self.decide_together(&position, self.asked_length())?;
        if outcome.is_disproved() {
            return Some(self.finish(None, Certainty::Shortest, Vec::new(), Vec::new(), Vec::new()));
        }
        let mut length = outcome.length;
        let mut certainty = Certainty::Shortest;
        self.note_length(length);
        while length > 2 {
            match self.decide_together(&position, one_less(one_less(length))) {
                Some(outcome) if outcome.is_proved() => length = outcome.length,
                Some(_) => break,
                None => {
                    certainty = Certainty::AtMost;
                    break;
                }
            }
            self.note_length(length);
        }
        if certainty == Certainty::AtMost {
            self.answer();
            let line = self.line(length, 0)?;
            return Some(self.finish(Some(line.len() as u32), certainty, line, Vec::new(), Vec::new()));
        }
        if options.interpositions == Interpositions::SkipFutile {
            match self.length_without_futile(&position, length) {
                Some(shorter) => length = shorter,
                None => {
                    // Futile interpositions counted, the length is an upper bound.
                    self.answer();
                    let line = self.line(length, 0)?;
                    return Some(self.finish(Some(length.into()), Certainty::AtMost, line, Vec::new(), Vec::new()));
                }
            }
        }
        let Some((line, attack)) = self.main_line(length, options) else {
            self.answer();
            let line = self.line(length, 0)?;
            return Some(self.finish(Some(length.into()), certainty, line, Vec::new(), Vec::new()));
        };
        let first = attack.first().map_or(Vec::new(), |first| {
            let mut moves = first.equal.clone();
            moves.push(first.mv);
            moves.sort_by_cached_key(Move::to_string);
            moves
        });
        Some(self.finish(Some(length.into()), certainty, line, first, attack))
    }

    fn finish(
        &self,
        length: Option<u32>,
        certainty: Certainty,
        line: Vec<Move>,
        first: Vec<Move>,
        attack: Vec<AttackerMove>,
    ) -> Analysis {
        Analysis { length, certainty, line, first, attack, nodes: self.nodes(), time: self.time() }
    }

    /// The shortest attack against the longest defence, with what else would have mated. `None` if a limit came before.
    fn main_line(&mut self, length: Length, options: &AnalysisOptions) -> Option<(Vec<Move>, Vec<AttackerMove>)> {
        let mut position = *self.game.position();
        let mut left = length;
        let (mut line, mut attack) = (Vec::new(), Vec::new());
        loop {
            let found = self.attacker_move(&position, left, options)?;
            line.push(found.mv);
            position.play(found.mv);
            attack.push(found);
            left = one_less(left);
            let Some(answer) = self.longest_defence(&position, left, options)? else { break };
            line.push(answer);
            position.play(answer);
            left = one_less(left);
        }
        Some((line, attack))
    }

    /// The moves that mate within `left` plies, the shortest that is possible, and if asked those that mate later.
    fn attacker_move(&mut self, position: &Position, left: Length, options: &AnalysisOptions) -> Option<AttackerMove> {
        let (mut equal, mut others) = (Vec::new(), Vec::new());
        let mut checks = movegen::checking_moves(position);
        checks.sort_by_cached_key(Move::to_string);
        for mv in checks {
            let mut next = *position;
            next.play(mv);
            let mates = self.is_mate_within(&next, one_less(left), options)?;
            if mates { equal.push(mv) } else { others.push(mv) }
        }
        if equal.is_empty() {
            debug_assert!(false, "no mate within {left} in {position}");
            return None;
        }
        let mv = equal.remove(0);
        let (mut longer, mut unknown) = (Vec::new(), Vec::new());
        if options.longer {
            for mv in others {
                let mut next = *position;
                next.play(mv);
                match self.decide_cheaply(&next, ANY_LENGTH, COOK_NODES) {
                    Some(outcome) if outcome.is_proved() => longer.push(mv),
                    Some(_) => {}
                    None => unknown.push(mv),
                }
            }
        }
        Some(AttackerMove { mv, equal, longer, unknown })
    }

    /// An answer after which mate is `left` plies away and no fewer, `Some(None)` in a mate.
    fn longest_defence(
        &mut self,
        position: &Position,
        left: Length,
        options: &AnalysisOptions,
    ) -> Option<Option<Move>> {
        if left == 0 {
            return Some(None);
        }
        let mut answers = match options.interpositions {
            Interpositions::Count => movegen::legal_moves(position),
            Interpositions::SkipFutile => self.answers_that_count(position, left)?,
        };
        // Of several, one that takes or moves before one that drops.
        answers.sort_by_cached_key(|mv| (mv.is_drop(), position.piece_at(mv.to()).is_none(), mv.to_string()));
        for mv in answers {
            let mut next = *position;
            next.play(mv);
            if left < 3 || !self.is_mate_within(&next, left - 3, options)? {
                return Some(Some(mv));
            }
        }
        debug_assert!(false, "no answer in {position} holds out for {left} plies");
        None
    }

    fn is_mate_within(&mut self, position: &Position, length: Length, options: &AnalysisOptions) -> Option<bool> {
        match options.interpositions {
            Interpositions::Count => self.decide(position, length).map(|outcome| outcome.is_proved()),
            Interpositions::SkipFutile => self.is_mate_without_futile(position, length),
        }
    }
}

//! A game: the position, the positions passed, and how it ends.

use std::fmt;

use super::board::Position;
use crate::movegen;
use crate::rules::{Impasse, Repetition, Rules};
use crate::types::{Bitboard, Color, Kind, Move, PerColor};

/// A position together with the way that led to it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// The positions passed, for taking moves back.
    passed: Vec<Position>,
    /// For every position from the first to the current one what repetition needs to know.
    records: Vec<Record>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    key: u64,
    /// For each player, how many of its own latest moves gave check without a break.
    checks: PerColor<u32>,
}

/// What a repetition means for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycle {
    /// Nobody, or both sides, gave check all the while.
    Draw,
    /// The opponent gave check with every move.
    Win,
    /// The side to move gave check with every move.
    Loss,
}

/// Whether and how a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// The side to move is in check and has no legal move: it loses.
    Checkmate,
    /// The side to move has no legal move and is not in check: it loses.
    Stalemate,
    /// The side to move wins by points.
    Impasse {
        /// The side to move.
        winner: Color,
    },
    /// Fourth occurrence of a position.
    RepetitionDraw,
    /// Fourth occurrence of a position in which one side gave check with every move.
    Perpetual {
        /// The side that gave check.
        loser: Color,
    },
    /// Two bare kings with empty hands: a draw.
    BareKings,
}

impl fmt::Display for Outcome {
    /// As the `state` command prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Checkmate => f.write_str("checkmate"),
            Self::Stalemate => f.write_str("stalemate"),
            Self::Impasse { winner } => write!(f, "impasse {winner}"),
            Self::RepetitionDraw => f.write_str("repetition draw"),
            Self::Perpetual { loser } => write!(f, "perpetual {loser}"),
            Self::BareKings => f.write_str("bare kings"),
        }
    }
}

impl Game {
    /// A game that starts from this position.
    pub fn new(position: Position) -> Self {
        let record = Record { key: position.key(), checks: PerColor::default() };
        Self { position, passed: Vec::new(), records: vec![record] }
    }

    /// A game from the start position of the variant.
    pub fn start(rules: &Rules) -> Self {
        Self::new(Position::start(rules))
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the last move, if one was played.
    #[inline]
    pub fn previous(&self) -> Option<&Position> {
        self.passed.last()
    }

    /// Number of moves played since the first position.
    #[inline]
    pub fn played(&self) -> usize {
        self.passed.len()
    }

    /// Plays a legal move.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        let mover = self.position.side_to_move();
        self.passed.push(self.position);
        self.position.play(mv);
        let mut checks = self.last().checks;
        checks[mover] = if self.position.in_check() { checks[mover] + 1 } else { 0 };
        self.records.push(Record { key: self.position.key(), checks });
    }

    /// Takes the last move back; without effect at the first position.
    #[inline]
    pub fn unmake(&mut self) {
        if let Some(position) = self.passed.pop() {
            self.position = position;
            self.records.pop();
        }
    }

    /// From the current position on, until it is taken back, both sides move by `movement` and Tide is off.
    pub fn freeze_direction(&mut self, movement: &'static crate::movement::MovementRule) {
        self.position.freeze_direction(movement);
        let newest = self.records.len() - 1;
        self.records[newest].key = self.position.key();
    }

    fn last(&self) -> Record {
        self.records[self.records.len() - 1]
    }

    /// The earlier occurrences of the current position at most `within` plies ago, latest first, as numbers of plies ago.
    fn earlier(&self, within: usize) -> impl Iterator<Item = usize> {
        let current = self.last();
        let newest = self.records.len() - 1;
        (4..=within.min(newest)).step_by(2).filter(move |&plies| self.records[newest - plies].key == current.key)
    }

    /// What the repetition of the position of `plies` ago means for the side to move.
    fn cycle_over(&self, plies: usize) -> Cycle {
        let moves = (plies / 2) as u32;
        let us = self.position.side_to_move();
        let checks = self.last().checks;
        match (checks[us] >= moves, checks[!us] >= moves) {
            (true, false) => Cycle::Loss,
            (false, true) => Cycle::Win,
            _ => Cycle::Draw,
        }
    }

    /// Whether the current position occurred in the last `within` plies, for a search that takes a second occurrence within
    /// its tree for the fourth, and what that means for the side to move. Rule sets in which repetition ends no game score
    /// every cycle as a draw.
    #[inline]
    pub fn cycle(&self, within: usize) -> Option<Cycle> {
        let plies = self.earlier(within).next()?;
        Some(match self.position.rules().set.repetition {
            Repetition::Fourfold => self.cycle_over(plies),
            Repetition::None => Cycle::Draw,
        })
    }

    /// What it means for the side to move if this is the fourth (or later) occurrence of the position.
    pub fn fourth_occurrence(&self) -> Option<Cycle> {
        let earlier: Vec<usize> = self.earlier(usize::MAX).collect();
        if earlier.len() < 3 {
            return None;
        }
        Some(self.cycle_over(earlier[earlier.len() - 1]))
    }

    /// The keys of positions that have occurred three times: once more ends the game where repetition does.
    pub fn occurred_thrice(&self) -> Vec<u64> {
        let mut keys: Vec<u64> = self.records.iter().map(|record| record.key).collect();
        keys.sort_unstable();
        let mut thrice: Vec<u64> = keys.windows(3).filter(|keys| keys[0] == keys[2]).map(|keys| keys[0]).collect();
        thrice.dedup();
        thrice
    }

    /// The result under the rule of repetition, if this is the fourth (or later) occurrence of the position.
    fn repetition(&self) -> Option<Outcome> {
        if self.position.rules().set.repetition == Repetition::None {
            return None;
        }
        let us = self.position.side_to_move();
        Some(match self.fourth_occurrence()? {
            Cycle::Draw => Outcome::RepetitionDraw,
            Cycle::Loss => Outcome::Perpetual { loser: us },
            Cycle::Win => Outcome::Perpetual { loser: !us },
        })
    }

    /// Whether and how the game has ended.
    pub fn outcome(&self) -> Outcome {
        let position = &self.position;
        if !movegen::has_legal_move(position) {
            return if position.in_check() { Outcome::Checkmate } else { Outcome::Stalemate };
        }
        if position.wins_by_impasse() {
            return Outcome::Impasse { winner: position.side_to_move() };
        }
        if let Some(outcome) = self.repetition() {
            return outcome;
        }
        if position.is_bare_kings_draw() {
            return Outcome::BareKings;
        }
        Outcome::Ongoing
    }
}

impl Position {
    /// Whether the side to move wins by the 27-point rule, where the rule set has it: it is not in check, its king and at
    /// least ten other own pieces stand on the three farthest ranks, and these pieces and its hand count at least 28
    /// points for Black, 27 for White (rooks, bishops and their promotions five, others one).
    pub fn wins_by_impasse(&self) -> bool {
        if self.rules().set.impasse == Impasse::None || self.in_check() {
            return false;
        }
        let us = self.side_to_move();
        let zone = Bitboard::promotion_zone(us);
        if !self.king(us).is_some_and(|king| zone.contains(king)) {
            return false;
        }
        let entered = (self.color(us) & zone).len() - 1;
        if entered < 10 {
            return false;
        }
        let big = self.kind(Kind::Rook) | self.kind(Kind::Dragon) | self.kind(Kind::Bishop) | self.kind(Kind::Horse);
        let hand = self.hand(us);
        let big_in_hand = u32::from(hand.count(Kind::Rook)) + u32::from(hand.count(Kind::Bishop));
        let points = entered + hand.len() + 4 * ((self.color(us) & zone & big).len() + big_in_hand);
        points >= if us == Color::Black { 28 } else { 27 }
    }

    /// Whether only the two kings are left, where the rule set makes that a draw.
    pub fn is_bare_kings_draw(&self) -> bool {
        self.rules().set.bare_kings_draw
            && self.occupied() == self.kind(Kind::King)
            && self.occupied().several()
            && Color::ALL.iter().all(|&color| self.hand(color).is_empty())
    }
}

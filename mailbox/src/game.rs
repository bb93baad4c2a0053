//! A game: a position with its past, and how the game stands.

use std::fmt;

use crate::position::Position;
use crate::types::{Color, Kind, Move};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Nothing has ended it.
    Ongoing,
    /// The side to move is in check and has no legal move: it loses.
    Checkmate,
    /// The side to move is not in check and has no legal move: it loses.
    Stalemate,
    /// A position occurred for the fourth time.
    RepetitionDraw,
    /// A position occurred for the fourth time, and one side gave check all the time: it loses.
    Perpetual {
        /// The side that gave check.
        loser: Color,
    },
    /// The side to move has brought its king and enough points into the enemy camp.
    Impasse {
        /// The side to move.
        winner: Color,
    },
    /// Nothing but the two kings is left.
    BareKings,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Ongoing => f.write_str("ongoing"),
            Outcome::Checkmate => f.write_str("checkmate"),
            Outcome::Stalemate => f.write_str("stalemate"),
            Outcome::RepetitionDraw => f.write_str("repetition draw"),
            Outcome::Perpetual { loser } => write!(f, "perpetual {loser}"),
            Outcome::Impasse { winner } => write!(f, "impasse {winner}"),
            Outcome::BareKings => f.write_str("bare kings"),
        }
    }
}

/// A start position and the moves played from it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The start position and the position after each move; never empty.
    positions: Vec<Position>,
    /// One less than the positions.
    moves: Vec<Move>,
}

impl Game {
    /// A game that starts here.
    pub fn new(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new() }
    }

    /// Plays a legal move; an illegal one changes nothing. A game that is over by repetition, impasse or bare kings may
    /// be played on.
    pub fn push(&mut self, m: Move) -> Result<(), String> {
        if !self.position().is_legal(m) {
            return Err(format!("illegal move {m} in {}", self.position().sfen()));
        }
        self.positions.push(self.position().make(m));
        self.moves.push(m);
        Ok(())
    }

    /// The position after all moves.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("the start position is there")
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How the game stands after all moves. Looked for in this order: no legal move, impasse, repetition, bare kings.
    pub fn result(&self) -> Outcome {
        let now = self.position();
        if !now.has_legal_move() {
            return if now.in_check() { Outcome::Checkmate } else { Outcome::Stalemate };
        }
        if now.rules.impasse27 && now.is_impasse() {
            return Outcome::Impasse { winner: now.side };
        }
        if now.rules.fourfold
            && let Some(outcome) = self.repetition()
        {
            return outcome;
        }
        if now.rules.bare_kings_draw && now.has_bare_kings() {
            return Outcome::BareKings;
        }
        Outcome::Ongoing
    }

    /// What the repetition rule says when the last position has occurred four times.
    fn repetition(&self) -> Option<Outcome> {
        let now = self.position();
        let past = self.positions.iter().enumerate();
        let occurrences: Vec<usize> =
            past.filter(|(_, position)| position.repeats(now)).map(|(index, _)| index).collect();
        if occurrences.len() < 4 {
            return None;
        }
        // A move gave check when the side to move after it is in check.
        let since = &self.positions[occurrences[0] + 1..];
        let always_checks = |color: Color| {
            let mut after_own_moves = since.iter().filter(|p| p.side == color.other());
            after_own_moves.all(Position::in_check)
        };
        let black = always_checks(Color::Black);
        let white = always_checks(Color::White);
        Some(match (black, white) {
            (true, false) => Outcome::Perpetual { loser: Color::Black },
            (false, true) => Outcome::Perpetual { loser: Color::White },
            _ => Outcome::RepetitionDraw,
        })
    }
}

impl Position {
    /// Whether the two are the same position for the repetition rule.
    fn repeats(&self, other: &Position) -> bool {
        let phase = |ply: u32| self.rules.tide().map(|period| u64::from(ply) % (2 * u64::from(period)));
        self.side == other.side
            && self.hands == other.hands
            && phase(self.ply) == phase(other.ply)
            && self.board == other.board
    }

    /// Whether the side to move wins by the 27-point rule.
    fn is_impasse(&self) -> bool {
        let side = self.side;
        let is_inside = |square| side.is_zone(square);
        if self.in_check() || !self.board.king(side).is_some_and(is_inside) {
            return false;
        }
        let mut others = 0;
        let mut points = 0;
        for (square, kind) in self.board.pieces(side) {
            if kind != Kind::King && is_inside(square) {
                others += 1;
                points += impasse_points(kind);
            }
        }
        for kind in Kind::HAND {
            points += impasse_points(kind) * self.hand(side, kind);
        }
        let needed = match side {
            Color::Black => 28,
            Color::White => 27,
        };
        others >= 10 && points >= needed
    }

    /// Whether there is nothing but one king each.
    fn has_bare_kings(&self) -> bool {
        let is_bare = |color| self.board.pieces(color).count() == 1 && self.board.king(color).is_some();
        self.hands == [[0; 7]; 2] && is_bare(Color::Black) && is_bare(Color::White)
    }
}

/// What a piece counts in the 27-point rule.
fn impasse_points(kind: Kind) -> u32 {
    match kind.unpromoted() {
        Kind::Rook | Kind::Bishop => 5,
        _ => 1,
    }
}

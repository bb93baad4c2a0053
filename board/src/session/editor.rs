//! The editor: a board on which anything may stand, and what is wrong with it.

use std::fmt::Write as _;

use nanboku::position::{InvalidPosition, Position};
use nanboku::rules::{MovedNifu, Rules};
use nanboku::types::{Bitboard, Color, Hand, Kind, PerColor, Piece, Square};

use super::command::Change;
use super::rules;
use super::setup::Setup;
use super::values;
use super::view;
use super::{Editor, Held, NoticeKey, Problem, ProblemKey};

/// A board without a check of its sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// What stands where, by the numbers of the squares.
    pub squares: [Option<Piece>; Square::COUNT],
    /// The hands.
    pub hands: PerColor<Hand>,
    /// The side to move.
    pub side: Color,
    /// Moves before this position.
    pub ply: u32,
}

impl Board {
    /// Nothing but Black to move.
    pub fn empty() -> Self {
        Self { squares: [None; Square::COUNT], hands: PerColor::default(), side: Color::Black, ply: 0 }
    }

    /// The board of an SFEN that is known to be sound.
    pub fn of_sfen(sfen: &str) -> Self {
        // The rules only say how pieces move, which does not matter here.
        Position::from_sfen(sfen, &Rules::default()).map_or_else(|_| Self::empty(), |position| Self::of(&position))
    }

    /// The board of a position.
    pub fn of(position: &Position) -> Self {
        let mut board = Self::empty();
        for square in Square::all() {
            board.squares[square.index()] = position.piece_at(square);
        }
        for color in Color::ALL {
            board.hands[color] = position.hand(color);
        }
        board.side = position.side_to_move();
        board.ply = position.ply();
        board
    }

    /// As SFEN.
    pub fn sfen(&self) -> String {
        let mut text = String::new();
        for rank in 0..9 {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (0..9).rev() {
                match Square::at(file, rank).and_then(|square| self.squares[square.index()]) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                            empty = 0;
                        }
                        // Writing to a string cannot fail.
                        let _ = write!(text, "{piece}");
                    }
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        text.push_str(if self.side == Color::Black { " b " } else { " w " });
        let before = text.len();
        for color in Color::ALL {
            for kind in Kind::DROPPABLE.into_iter().rev() {
                match self.hands[color].count(kind) {
                    0 => continue,
                    1 => {}
                    count => {
                        let _ = write!(text, "{count}");
                    }
                }
                let _ = write!(text, "{}", Piece::new(color, kind));
            }
        }
        if text.len() == before {
            text.push('-');
        }
        let _ = write!(text, " {}", u64::from(self.ply) + 1);
        text
    }

    /// How many pieces of a kind are nowhere; negative if there are too many.
    fn missing(&self, kind: Kind) -> i32 {
        let on_board = self.squares.iter().flatten().filter(|piece| piece.kind().unpromoted() == kind).count() as i32;
        let held: i32 = Color::ALL.iter().map(|&color| i32::from(self.hands[color].count(kind))).sum();
        i32::from(Kind::SET[kind as usize]) - on_board - held
    }

    fn set_hand(&mut self, color: Color, kind: Kind, count: u8) {
        while self.hands[color].count(kind) > count {
            self.hands[color].remove(kind);
        }
        while self.hands[color].count(kind) < count {
            self.hands[color].add(kind);
        }
    }

    /// What is wrong, under these rules. Without problems it can be read as a position.
    pub fn problems(&self, rules: &Rules) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut kings = PerColor([0, 0]);
        for piece in self.squares.iter().flatten().filter(|piece| piece.kind() == Kind::King) {
            kings[piece.color()] += 1;
        }
        for color in Color::ALL {
            if kings[color] > 1 {
                problems.push(problem(ProblemKey::TwoKings, format!("{color} has more than one king")).of(color));
            }
        }
        if kings == PerColor([0, 0]) {
            problems.push(problem(ProblemKey::NoKings, "there is no king on the board".to_owned()));
        }
        for kind in Kind::DROPPABLE {
            let missing = self.missing(kind);
            if missing < 0 {
                let set = Kind::SET[kind as usize];
                let detail =
                    format!("{} pieces of kind {}, but a set has {set}", i32::from(set) - missing, kind.letters());
                problems.push(problem(ProblemKey::TooMany, detail).kind(kind));
            }
        }
        self.find_dead_ends(rules, &mut problems);
        self.find_doubled_pawns(rules, &mut problems);
        if problems.is_empty() {
            match Position::from_sfen(&self.sfen(), rules) {
                Err(error) => problems.push(problem(ProblemKey::Other, error.to_string())),
                Ok(position) => problems.extend(capturable_king(&position)),
            }
        }
        problems
    }

    fn find_dead_ends(&self, rules: &Rules, problems: &mut Vec<Problem>) {
        for square in Square::all() {
            let Some(piece) = self.squares[square.index()] else { continue };
            let dead = Bitboard::far_ranks(piece.color(), rules.dead_ranks(piece.kind()));
            if dead.contains(square) {
                let detail = format!("{piece} on {square} could never move again");
                problems.push(problem(ProblemKey::DeadEnd, detail).on(square, piece));
            }
        }
    }

    fn find_doubled_pawns(&self, rules: &Rules, problems: &mut Vec<Problem>) {
        if rules.set.moved_nifu == MovedNifu::Allowed {
            return;
        }
        for color in Color::ALL {
            let pawn = Piece::new(color, Kind::Pawn);
            for file in 0..9 {
                let on_file = |rank| Square::at(file, rank).filter(|square| self.squares[square.index()] == Some(pawn));
                let mut pawns = (0..9).filter_map(on_file);
                if let (Some(_), Some(second)) = (pawns.next(), pawns.next()) {
                    let detail = format!("{color} has two unpromoted pawns on file {}", file + 1);
                    problems.push(problem(ProblemKey::DoubledPawns, detail).on(second, pawn));
                }
            }
        }
    }

    /// Applies a change; `setup` changes with the rules.
    ///
    /// # Errors
    ///
    /// If it makes no sense.
    pub fn change(&mut self, change: &Change, setup: &mut Setup, rules: &mut Rules) -> Result<(), NoticeKey> {
        let wrong = |detail: String| NoticeKey::BadSetup { detail };
        match change {
            Change::Put { square, piece } => self.squares[square.0.index()] = piece.map(Piece::from),
            Change::Shift { from, to } => {
                if from != to {
                    self.squares[to.0.index()] = self.squares[from.0.index()].take();
                }
            }
            Change::Hand { color, kind, count } => {
                let most = Kind::DROPPABLE.contains(&kind.0).then(|| Kind::SET[kind.0 as usize]);
                let most = most.ok_or_else(|| wrong(format!("{kind} cannot be held in hand")))?;
                self.set_hand(color.0, kind.0, (*count).min(most));
            }
            Change::Side { color } => self.side = color.0,
            Change::MoveNumber { number } => self.ply = (*number).clamp(1, 100_000) - 1,
            Change::Rules { setup: asked } => {
                *rules = rules::rules(asked).map_err(wrong)?;
                *setup = Setup {
                    black: setup.black.clone(),
                    white: setup.white.clone(),
                    clock: setup.clock,
                    think_ms: setup.think_ms,
                    ..asked.as_ref().clone()
                };
            }
            Change::Clear => *self = Self { side: self.side, ply: self.ply, ..Self::empty() },
            Change::Start => *self = Self::of(&Position::start(rules)),
            Change::Rest { color } => {
                for kind in Kind::DROPPABLE {
                    let rest = self.missing(kind).max(0) as u8;
                    self.set_hand(color.0, kind, self.hands[color.0].count(kind) + rest);
                }
            }
        }
        Ok(())
    }

    /// What the page shows of it.
    pub fn editor(&self, rules: &Rules) -> Editor {
        let missing = |kind: Kind| Held { kind: values::Kind(kind), count: self.missing(kind).max(0) as u8 };
        Editor {
            sfen: self.sfen(),
            problems: self.problems(rules),
            missing: Kind::DROPPABLE.into_iter().rev().map(missing).filter(|held| held.count > 0).collect(),
        }
    }
}

/// The problem that the side to move could capture the king.
pub fn capturable_king(position: &Position) -> Option<Problem> {
    let them = !position.side_to_move();
    let king = position.king(them)?;
    let by = view::capturer_of_king(position)?;
    let detail = format!("the king of {them} on {king} could be captured from {by}, and it is the other side's move");
    Some(problem(ProblemKey::KingCanBeCaptured, detail).on(king, Piece::new(them, Kind::King)))
}

fn problem(key: ProblemKey, detail: String) -> Problem {
    Problem { key, square: None, color: None, kind: None, detail }
}

impl Problem {
    fn of(mut self, color: Color) -> Self {
        self.color = Some(values::Color(color));
        self
    }

    fn kind(mut self, kind: Kind) -> Self {
        self.kind = Some(values::Kind(kind));
        self
    }

    fn on(mut self, square: Square, piece: Piece) -> Self {
        self.square = Some(values::Square(square));
        self.of(piece.color()).kind(piece.kind())
    }
}

/// An error of a position, in keys.
pub fn invalid(error: &InvalidPosition) -> Problem {
    let detail = error.to_string();
    match *error {
        InvalidPosition::TwoKings { color, .. } => problem(ProblemKey::TwoKings, detail).of(color),
        InvalidPosition::NoKing => problem(ProblemKey::NoKings, detail),
        InvalidPosition::TooMany { kind, .. } => problem(ProblemKey::TooMany, detail).kind(kind),
    }
}

//! What earlier cut-offs say of moves: the numbers. When they are updated is the search's matter.

use crate::position::Position;
use crate::types::{Color, Kind, Move, Piece, Score, Source, Square};

/// Largest absolute value of an entry.
pub const LIMIT: i32 = 8192;

/// Moves a number towards plus or minus [`LIMIT`], the slower the nearer it is (gravity).
fn pull(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(*number);
    *number = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

/// Number of squares and of droppable kinds: where a piece may come from.
const SOURCES: usize = Square::COUNT + Kind::HAND;
/// Number of coloured pieces times squares.
const PIECE_TO: usize = 2 * Kind::COUNT * Square::COUNT;

/// Who moves, and whether in the direction of borrowing that the rules begin with: what is good in one is not in the other.
fn mover(position: &Position) -> usize {
    let side = position.side_to_move();
    let begun = std::ptr::eq(position.movement(side), position.rules().movement);
    side as usize * 2 + usize::from(begun)
}

/// Quiet moves and drops, by side and direction, source (square or dropped kind), promotion and target.
#[derive(Clone, Debug)]
pub struct QuietHistory {
    counts: Vec<i16>,
}

impl QuietHistory {
    fn new() -> Self {
        Self { counts: vec![0; 4 * 2 * SOURCES * Square::COUNT] }
    }

    fn index(position: &Position, mv: Move) -> usize {
        let row = (mover(position) * 2 + usize::from(mv.promotes())) * SOURCES + mv.source_index();
        row * Square::COUNT + mv.to().index()
    }

    /// The entry of a move, within plus and minus [`LIMIT`].
    #[inline]
    pub fn get(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.counts[Self::index(position, mv)])
    }

    /// Moves the entry of a move by about `bonus`.
    pub fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        pull(&mut self.counts[Self::index(position, mv)], bonus);
    }
}

/// Captures, by moved piece, target and captured kind.
#[derive(Clone, Debug)]
pub struct CaptureHistory {
    counts: Vec<i16>,
}

impl CaptureHistory {
    fn new() -> Self {
        Self { counts: vec![0; PIECE_TO * Kind::COUNT] }
    }

    fn index(position: &Position, mv: Move) -> Option<usize> {
        let victim = position.piece_at(mv.to())?;
        Some(PieceTo::of(position, mv).0 * Kind::COUNT + victim.kind() as usize)
    }

    /// The entry of a capture, within plus and minus [`LIMIT`]; 0 for other moves.
    #[inline]
    pub fn get(&self, position: &Position, mv: Move) -> i32 {
        Self::index(position, mv).map_or(0, |index| i32::from(self.counts[index]))
    }

    /// Moves the entry of a capture by about `bonus`.
    pub fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Some(index) = Self::index(position, mv) {
            pull(&mut self.counts[index], bonus);
        }
    }
}

/// A piece and the square that it reaches, or no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(usize);

impl PieceTo {
    /// No move: before the root.
    pub const NONE: Self = Self(PIECE_TO);

    /// What a legal move moves, and where to.
    #[inline]
    pub fn of(position: &Position, mv: Move) -> Self {
        let piece = match mv.source() {
            Source::Hand(kind) => Piece::new(position.side_to_move(), kind),
            Source::Board(from) => position.piece_at(from).unwrap_or(Piece::new(Color::Black, Kind::Pawn)),
        };
        Self((piece.color() as usize * Kind::COUNT + piece.kind() as usize) * Square::COUNT + mv.to().index())
    }
}

impl Default for PieceTo {
    fn default() -> Self {
        Self::NONE
    }
}

/// Quiet moves that cut off, by the opponent's move before them (counter-moves).
#[derive(Clone, Debug)]
pub struct Answers {
    moves: Vec<Option<Move>>,
}

impl Answers {
    fn new() -> Self {
        Self { moves: vec![None; PIECE_TO + 1] }
    }

    /// What cut off last after this move.
    #[inline]
    pub fn get(&self, last: PieceTo) -> Option<Move> {
        self.moves[last.0]
    }

    /// Remembers what cut off after this move.
    pub fn set(&mut self, last: PieceTo, mv: Move) {
        self.moves[last.0] = Some(mv);
    }
}

/// All that a search thread remembers of moves.
#[derive(Clone, Debug)]
pub struct Histories {
    /// Quiet moves and drops.
    pub quiet: QuietHistory,
    /// Captures.
    pub captures: CaptureHistory,
    /// Answers to the opponent's last move.
    pub answers: Answers,
}

impl Histories {
    /// All zero.
    pub fn new() -> Self {
        Self { quiet: QuietHistory::new(), captures: CaptureHistory::new(), answers: Answers::new() }
    }
}

/// The bonus for a move that caused a cut-off at this depth.
pub fn bonus(depth: i32) -> i32 {
    (150 * depth - 80).clamp(0, 1600)
}

/// A score that stays far from the type's limits, for sorting.
pub type Rank = Score;

//! What earlier cut-offs say of moves: the numbers. When they are updated is the search's matter.

use crate::position::Position;
use crate::types::{Color, Kind, Move, Score, Source, Square};

/// Largest absolute value of an entry.
pub const LIMIT: i32 = 8192;

/// A number that moves towards plus or minus [`LIMIT`], the slower the nearer it is (gravity).
#[derive(Clone, Copy, Debug, Default)]
struct Count(i16);

impl Count {
    fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

/// Number of squares and of droppable kinds: where a piece may come from.
const SOURCES: usize = Square::COUNT + Kind::HAND;

/// Quiet moves, by side, source (square or dropped kind), promotion and target.
#[derive(Clone, Debug)]
pub struct QuietHistory {
    counts: Vec<Count>,
}

impl QuietHistory {
    /// All zero.
    pub fn new() -> Self {
        Self { counts: vec![Count::default(); 2 * 2 * SOURCES * Square::COUNT] }
    }

    fn index(side: Color, mv: Move) -> usize {
        let row = (side as usize * 2 + usize::from(mv.promotes())) * SOURCES + mv.source_index();
        row * Square::COUNT + mv.to().index()
    }

    /// The entry of a move, within plus and minus [`LIMIT`].
    #[inline]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.counts[Self::index(side, mv)].0)
    }

    /// Moves the entry of a move by about `bonus`.
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.counts[Self::index(side, mv)].update(bonus);
    }
}

/// Captures, by moved kind, target and captured kind.
#[derive(Clone, Debug)]
pub struct CaptureHistory {
    counts: Vec<Count>,
}

impl CaptureHistory {
    /// All zero.
    pub fn new() -> Self {
        Self { counts: vec![Count::default(); 2 * Kind::COUNT * Square::COUNT * Kind::COUNT] }
    }

    fn index(position: &Position, mv: Move) -> Option<usize> {
        let Source::Board(from) = mv.source() else { return None };
        let (piece, victim) = (position.piece_at(from)?, position.piece_at(mv.to())?);
        let row = (piece.color() as usize * Kind::COUNT + piece.kind() as usize) * Square::COUNT + mv.to().index();
        Some(row * Kind::COUNT + victim.kind() as usize)
    }

    /// The entry of a capture, within plus and minus [`LIMIT`]; 0 for other moves.
    #[inline]
    pub fn get(&self, position: &Position, mv: Move) -> i32 {
        Self::index(position, mv).map_or(0, |index| i32::from(self.counts[index].0))
    }

    /// Moves the entry of a capture by about `bonus`.
    pub fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Some(index) = Self::index(position, mv) {
            self.counts[index].update(bonus);
        }
    }
}

/// The bonus for a move that caused a cut-off at this depth.
pub fn bonus(depth: i32) -> i32 {
    (150 * depth - 80).clamp(0, 1600)
}

/// A score that stays far from the type's limits, for sorting.
pub type Rank = Score;

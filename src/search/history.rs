//! What earlier cut-offs say of moves: the numbers. When they are updated is the search's matter.

use super::params;
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
    /// No move: a null move, or before the root.
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

/// Quiet moves, by an earlier move and the move itself, each as [`PieceTo`] (continuation history).
#[derive(Clone, Debug)]
pub struct ContinuationHistory {
    counts: Vec<i16>,
}

impl ContinuationHistory {
    fn new() -> Self {
        Self { counts: vec![0; (PIECE_TO + 1) * PIECE_TO] }
    }

    /// The entry of a move after an earlier one, within plus and minus [`LIMIT`].
    #[inline]
    pub fn get(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        i32::from(self.counts[earlier.0 * PIECE_TO + now.0])
    }

    /// Moves the entry by about `bonus`.
    pub fn update(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        pull(&mut self.counts[earlier.0 * PIECE_TO + now.0], bonus);
    }
}

/// How many of the latest moves a quiet move is seen after.
pub const CONTINUATIONS: usize = 3;

/// All that a search thread remembers of moves.
#[derive(Clone, Debug)]
pub struct Histories {
    /// Quiet moves and drops.
    pub quiet: QuietHistory,
    /// Captures.
    pub captures: CaptureHistory,
    /// Quiet moves after earlier ones.
    pub continuation: ContinuationHistory,
    /// By the opponent's last move, the quiet move that cut off after it.
    answers: Vec<Option<Move>>,
}

impl Histories {
    /// All zero.
    pub fn new() -> Self {
        Self {
            quiet: QuietHistory::new(),
            captures: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            answers: vec![None; PIECE_TO + 1],
        }
    }

    /// What the latest moves before it say of a quiet move, weighted as for the order of moves.
    #[inline]
    pub fn continuations(
        &self,
        earlier: &[PieceTo; CONTINUATIONS],
        now: PieceTo,
        weights: [i32; CONTINUATIONS],
    ) -> i32 {
        if weights == [0; CONTINUATIONS] {
            return 0;
        }
        let sum: i32 =
            earlier.iter().zip(weights).map(|(&earlier, weight)| weight * self.continuation.get(earlier, now)).sum();
        sum / 16
    }

    /// The quiet move that last cut off after this move of the opponent.
    #[inline]
    pub fn answer_to(&self, earlier: PieceTo) -> Option<Move> {
        self.answers[earlier.0]
    }

    /// Remembers a quiet move that cut off after this move of the opponent.
    pub fn set_answer(&mut self, earlier: PieceTo, mv: Move) {
        self.answers[earlier.0] = Some(mv);
    }

    /// Moves what is known of a quiet move, also after the latest moves before it, by about `bonus`.
    pub fn reward_quiet(&mut self, position: &Position, earlier: &[PieceTo; CONTINUATIONS], mv: Move, bonus: i32) {
        self.quiet.update(position, mv, bonus);
        if continuation_weights() == [0; CONTINUATIONS] {
            return;
        }
        let now = PieceTo::of(position, mv);
        for &earlier in earlier {
            self.continuation.update(earlier, now, bonus);
        }
    }
}

/// The weights of [`Histories::continuations`] in the order of moves.
#[inline]
pub fn continuation_weights() -> [i32; CONTINUATIONS] {
    [params::continuation_1(), params::continuation_2(), params::continuation_3()]
}

/// The bonus for a move that caused a cut-off at this depth.
pub fn bonus(depth: i32) -> i32 {
    (150 * depth - 80).clamp(0, 1600)
}

/// A score that stays far from the type's limits, for sorting.
pub type Rank = Score;

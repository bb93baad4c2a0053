//! Madrasi: pieces of one kind that attack each other are paralysed.

use super::{Boards, Circle, DeadEnds, Example, Law, MovementRule, Movements, own};
use crate::attacks;
use crate::types::{Bitboard, Color, Kind, KindSet, Piece, Square};

/// A piece, other than a king, in the range of an enemy piece of its own kind cannot move.
pub const MADRASI: MovementRule = MovementRule::following(
    &Paralysis { kings: false },
    Circle::Everybody,
    Movements::Any,
    DeadEnds::SHOGI,
)
.explained(
    "a piece that an enemy piece of its own kind could take, both moving as themselves, neither moves nor checks nor \
     guards; kings are exempt",
    Example { sfen: "9/9/9/4s4/4S4/9/9/9/8K b - 1", square: "5e" },
);
/// The same, kings included.
pub const KMADRASI: MovementRule =
    MovementRule::following(&Paralysis { kings: true }, Circle::Everybody, Movements::Any, DeadEnds::SHOGI).explained(
        "as madrasi, but kings too paralyse each other, so that they may stand next to each other",
        Example { sfen: "9/9/9/4k4/4K4/9/9/9/9 b - 1", square: "5e" },
    );

/// The range that counts is that of a piece which moves as itself, also if it is paralysed. It is mutual.
struct Paralysis {
    kings: bool,
}

impl Law for Paralysis {
    fn kinds(&self, boards: &Boards, piece: Piece, square: Square) -> KindSet {
        let (color, kind) = (piece.color(), piece.kind());
        if kind == Kind::King && !self.kings {
            return own(piece);
        }
        let others = boards.pieces(!color, kind);
        let sees = others.any() && (attacks::of(kind, color, square, boards.occupied()) & others).any();
        if sees { KindSet::EMPTY } else { own(piece) }
    }

    fn dependents(&self, boards: &Boards, square: Square) -> Bitboard {
        // Whoever can go there sees what has come, or sees on where something has gone.
        let of = |color: Color| boards.native_attackers(color, square);
        of(Color::Black) | of(Color::White)
    }

    fn sources(&self, boards: &Boards, square: Square) -> Bitboard {
        match boards.piece_at(square) {
            Some(piece) if piece.kind() == Kind::King && !self.kings => Bitboard::EMPTY,
            Some(piece) => attacks::of(piece.kind(), piece.color(), square, boards.occupied()),
            None => Bitboard::EMPTY,
        }
    }
}

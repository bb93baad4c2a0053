//! Tenjiku: a king in check moves as the pieces that check it.

use super::{Boards, Circle, DeadEnds, Example, Law, MovementRule, Movements, lent, own};
use crate::attacks;
use crate::types::{Bitboard, Color, Kind, KindSet, Piece, Square};

/// A king in check moves as the checking pieces, and not as a king.
pub const TENJIKU: MovementRule = MovementRule::following(
    &CheckedKing,
    Circle::Everybody,
    Movements::Any,
    DeadEnds::SHOGI,
)
.explained(
    "a king in check moves as the checking piece, or as all of them together if there are several, and not as a king",
    Example { sfen: "9/9/9/4k4/9/5N3/9/9/8K w - 1", square: "5d" },
);

/// Which pieces check is found with their own movement; an adjacent enemy king is one of them.
struct CheckedKing;

/// From where pieces may check a king, as the lines stand.
fn seen_by_king(boards: &Boards, square: Square) -> Bitboard {
    let occupied = boards.occupied();
    attacks::bishop(square, occupied)
        | attacks::rook(square, occupied)
        | attacks::knight(Color::Black, square)
        | attacks::knight(Color::White, square)
}

impl Law for CheckedKing {
    fn kinds(&self, boards: &Boards, piece: Piece, square: Square) -> KindSet {
        if piece.kind() != Kind::King {
            return own(piece);
        }
        let mut kinds = KindSet::EMPTY;
        for checker in boards.native_attackers(!piece.color(), square) {
            if let Some(checker) = boards.piece_at(checker) {
                kinds = kinds.with(lent(checker.kind()));
            }
        }
        if kinds.is_empty() { own(piece) } else { kinds }
    }

    fn dependents(&self, boards: &Boards, square: Square) -> Bitboard {
        seen_by_king(boards, square) & boards.kind(Kind::King)
    }

    fn sources(&self, boards: &Boards, square: Square) -> Bitboard {
        match boards.piece_at(square) {
            Some(piece) if piece.kind() == Kind::King => seen_by_king(boards, square),
            _ => Bitboard::EMPTY,
        }
    }
}

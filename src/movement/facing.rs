//! Taimen and haimen: a piece moves as the enemy piece that it faces, or that stands at its back.

use super::{Boards, Circle, DeadEnds, Example, Law, MovementRule, Movements, lent, own};
use crate::types::{Bitboard, Color, KindSet, Piece, Square};

/// Each piece moves as the enemy piece directly in front of it, if there is one.
pub const TAIMEN: MovementRule = MovementRule::following(
    &Facing { ahead: 1 },
    Circle::Everybody,
    Movements::One,
    DeadEnds::WOKEN_FROM_AHEAD,
)
.explained(
    "a piece moves as the enemy piece directly in front of it, so that two such pieces exchange their movements",
    Example { sfen: "9/9/9/4p4/4N4/9/9/9/8K b - 1", square: "5e" },
);
/// Each piece moves as the enemy piece directly behind it, if there is one.
pub const HAIMEN: MovementRule =
    MovementRule::following(&Facing { ahead: -1 }, Circle::Everybody, Movements::One, DeadEnds::NONE).explained(
        "a piece moves as the enemy piece directly behind it, so that two such pieces exchange their movements",
        Example { sfen: "9/9/9/4P4/4s4/9/9/9/8K b - 1", square: "5d" },
    );

/// A piece looks at the square so many ranks ahead of it.
struct Facing {
    ahead: i32,
}

impl Law for Facing {
    fn kinds(&self, boards: &Boards, piece: Piece, square: Square) -> KindSet {
        let faced = square.ahead(piece.color(), self.ahead).and_then(|square| boards.piece_at(square));
        match faced {
            Some(faced) if faced.color() != piece.color() => lent(faced.kind()),
            _ => own(piece),
        }
    }

    fn dependents(&self, boards: &Boards, square: Square) -> Bitboard {
        let of = |color: Color| Bitboard::of(square).ahead(color, -self.ahead) & boards.color(color);
        of(Color::Black) | of(Color::White)
    }

    fn sources(&self, boards: &Boards, square: Square) -> Bitboard {
        let piece = boards.piece_at(square);
        piece.map_or(Bitboard::EMPTY, |piece| Bitboard::of(square).ahead(piece.color(), self.ahead))
    }
}

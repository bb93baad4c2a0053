//! Tenkyo: a piece moves as the piece on the mirror square.

use super::{Boards, Circle, DeadEnds, Example, Law, MovementRule, Movements, lent, own};
use crate::types::{Bitboard, KindSet, Piece, Square};

/// Each piece moves as the piece of either side on the square opposite to it across 5e, if there is one.
pub const TENKYO: MovementRule =
    MovementRule::following(&PointMirror, Circle::Everybody, Movements::One, DeadEnds::NONE).explained(
        "a piece moves as the piece of either side on the square opposite to it across the centre, 5e",
        Example { sfen: "9/9/9/5n3/9/3G5/9/9/8K b - 1", square: "6f" },
    );

struct PointMirror;

fn mirrored(square: Square) -> Square {
    Square::new(Square::COUNT - 1 - square.index())
}

impl Law for PointMirror {
    fn kinds(&self, boards: &Boards, piece: Piece, square: Square) -> KindSet {
        boards.piece_at(mirrored(square)).map_or(own(piece), |mirror| lent(mirror.kind()))
    }

    fn dependents(&self, boards: &Boards, square: Square) -> Bitboard {
        self.sources(boards, square) & boards.occupied()
    }

    fn sources(&self, _boards: &Boards, square: Square) -> Bitboard {
        Bitboard::of(mirrored(square)).without(Bitboard::of(square))
    }
}

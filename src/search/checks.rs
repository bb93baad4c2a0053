//! A quick look at which moves give check.

use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Kind, Move, Source, Square};

/// From where each way of moving attacks the king of the side that is not to move.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares([Bitboard; Kind::MOVEMENTS]);

impl CheckSquares {
    /// For a position.
    pub fn new(position: &Position) -> Self {
        let them = !position.side_to_move();
        let mut squares = [Bitboard::EMPTY; Kind::MOVEMENTS];
        if let Some(king) = position.king(them) {
            for (squares, kind) in squares.iter_mut().zip(Kind::ALL) {
                // Attacks reverse.
                *squares = attacks::of(kind, them, king, position.occupied());
            }
        }
        Self(squares)
    }

    /// Whether the moved piece checks from its new square, or lets the piece to which it then lends check. Lines that open,
    /// and movement that is lost or won where the piece came from, are not looked at.
    pub fn hit_by(&self, position: &Position, mv: Move) -> bool {
        let us = position.side_to_move();
        let movement = position.movement(us);
        let to = mv.to();
        let kind = match mv.source() {
            Source::Hand(kind) => Some(kind),
            Source::Board(from) => {
                let kind = position.piece_at(from).map(|piece| piece.kind());
                if mv.promotes() { kind.and_then(Kind::promoted) } else { kind }
            }
        };
        let Some(kind) = kind else { return false };
        let own_on = |index: usize| {
            let square = (index < Square::COUNT).then(|| Square::new(index))?;
            let piece = position.piece_at(square).filter(|piece| piece.color() == us)?;
            (mv.from() != Some(square)).then_some(piece.kind())
        };
        let kinds = movement.kinds(kind, own_on(movement.giver_index(us, to)));
        if kinds.into_iter().any(|kind| self.0[kind as usize].contains(to)) {
            return true;
        }
        let borrower = movement.borrower_index(us, to);
        own_on(borrower).is_some_and(|own| {
            let square = Square::new(borrower);
            movement.kinds(own, Some(kind)).into_iter().any(|kind| self.0[kind as usize].contains(square))
        })
    }
}

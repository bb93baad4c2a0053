//! Mover boards: for each kind the squares whose piece currently moves as that kind.

use std::ops::Index;

use crate::attacks;
use crate::types::{Bitboard, Color, Kind, KindSet, Square};

/// The mover boards of one player. Only the first [`Kind::MOVEMENTS`] kinds have one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Movers([Bitboard; Kind::MOVEMENTS]);

impl Index<Kind> for Movers {
    type Output = Bitboard;

    #[inline]
    fn index(&self, kind: Kind) -> &Bitboard {
        &self.0[kind as usize]
    }
}

impl Movers {
    /// Adds the square to the boards of these kinds, or takes it away where it was.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square, kinds: KindSet) {
        let bit = Bitboard::of(square);
        for kind in kinds {
            self.0[kind as usize] ^= bit;
        }
    }

    /// Takes these squares out of every board.
    #[inline]
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        for board in &mut self.0 {
            *board = board.without(squares);
        }
    }

    /// The kinds that the piece on this square moves as.
    pub fn kinds(&self, square: Square) -> KindSet {
        let mut kinds = KindSet::EMPTY;
        for kind in Kind::ALL.into_iter().take(Kind::MOVEMENTS) {
            if self[kind].contains(square) {
                kinds = kinds.with(KindSet::only(kind));
            }
        }
        kinds
    }

    /// The pieces of `by`, whose mover boards these are, that attack `square` when `occupied` squares block.
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        // Attacks reverse: a piece of `by` attacks the square exactly if a piece of the other colour on the square, moving
        // as the same kind, would attack it.
        let from = !by;
        let (horses, dragons) = (self[Kind::Horse], self[Kind::Dragon]);
        attacks::pawn(from, square) & self[Kind::Pawn]
            | attacks::knight(from, square) & self[Kind::Knight]
            | attacks::silver(from, square) & self[Kind::Silver]
            | attacks::gold(from, square) & self[Kind::Gold]
            | attacks::king(square) & (self[Kind::King] | horses | dragons)
            | attacks::lance(from, square, occupied) & self[Kind::Lance]
            | attacks::bishop(square, occupied) & (self[Kind::Bishop] | horses)
            | attacks::rook(square, occupied) & (self[Kind::Rook] | dragons)
    }

    /// The sliding pieces of `by`, whose mover boards these are, that would attack `square` on an empty board along a
    /// line.
    #[inline]
    pub fn snipers(&self, by: Color, square: Square) -> Bitboard {
        attacks::bishop(square, Bitboard::EMPTY) & (self[Kind::Bishop] | self[Kind::Horse])
            | attacks::rook(square, Bitboard::EMPTY) & (self[Kind::Rook] | self[Kind::Dragon])
            | attacks::lance(!by, square, Bitboard::EMPTY) & self[Kind::Lance]
    }
}

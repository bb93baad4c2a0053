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
        let mut attackers = attacks::pawn(from, square) & self[Kind::Pawn]
            | attacks::knight(from, square) & self[Kind::Knight]
            | attacks::silver(from, square) & self[Kind::Silver]
            | attacks::gold(from, square) & self[Kind::Gold]
            | attacks::king(square) & (self[Kind::King] | horses | dragons);
        // Few sliders are in line, so looking between is cheaper than asking how far each line reaches.
        for sniper in self.snipers(by, square) {
            if (attacks::between(square, sniper) & occupied).is_empty() {
                attackers |= Bitboard::of(sniper);
            }
        }
        attackers
    }

    /// The sliding pieces of `by`, whose mover boards these are, that would attack `square` on an empty board along a
    /// line.
    #[inline]
    pub fn snipers(&self, by: Color, square: Square) -> Bitboard {
        attacks::bishop_rays(square) & (self[Kind::Bishop] | self[Kind::Horse])
            | attacks::rook_rays(square) & (self[Kind::Rook] | self[Kind::Dragon])
            | attacks::lance_rays(!by, square) & self[Kind::Lance]
    }
}

/// Receives the pieces that step in a direction, a direction at a time; see [`Movers::visit_steps`].
pub trait StepVisitor {
    /// `from`: the pieces that step in this direction. `shift` moves a set of squares one such step; what leaves the board
    /// is dropped.
    fn step(&mut self, from: Bitboard, shift: impl Fn(Bitboard) -> Bitboard);
}

impl Movers {
    /// Shows every step and jump of the pieces of `by`, whose mover boards these are: for each of the eight directions and
    /// the two knight's jumps, all pieces that move that way, at once. Horses and dragons are among those that step where
    /// they do not slide.
    #[inline(always)]
    pub fn visit_steps(&self, by: Color, visitor: &mut impl StepVisitor) {
        let (silvers, golds, kings) = (self[Kind::Silver], self[Kind::Gold], self[Kind::King]);
        let (horses, dragons) = (self[Kind::Horse], self[Kind::Dragon]);
        let sideways = golds | kings | horses;
        let ahead = sideways | silvers | self[Kind::Pawn];
        let diagonally_back = silvers | kings | dragons;
        let diagonally_ahead = diagonally_back | golds;
        // From here on in directions of the board: north is towards rank a.
        let black = by == Color::Black;
        let (north, south) = if black { (ahead, sideways) } else { (sideways, ahead) };
        let (north_diagonal, south_diagonal) =
            if black { (diagonally_ahead, diagonally_back) } else { (diagonally_back, diagonally_ahead) };
        visitor.step(north, Bitboard::north);
        visitor.step(south, Bitboard::south);
        visitor.step(sideways, |set| set.left());
        visitor.step(sideways, |set| set.right());
        visitor.step(north_diagonal, |set| set.north().left());
        visitor.step(north_diagonal, |set| set.north().right());
        visitor.step(south_diagonal, |set| set.south().left());
        visitor.step(south_diagonal, |set| set.south().right());
        let knights = self[Kind::Knight];
        if knights.any() {
            visitor.step(knights, |set| set.ahead(by, 2).left());
            visitor.step(knights, |set| set.ahead(by, 2).right());
        }
    }
}

//! Attacks on kings.

use super::board::Position;
use crate::movement::Movers;
use crate::rules::{MovedNifu, NifuCheck};
use crate::types::{Bitboard, Color, Kind, Move, Square};

impl Position {
    /// The pieces of `by` that attack a square when `occupied` squares block, moving as they next will.
    ///
    /// Whether a pawn may capture a *king* there can depend on nifu, which this does not look at.
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.movers(by).attackers(by, square, occupied)
    }

    /// The pieces of `by` that could capture a king on `square`, given the mover boards and unpromoted pawns of `by`.
    #[inline]
    pub(crate) fn king_attackers(
        &self,
        by: Color,
        square: Square,
        occupied: Bitboard,
        movers: &Movers,
        pawns: Bitboard,
    ) -> Bitboard {
        movers.attackers(by, square, occupied).without(self.powerless_pawns(by, square, pawns))
    }

    /// Whether a pawn whose capture of the king would make nifu gives no check (kiki-nifu).
    #[inline]
    pub(crate) fn nifu_blunts_pawns(&self) -> bool {
        let set = &self.rules().set;
        set.nifu_check == NifuCheck::Invalid && set.moved_nifu == MovedNifu::Forbidden
    }

    /// Of the unpromoted `pawns` of `by`, those that may not capture a king on `square` because they would then be the
    /// second on its file.
    #[inline]
    pub(crate) fn powerless_pawns(&self, by: Color, square: Square, pawns: Bitboard) -> Bitboard {
        if !self.nifu_blunts_pawns() {
            return Bitboard::EMPTY;
        }
        let zone = Bitboard::promotion_zone(by);
        let on_file = pawns & Bitboard::file(square.file());
        if on_file.is_empty() || zone.contains(square) {
            return Bitboard::EMPTY;
        }
        // A pawn alone on the file is its own only pawn there after the capture.
        let others = if on_file.several() { pawns } else { pawns.without(on_file) };
        others.without(zone)
    }

    pub(super) fn compute_checkers(&self) -> Bitboard {
        let us = self.side_to_move();
        match self.king(us) {
            Some(king) => {
                let pawns = self.pieces(!us, Kind::Pawn);
                self.king_attackers(!us, king, self.occupied(), self.movers(!us), pawns)
            }
            None => Bitboard::EMPTY,
        }
    }

    /// Whether a legal move leaves the opponent in check: by the moved piece, by opening a line, by leaving a piece that
    /// borrowed, by lending to one, or by a flip of the Tide.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        // A king that is captured, which only a position set up so allows, is in check no more.
        let Some(king) = self.king(!us).filter(|&king| king != mv.to()) else { return false };
        // What counts is how this side moves in two plies, after the opponent's reply.
        if self.rules().tide.is_some() && !std::ptr::eq(self.rules().movement_at(self.ply() + 2), self.movement(us)) {
            let mut next = *self;
            next.play(mv);
            return next.in_check();
        }
        if self.movement(us).lending().is_none() {
            let (boards, stale) = self.boards_after(mv);
            let movers = self.movers_on(us, &boards, stale);
            let pawns = boards.pieces(us, Kind::Pawn);
            return self.king_attackers(us, king, boards.occupied(), &movers, pawns).any();
        }
        let (movers, occupied) = self.movers_after(mv);
        let attackers = movers.attackers(us, king, occupied);
        attackers.any() && (!self.nifu_blunts_pawns() || attackers.without(self.powerless_after(mv, king)).any())
    }

    /// The powerless pawns of the side to move against a king on `king` after a move.
    fn powerless_after(&self, mv: Move, king: Square) -> Bitboard {
        let us = self.side_to_move();
        let mut next = *self;
        next.play(mv);
        next.powerless_pawns(us, king, next.pieces(us, Kind::Pawn))
    }
}

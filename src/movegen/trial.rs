//! Moves that are made and tested: where enemy movement may change by other things than the capture of a giver.
//!
//! For a rule that follows a law the check mask and the pins are still exact for every move that touches no square on which
//! the movement of an enemy piece depends that may attack the king. Those squares are found once for a position; moves
//! that start or end on one of them are played on a copy of the boards.

use super::generator::Generator;
use crate::attacks;
use crate::movement::MovementRule;
use crate::position::Position;
use crate::types::{Bitboard, Color, Kind, Move, Square};

/// The squares that a move must not touch if the check mask and the pins are to tell whether it is legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touchy {
    /// Of these a move from there is tried.
    pub from: Bitboard,
    /// Of these a move or drop to there is tried.
    pub to: Bitboard,
}

/// All squares from which a piece of `by` attacks `square` by one movement or another, as the lines stand.
fn ways_to(by: Color, square: Square, occupied: Bitboard) -> Bitboard {
    attacks::bishop(square, occupied) | attacks::rook(square, occupied) | attacks::knight(!by, square)
}

/// The same on an empty board.
fn rays_to(by: Color, square: Square) -> Bitboard {
    attacks::bishop_rays(square) | attacks::rook_rays(square) | attacks::knight(!by, square)
}

impl Touchy {
    /// No square: the mask and the pins are exact for every move.
    pub const NONE: Self = Self { from: Bitboard::EMPTY, to: Bitboard::EMPTY };

    /// With this king to keep safe.
    pub fn new(position: &Position, movement: &MovementRule, king: Square) -> Self {
        let them = !position.side_to_move();
        let enemies = position.color(them);
        let sources = movement.sources(position.boards(), enemies & rays_to(them, king));
        let mut touchy = if movement.touches_enemies() {
            Self { from: sources, to: sources }
        } else {
            Self { from: Bitboard::EMPTY, to: sources & enemies }
        };
        if position.nifu_blunts_pawns() {
            touchy.to |= position.pieces(them, Kind::Pawn) & Bitboard::file(king.file());
        }
        touchy
    }
}

/// The squares on which a drop may give check to `king`, if it is not in check already.
pub(super) fn drops_that_may_check(position: &Position, movement: &MovementRule, king: Square) -> Bitboard {
    let us = position.side_to_move();
    let sources = movement.sources(position.boards(), position.color(us) & rays_to(us, king));
    sources | ways_to(us, king, position.occupied())
}

/// The squares that a board move must touch to give check to `king`, if it is not in check already.
pub(super) fn moves_that_may_check(position: &Position, movement: &MovementRule, king: Square) -> Bitboard {
    let us = position.side_to_move();
    let sources = movement.sources(position.boards(), position.color(us) & rays_to(us, king));
    let pawns = if position.nifu_blunts_pawns() { position.pieces(us, Kind::Pawn) } else { Bitboard::EMPTY };
    sources | rays_to(us, king) | pawns & Bitboard::file(king.file())
}

impl Generator<'_> {
    /// Of the targets of a piece other than the king those that are safe for the king, with or without promotion.
    pub(super) fn tried(&self, from: Square, promotes: bool, reached: Bitboard, certain: Bitboard) -> Bitboard {
        if self.safety.king.is_none() {
            return reached;
        }
        let touchy = self.safety.touchy();
        let doubtful = if touchy.from.contains(from) { reached } else { reached & touchy.to };
        let tested = doubtful.filter(|&to| self.is_safe_after(Move::board(from, to, promotes)));
        tested.fold(reached.without(doubtful) & certain, |safe, to| safe | Bitboard::of(to))
    }

    /// Of empty squares those on which a drop of this kind is safe for the king.
    pub(super) fn tried_drops(&self, kind: Kind, squares: Bitboard) -> Bitboard {
        if self.safety.king.is_none() {
            return squares;
        }
        let doubtful = squares & self.safety.touchy().to;
        let tested = doubtful.filter(|&to| self.is_safe_after(Move::drop(kind, to)));
        tested.fold(squares.without(doubtful) & self.safety.targets, |safe, to| safe | Bitboard::of(to))
    }

    /// Whether the king may go from `from` to `to`.
    pub(super) fn is_king_safe_on(&self, from: Square, to: Square) -> bool {
        let (position, movement) = (self.position, self.position.movement(!self.us));
        let enemies = position.color(!self.us).without(Bitboard::of(to));
        let captures = position.color(!self.us).contains(to);
        let boards = position.boards();
        let mut changed = Bitboard::EMPTY;
        if captures || movement.touches_enemies() {
            changed |= movement.dependents(boards, to);
        }
        if movement.touches_enemies() {
            changed |= movement.dependents(boards, from);
        }
        if captures || (changed & enemies).any() {
            self.is_safe_after(Move::board(from, to, false))
        } else {
            self.safety.allows_king(from, to)
        }
    }

    /// Whether the enemy cannot capture the king after a move, which is made and tested.
    fn is_safe_after(&self, mv: Move) -> bool {
        let (position, them) = (self.position, !self.us);
        let (boards, stale) = position.boards_after(mv);
        let Some(king) = boards.king(self.us) else { return true };
        let movers = position.movers_on(them, &boards, stale);
        let pawns = boards.pieces(them, Kind::Pawn);
        position.king_attackers(them, king, boards.occupied(), &movers, pawns).is_empty()
    }
}

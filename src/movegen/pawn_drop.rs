//! Pawn drops: nifu, and mate by dropping a pawn.

use super::{Generator, has_legal_move};
use crate::attacks;
use crate::position::Position;
use crate::rules::PawnDropMate;
use crate::types::{Bitboard, Kind, Move, Square};

/// Of the squares on which the side to move could drop a pawn, nifu apart, those on which it may.
pub(super) fn legal_pawn_drops(position: &Position, mut squares: Bitboard) -> Bitboard {
    let us = position.side_to_move();
    squares = squares.without(position.pieces(us, Kind::Pawn).fill_files());
    for square in squares & candidates(position) {
        if is_mate_by_pawn_drop(position, square) {
            squares = squares.without(Bitboard::of(square));
        }
    }
    squares
}

/// Whether the side to move, which has a pawn in hand, may not drop it somewhere for the one reason that it would mate.
pub fn has_mating_pawn_drop(position: &Position) -> bool {
    Generator::new(position).has_mating_pawn_drop()
}

/// Whether one of these squares, on which a pawn could be dropped, nifu apart, is forbidden because the drop would mate.
pub(super) fn any_mates(position: &Position, squares: Bitboard) -> bool {
    let files = position.pieces(position.side_to_move(), Kind::Pawn).fill_files();
    let mut squares = squares.without(files) & candidates(position);
    Iterator::any(&mut squares, |square| is_mate_by_pawn_drop(position, square))
}

/// The squares on which a pawn drop may be illegal because it mates.
fn candidates(position: &Position) -> Bitboard {
    let us = position.side_to_move();
    let Some(king) = position.king(!us) else { return Bitboard::EMPTY };
    // The square from which a pawn attacks the king.
    let front = attacks::pawn(!us, king);
    if position.rules().set.pawn_drop_mate == PawnDropMate::Front {
        return front;
    }
    if position.attackers(us, king, position.occupied()).any() {
        // A position set up so that the king can be captured at once: every drop leaves it in check.
        return Bitboard::ALL;
    }
    let movement = position.rules().movement_at(position.ply() + 2);
    if !std::ptr::eq(movement, position.movement(us)) {
        // The Tide flips before this side moves again, which may give check whatever is dropped.
        return Bitboard::ALL;
    }
    let Some(lending) = movement.lending() else {
        return super::trial::drops_that_may_check(position, movement, king);
    };
    if !lending.is_any() {
        return front;
    }
    // A pawn that gives check by lending stands where a friendly piece right in front of the king borrows from it ...
    let by_lending = lending.givers_of(us, front & position.color(us));
    // ... any other stands where it attacks the king itself, moving as a pawn or as the piece that lends to it.
    let mut direct = front;
    for giver in Kind::ALL {
        let borrowing = lending.borrowers_of(us, position.pieces(us, giver));
        for kind in lending.kinds(Kind::Pawn, Some(giver)) {
            direct |= borrowing & attacks::pseudo(kind, !us, king);
        }
    }
    by_lending | direct
}

/// Whether a pawn dropped on `square` mates in the way that the rule set forbids.
fn is_mate_by_pawn_drop(position: &Position, square: Square) -> bool {
    let mut next = *position;
    next.play(Move::drop(Kind::Pawn, square));
    // Read strictly, only mate counts; read as "in front of the king", being left without a move is enough.
    (next.in_check() || position.rules().set.pawn_drop_mate == PawnDropMate::Front) && !has_legal_move(&next)
}

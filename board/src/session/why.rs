//! Why a move is not legal.

use nanboku::attacks;
use nanboku::position::Position;
use nanboku::rules::MovedNifu;
use nanboku::types::{Bitboard, Kind, Move, Piece, Source, Square};

use super::IllegalReason;
use super::editor::Board;

/// The reason, and the piece that would capture the king where that is the reason.
pub fn not_legal(position: &Position, mv: Move) -> (IllegalReason, Option<Square>) {
    let us = position.side_to_move();
    let to = mv.to();
    let kind = match mv.source() {
        Source::Hand(kind) => {
            if position.hand(us).count(kind) == 0 {
                return (IllegalReason::NoPiece, None);
            }
            if position.piece_at(to).is_some() {
                return (IllegalReason::Occupied, None);
            }
            kind
        }
        Source::Board(from) => {
            let Some(piece) = position.piece_at(from).filter(|piece| piece.color() == us) else {
                return (IllegalReason::NoPiece, None);
            };
            if position.color(us).contains(to) {
                return (IllegalReason::Occupied, None);
            }
            let reached = position
                .moves_as(from)
                .fold(Bitboard::EMPTY, |all, kind| all | attacks::of(kind, us, from, position.occupied()));
            if !reached.contains(to) {
                return (IllegalReason::Movement, None);
            }
            let zone = Bitboard::promotion_zone(us);
            if mv.promotes() && (!piece.kind().is_promotable() || !zone.contains(from) && !zone.contains(to)) {
                return (IllegalReason::Promotion, None);
            }
            piece.kind()
        }
    };
    if !mv.promotes() {
        if Bitboard::far_ranks(us, position.rules().dead_ranks(kind)).contains(to) {
            return (IllegalReason::DeadEnd, None);
        }
        if kind == Kind::Pawn && is_doubled(position, mv) {
            return (IllegalReason::Nifu, None);
        }
    }
    match capturer_after(position, mv) {
        Some(by) => (IllegalReason::King, Some(by)),
        None if mv.is_drop() && kind == Kind::Pawn => (IllegalReason::PawnDropMate, None),
        None => (IllegalReason::King, None),
    }
}

/// Whether a pawn that stays one comes to a file with another own one where it may not.
fn is_doubled(position: &Position, mv: Move) -> bool {
    let pawns = position.pieces(position.side_to_move(), Kind::Pawn) & Bitboard::file(mv.to().file());
    let others = pawns.without(mv.from().map_or(Bitboard::EMPTY, Bitboard::of));
    others.any() && (mv.is_drop() || position.rules().set.moved_nifu == MovedNifu::Forbidden)
}

/// The piece that could capture the king after a move that obeys every rule but that one.
fn capturer_after(position: &Position, mv: Move) -> Option<Square> {
    let us = position.side_to_move();
    let mut board = Board::of(position);
    let moved = match mv.source() {
        Source::Hand(kind) => {
            board.hands[us].remove(kind);
            kind
        }
        Source::Board(from) => {
            let kind = board.squares[from.index()].take()?.kind();
            if mv.promotes() { kind.promoted()? } else { kind }
        }
    };
    board.squares[mv.to().index()] = Some(Piece::new(us, moved));
    board.side = !us;
    board.ply += 1;
    let next = Position::from_sfen(&board.sfen(), position.rules()).ok()?;
    super::view::capturer_of_king(&next)
}

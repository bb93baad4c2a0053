//! Checking moves, and mate in one.
//!
//! A move gives check in one of these ways: the piece attacks from where it arrives, with its own movement or a borrowed
//! one; it lends its movement to a piece there; it lent to a piece that attacks when it moves as itself again; it stood
//! in a line; or (where a pawn that would make nifu gives no check) it was the pawn that made another powerless. The mover
//! boards name the few targets and pieces for which that can be so, and only these are looked at.

use std::ops::ControlFlow;

use super::generator::Generator;
use super::trial::moves_that_may_check;
use super::{has_legal_move, legal_moves};
use crate::attacks;
use crate::movement::Lending;
use crate::position::Position;
use crate::types::{Bitboard, Kind, Move, Square};

/// All legal moves that leave the opponent in check, in no particular order.
pub fn checking_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = Generator::new(position).checks(|mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves
}

/// A legal move that gives check and leaves no answer, if there is one.
pub fn mate_in_one(position: &Position) -> Option<Move> {
    let mut mate = None;
    let _ = Generator::new(position).checks(|mv| {
        let mut next = *position;
        next.play(mv);
        if has_legal_move(&next) {
            return ControlFlow::Continue(());
        }
        mate = Some(mv);
        ControlFlow::Break(())
    });
    mate
}

impl Generator<'_> {
    /// Hands all legal moves that give check to `listener`, each once, until it breaks.
    pub fn checks(&self, mut listener: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let position = self.position;
        let Some(king) = position.king(!self.us) else { return ControlFlow::Continue(()) };
        let movement = position.movement(self.us);
        let lending = movement.lending().filter(|_| movement.is_single());
        // After a flip that comes before the next move of this side, or with a king that could be captured already, a move
        // can give check without doing anything for it. A piece with two movements is not worth a search of its own.
        match lending {
            Some(lending)
                if std::ptr::eq(movement, position.rules().movement_at(position.ply() + 2))
                    && position.attackers(self.us, king, self.occupied).is_empty() =>
            {
                let targets = Targets::new(self, lending, king);
                self.checks_on_board(&targets, &mut listener)?;
                self.checks_by_drop(&targets, &mut listener)
            }
            _ => {
                let mut moves = legal_moves(position);
                if movement.lending().is_none() && position.attackers(self.us, king, self.occupied).is_empty() {
                    let touched = moves_that_may_check(position, movement, king);
                    let touches = |square| touched.contains(square);
                    moves.retain(|mv| touches(mv.to()) || mv.from().is_some_and(touches));
                }
                moves.into_iter().filter(|&mv| position.gives_check(mv)).try_for_each(&mut listener)
            }
        }
    }

    fn checks_on_board(
        &self,
        targets: &Targets<'_>,
        listener: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let position = self.position;
        let openers = targets.openers();
        for from in position.color(self.us) {
            let Some(kind) = position.piece_at(from).map(|piece| piece.kind()) else { continue };
            let (stay, promote) = if openers.contains(from) {
                (Bitboard::ALL, Bitboard::ALL)
            } else {
                let vacated = targets.vacated(from);
                let promoted = kind.promoted().map_or(Bitboard::EMPTY, |kind| targets.of(kind) | vacated);
                (targets.of(kind) | vacated, promoted)
            };
            self.piece(from, stay | promote, &mut |moves| {
                let mut candidate = |to: Square, promotes: bool| {
                    let mv = Move::board(from, to, promotes);
                    if position.gives_check(mv) { listener(mv) } else { ControlFlow::Continue(()) }
                };
                for to in moves.promote & promote {
                    candidate(to, true)?;
                }
                for to in moves.stay & stay {
                    candidate(to, false)?;
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }

    fn checks_by_drop(
        &self,
        targets: &Targets<'_>,
        listener: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let squares = self.drop_targets();
        if squares.is_empty() {
            return ControlFlow::Continue(());
        }
        let blunted = self.position.nifu_blunts_pawns();
        for kind in self.position.hand(self.us).kinds() {
            let checking = targets.of(kind).without(targets.self_blocking(kind)) & squares;
            if checking.is_empty() {
                continue;
            }
            self.drop_of(kind, checking, &mut |moves| {
                for to in moves.stay {
                    let mv = Move::drop(kind, to);
                    if !blunted || self.position.gives_check(mv) {
                        listener(mv)?;
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Where an arriving piece can give check to a king, as things stand before the move.
struct Targets<'a> {
    generator: &'a Generator<'a>,
    lending: &'static Lending,
    king: Square,
    /// For each movement the squares from which it attacks the king.
    attacking: [Bitboard; Kind::MOVEMENTS],
    /// Squares on which a piece borrows a movement that attacks the king from there.
    borrowing: Bitboard,
    /// Squares on which a piece borrows nothing.
    without_giver: Bitboard,
    /// Squares that the king sees along a rank, file or diagonal: the nearest pieces and all before them.
    seen: Bitboard,
}

impl<'a> Targets<'a> {
    fn new(generator: &'a Generator<'a>, lending: &'static Lending, king: Square) -> Self {
        let (position, us, occupied) = (generator.position, generator.us, generator.occupied);
        let attacking = attacks::by_movement(!us, king, occupied);
        let seen = attacking[Kind::Bishop as usize] | attacking[Kind::Rook as usize];
        let (mut borrowing, mut without_giver) = (Bitboard::EMPTY, Bitboard::ALL);
        if lending.is_any() {
            for giver in Kind::ALL {
                let borrowers = lending.borrowers_of(us, position.pieces(us, giver));
                borrowing |= borrowers & attacking[giver.movement() as usize];
            }
            without_giver = !lending.borrowers_of(us, position.color(us));
        }
        Self { generator, lending, king, attacking, borrowing, without_giver, seen }
    }

    /// Targets on which a piece that is of this kind after the move gives check, by itself or by lending, unless what it
    /// leaves or where it stands changes that.
    #[inline]
    fn of(&self, kind: Kind) -> Bitboard {
        let attacking = self.attacking[kind.movement() as usize];
        let direct = self.borrowing | self.without_giver & attacking;
        let (us, position) = (self.generator.us, self.generator.position);
        direct | self.lending.givers_of(us, position.color(us) & attacking)
    }

    /// Targets that become checking ones because a piece leaves `from`: those in its shadow, those that lend to a piece
    /// there, and the square to which it lent.
    #[inline]
    fn vacated(&self, from: Square) -> Bitboard {
        let us = self.generator.us;
        let mut targets = Bitboard::EMPTY;
        if self.seen.contains(from) {
            let line = attacks::line(self.king, from);
            targets |= line | self.lending.givers_of(us, line);
        }
        let borrower = self.lending.borrower_index(us, from);
        if borrower < Square::COUNT {
            targets |= Bitboard::of(Square::new(borrower));
        }
        targets
    }

    /// Drops of this kind that lend a line to a piece and stand in that very line.
    fn self_blocking(&self, kind: Kind) -> Bitboard {
        let (us, position) = (self.generator.us, self.generator.position);
        let attacking = self.attacking[kind.movement() as usize];
        let mut blocking = Bitboard::EMPTY;
        if self.lending.is_any() {
            for borrower in position.color(us) & attacking & Bitboard::file(self.king.file()) {
                let giver = self.lending.giver_index(us, borrower);
                let between = attacks::between(self.king, borrower);
                if giver < Square::COUNT && between.contains(Square::new(giver)) {
                    blocking |= Bitboard::of(Square::new(giver));
                }
            }
        }
        // Such a drop may still attack by itself, from between.
        let direct = self.borrowing | self.without_giver & attacking;
        blocking.without(direct)
    }

    /// Own pieces any move of which may give check, because of what they leave.
    fn openers(&self) -> Bitboard {
        let (us, position, king) = (self.generator.us, self.generator.position, self.king);
        let own = position.color(us);
        let mut openers = Bitboard::EMPTY;
        for sniper in position.movers(us).snipers(us, king) {
            let blockers = attacks::between(king, sniper) & self.generator.occupied;
            if !blockers.several() {
                openers |= blockers & own;
            }
        }
        if self.lending.is_any() {
            let attackers = position.boards().native_attackers_on_empty(us, king);
            openers |= self.lending.givers_of(us, self.lending.borrowers(us, own) & attackers);
        }
        if position.nifu_blunts_pawns() {
            openers |= position.pieces(us, Kind::Pawn) & Bitboard::file(king.file());
        }
        openers
    }
}

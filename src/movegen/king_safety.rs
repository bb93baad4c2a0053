//! Checks, pins, and the captures that change how the enemy moves.

use std::cell::OnceCell;

use super::trial::Touchy;
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Kind, Square};

/// What a move must respect so that the enemy cannot capture the king afterwards.
///
/// Where movement is lent by one neighbour, enemy movement changes only when a giver is captured. For every other move, check mask and pins over the enemy's mover
/// boards are exact; the captures that may change something that matters to the king are listed and examined one by one.
pub(super) struct KingSafety<'a> {
    position: &'a Position,
    us: Color,
    /// The king to keep safe, if there is one.
    pub king: Option<Square>,
    /// Targets that answer the check, if any, without changing how the enemy moves.
    pub targets: Bitboard,
    /// Own pieces that may move only along the line to their king.
    pub pinned: Bitboard,
    /// Enemy pieces that give check, or would along a line on an empty board.
    active: Bitboard,
    /// See [`KingSafety::special`].
    special: OnceCell<Bitboard>,
    /// See [`KingSafety::touchy`].
    touchy: OnceCell<Touchy>,
}

impl<'a> KingSafety<'a> {
    pub fn new(position: &'a Position) -> Self {
        let us = position.side_to_move();
        let Some(king) = position.king(us) else {
            let none = Bitboard::EMPTY;
            let special = OnceCell::from(none);
            let touchy = OnceCell::from(Touchy::NONE);
            return Self {
                position,
                us,
                king: None,
                targets: Bitboard::ALL,
                pinned: none,
                active: none,
                special,
                touchy,
            };
        };
        let checkers = position.checkers();
        let snipers = position.effective_snipers(!us, king);
        Self {
            position,
            us,
            king: Some(king),
            targets: match checkers.first() {
                None => Bitboard::ALL,
                Some(_) if checkers.several() => Bitboard::EMPTY,
                // A slider's check can be blocked; a step or a jump has nothing in between.
                Some(checker) => attacks::between(king, checker) | checkers,
            },
            pinned: position.pinned_by(us, king, snipers),
            active: checkers | snipers,
            special: OnceCell::new(),
            touchy: OnceCell::new(),
        }
    }

    /// Enemy pieces whose capture is examined one by one. Found out when first asked for: most positions have no capture at
    /// all, and then nobody asks.
    #[inline]
    pub fn special(&self) -> Bitboard {
        *self.special.get_or_init(|| match self.king {
            Some(king) => special_captures(self.position, king, self.active),
            None => Bitboard::EMPTY,
        })
    }

    /// For a rule that follows a law: the squares on which moves are made and tested.
    #[inline]
    pub fn touchy(&self) -> Touchy {
        *self.touchy.get_or_init(|| match self.king {
            Some(king) => Touchy::new(self.position, self.position.movement(!self.us), king),
            None => Touchy::NONE,
        })
    }

    /// Whether the king is safe after an own piece other than the king captures on `to`; for what [`KingSafety::special`] names.
    pub fn allows_capture(&self, king: Square, from: Square, to: Square) -> bool {
        let occupied = self.position.occupied().without(Bitboard::of(from));
        !self.is_attacked_after_capture(king, occupied, to)
    }

    /// Whether the king may go from `from` to `to`.
    pub fn allows_king(&self, from: Square, to: Square) -> bool {
        let (position, them) = (self.position, !self.us);
        let occupied = position.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        if position.color(them).contains(to) {
            return !self.is_attacked_after_capture(to, occupied, to);
        }
        let pawns = position.pieces(them, Kind::Pawn);
        position.king_attackers(them, to, occupied, position.movers(them), pawns).is_empty()
    }

    fn is_attacked_after_capture(&self, king: Square, occupied: Bitboard, captured: Square) -> bool {
        let them = !self.us;
        let movers = self.position.movers_after_capture(captured);
        let pawns = self.position.pieces(them, Kind::Pawn).without(Bitboard::of(captured));
        self.position.king_attackers(them, king, occupied, &movers, pawns).any()
    }
}

/// The enemy pieces whose capture may change whether `king` is attacked, beyond opening and closing lines.
///
/// `active`: the enemy pieces that give check, or would along a line on an empty board.
fn special_captures(position: &Position, king: Square, active: Bitboard) -> Bitboard {
    let us = position.side_to_move();
    let them = !us;
    let pieces = position.color(them);
    let mut special = Bitboard::EMPTY;
    if let Some(lending) = position.movement(them).lending().filter(|lending| lending.is_any()) {
        // A borrower matters if it is active now, or may be when it moves as itself again.
        let matters = active | position.boards().native_attackers_on_empty(them, king);
        special = lending.givers_of(them, lending.borrowers(them, pieces) & matters);
    }
    if position.nifu_blunts_pawns() {
        special |= position.pieces(them, Kind::Pawn) & Bitboard::file(king.file());
    }
    special
}

impl Position {
    /// The pieces of `color` that are pinned to their own king.
    pub fn pinned(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => self.pinned_by(color, king, self.effective_snipers(!color, king)),
            None => Bitboard::EMPTY,
        }
    }

    /// The pieces of `color` that are pinned to their own king, each with the enemy piece that pins it.
    pub fn pins(&self, color: Color) -> Vec<(Square, Square)> {
        let Some(king) = self.king(color) else { return Vec::new() };
        let snipers = self.effective_snipers(!color, king);
        let pinned = |sniper| self.pinned_by(color, king, Bitboard::of(sniper)).map(move |piece| (piece, sniper));
        snipers.flat_map(pinned).collect()
    }

    /// The sliders of `by` in line with the king on `king`, whatever stands between, that may capture it.
    fn effective_snipers(&self, by: Color, king: Square) -> Bitboard {
        self.movers(by).snipers(by, king).without(self.powerless_pawns(by, king, self.pieces(by, Kind::Pawn)))
    }

    fn pinned_by(&self, color: Color, king: Square, snipers: Bitboard) -> Bitboard {
        let (occupied, own) = (self.occupied(), self.color(color));
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.several() {
                pinned |= blockers & own;
            }
        }
        pinned
    }
}

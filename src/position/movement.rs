//! How moves change movement: the mover boards after pieces have come and gone.

use super::board::Position;
use crate::movement::{Boards, Lending, Movers};
use crate::types::{Bitboard, Color, Kind, KindSet, Move, Source, Square};

impl Position {
    /// What a piece that has come to `square` or left it changes in the mover boards: its own movement, and that of the
    /// pieces that depend on it. What follows a law waits in `stale` for [`Position::refresh_movers`].
    #[inline]
    pub(super) fn update_movers(&mut self, color: Color, kind: Kind, square: Square) {
        let movement = self.movements[color];
        let Some(lending) = movement.lending() else {
            self.stale |= movement.dependents(&self.boards, square) | Bitboard::of(square);
            return;
        };
        let giver = self.boards.own_kind(color, lending.giver_index(color, square));
        self.movers[color].toggle(square, lending.kinds(kind, giver));
        let borrower_index = lending.borrower_index(color, square);
        if let Some(borrower) = self.boards.own_kind(color, borrower_index) {
            let (alone, lent) = (lending.kinds(borrower, None), lending.kinds(borrower, Some(kind)));
            self.movers[color].toggle(Square::new(borrower_index), KindSet(alone.0 ^ lent.0));
        }
    }

    /// Derives anew what is stale.
    pub(super) fn refresh_movers(&mut self) {
        for color in Color::ALL {
            self.movements[color].refresh(&self.boards, color, self.stale, &mut self.movers[color]);
        }
        self.stale = Bitboard::EMPTY;
    }

    /// What stands where after a move of the side to move, and, for a rule that follows a law, the squares whose piece may
    /// then move differently.
    pub(crate) fn boards_after(&self, mv: Move) -> (Boards, Bitboard) {
        let us = self.side_to_move();
        let movement = self.movements[us];
        let mut boards = self.boards;
        let mut stale = Bitboard::EMPTY;
        boards.play(us, mv, |boards, square| stale |= movement.dependents(boards, square) | Bitboard::of(square));
        (boards, stale)
    }

    /// For a rule that follows a law: the mover boards of a player after a move that led to `boards`, where the movement on
    /// the squares `stale` may have changed.
    pub(crate) fn movers_on(&self, color: Color, boards: &Boards, stale: Bitboard) -> Movers {
        let mut movers = self.movers[color];
        self.movements[color].refresh(boards, color, stale, &mut movers);
        movers
    }

    /// The mover boards of the side to move as they would be after this move, when the opponent answers by the same
    /// movement rule, and the occupancy then; for a rule that lends from one neighbour.
    pub(super) fn movers_after(&self, mv: Move) -> (Movers, Bitboard) {
        let us = self.side_to_move();
        let lending = self.movements[us].lending().unwrap_or(&Lending::NOTHING);
        let to = mv.to();
        let (from, moved) = match mv.source() {
            Source::Hand(kind) => (None, Some(kind)),
            Source::Board(from) => {
                let kind = self.boards.own_kind(us, from.index());
                (Some(from), if mv.promotes() { kind.and_then(Kind::promoted) } else { kind })
            }
        };
        let kind_on = |index: usize| {
            if index == to.index() {
                moved
            } else if from.is_some_and(|from| from.index() == index) {
                None
            } else {
                self.boards.own_kind(us, index)
            }
        };
        let mut movers = self.movers[us];
        let mut changed = Bitboard::EMPTY;
        for square in [Some(to), from].into_iter().flatten() {
            changed |= Bitboard::of(square);
            let borrower = lending.borrower_index(us, square);
            if borrower < Square::COUNT {
                changed |= Bitboard::of(Square::new(borrower));
            }
        }
        movers.clear(changed);
        for square in changed {
            if let Some(kind) = kind_on(square.index()) {
                movers.toggle(square, lending.kinds(kind, kind_on(lending.giver_index(us, square))));
            }
        }
        let left = from.map_or(Bitboard::EMPTY, Bitboard::of);
        (movers, self.occupied().without(left) | Bitboard::of(to))
    }

    /// The mover boards of the opponent as they would be after the capture of its piece on `square`, for a rule that lends
    /// from one neighbour.
    pub(crate) fn movers_after_capture(&self, square: Square) -> Movers {
        let them = !self.side_to_move();
        let mut movers = self.movers[them];
        movers.clear(Bitboard::of(square));
        let Some(lending) = self.movements[them].lending() else { return movers };
        let index = lending.borrower_index(them, square);
        let (borrower, captured) = (self.boards.own_kind(them, index), self.boards.own_kind(them, square.index()));
        if let (Some(borrower), Some(captured)) = (borrower, captured) {
            let (alone, lent) = (lending.kinds(borrower, None), lending.kinds(borrower, Some(captured)));
            movers.toggle(Square::new(index), KindSet(alone.0 ^ lent.0));
        }
        movers
    }
}

//! The generator of legal moves.

use std::ops::ControlFlow;

use super::king_safety::KingSafety;
use super::pawn_drop::{any_mates, legal_pawn_drops};
use crate::attacks;
use crate::position::Position;
use crate::rules::MovedNifu;
use crate::types::{Bitboard, Color, Kind, Move, Source, Square};

/// The legal moves of one piece, or the drops of one kind. At least one of the sets is not empty.
#[derive(Clone, Copy, Debug)]
pub struct PieceMoves {
    /// What is moved.
    pub source: Source,
    /// Its kind before the move.
    pub kind: Kind,
    /// Targets of moves without promotion.
    pub stay: Bitboard,
    /// Targets of moves with promotion.
    pub promote: Bitboard,
}

impl PieceMoves {
    /// Number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        (self.stay.len() + self.promote.len()) as usize
    }

    /// Whether there is no move; never so for what a listener receives.
    #[inline]
    pub fn is_empty(&self) -> bool {
        (self.stay | self.promote).is_empty()
    }

    /// Calls `f` with each move.
    #[inline]
    pub fn for_each(&self, mut f: impl FnMut(Move)) {
        match self.source {
            Source::Hand(kind) => self.stay.for_each(|to| f(Move::drop(kind, to))),
            Source::Board(from) => {
                self.promote.for_each(|to| f(Move::board(from, to, true)));
                self.stay.for_each(|to| f(Move::board(from, to, false)));
            }
        }
    }
}

/// Generates the legal moves of one position.
pub struct Generator<'a> {
    pub(super) position: &'a Position,
    pub(super) us: Color,
    pub(super) occupied: Bitboard,
    pub(super) safety: KingSafety<'a>,
}

impl<'a> Generator<'a> {
    /// Looks at checks and pins.
    #[inline]
    pub fn new(position: &'a Position) -> Self {
        Self { position, us: position.side_to_move(), occupied: position.occupied(), safety: KingSafety::new(position) }
    }

    /// Hands all legal moves to `listener` until it breaks.
    #[inline]
    pub fn all(&self, mut listener: impl FnMut(PieceMoves) -> ControlFlow<()>) -> ControlFlow<()> {
        self.board_moves(Bitboard::ALL, &mut listener)?;
        self.drops(Bitboard::ALL, &mut listener)
    }

    /// Hands all legal captures to `listener` until it breaks.
    #[inline]
    pub fn captures(&self, mut listener: impl FnMut(PieceMoves) -> ControlFlow<()>) -> ControlFlow<()> {
        self.board_moves(self.position.color(!self.us), &mut listener)
    }

    /// Hands all legal moves that capture nothing, drops included, to `listener` until it breaks.
    #[inline]
    pub fn quiets(&self, mut listener: impl FnMut(PieceMoves) -> ControlFlow<()>) -> ControlFlow<()> {
        self.board_moves(!self.occupied, &mut listener)?;
        self.drops(Bitboard::ALL, &mut listener)
    }

    /// Whether there is a legal move of a piece on the board; stops at the first.
    pub fn has_board_move(&self) -> bool {
        self.board_moves(Bitboard::ALL, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether a pawn drop is illegal for the one reason that it would mate.
    pub(super) fn has_mating_pawn_drop(&self) -> bool {
        let dead = Bitboard::far_ranks(self.us, self.position.rules().dead_ranks(Kind::Pawn));
        let mut squares = self.drop_targets().without(dead);
        if self.position.movement(self.us).lending().is_none() {
            squares = self.tried_drops(Kind::Pawn, squares);
        }
        any_mates(self.position, squares)
    }

    /// Appends all legal moves to a list.
    pub fn collect_into(&self, moves: &mut Vec<Move>) {
        let _ = self.all(|piece| {
            piece.for_each(|mv| moves.push(mv));
            ControlFlow::Continue(())
        });
    }

    /// Whether the move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        let to = Bitboard::of(mv.to());
        let mut legal = false;
        let mut listener = |piece: PieceMoves| {
            let targets = if mv.promotes() { piece.promote } else { piece.stay };
            legal |= piece.source == mv.source() && targets.contains(mv.to());
            ControlFlow::Continue(())
        };
        let _ = match mv.source() {
            Source::Board(from) if self.position.color(self.us).contains(from) => self.piece(from, to, &mut listener),
            Source::Board(_) => ControlFlow::Continue(()),
            Source::Hand(kind) if self.position.hand(self.us).count(kind) > 0 => {
                self.drop_of(kind, self.drop_targets() & to, &mut listener)
            }
            Source::Hand(_) => ControlFlow::Continue(()),
        };
        legal
    }

    /// Moves on the board to `filter`.
    #[inline]
    fn board_moves(
        &self,
        filter: Bitboard,
        listener: &mut impl FnMut(PieceMoves) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (us, occupied) = (self.us, self.occupied);
        let king = self.safety.king;
        if let Some(king) = king {
            self.piece(king, filter, listener)?;
        }
        let movement = self.position.movement(us);
        if !movement.is_single() || movement.lending().is_none() {
            // A piece may stand on several mover boards: go by piece, so that each move comes once.
            for from in self.position.color(us).without(king.map_or(Bitboard::EMPTY, Bitboard::of)) {
                self.piece(from, filter, listener)?;
            }
            return ControlFlow::Continue(());
        }
        let movers = self.position.movers(us);
        let others = !king.map_or(Bitboard::EMPTY, Bitboard::of);
        let filter = filter.without(self.position.color(us));
        macro_rules! movers_of {
            ($kind:expr, $attacks:expr) => {
                for from in movers[$kind] & others {
                    self.emit(from, $attacks(from) & filter, listener)?;
                }
            };
        }
        movers_of!(Kind::Pawn, |from| attacks::pawn(us, from));
        movers_of!(Kind::Lance, |from| attacks::lance(us, from, occupied));
        movers_of!(Kind::Knight, |from| attacks::knight(us, from));
        movers_of!(Kind::Silver, |from| attacks::silver(us, from));
        movers_of!(Kind::Gold, |from| attacks::gold(us, from));
        movers_of!(Kind::King, attacks::king);
        movers_of!(Kind::Bishop, |from| attacks::bishop(from, occupied));
        movers_of!(Kind::Rook, |from| attacks::rook(from, occupied));
        movers_of!(Kind::Horse, |from| attacks::horse(from, occupied));
        movers_of!(Kind::Dragon, |from| attacks::dragon(from, occupied));
        ControlFlow::Continue(())
    }

    /// Moves of one own piece to `filter`.
    pub(super) fn piece(
        &self,
        from: Square,
        filter: Bitboard,
        listener: &mut impl FnMut(PieceMoves) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut targets = Bitboard::EMPTY;
        for kind in self.position.moves_as(from) {
            targets |= attacks::of(kind, self.us, from, self.occupied);
        }
        targets &= filter.without(self.position.color(self.us));
        let follows_law = self.position.movement(self.us).lending().is_none();
        if self.safety.king == Some(from) {
            let allows = |to| {
                if follows_law { self.is_king_safe_on(from, to) } else { self.safety.allows_king(from, to) }
            };
            let stay: Bitboard = targets.filter(|&to| allows(to)).collect();
            if stay.any() {
                let promote = Bitboard::EMPTY;
                listener(PieceMoves { source: Source::Board(from), kind: Kind::King, stay, promote })?;
            }
            return ControlFlow::Continue(());
        }
        if follows_law { self.emit_tried(from, targets, listener) } else { self.emit(from, targets, listener) }
    }

    /// [`Generator::emit`] for a rule that follows a law.
    fn emit_tried(
        &self,
        from: Square,
        reached: Bitboard,
        listener: &mut impl FnMut(PieceMoves) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(kind) = self.position.piece_at(from).map(|piece| piece.kind()) else {
            return ControlFlow::Continue(());
        };
        let mut certain = self.safety.targets;
        if let Some(king) = self.safety.king.filter(|_| self.safety.pinned.contains(from)) {
            certain &= attacks::line(king, from);
        }
        let stay = self.tried(from, false, self.may_stay(kind, from, reached), certain);
        let promote = self.tried(from, true, self.may_promote(kind, from, reached), certain);
        let moves = PieceMoves { source: Source::Board(from), kind, stay, promote };
        if moves.is_empty() { ControlFlow::Continue(()) } else { listener(moves) }
    }

    /// Keeps of the targets of a piece other than the king what is safe for the king, splits off the promotions, and hands
    /// them to the listener.
    #[inline]
    fn emit(
        &self,
        from: Square,
        reached: Bitboard,
        listener: &mut impl FnMut(PieceMoves) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let safety = &self.safety;
        let mut targets = reached & safety.targets;
        if let Some(king) = safety.king {
            if safety.pinned.contains(from) {
                targets &= attacks::line(king, from);
            }
            let captures = reached & self.position.color(!self.us);
            if captures.any() {
                let special = safety.special();
                targets = targets.without(special);
                for to in captures & special {
                    if safety.allows_capture(king, from, to) {
                        targets |= Bitboard::of(to);
                    }
                }
            }
        }
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let Some(kind) = self.position.piece_at(from).map(|piece| piece.kind()) else {
            return ControlFlow::Continue(());
        };
        let promote = self.may_promote(kind, from, targets);
        let moves = PieceMoves { source: Source::Board(from), kind, stay: self.may_stay(kind, from, targets), promote };
        if moves.is_empty() { ControlFlow::Continue(()) } else { listener(moves) }
    }

    /// Of the targets of an own piece those that it may reach promoting.
    #[inline]
    fn may_promote(&self, kind: Kind, from: Square, targets: Bitboard) -> Bitboard {
        let zone = Bitboard::promotion_zone(self.us);
        if !kind.is_promotable() {
            Bitboard::EMPTY
        } else if zone.contains(from) {
            targets
        } else {
            targets & zone
        }
    }

    /// Of the targets of an own piece those that it may reach without promoting: dead ends and moved nifu.
    #[inline]
    fn may_stay(&self, kind: Kind, from: Square, targets: Bitboard) -> Bitboard {
        let rules = self.position.rules();
        let mut stay = targets.without(Bitboard::far_ranks(self.us, rules.dead_ranks(kind)));
        if kind == Kind::Pawn && rules.set.moved_nifu == MovedNifu::Forbidden {
            let others = self.position.pieces(self.us, Kind::Pawn).without(Bitboard::of(from));
            stay = stay.without(others.fill_files());
        }
        stay
    }

    /// Empty squares on which a drop leaves the king safe; where movement follows a law, on which it may, which
    /// [`Generator::drop_of`] finds out.
    pub(super) fn drop_targets(&self) -> Bitboard {
        let mut targets = self.safety.targets;
        if self.position.movement(self.us).lending().is_none() {
            targets |= self.safety.touchy().to;
        }
        targets.without(self.occupied)
    }

    /// Drops on `filter`.
    #[inline]
    pub(super) fn drops(
        &self,
        filter: Bitboard,
        listener: &mut impl FnMut(PieceMoves) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.position.hand(self.us);
        if hand.is_empty() {
            return ControlFlow::Continue(());
        }
        let squares = self.drop_targets() & filter;
        if squares.is_empty() {
            return ControlFlow::Continue(());
        }
        // The pawn last: it may need a look at mate.
        for kind in hand.kinds().filter(|&kind| kind != Kind::Pawn) {
            self.drop_of(kind, squares, listener)?;
        }
        if hand.count(Kind::Pawn) > 0 {
            self.drop_of(Kind::Pawn, squares, listener)?;
        }
        ControlFlow::Continue(())
    }

    /// Drops of one kind on `squares`.
    #[inline]
    pub(super) fn drop_of(
        &self,
        kind: Kind,
        squares: Bitboard,
        listener: &mut impl FnMut(PieceMoves) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut stay = squares.without(Bitboard::far_ranks(self.us, self.position.rules().dead_ranks(kind)));
        if self.position.movement(self.us).lending().is_none() {
            stay = self.tried_drops(kind, stay);
        }
        if kind == Kind::Pawn {
            stay = legal_pawn_drops(self.position, stay);
        }
        if stay.is_empty() {
            return ControlFlow::Continue(());
        }
        listener(PieceMoves { source: Source::Hand(kind), kind, stay, promote: Bitboard::EMPTY })
    }
}

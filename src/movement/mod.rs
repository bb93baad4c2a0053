//! Movement: from what stands where to how each piece moves.
//!
//! What a piece *is* and how it *moves* are two different things. [`Boards`] hold the first, [`Movers`] the second, and a
//! [`MovementRule`] turns one into the other. This folder is the only place that knows how a rule does it: everything
//! above asks the mover boards, or what the rule says of sets of squares.
//!
//! A rule is one of two sorts:
//!
//! - It *lends from one fixed neighbour* ([`Lending`]): tables say what a change of one square does, so a move looks up
//!   at most four squares, and enemy movement changes by nothing but the capture of a giver.
//! - It is a [`Law`]: a function of the whole board. It says besides on which squares a piece's movement depends, and
//!   which pieces depend on a square. Movement is derived anew for those that a move touches; a move that touches an enemy
//!   piece which may attack the king is made and tested.
//!
//! One file holds one family of rules.

mod boards;
pub mod borrowing;
pub mod checked_king;
pub mod companions;
pub mod facing;
pub mod mirror;
mod movers;
pub mod paralysis;
pub mod runs;

use std::fmt;

use crate::types::{Bitboard, Color, Kind, KindSet, Piece, Square};

pub use boards::Boards;
pub use borrowing::Lending;
pub use movers::{Movers, StepVisitor};

/// A movement rule that looks at more than one fixed neighbour.
///
/// Tests compare [`Law::dependents`] and [`Law::sources`] with what changes when pieces come and go.
pub trait Law: Sync {
    /// The kinds as which a piece on a square moves: each one of the first [`Kind::MOVEMENTS`]; none if it cannot move.
    fn kinds(&self, boards: &Boards, piece: Piece, square: Square) -> KindSet;

    /// The pieces of either side, other than one on `square`, that may move differently because something has just come
    /// to `square` or left it.
    fn dependents(&self, boards: &Boards, square: Square) -> Bitboard;

    /// The squares other than its own on which the movement of the piece on `square` depends: it stays as it is after a
    /// move that starts and ends on none of these. Of a [`Law`] that looks at [`Circle::Friends`] only the friends among
    /// them count.
    fn sources(&self, boards: &Boards, square: Square) -> Bitboard;

    /// The pieces of `color` that lend their movement to a friend.
    fn givers(&self, _boards: &Boards, _color: Color) -> Bitboard {
        Bitboard::EMPTY
    }
}

/// At whose pieces a [`Law`] looks to tell how a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circle {
    /// At those of the same side: enemy movement changes by captures alone.
    Friends,
    /// At everybody's.
    Everybody,
}

/// On how many boards a piece may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movements {
    /// Each piece moves as exactly one kind.
    One,
    /// As any number of kinds, or not at all.
    Any,
}

/// Where an unpromoted piece may not stand because it could never move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadEnds {
    /// Whether rule sets that follow the game forbid dead ends.
    pub forbidden: bool,
    /// On how many of the last ranks a knight is dead where they are forbidden. A pawn and a lance are on the last one.
    pub knight_ranks: usize,
}

impl DeadEnds {
    /// Those of ordinary shogi.
    pub const SHOGI: Self = Self { forbidden: true, knight_ranks: 2 };
    /// The piece in front, which a knight on the last rank but one may still have, can wake it.
    pub const WOKEN_FROM_AHEAD: Self = Self { forbidden: true, knight_ranks: 1 };
    /// None: any piece may be woken. Whoever forbids dead ends all the same means those of shogi.
    pub const NONE: Self = Self { forbidden: false, knight_ranks: 2 };
}

/// A position in which a rule shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position, as SFEN.
    pub sfen: &'static str,
    /// The square of the piece to look at.
    pub square: &'static str,
}

/// How pieces move.
pub struct MovementRule {
    /// The name of the rule, as `info string tide` and `d` print it.
    pub name: &'static str,
    /// How a piece moves, in a sentence without capital and full stop.
    pub sentence: &'static str,
    /// A position in which it does.
    pub example: Example,
    /// Where an unpromoted piece may not stand.
    pub dead_ends: DeadEnds,
    movements: Movements,
    /// What a [`Law`] lends is [`Lending::NOTHING`].
    lending: Lending,
    law: Option<(&'static dyn Law, Circle)>,
}

impl MovementRule {
    const UNNAMED: Self = Self {
        name: "unnamed",
        sentence: "",
        example: Example { sfen: "", square: "" },
        dead_ends: DeadEnds::NONE,
        movements: Movements::One,
        lending: Lending::NOTHING,
        law: None,
    };

    /// The rule in which a piece moves as its giver, and as itself only if it has no giver or `keeps_own` is set.
    ///
    /// `giver_ahead` is the number of ranks from a piece to its giver: 1, -1, or 0 for no borrowing.
    pub const fn borrowing(giver_ahead: i32, keeps_own: bool) -> Self {
        let lending = Lending::new(giver_ahead, keeps_own);
        let movements = if lending.several() { Movements::Any } else { Movements::One };
        Self { movements, lending, ..Self::UNNAMED }
    }

    /// The rule that follows a law.
    pub const fn following(law: &'static dyn Law, circle: Circle, movements: Movements, dead_ends: DeadEnds) -> Self {
        Self { dead_ends, movements, law: Some((law, circle)), ..Self::UNNAMED }
    }

    /// The same rule under a name.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same rule with an explanation.
    #[must_use]
    pub const fn explained(self, sentence: &'static str, example: Example) -> Self {
        Self { sentence, example, ..self }
    }

    /// The same rule with other dead ends.
    #[must_use]
    pub const fn with_dead_ends(self, dead_ends: DeadEnds) -> Self {
        Self { dead_ends, ..self }
    }

    /// From which neighbour pieces borrow; `None` if the rule follows a law.
    #[inline]
    pub const fn lending(&self) -> Option<&Lending> {
        if self.law.is_none() { Some(&self.lending) } else { None }
    }

    /// Whether each piece moves as exactly one kind.
    #[inline]
    pub const fn is_single(&self) -> bool {
        matches!(self.movements, Movements::One)
    }

    /// Whether any piece may move as something else than it is.
    #[inline]
    pub const fn is_own(&self) -> bool {
        self.law.is_none() && !self.lending.is_any()
    }

    /// Whether a move that captures nothing may change how the enemy moves.
    #[inline]
    pub const fn touches_enemies(&self) -> bool {
        matches!(self.law, Some((_, Circle::Everybody)))
    }

    /// The kinds as which the piece on a square moves; empty if there is no piece.
    #[inline]
    pub fn kinds(&self, boards: &Boards, square: Square) -> KindSet {
        let Some(piece) = boards.piece_at(square) else { return KindSet::EMPTY };
        match self.law {
            None => self.lending.kinds_on(boards, piece, square),
            Some((law, _)) => law.kinds(boards, piece, square),
        }
    }

    /// Whether the piece on a square moves by what another lends, be it the same as its own movement.
    pub fn is_lent(&self, boards: &Boards, square: Square) -> bool {
        let Some(piece) = boards.piece_at(square) else { return false };
        match self.law {
            None => self.lending.giver(boards, piece.color(), square).is_some(),
            Some((law, _)) => law.kinds(boards, piece, square) != KindSet::only(piece.kind().movement()),
        }
    }

    /// The pieces by which the piece on a square moves as it does: those that lend to it, and any other whose absence
    /// would change its movement.
    pub fn lenders(&self, boards: &Boards, square: Square) -> Bitboard {
        let Some(piece) = boards.piece_at(square) else { return Bitboard::EMPTY };
        let Some((law, _)) = self.law else {
            let giver = self.lending.giver_index(piece.color(), square);
            let lends = self.lending.giver(boards, piece.color(), square).is_some();
            return if lends { Bitboard::of(Square::new(giver)) } else { Bitboard::EMPTY };
        };
        let kinds = law.kinds(boards, piece, square);
        let matters = |&other: &Square| {
            let Some(found) = boards.piece_at(other) else { return false };
            let mut without = *boards;
            without.take(found.color(), found.kind(), other);
            law.kinds(&without, piece, square) != kinds
        };
        law.sources(boards, square).without(Bitboard::of(square)).filter(matters).collect()
    }

    /// The pieces of `color` that lend their movement to a friend.
    #[inline]
    pub fn givers(&self, boards: &Boards, color: Color) -> Bitboard {
        match self.law {
            None => self.lending.givers(color, boards.color(color)),
            Some((law, _)) => law.givers(boards, color),
        }
    }

    /// For a rule that follows a law: [`Law::dependents`].
    #[inline]
    pub fn dependents(&self, boards: &Boards, square: Square) -> Bitboard {
        self.law.map_or(Bitboard::EMPTY, |(law, _)| law.dependents(boards, square))
    }

    /// For a rule that follows a law: the squares on which the movement of these pieces of one side depends.
    pub fn sources(&self, boards: &Boards, pieces: Bitboard) -> Bitboard {
        let Some((law, _)) = self.law else { return Bitboard::EMPTY };
        pieces.fold(Bitboard::EMPTY, |all, square| all | law.sources(boards, square))
    }

    /// The mover boards of a player, from nothing.
    pub fn derive(&self, boards: &Boards, color: Color) -> Movers {
        let mut movers = Movers::default();
        self.refresh(boards, color, boards.color(color), &mut movers);
        movers
    }

    /// Puts right what the mover boards of a player say of `squares`.
    #[inline]
    pub(crate) fn refresh(&self, boards: &Boards, color: Color, squares: Bitboard, movers: &mut Movers) {
        movers.clear(squares);
        for square in squares & boards.color(color) {
            movers.toggle(square, self.kinds(boards, square));
        }
    }
}

impl PartialEq for MovementRule {
    /// Rules are values of which each is made once.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for MovementRule {}

impl fmt::Debug for MovementRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The movement that a piece has by itself.
#[inline]
fn own(piece: Piece) -> KindSet {
    lent(piece.kind())
}

/// The movement that a piece of this kind lends.
#[inline]
fn lent(kind: Kind) -> KindSet {
    KindSet::only(kind.movement())
}

//! Borrowing from a friendly piece of one's own file: Annan, Annboku, and ordinary shogi, in which nothing is borrowed.

use super::{Boards, DeadEnds, Example, MovementRule};
use crate::types::{Bitboard, Color, Kind, KindSet, Piece, Square};

/// Each piece moves as itself: ordinary shogi.
pub const OWN: MovementRule = MovementRule::borrowing(0, true)
    .with_dead_ends(DeadEnds::SHOGI)
    .explained("every piece moves as itself", Example { sfen: "9/9/9/9/4P4/4N4/9/9/8K b - 1", square: "5e" });
/// Each piece moves as the friendly piece directly behind it, if there is one.
pub const FROM_BEHIND: MovementRule = MovementRule::borrowing(-1, false).explained(
    "a piece moves as the friendly piece directly behind it",
    Example { sfen: "9/9/9/9/4P4/4N4/9/9/8K b - 1", square: "5e" },
);
/// Each piece moves as the friendly piece directly in front of it, if there is one.
pub const FROM_AHEAD: MovementRule =
    MovementRule::borrowing(1, false).with_dead_ends(DeadEnds::WOKEN_FROM_AHEAD).explained(
        "a piece moves as the friendly piece directly in front of it",
        Example { sfen: "9/9/9/9/4N4/4P4/9/9/8K b - 1", square: "5f" },
    );

/// Index of "no giver" in the second dimension of the table, and of "no square" in the maps.
const NO_GIVER: usize = Kind::COUNT;

/// How pieces borrow movement from friendly pieces of their own file.
///
/// The movement of a piece depends on its own kind and on the original kind of at most one friendly piece, the *giver*, a
/// fixed number of ranks ahead of it or behind it. A piece without a giver moves as itself.
pub struct Lending {
    /// Ranks from a piece to its giver: 1 ahead, -1 behind, 0 if nothing is borrowed.
    giver_ahead: i32,
    /// `kinds[own][giver]`, with the giver's index 14 for none.
    kinds: [[KindSet; 16]; Kind::COUNT],
    /// Whether a piece may have two movements at once.
    several: bool,
    /// For each colour and square the square of the giver, or 81.
    givers: [[u8; Square::COUNT]; 2],
    /// For each colour and square the square of the borrower, or 81.
    borrowers: [[u8; Square::COUNT]; 2],
}

impl Lending {
    /// Nothing is lent.
    pub(crate) const NOTHING: Self = Self::new(0, true);

    /// See [`MovementRule::borrowing`].
    pub(super) const fn new(giver_ahead: i32, keeps_own: bool) -> Self {
        let mut kinds = [[KindSet::EMPTY; 16]; Kind::COUNT];
        let mut several = false;
        let mut own = 0;
        while own < Kind::COUNT {
            let itself = KindSet::only(Kind::ALL[own].movement());
            let mut giver = 0;
            while giver < Kind::COUNT {
                let lent = KindSet::only(Kind::ALL[giver].movement());
                kinds[own][giver] = if keeps_own { lent.with(itself) } else { lent };
                several |= kinds[own][giver].len() > 1;
                giver += 1;
            }
            kinds[own][NO_GIVER] = itself;
            own += 1;
        }
        Self {
            giver_ahead,
            kinds,
            several: several && giver_ahead != 0,
            givers: neighbours(giver_ahead),
            borrowers: neighbours(-giver_ahead),
        }
    }

    /// Whether anything is lent at all.
    #[inline]
    pub const fn is_any(&self) -> bool {
        self.giver_ahead != 0
    }

    /// Whether a piece may have two movements at once.
    #[inline]
    pub(super) const fn several(&self) -> bool {
        self.several
    }

    /// The kinds that a piece of kind `own` moves as, given its giver's kind; each one of the first
    /// [`Kind::MOVEMENTS`].
    #[inline]
    pub fn kinds(&self, own: Kind, giver: Option<Kind>) -> KindSet {
        self.kinds[own as usize][giver.map_or(NO_GIVER, |kind| kind as usize)]
    }

    /// The kinds that the piece on a square moves as.
    #[inline]
    pub(super) fn kinds_on(&self, boards: &Boards, piece: Piece, square: Square) -> KindSet {
        self.kinds(piece.kind(), self.giver(boards, piece.color(), square))
    }

    /// The kind of the friendly piece from which a piece of `color` on `square` borrows.
    #[inline]
    pub(super) fn giver(&self, boards: &Boards, color: Color, square: Square) -> Option<Kind> {
        boards.own_kind(color, self.giver_index(color, square))
    }

    /// Number of the square from which a piece on `square` borrows; [`Square::COUNT`] if there is none.
    #[inline]
    pub fn giver_index(&self, color: Color, square: Square) -> usize {
        usize::from(self.givers[color as usize][square.index()])
    }

    /// Number of the square to which a piece on `square` lends; [`Square::COUNT`] if there is none.
    #[inline]
    pub fn borrower_index(&self, color: Color, square: Square) -> usize {
        usize::from(self.borrowers[color as usize][square.index()])
    }

    /// The squares from which pieces of `color` on `squares` borrow.
    #[inline]
    pub fn givers_of(&self, color: Color, squares: Bitboard) -> Bitboard {
        if self.giver_ahead == 0 { Bitboard::EMPTY } else { squares.ahead(color, self.giver_ahead) }
    }

    /// The squares to which pieces of `color` on `squares` lend.
    #[inline]
    pub fn borrowers_of(&self, color: Color, squares: Bitboard) -> Bitboard {
        if self.giver_ahead == 0 { Bitboard::EMPTY } else { squares.ahead(color, -self.giver_ahead) }
    }

    /// Of all the pieces of `color`, those that lend to another.
    #[inline]
    pub fn givers(&self, color: Color, pieces: Bitboard) -> Bitboard {
        pieces & self.givers_of(color, pieces)
    }

    /// Of all the pieces of `color`, those that borrow from another.
    #[inline]
    pub fn borrowers(&self, color: Color, pieces: Bitboard) -> Bitboard {
        pieces & self.borrowers_of(color, pieces)
    }
}

/// For each colour and square the number of the square `ahead` ranks ahead, or 81 where there is none or `ahead` is 0.
const fn neighbours(ahead: i32) -> [[u8; Square::COUNT]; 2] {
    let mut map = [[Square::COUNT as u8; Square::COUNT]; 2];
    let mut index = 0;
    while index < Square::COUNT && ahead != 0 {
        let square = Square::new(index);
        if let Some(to) = square.ahead(Color::Black, ahead) {
            map[0][index] = to.index() as u8;
        }
        if let Some(to) = square.ahead(Color::White, ahead) {
            map[1][index] = to.index() as u8;
        }
        index += 1;
    }
    map
}

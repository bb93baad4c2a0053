//! The movement rule: from what stands where to how each piece moves.
//!
//! This file is the only place that knows how borrowing works. A rule says where the giver of a piece stands and, for every
//! own kind and giver's kind, the set of kinds that the piece moves as. Everything else asks the mover boards that are
//! derived from it.

use crate::types::{Color, Kind, KindSet, Square};

/// Index of "no giver" in the second dimension of the table, and of "no square" in the maps.
const NO_GIVER: usize = Kind::COUNT;

/// How pieces borrow movement from friendly pieces of their own file.
///
/// The movement of a piece depends on its own kind and on the original kind of at most one friendly piece, the *giver*, a
/// fixed number of ranks ahead of it or behind it. A piece without a giver moves as itself.
#[derive(Debug, PartialEq, Eq)]
pub struct MovementRule {
    /// The name of the direction, as `info string tide` and `d` print it.
    pub name: &'static str,
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

/// Each piece moves as itself: ordinary shogi.
pub static OWN: MovementRule = MovementRule::borrowing("shogi", 0, true);
/// Each piece moves as the friendly piece directly behind it, if there is one.
pub static ANNAN: MovementRule = MovementRule::borrowing("annan", -1, false);
/// Each piece moves as the friendly piece directly in front of it, if there is one.
pub static ANNBOKU: MovementRule = MovementRule::borrowing("annboku", 1, false);

impl MovementRule {
    /// The rule in which a piece moves as its giver, and as itself only if it has no giver or `keeps_own` is set.
    ///
    /// `giver_ahead` is the number of ranks from a piece to its giver: 1, -1, or 0 for no borrowing.
    pub const fn borrowing(name: &'static str, giver_ahead: i32, keeps_own: bool) -> Self {
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
            name,
            giver_ahead,
            kinds,
            several: several && giver_ahead != 0,
            givers: neighbours(giver_ahead),
            borrowers: neighbours(-giver_ahead),
        }
    }

    /// The kinds that a piece of kind `own` moves as, given its giver's kind; each one of the first
    /// [`Kind::MOVEMENTS`].
    #[inline]
    pub fn kinds(&self, own: Kind, giver: Option<Kind>) -> KindSet {
        self.kinds[own as usize][giver.map_or(NO_GIVER, |kind| kind as usize)]
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

    /// Ranks from a piece to its giver: 1 ahead, -1 behind, 0 if nothing is borrowed.
    #[inline]
    pub const fn giver_ahead(&self) -> i32 {
        self.giver_ahead
    }

    /// Whether a piece may have two movements at once.
    #[inline]
    pub const fn several(&self) -> bool {
        self.several
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

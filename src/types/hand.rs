//! Pieces in hand.

use super::Kind;

/// How many pieces of each droppable kind a player holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; 8]);

impl Hand {
    /// The empty hand.
    pub const EMPTY: Self = Self([0; 8]);

    /// Number of pieces of this kind; zero for a kind that cannot be held.
    #[inline]
    pub const fn count(self, kind: Kind) -> u8 {
        if (kind as usize) < Kind::HAND { self.0[kind as usize] } else { 0 }
    }

    /// Adds one piece.
    ///
    /// # Panics
    ///
    /// If the kind cannot be held in hand.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        assert!((kind as usize) < Kind::HAND);
        self.0[kind as usize] += 1;
    }

    /// Takes one piece away.
    ///
    /// # Panics
    ///
    /// If the kind cannot be held in hand, or (in debug builds) if there is none.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        assert!((kind as usize) < Kind::HAND);
        debug_assert!(self.0[kind as usize] > 0, "no {kind:?} in hand");
        self.0[kind as usize] = self.0[kind as usize].wrapping_sub(1);
    }

    /// Whether nothing is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits() == 0
    }

    /// The counts as one number, a byte for each kind: different for different hands.
    #[inline]
    pub const fn bits(self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    /// The kinds of which at least one piece is held, in the order of [`Kind::DROPPABLE`].
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::DROPPABLE.into_iter().filter(move |&kind| self.count(kind) > 0)
    }

    /// Number of pieces held.
    pub fn len(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }
}

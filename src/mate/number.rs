//! Proof and disproof numbers, lengths, and what a search of a position came to.

use super::hand::PackedHand;
use crate::types::Move;

/// A number of plies.
pub(super) type Length = u16;

/// "Within any number of plies".
pub(super) const ANY_LENGTH: Length = Length::MAX;
/// The number of what cannot be proved (or disproved) any more.
pub(super) const INFINITE: u32 = 1 << 28;
/// The largest number of what is not decided.
pub(super) const LARGEST: u32 = INFINITE - 1;
/// The disproof number of what is disproved.
pub(super) const DISPROVED: u32 = 0;
/// "Does not depend on the way to the position" among the depths of loops.
pub(super) const NO_LOOP: u16 = u16::MAX;

/// A proof number and a disproof number: how many leaves at least must be mates (or not) to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Zero: proved. [`INFINITE`]: disproved.
    pub pn: u32,
    /// Zero: disproved. [`INFINITE`]: proved.
    pub dn: u32,
}

impl Numbers {
    /// A mate.
    pub const PROVED: Self = Self { pn: 0, dn: INFINITE };
    /// No mate.
    pub const DISPROVED: Self = Self { pn: INFINITE, dn: DISPROVED };

    /// Whether either is zero.
    pub const fn is_decided(self) -> bool {
        self.pn == 0 || self.dn == DISPROVED
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The numbers.
    pub numbers: Numbers,
    /// If proved: mate within so many plies. If disproved: no mate within so many.
    pub length: Length,
    /// If proved: the least attacker's hand for which that is known. If disproved: the largest.
    pub hand: PackedHand,
    /// Whether it holds for that very hand alone.
    pub exact: bool,
    /// If disproved because positions of the way repeat: the least depth of such a position. [`NO_LOOP`] if none.
    pub loops_to: u16,
    /// If proved with the attacker to move: the move.
    pub mv: Option<Move>,
}

impl Outcome {
    /// Something undecided.
    pub const fn open(numbers: Numbers) -> Self {
        let hand = PackedHand::EMPTY;
        Self { numbers, length: 0, hand, exact: false, loops_to: NO_LOOP, mv: None }
    }

    /// Whether it is a mate.
    pub const fn is_proved(&self) -> bool {
        self.numbers.pn == 0
    }

    /// Whether it is none.
    pub const fn is_disproved(&self) -> bool {
        self.numbers.dn == DISPROVED
    }
}

/// The plies left after one more.
pub(super) const fn one_less(length: Length) -> Length {
    if length == ANY_LENGTH { ANY_LENGTH } else { length.saturating_sub(1) }
}

/// One ply more.
pub(super) const fn one_more(length: Length) -> Length {
    if length >= ANY_LENGTH - 1 { ANY_LENGTH } else { length + 1 }
}

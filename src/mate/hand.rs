//! Hands packed into a word, so that one subtraction says whether one holds all that another does.

use crate::types::{Hand, Kind};

/// Where the count of each droppable kind begins, and its bits. The bit above each count is free: a guard for comparing.
const FIELDS: [(u32, u32); Kind::HAND] = [(0, 5), (6, 3), (10, 3), (14, 3), (18, 3), (22, 2), (25, 2)];

/// The guard bits.
const GUARDS: u32 = {
    let mut guards = 0;
    let mut i = 0;
    while i < Kind::HAND {
        guards |= 1 << (FIELDS[i].0 + FIELDS[i].1);
        i += 1;
    }
    guards
};

/// How many pieces of each droppable kind are held, in 28 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackedHand(pub u32);

impl PackedHand {
    /// The empty hand.
    pub const EMPTY: Self = Self(0);

    /// Packs a hand.
    pub fn new(hand: Hand) -> Self {
        let mut packed = Self::EMPTY;
        for kind in Kind::DROPPABLE {
            packed = packed.with(kind, u32::from(hand.count(kind)));
        }
        packed
    }

    /// Number of pieces of this kind.
    #[inline]
    pub fn count(self, kind: Kind) -> u32 {
        let (shift, bits) = FIELDS[kind as usize];
        self.0 >> shift & ((1 << bits) - 1)
    }

    /// The same hand with this many pieces of the kind; as many as there are in a set at most.
    #[inline]
    pub fn with(self, kind: Kind, count: u32) -> Self {
        let (shift, bits) = FIELDS[kind as usize];
        debug_assert!(count < 1 << bits);
        Self(self.0 & !(((1 << bits) - 1) << shift) | count << shift)
    }

    /// One piece of the kind more.
    #[inline]
    pub fn add(self, kind: Kind) -> Self {
        Self(self.0 + (1 << FIELDS[kind as usize].0))
    }

    /// One piece of the kind fewer, if there is one.
    #[inline]
    pub fn remove(self, kind: Kind) -> Self {
        if self.count(kind) == 0 { self } else { Self(self.0 - (1 << FIELDS[kind as usize].0)) }
    }

    /// Whether this hand holds at least what the other does, kind by kind.
    #[inline]
    pub fn includes(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// The greater count of each kind.
    pub fn union(self, other: Self) -> Self {
        self.merge(other, u32::max)
    }

    /// The smaller count of each kind.
    pub fn intersection(self, other: Self) -> Self {
        self.merge(other, u32::min)
    }

    /// The sum for each kind.
    pub fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    fn merge(self, other: Self, choose: fn(u32, u32) -> u32) -> Self {
        let mut merged = Self::EMPTY;
        for kind in Kind::DROPPABLE {
            merged = merged.with(kind, choose(self.count(kind), other.count(kind)));
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparing_is_comparing_every_kind() {
        let mut hands = Vec::new();
        let mut seed = 1u64;
        for _ in 0..300 {
            let mut hand = PackedHand::EMPTY;
            for (kind, count) in Kind::DROPPABLE.into_iter().zip(Kind::SET) {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                hand = hand.with(kind, (seed >> 33) as u32 % (u32::from(count) + 1));
            }
            hands.push(hand);
        }
        for &a in &hands {
            for &b in &hands {
                let expected = Kind::DROPPABLE.iter().all(|&kind| a.count(kind) >= b.count(kind));
                assert_eq!(a.includes(b), expected, "{a:?} {b:?}");
                assert!(a.union(b).includes(a) && a.includes(a.intersection(b)));
            }
        }
    }

    #[test]
    fn pieces_come_and_go() {
        for kind in Kind::DROPPABLE {
            let full = PackedHand::EMPTY.with(kind, u32::from(Kind::SET[kind as usize]));
            assert_eq!(full.remove(kind).add(kind), full);
            assert_eq!(full.remove(kind).count(kind) + 1, full.count(kind));
            assert_eq!(PackedHand::EMPTY.remove(kind), PackedHand::EMPTY);
        }
    }
}

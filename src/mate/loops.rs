//! The way from the root to the position that is looked at, and disproofs that hold on it alone.
//!
//! A position that repeats one of its own way leads nowhere *on that way*: a shortest mate never comes back. On another way
//! the same position may well be a mate. Taking the one for the other is the graph-history interaction problem. As in
//! Kishimoto and Müller, "A general solution to the graph history interaction problem" (2004), a disproof that needs such
//! a repetition is kept apart, under a signature of the whole way, and becomes an ordinary one at the position to which the
//! loops lead back.

use super::hand::PackedHand;
use super::number::Length;

/// Counters of the filter in front of the comparison with all positions passed.
const FILTER: usize = 1 << 12;

/// One word for board and hand.
#[inline]
fn mix(board: u64, hand: PackedHand) -> u64 {
    let mut z = board ^ u64::from(hand.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ z >> 32
}

/// The positions from the root to the current one. Depths count from 1.
#[derive(Debug)]
pub(super) struct Path {
    passed: Vec<u64>,
    /// After each of them, a word for the whole way in its order: the depths to which loops lead back depend on that.
    signatures: Vec<u64>,
    filter: Box<[u16]>,
}

impl Path {
    /// The empty way.
    pub fn new() -> Self {
        Self { passed: Vec::new(), signatures: Vec::new(), filter: vec![0; FILTER].into() }
    }

    /// Forgets the way.
    pub fn clear(&mut self) {
        self.passed.clear();
        self.signatures.clear();
        self.filter.fill(0);
    }

    /// Goes on to a position.
    pub fn push(&mut self, board: u64, hand: PackedHand) {
        let word = mix(board, hand);
        self.passed.push(word);
        self.signatures.push((self.signature().rotate_left(23) ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25));
        self.filter[word as usize % FILTER] += 1;
    }

    /// Goes back.
    pub fn pop(&mut self) {
        if let Some(word) = self.passed.pop() {
            self.signatures.pop();
            self.filter[word as usize % FILTER] -= 1;
        }
    }

    /// The depth at which the way passed this position.
    #[inline]
    pub fn find(&self, board: u64, hand: PackedHand) -> Option<u16> {
        let word = mix(board, hand);
        if self.filter[word as usize % FILTER] == 0 {
            return None;
        }
        self.passed.iter().position(|&passed| passed == word).map(|index| index as u16 + 1)
    }

    fn signature(&self) -> u64 {
        self.signatures.last().copied().unwrap_or(0)
    }

    /// A word for a position reached by this way.
    #[inline]
    fn key(&self, board: u64, hand: PackedHand) -> u64 {
        self.signature() ^ mix(board, hand)
    }
}

/// A disproof that holds on one way.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    loops_to: u16,
    length: Length,
}

/// Disproofs that hold on the way on which they were found: a fixed number, the latest stays.
#[derive(Debug)]
pub(super) struct LoopTable {
    slots: Box<[Slot]>,
}

impl LoopTable {
    /// A table of so many bytes at most.
    pub fn new(bytes: usize) -> Self {
        Self { slots: vec![Slot::default(); (bytes / size_of::<Slot>()).max(64)].into() }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    /// Remembers that there is no mate within `length` plies on this way, because of loops that lead back to depth
    /// `loops_to`.
    pub fn store(&mut self, path: &Path, board: u64, hand: PackedHand, length: Length, loops_to: u16) {
        let key = path.key(board, hand);
        let index = self.index(key);
        self.slots[index] = Slot { key, loops_to, length };
    }

    /// To which depth the loops of a known disproof lead back and for how many plies it holds.
    pub fn look_up(&self, path: &Path, board: u64, hand: PackedHand, length: Length) -> Option<(u16, Length)> {
        let key = path.key(board, hand);
        let slot = &self.slots[self.index(key)];
        (slot.key == key && slot.loops_to != 0 && slot.length >= length).then_some((slot.loops_to, slot.length))
    }
}

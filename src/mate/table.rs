//! The table of a mate search: bounded, shared by its threads, compared by hands.
//!
//! Positions of one problem that agree in the board differ in the hands alone, and since no piece is lost, the attacker's
//! hand tells the defender's. So a bucket is found by the board's key, and the entries of a board are compared by the
//! attacker's hand: what mates with one hand mates with every hand that holds more (hand dominance).
//!
//! An entry is four words of relaxed atomics; the first is the key mixed with the other three, so a torn entry is not
//! recognised and is lost, never believed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::hand::PackedHand;
use super::number::{ANY_LENGTH, DISPROVED, Length, NO_LOOP, Numbers, Outcome};
use crate::types::Move;

/// Entries of a bucket.
const BUCKET: usize = 8;
/// Entries of a piece of the table: 16 KiB.
const PIECE: usize = 512;
/// Marks a proof that holds for this very hand alone.
const EXACT_PROOF: u32 = 1 << 31;
/// Marks a disproof that holds for this very hand alone.
const EXACT_DISPROOF: u32 = 1 << 30;
/// The bits of the hand.
const HAND: u32 = EXACT_DISPROOF - 1;
/// "Not proved" among the lengths of proofs.
const UNPROVED: Length = ANY_LENGTH;
/// "Not disproved" among the lengths of disproofs.
const UNDISPROVED: Length = 0;

/// The four words of an entry.
#[derive(Debug, Default)]
struct Slot([AtomicU64; 4]);

/// An entry, unpacked.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hand: PackedHand,
    exact_proof: bool,
    exact_disproof: bool,
    /// Nodes that were spent, saturating.
    amount: u32,
    /// The estimate while nothing is decided.
    numbers: Numbers,
    /// The mating move of the proof.
    mv: Option<Move>,
    /// Mate within so many plies, or [`UNPROVED`].
    proved: Length,
    /// No mate within so many plies, or [`UNDISPROVED`].
    disproved: Length,
    /// The least depth at which the position was reached.
    depth: u16,
}

impl Entry {
    fn new(hand: PackedHand) -> Self {
        Self {
            hand,
            exact_proof: false,
            exact_disproof: false,
            amount: 0,
            numbers: Numbers { pn: 1, dn: 1 },
            mv: None,
            proved: UNPROVED,
            disproved: UNDISPROVED,
            depth: u16::MAX,
        }
    }

    /// The last three words.
    fn pack(&self) -> [u64; 3] {
        let flags =
            if self.exact_proof { EXACT_PROOF } else { 0 } | if self.exact_disproof { EXACT_DISPROOF } else { 0 };
        let lengths = u64::from(self.proved) | u64::from(self.disproved) << 16;
        [
            u64::from(self.hand.0 | flags) | u64::from(self.amount) << 32,
            u64::from(self.numbers.pn) | u64::from(self.numbers.dn) << 32,
            lengths | u64::from(self.depth) << 32 | u64::from(self.mv.map_or(0, Move::bits)) << 48,
        ]
    }

    fn unpack([first, second, third]: [u64; 3]) -> Self {
        Self {
            hand: PackedHand(first as u32 & HAND),
            exact_proof: first as u32 & EXACT_PROOF != 0,
            exact_disproof: first as u32 & EXACT_DISPROOF != 0,
            amount: (first >> 32) as u32,
            numbers: Numbers { pn: second as u32, dn: (second >> 32) as u32 },
            proved: third as u16,
            disproved: (third >> 16) as u16,
            depth: (third >> 32) as u16,
            mv: Move::from_bits((third >> 48) as u16),
        }
    }

    fn proves(&self, hand: PackedHand, length: Length) -> bool {
        self.proved != UNPROVED
            && self.proved <= length
            && if self.exact_proof { hand == self.hand } else { hand.includes(self.hand) }
    }

    fn disproves(&self, hand: PackedHand, length: Length) -> bool {
        self.disproved != UNDISPROVED
            && self.disproved >= length
            && if self.exact_disproof { hand == self.hand } else { self.hand.includes(hand) }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Nothing.
    Nothing,
    /// An estimate, and the least depth at which the position was reached.
    Estimate(Numbers, u16),
    /// A proof or disproof.
    Decided(Outcome),
}

/// The table. Its memory is taken in pieces as they are first written to, so that a large table costs a short search
/// nothing.
#[derive(Debug)]
pub(super) struct Table {
    pieces: Vec<OnceLock<Box<[Slot]>>>,
}

impl Table {
    /// A table of so many bytes at most (but one piece at least).
    pub fn new(bytes: usize) -> Self {
        let count = (bytes / (PIECE * size_of::<Slot>())).max(1);
        Self { pieces: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// Forgets everything, and gives the memory back.
    pub fn clear(&mut self) {
        self.pieces.iter_mut().for_each(|piece| drop(piece.take()));
    }

    /// How full the table is, in permille, from a sample.
    pub fn fill(&self) -> u32 {
        let sample = &self.pieces[..self.pieces.len().min(16)];
        let used = |slots: &[Slot]| slots.iter().filter(|slot| slot.worth() > 0).count();
        let used: usize = sample.iter().filter_map(OnceLock::get).map(|slots| used(slots)).sum();
        (used * 1000 / (sample.len() * PIECE)) as u32
    }

    /// The piece that holds a board, and where its bucket begins there.
    fn place(&self, board: u64) -> (&OnceLock<Box<[Slot]>>, usize) {
        let buckets = (self.pieces.len() * PIECE / BUCKET) as u128;
        let first = ((u128::from(board) * buckets) >> 64) as usize * BUCKET;
        (&self.pieces[first / PIECE], first % PIECE)
    }

    /// The bucket of a board, if there is anything near it.
    fn bucket(&self, board: u64) -> &[Slot] {
        let (piece, first) = self.place(board);
        piece.get().map_or(&[], |slots| &slots[first..first + BUCKET])
    }

    /// The bucket of a board, to be written to.
    fn bucket_to_fill(&self, board: u64) -> &[Slot] {
        let (piece, first) = self.place(board);
        let slots = piece.get_or_init(|| (0..PIECE).map(|_| Slot::default()).collect());
        &slots[first..first + BUCKET]
    }

    /// What is known of the position: whether there is a mate within `length` plies.
    pub fn look_up(&self, board: u64, hand: PackedHand, length: Length) -> Known {
        let mut known = Known::Nothing;
        for slot in self.bucket(board) {
            let Some(entry) = slot.read(board) else { continue };
            if entry.proves(hand, length) {
                return Known::Decided(Outcome {
                    numbers: Numbers::PROVED,
                    length: entry.proved,
                    hand: entry.hand,
                    exact: entry.exact_proof,
                    loops_to: NO_LOOP,
                    mv: entry.mv,
                });
            }
            if entry.disproves(hand, length) {
                return Known::Decided(Outcome {
                    numbers: Numbers::DISPROVED,
                    length: entry.disproved,
                    hand: entry.hand,
                    exact: entry.exact_disproof,
                    loops_to: NO_LOOP,
                    mv: None,
                });
            }
            if entry.hand == hand {
                known = Known::Estimate(entry.numbers, entry.depth);
            }
        }
        known
    }

    /// Remembers an estimate for a position reached at `depth`, after `amount` nodes more.
    pub fn store_estimate(&self, board: u64, hand: PackedHand, numbers: Numbers, depth: u16, amount: u64) {
        self.update(board, hand, amount, |entry| {
            entry.numbers = numbers;
            entry.depth = entry.depth.min(depth);
        });
    }

    /// Remembers a decision for the board and the hand that it names.
    pub fn store_decision(&self, board: u64, outcome: &Outcome, amount: u64) {
        self.update(board, outcome.hand, amount, |entry| {
            if outcome.numbers.dn == DISPROVED {
                if entry.disproved == UNDISPROVED || outcome.length >= entry.disproved {
                    entry.disproved = outcome.length.max(1);
                    entry.exact_disproof = outcome.exact;
                }
            } else if outcome.length <= entry.proved {
                entry.proved = outcome.length;
                entry.exact_proof = outcome.exact;
                entry.mv = outcome.mv;
            }
        });
    }

    fn update(&self, board: u64, hand: PackedHand, amount: u64, change: impl FnOnce(&mut Entry)) {
        let bucket = self.bucket_to_fill(board);
        let mut victim = 0;
        let mut least = u64::MAX;
        let mut found = None;
        for (i, slot) in bucket.iter().enumerate() {
            match slot.read(board) {
                Some(entry) if entry.hand == hand => {
                    (victim, found) = (i, Some(entry));
                    break;
                }
                _ => {
                    let worth = slot.worth();
                    if worth < least {
                        (victim, least) = (i, worth);
                    }
                }
            }
        }
        if found.is_none() && least > 0 {
            // Garbage collection, bucket by bucket: what took the fewest nodes goes, and what stays ages, so that nothing
            // stays for ever.
            bucket.iter().for_each(Slot::age);
        }
        let mut entry = found.unwrap_or(Entry::new(hand));
        entry.amount = u32::try_from(u64::from(entry.amount).saturating_add(amount.max(1))).unwrap_or(u32::MAX);
        change(&mut entry);
        bucket[victim].write(board, &entry);
    }
}

impl Slot {
    #[inline]
    fn read(&self, board: u64) -> Option<Entry> {
        let [check, words @ ..] = [0, 1, 2, 3].map(|i| self.0[i].load(Ordering::Relaxed));
        (check ^ words[0] ^ words[1] ^ words[2] == board && words[1] != 0).then(|| Entry::unpack(words))
    }

    fn write(&self, board: u64, entry: &Entry) {
        let words = entry.pack();
        self.0[0].store(board ^ words[0] ^ words[1] ^ words[2], Ordering::Relaxed);
        for (word, value) in self.0[1..].iter().zip(words) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// What would be lost: the nodes spent, 0 for an empty slot.
    fn worth(&self) -> u64 {
        if self.0[2].load(Ordering::Relaxed) == 0 { 0 } else { (self.0[1].load(Ordering::Relaxed) >> 32).max(1) }
    }

    /// Halves the nodes spent.
    fn age(&self) {
        let words = [0, 1].map(|i| self.0[i].load(Ordering::Relaxed));
        let aged = words[1] & u64::from(u32::MAX) | words[1] >> 33 << 32;
        self.0[0].store(words[0] ^ words[1] ^ aged, Ordering::Relaxed);
        self.0[1].store(aged, Ordering::Relaxed);
    }
}

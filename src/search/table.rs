//! The table of positions already searched (transposition table), shared by all search threads.
//!
//! A cluster is 32 bytes: three entries of 64 bits, and a word with three 16-bit check fields. All words are relaxed
//! atomics, so races are harmless in the language's sense; that an entry belongs to its check field, and to the position, is
//! seen from the check field itself, which mixes the key with the entry. The move of an entry is still tested for legality
//! before it is played, since sixteen bits can agree by chance.

use std::alloc::Layout;
use std::sync::atomic::{AtomicU64, Ordering};

use sysinfo::System;

use crate::types::{Move, Score, score};

/// Entries in a cluster.
const ENTRIES: usize = 3;

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only evaluation and move are known.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// This is the true value.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one was found.
    pub mv: Option<Move>,
    /// The value, mates counted from the root of the search that asks.
    pub value: Score,
    /// The static evaluation, or [`score::NONE`].
    pub eval: Score,
    /// The depth to which the position was searched, in plies.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

#[derive(Debug)]
#[repr(C)]
struct Cluster {
    entries: [AtomicU64; ENTRIES],
    checks: AtomicU64,
}

/// The table.
#[derive(Debug)]
pub struct Table {
    clusters: Vec<Cluster>,
    generation: u8,
    mebibytes: usize,
}

/// Memory is handed over in pages of at least this size, in bytes.
const PAGE: usize = 4096;
/// Depths from -8 to 247 are kept in a byte.
const DEPTH_OFFSET: i32 = 8;
/// Generations are kept in six bits.
const GENERATIONS: u8 = 64;

impl Table {
    /// A table of `mebibytes`, or of the largest size that fits into memory.
    pub fn new(mebibytes: usize) -> Self {
        let mut mebibytes = mebibytes.min(available_mebibytes()).max(1);
        loop {
            if let Some(clusters) = empty_clusters(mebibytes * (1 << 20) / size_of::<Cluster>()) {
                return Self { clusters, generation: 0, mebibytes };
            }
            mebibytes = (mebibytes / 2).max(1);
        }
    }

    /// Its size in mebibytes.
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Forgets everything, at once: the memory is given back and taken anew.
    pub fn clear(&mut self) {
        let mebibytes = self.mebibytes;
        // The old one first, so that both need not fit.
        self.clusters = Vec::new();
        *self = Self::new(mebibytes);
    }

    /// Makes the system hand over the memory now, page by page, which it otherwise does when a page is first used.
    pub fn warm(&mut self) {
        for cluster in self.clusters.iter_mut().step_by(PAGE / size_of::<Cluster>()) {
            let checks = cluster.checks.get_mut();
            // A write of what is there already, which must not be left out.
            *checks = std::hint::black_box(*checks);
        }
    }

    /// Marks the entries of earlier searches as older.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    fn cluster(&self, key: u64) -> &Cluster {
        // The upper bits choose the cluster, the lower ones make the check field.
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to fetch what [`Table::probe`] will read.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster = std::ptr::from_ref(self.cluster(key)).cast::<i8>();
            // SAFETY: a prefetch reads nothing and faults on nothing; the address is that of a living cluster besides.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key, reached at `ply` of the search.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let cluster = self.cluster(key);
        let checks = cluster.checks.load(Ordering::Relaxed);
        for (i, word) in cluster.entries.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word != 0 && (checks >> (16 * i)) as u16 == check(key, word) {
                return unpack(word, ply);
            }
        }
        None
    }

    /// Remembers a position reached at `ply` of the search.
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let cluster = self.cluster(key);
        let checks = cluster.checks.load(Ordering::Relaxed);
        // The position's own entry, else the one that is worth least: shallow and of earlier searches.
        let mut slot = 0;
        let mut least = i32::MAX;
        let mut mv = entry.mv;
        for (i, word) in cluster.entries.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word != 0 && (checks >> (16 * i)) as u16 == check(key, word) {
                if let Some(old) = unpack(word, ply) {
                    mv = mv.or(old.mv);
                    // Something much deeper is not given up for a bound.
                    let current = generation_of(word) == self.generation;
                    if current && entry.bound != Bound::Exact && entry.depth + 4 < old.depth {
                        return;
                    }
                }
                slot = i;
                break;
            }
            let age = (GENERATIONS + self.generation - generation_of(word)) % GENERATIONS;
            let worth = if word == 0 { i32::MIN } else { depth_of(word) - 8 * i32::from(age) };
            if worth < least {
                least = worth;
                slot = i;
            }
        }
        let word = pack(Entry { mv, ..entry }, ply, self.generation);
        cluster.entries[slot].store(word, Ordering::Relaxed);
        let shift = 16 * slot;
        let checks = checks & !(0xffff << shift) | u64::from(check(key, word)) << shift;
        cluster.checks.store(checks, Ordering::Relaxed);
    }

    /// How much of the table belongs to the current search, in permille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used: usize = sample
            .iter()
            .map(|cluster| {
                let words = cluster.entries.iter().map(|word| word.load(Ordering::Relaxed));
                words.filter(|&word| word != 0 && generation_of(word) == self.generation).count()
            })
            .sum();
        (used * 1000 / (ENTRIES * sample.len().max(1))) as u32
    }
}

/// Empty clusters, or `None` if there is no memory for them. The system gives zeroed pages only when they are first used,
/// so this takes no time however large the table is.
fn empty_clusters(count: usize) -> Option<Vec<Cluster>> {
    let layout = Layout::array::<Cluster>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the size of the layout is not zero.
    let memory = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<Cluster>();
    if memory.is_null() {
        return None;
    }
    // SAFETY: the memory comes from the global allocator with the layout of `count` clusters, and a cluster whose bytes are
    // all zero is a valid one: it consists of atomic integers.
    Some(unsafe { Vec::from_raw_parts(memory, count, count) })
}

/// How much memory a table may take, in mebibytes: what is free, less a tenth for everything else. Systems promise more than
/// they have, so a reservation that succeeds proves nothing.
fn available_mebibytes() -> usize {
    let Ok(mut system) = System::new() else { return usize::MAX >> 20 };
    system.refresh_memory();
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let free = match system.available_memory() {
        0 => u64::MAX,
        free => free,
    };
    usize::try_from((free.min(limit) / 10 * 9) >> 20).unwrap_or(usize::MAX >> 20)
}

/// Sixteen bits of the key, mixed with the entry so that the two cannot be torn apart unnoticed.
fn check(key: u64, word: u64) -> u16 {
    let folded = word ^ word >> 32;
    (key ^ folded ^ folded >> 16) as u16
}

// An entry from the lowest bit: move 16, value 16, evaluation 16, depth 8, bound 2, generation 6.

fn pack(entry: Entry, ply: usize, generation: u8) -> u64 {
    // Mates are stored as counted from this position.
    let value = if entry.value >= score::MATE_IN_MAX {
        entry.value + ply as Score
    } else if entry.value <= -score::MATE_IN_MAX {
        entry.value - ply as Score
    } else {
        entry.value
    };
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    u64::from(entry.mv.map_or(0, Move::bits))
        | u64::from(value as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | depth << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
}

fn unpack(word: u64, ply: usize) -> Option<Entry> {
    let value = Score::from((word >> 16) as u16 as i16);
    let value = if value >= score::MATE_IN_MAX {
        value - ply as Score
    } else if value <= -score::MATE_IN_MAX {
        value + ply as Score
    } else {
        value
    };
    Some(Entry {
        mv: Move::from_bits(word as u16),
        value,
        eval: Score::from((word >> 32) as u16 as i16),
        depth: depth_of(word),
        bound: match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::None,
        },
    })
}

fn depth_of(word: u64) -> i32 {
    (word >> 48 & 0xff) as i32 - DEPTH_OFFSET
}

fn generation_of(word: u64) -> u8 {
    (word >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: Score, depth: i32) -> Entry {
        Entry { mv: "7g7f".parse().ok(), value, eval: -12, depth, bound: Bound::Exact }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1);
        for value in [0, -1, 1, 250, -30_000, score::MATE - 5, 5 - score::MATE, score::NONE] {
            table.store(0x0123_4567_89ab_cdef, 3, entry(value, 12));
            assert_eq!(table.probe(0x0123_4567_89ab_cdef, 3), Some(entry(value, 12)));
        }
        assert_eq!(table.probe(0x0123_4567_89ab_cdee, 3), None);
    }

    #[test]
    fn mates_are_counted_from_the_asking_root() {
        let table = Table::new(1);
        table.store(7, 4, entry(score::mate_in(9), 12));
        assert_eq!(table.probe(7, 2).map(|entry| entry.value), Some(score::mate_in(7)));
    }

    #[test]
    fn clearing_forgets() {
        let mut table = Table::new(1);
        table.store(7, 4, entry(3, 12));
        table.clear();
        assert_eq!(table.probe(7, 4), None);
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let mut table = Table::new(1);
        // Keys that share a cluster differ in their lower bits.
        for key in 0..3 {
            table.store(key, 0, entry(1, 10 + key as i32));
        }
        table.new_search();
        table.store(9, 0, entry(1, 1));
        assert_eq!(table.probe(0, 0), None);
        assert!([1, 2, 9].iter().all(|&key| table.probe(key, 0).is_some()));
    }
}

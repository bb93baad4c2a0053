//! The table of positions already searched (transposition table), shared by all search threads.
//!
//! A cluster is 32 bytes: three entries of 64 bits, then a word with three 16-bit check fields. All words are relaxed
//! atomics, so races are harmless in the language's sense; that an entry belongs to its check field, and to the position, is
//! seen from the check field itself, which mixes the key with the entry. The move of an entry is still tested for legality
//! before it is played, since sixteen bits can agree by chance.

use std::alloc::{Layout, handle_alloc_error};
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

/// Three entries and their check fields.
type Cluster = [AtomicU64; ENTRIES + 1];

/// The table.
#[derive(Debug)]
pub struct Table {
    clusters: Clusters,
    generation: u8,
    mebibytes: usize,
    /// Whether no search has begun since it was emptied.
    unused: bool,
}

/// Clusters in a mebibyte.
const CLUSTERS_IN_MEBIBYTE: usize = (1 << 20) / size_of::<Cluster>();
/// Memory is handed over in pages of at least this size, in bytes.
const PAGE: usize = 4096;
/// Tables up to this size, in mebibytes, are emptied where they are; this one takes about 25 milliseconds.
const EMPTIED_IN_PLACE: usize = 256;
/// Depths from -8 to 247 are kept in a byte.
const DEPTH_OFFSET: i32 = 8;
/// Generations are kept in six bits.
const GENERATIONS: u8 = 64;

impl Table {
    /// A table of `mebibytes`, or of the largest size that fits into memory.
    pub fn new(mebibytes: usize) -> Self {
        let mut mebibytes = mebibytes.min(available_mebibytes()).clamp(1, usize::MAX >> 20);
        loop {
            match Clusters::new(mebibytes * CLUSTERS_IN_MEBIBYTE) {
                Ok(clusters) => return Self { clusters, generation: 0, mebibytes, unused: true },
                Err(layout) if mebibytes == 1 => handle_alloc_error(layout),
                Err(_) => mebibytes /= 2,
            }
        }
    }

    /// Its size in mebibytes.
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Forgets everything. A small table is emptied where it is, which is quicker than to touch new memory page by page; for
    /// a larger one memory is taken anew, which needs no time, and the old is given back aside, which needs some.
    pub fn clear(&mut self) {
        if self.unused {
            return;
        }
        (self.generation, self.unused) = (0, true);
        let large = self.mebibytes > EMPTIED_IN_PLACE;
        let fresh = if large { Clusters::new(self.clusters.count).ok() } else { None };
        match fresh {
            Some(fresh) => {
                let old = std::mem::replace(&mut self.clusters, fresh);
                // Where there is no thread to be had, the old is dropped with the closure, here.
                let _ = std::thread::Builder::new().spawn(move || drop(old));
            }
            None => self.clusters.words.fill_with(AtomicU64::default),
        }
    }

    /// Makes the system hand over the memory now, which it otherwise does when a page is first used, and in large pages
    /// where it has them.
    pub fn warm(&mut self) {
        // Only here, since in a search the first touch of each large page would hold it up.
        self.clusters.prefer_large_pages();
        for word in self.clusters.words.iter_mut().step_by(PAGE / size_of::<AtomicU64>()) {
            let word = word.get_mut();
            // A write of what is there already, which must not be left out.
            *word = std::hint::black_box(*word);
        }
    }

    /// Begins a search, before anything is stored: marks the entries of earlier searches as older.
    pub fn new_search(&mut self) {
        self.unused = false;
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    fn cluster(&self, key: u64) -> &Cluster {
        // The upper bits choose the cluster, the lower ones make the check field.
        let index = (u128::from(key) * self.clusters.count as u128) >> 64;
        self.clusters.get(index as usize)
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
        let checks = cluster[ENTRIES].load(Ordering::Relaxed);
        for (i, word) in cluster[..ENTRIES].iter().enumerate() {
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
        let checks = cluster[ENTRIES].load(Ordering::Relaxed);
        // The position's own entry, else the one that is worth least: shallow and of earlier searches.
        let mut slot = 0;
        let mut least = i32::MAX;
        let mut mv = entry.mv;
        for (i, word) in cluster[..ENTRIES].iter().enumerate() {
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
        cluster[slot].store(word, Ordering::Relaxed);
        let shift = 16 * slot;
        let checks = checks & !(0xffff << shift) | u64::from(check(key, word)) << shift;
        cluster[ENTRIES].store(checks, Ordering::Relaxed);
    }

    /// How much of the table belongs to the current search, in permille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = self.clusters.count.min(1000);
        let used: usize = (0..sample)
            .map(|index| {
                let words = self.clusters.get(index)[..ENTRIES].iter().map(|word| word.load(Ordering::Relaxed));
                words.filter(|&word| word != 0 && generation_of(word) == self.generation).count()
            })
            .sum();
        (used * 1000 / (ENTRIES * sample)) as u32
    }
}

/// The memory of a table.
#[derive(Debug)]
struct Clusters {
    words: Vec<AtomicU64>,
    /// Index of the first word of the first cluster: clusters do not lie across the border of cache lines.
    first: usize,
    count: usize,
}

impl Clusters {
    /// So many empty ones, or what there is no memory for. The system gives zeroed pages only when they are first used, so
    /// this takes no time however large the table is.
    fn new(count: usize) -> Result<Self, Layout> {
        // One more, for what is left out at the beginning.
        let len = (count + 1) * size_of::<Cluster>() / size_of::<AtomicU64>();
        let Ok(layout) = Layout::array::<AtomicU64>(len) else { return Err(Layout::new::<Cluster>()) };
        // SAFETY: the size of the layout is not zero.
        let memory = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<AtomicU64>();
        if memory.is_null() {
            return Err(layout);
        }
        let first = memory.align_offset(size_of::<Cluster>());
        // SAFETY: the memory comes from the global allocator with the layout of `len` words, and zero is a valid one.
        let words = unsafe { Vec::from_raw_parts(memory, len, len) };
        Ok(Self { words, first, count })
    }

    /// The cluster with this index, below `count`.
    #[inline]
    fn get(&self, index: usize) -> &Cluster {
        let words = &self.words[self.first + index * (ENTRIES + 1)..];
        words.first_chunk().expect("the words of `count` clusters")
    }

    /// Asks for large pages for memory that is not yet used. Entries are read all over the table: with pages of the usual
    /// size nearly every read would miss the TLB too.
    fn prefer_large_pages(&self) {
        #[cfg(target_os = "linux")]
        {
            use rustix::mm::{Advice, madvise};
            // From the first to the last whole page.
            let lead = self.words.as_ptr().align_offset(PAGE);
            let pages = self.words.get(lead..).unwrap_or_default();
            let len = size_of_val(pages) / PAGE * PAGE;
            // SAFETY: the pages belong to the words, and this advice changes nothing of what is in them. A system that
            // cannot follow it says so, and goes on with small pages.
            let _ = unsafe { madvise(pages.as_ptr().cast_mut().cast(), len, Advice::LinuxHugepage) };
        }
    }
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
        for mebibytes in [1, EMPTIED_IN_PLACE + 1] {
            let mut table = Table::new(mebibytes);
            table.new_search();
            table.store(7, 4, entry(3, 12));
            assert!(table.probe(7, 4).is_some());
            table.clear();
            assert_eq!(table.probe(7, 4), None);
        }
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

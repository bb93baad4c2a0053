//! What the tests need that talk to the real engine over real pipes.

// Each test program uses its own part of this.
#![allow(dead_code, unused_imports)]

mod answer;
mod engine;
mod info;
mod judge;
mod process;

pub use answer::Answer;
pub use engine::engine;
pub use info::{Info, Score};
pub use judge::{judge_answer, legal_texts, position};
pub use process::{Line, UsiProcess, patient};

/// What somebody did wrong, in words.
pub type Fault = String;

/// Reproducible random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// One of them.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

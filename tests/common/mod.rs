//! What the test crates share: truth data, the bridge to the slow rules, and random games on both implementations.

#![allow(dead_code, reason = "every test crate uses another part")]

pub mod boards;
pub mod compare;
pub mod convert;
pub mod data;
pub mod flips;
pub mod full_width;
pub mod games;
pub mod policy;
pub mod weaknesses;

/// The generator of all random tests: the same numbers on every machine.
pub type TestRng = rand::rngs::Xoshiro256PlusPlus;

//! Nanboku (南北): rules, move generation, evaluation and search for Annan shogi and its relatives, and the USI engine made of
//! them.
//!
//! One idea carries the whole crate: what a piece *is* and how it *moves* are two different things. A
//! [`position::Position`] keeps physical boards for the first and mover boards for the second; a movement rule
//! ([`movement::MovementRule`]) turns one into the other, and nothing above it asks which variant is played.
//!
//! ```
//! use nanboku::movegen::perft;
//! use nanboku::position::Position;
//! use nanboku::rules::Rules;
//!
//! let start = Position::start(&Rules::default());
//! assert_eq!(perft(&start, 3), 22_726);
//! ```

#![deny(missing_docs, unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

pub mod attacks;
pub mod eval;
pub mod mate;
pub mod movegen;
pub mod movement;
pub mod position;
pub mod rules;
pub mod search;
pub mod types;
pub mod usi;

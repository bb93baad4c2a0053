//! What developers and analysts run: matches, openings, game records, analysis and measurements.
//!
//! | module | |
//! |---|---|
//! | [`process`] | a program behind two pipes |
//! | [`client`] | a USI engine as its user sees it |
//! | [`player`] | whoever chooses moves: an engine, or one of the built-in players |
//! | [`clock`] | limits for one move and clocks for a game |
//! | [`judge`] | what is legal, and how a game ends |
//! | [`openings`] | where games begin |
//! | [`play`] | one game |
//! | [`tournament`], [`standings`] | many games, and how they stand |
//! | [`record`] | games as lines of JSON |
//! | [`stats`] | what the results say |
//! | [`games`] | games from files |
//! | [`analysis`], [`plot`] | a game looked at move by move, and a picture of it |
//! | [`claims`] | announced mates, held against an exact search and the games |
//! | [`timing`] | how the clocks were used |
//! | [`fit`] | the weights of the evaluation, fitted to games |
//! | [`spsa`] | parameters of the search, tuned by games |
//! | [`solve`] | mate problems in files |
//! | [`command`] | the command line |

pub mod analysis;
pub mod claims;
pub mod client;
pub mod clock;
pub mod command;
pub mod fit;
pub mod games;
pub mod judge;
pub mod openings;
pub mod play;
pub mod player;
pub mod plot;
pub mod process;
pub mod record;
pub mod solve;
pub mod spsa;
pub mod standings;
pub mod stats;
pub mod timing;
pub mod tournament;

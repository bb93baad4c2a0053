//! The promises that the engine makes to a user interface, tested on the real program over real pipes.

// The engine is driven by the process driver of the lab.

mod fuzz;
mod go;
mod levels;
mod lines;
mod mate;
mod option_values;
mod order;
mod panics;
mod positions;
mod start_and_end;
#[path = "../support/mod.rs"]
mod support;
mod threads;

use std::time::Duration;

use mailbox::{Rules, Variant};

/// How long something takes at most that should take no time at all, on a machine that does other things as well.
const SOON: Duration = Duration::from_millis(500);
/// A time in which something that must not happen would have happened.
const A_WHILE: Duration = Duration::from_millis(150);

/// The start position of Annan shogi.
const ANNAN_START: &str = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1";
/// The start position of ordinary shogi.
const SHOGI_START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// Black can mate in one.
const MATE_IN_ONE: &str = "9/5+p+P+N1/8k/5p1n1/7b1/7pg/9/K8/9 b S 1";
/// The same after the mate.
const MATED: &str = "9/5+p+P+N1/7Sk/5p1n1/7b1/7pg/9/K8/9 w - 2";
/// There is exactly one legal move.
const ONE_MOVE: &str = "7sK/6P+pp/5G1G1/9/9/9/3k5/9/9 b 2Pb2p 1";

/// The rules of lishogi for Annan, which the engine plays by unless told otherwise.
fn annan() -> Rules {
    Rules::set(Variant::Annan, "lishogi").expect("a set")
}

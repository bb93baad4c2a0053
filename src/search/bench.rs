//! A fixed piece of work for the search, whose node count is a signature of how it behaves.

use std::time::{Duration, Instant};

use super::{Control, Engine, Limits};
use crate::position::{Game, Position, SfenError};
use crate::rules::Rules;

/// Positions of Annan games, from the opening to king hunts, under the rules of lishogi.
const POSITIONS: &[&str] = &[
    "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1",
    "lnsgk1snl/1r3g1bp/ppppppp1p/9/9/P8/P1PPPPPPP/1B3KGR1/LNSG2SNL w - 6",
    "1n2k2nl/l1s1ggsb1/p2pp1p1p/rp1pp4/1P1P3p1/P1P3R1P/3P1PP2/LBG1K2PL/1NS2GSN1 w - 26",
    "l1s1g2nl/1r3s1g1/p1nkp1p1p/1pp4pb/1P1p1p2P/P1PP2RP1/2GGPPP1L/1B1S1S3/LN2K2N1 b - 33",
    "1nsg3gb/l3gs3/ppP1kpn1+P/rp2L2pP/PP1p2PP1/3P1p3/4PP2L/3G3R1/LNS1K1SN1 w Pb 46",
    "l1P1kg2l/2r1ps3/p1g5p/1Bs2bKP1/2p2n3/4p1P1P/+p2P1G3/P3G2R1/LNS1P1+nNL b 3Ps2p 75",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "pP1gg1pnl/+L5sP1/3pR+L1bp/1pp1k2n1/8P/P1PKb1S2/2NPP1P1L/1R6+p/2S5g w Pgsn2p 96",
];
/// Depth of each search, in plies.
pub const DEPTH: u32 = 13;
/// Size of the table, in mebibytes.
const TABLE: usize = 16;

/// What the bench did.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Moves made.
    pub nodes: u64,
    /// Time that it took.
    pub time: Duration,
}

impl Outcome {
    /// Nodes a second.
    pub fn nodes_per_second(self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Searches every position to [`DEPTH`] from an empty table. On one thread the node count is the same every time.
///
/// # Errors
///
/// If a position cannot be read, which the tests rule out.
pub fn run(threads: usize) -> Result<Outcome, SfenError> {
    let start = Instant::now();
    let mut nodes = 0;
    for sfen in POSITIONS {
        let mut engine = Engine::new();
        engine.resize_table(TABLE);
        engine.resize_threads(threads);
        engine.warm_table();
        let game = Game::new(Position::from_sfen(sfen, &Rules::default())?);
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        nodes += engine.search(&game, &limits, &Control::default(), &mut |_| {}).nodes;
    }
    Ok(Outcome { nodes, time: start.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_can_be_read() {
        for sfen in POSITIONS {
            let position = Position::from_sfen(sfen, &Rules::default());
            assert_eq!(position.map(|position| position.sfen()).as_deref(), Ok(*sfen));
        }
    }
}

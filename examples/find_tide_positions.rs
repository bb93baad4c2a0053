//! Finds the positions in `tests/data/tide_flips.jsonl`: mates and rescues that exist only because the Tide is about to
//! turn. `cargo run --release --example find_tide_positions -- MATES RESCUES SEED` prints them, one JSON object a
//! line.
//!
//! Games are played by a player that looks one move ahead and is often distracted, so another evaluation leads to other
//! games. What counts as a case is told in `tests/common/flips.rs`. The first case of a game is kept, half of the mates and
//! half of the rescues in either direction, and nothing else decides: no engine is asked.

#[path = "../tests/common/distracted.rs"]
mod distracted;
#[path = "../tests/common/flips.rs"]
mod flips;

use std::collections::HashMap;

use distracted::{Random, choose};
use flips::{Case, Kind};
use nanboku::movegen::has_legal_move;
use nanboku::position::Position;
use nanboku::rules::{NamedSet, Rules, Variant};

/// Cases are looked for between these plies of a game.
const PLIES: std::ops::Range<u32> = 21..160;

fn print(position: &Position, case: &Case) {
    let kind = match case.kind {
        Kind::Mate => "mate",
        Kind::Rescue => "rescue",
    };
    let moves: Vec<String> = case.moves.iter().map(|mv| format!("\"{mv}\"")).collect();
    let rules = position.rules();
    println!(
        "{{\"kind\": \"{kind}\", \"variant\": \"{}\", \"period\": {}, \"sfen\": \"{position}\", \"plies\": {}, \
         \"now\": \"{}\", \"flip\": {}, \"moves\": [{}]}}",
        rules.variant,
        rules.tide.map_or(0, |tide| tide.period),
        case.plies,
        position.movement(position.side_to_move()).name,
        rules.plies_to_flip(position.ply()).unwrap_or(0),
        moves.join(", ")
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<usize>().ok());
    let (mates, rescues) = (arguments.next().unwrap_or(40), arguments.next().unwrap_or(30));
    let mut random = Random(arguments.next().unwrap_or(1) as u64);
    // How many are still wanted of each kind, for each direction that holds at the position.
    let mut wanted = HashMap::new();
    for direction in ["annan", "annboku"] {
        wanted.insert((Kind::Mate, direction), mates.div_ceil(2));
        wanted.insert((Kind::Rescue, direction), rescues.div_ceil(2));
    }
    while wanted.values().any(|&wanted| wanted > 0) {
        let variant = if random.below(2) == 0 { Variant::Annan } else { Variant::Annboku };
        let rules = Rules::new(variant, Some(NamedSet::App)).with_tide(10);
        let mut position = Position::start(&rules);
        let mut kept = false;
        while position.ply() < PLIES.end && has_legal_move(&position) {
            let direction = position.movement(position.side_to_move()).name;
            for kind in [Kind::Mate, Kind::Rescue] {
                let Some(wanted) = wanted.get_mut(&(kind, direction)).filter(|wanted| **wanted > 0) else { continue };
                if !kept
                    && position.ply() >= PLIES.start
                    && let Some(case) = flips::find(kind, &position)
                {
                    *wanted -= 1;
                    kept = true;
                    print(&position, &case);
                }
            }
            let mv = choose(&position, &mut random);
            position.play(mv);
        }
    }
}

//! Finds the positions in `tests/data/weaknesses.jsonl`: those in which a weakness of a level shows.
//! `cargo run --release --example find_weakness_positions -- COUNT SEED` prints COUNT of each topic, one JSON object a line.
//!
//! Games are played by a player that looks one move ahead and is often distracted, so another evaluation leads to other
//! games. What counts is told in `tests/common/weaknesses.rs`. The first position of a game is kept for each topic, and nothing
//! else decides: no level is asked.

#[path = "../tests/common/distracted.rs"]
mod distracted;
#[path = "../tests/common/flips.rs"]
#[allow(dead_code, reason = "only the mates are needed")]
mod flips;
#[path = "../tests/common/weaknesses.rs"]
mod weaknesses;

use std::collections::HashMap;

use distracted::{Random, choose};
use nanboku::movegen::has_legal_move;
use nanboku::position::Position;
use nanboku::rules::{NamedSet, Rules, Variant};
use nanboku::types::Move;
use weaknesses::{Topic, find};

/// Positions are looked for between these plies of a game.
const PLIES: std::ops::Range<u32> = 21..160;

fn print(topic: Topic, position: &Position, last: Option<Move>, right: &[Move]) {
    let right: Vec<String> = right.iter().map(|mv| format!("\"{mv}\"")).collect();
    let last = last.map_or(String::new(), |mv| format!(" \"last\": \"{}\",", mv.to()));
    println!("{{\"topic\": \"{}\", \"sfen\": \"{position}\",{last} \"right\": [{}]}}", topic.name(), right.join(", "));
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<usize>().ok());
    let count = arguments.next().unwrap_or(200);
    let mut random = Random(arguments.next().unwrap_or(1) as u64);
    let mut wanted: HashMap<Topic, usize> = Topic::ALL.into_iter().map(|topic| (topic, count)).collect();
    while wanted.values().any(|&wanted| wanted > 0) {
        let tide = random.below(2) == 0;
        if (if tide { wanted[&Topic::Flips] } else { wanted.values().sum::<usize>() - wanted[&Topic::Flips] }) == 0 {
            continue;
        }
        let rules = Rules::new(Variant::Annan, Some(if tide { NamedSet::App } else { NamedSet::Lishogi }));
        let rules = if tide { rules.with_tide(10) } else { rules };
        let mut position = Position::start(&rules);
        let mut last = None;
        let mut kept: Vec<Topic> = Vec::new();
        while position.ply() < PLIES.end && has_legal_move(&position) {
            for topic in Topic::ALL {
                let due = (topic == Topic::Flips) == tide && wanted[&topic] > 0 && !kept.contains(&topic);
                // Not every position: what is found should lie anywhere in a game.
                if !due || position.ply() < PLIES.start || topic != Topic::Flips && random.below(4) > 0 {
                    continue;
                }
                if let Some(right) = find(topic, &position, last.map(Move::to)) {
                    *wanted.entry(topic).or_default() -= 1;
                    kept.push(topic);
                    print(topic, &position, last, &right);
                }
            }
            let mv = choose(&position, &mut random);
            position.play(mv);
            last = Some(mv);
        }
    }
}

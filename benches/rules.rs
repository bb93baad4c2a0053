//! What each single rule costs where it cannot act: two rule sets that differ in one rule, on positions on which both give
//! the same tree, timed in turn.
//!
//! A figure is the time with the rule in force divided by the time with it off. On every position the two are timed one
//! right after the other, in changing order, many times, and the fastest run of each counts: whatever else the machine does
//! only makes runs slower. The first row compares a set with itself: that is the noise.
//!
//! *Moves* plays every legal move of every position and counts the answers. *Search* searches some of the positions to a
//! fixed depth from an empty table.

#[allow(dead_code, reason = "every bench uses another part")]
mod common;

use std::hint::black_box;
use std::time::Instant;

use nanboku::movegen::perft;
use nanboku::position::{Game, Position};
use nanboku::rules::{DeadEnd, Impasse, MovedNifu, NifuCheck, PawnDropMate, Repetition, RuleSet, Rules};
use nanboku::search::{Control, Engine, Limits, Report};

/// Runs of either side on a position.
const MOVES_RUNS: usize = 60;
/// Searches of either side on a position.
const SEARCH_RUNS: usize = 12;
/// Every so many-th position is searched.
const SEARCHED: usize = 12;
/// Depth of the searches, in plies.
const DEPTH: u32 = 4;

/// Annan with every rule off, as far as it has an "off".
fn off() -> Rules {
    let mut rules = common::annan();
    rules.set = RuleSet {
        moved_nifu: MovedNifu::Allowed,
        nifu_check: NifuCheck::Valid,
        dead_end: DeadEnd::Allowed,
        pawn_drop_mate: PawnDropMate::Front,
        repetition: Repetition::None,
        impasse: Impasse::None,
        bare_kings_draw: false,
    };
    rules
}

/// The rules with a change.
fn with(rules: Rules, change: impl Fn(&mut RuleSet)) -> Rules {
    let mut rules = rules;
    change(&mut rules.set);
    rules
}

fn plays(position: &Position) -> u64 {
    perft(black_box(position), 2)
}

/// Nodes of a search from an empty table.
fn searches(position: &Position) -> u64 {
    let mut engine = Engine::new();
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut nodes = 0;
    engine.search(&Game::new(*position), &limits, &Control::default(), &mut |report| {
        if let Report::Line(line) = report {
            nodes = line.nodes;
        }
    });
    nodes
}

/// The time of all positions on divided by off, and the number of positions. Those that do not give the same are left out:
/// there the rule acts.
fn ratio(pairs: &[[Position; 2]], runs: usize, work: fn(&Position) -> u64) -> (f64, usize) {
    let same = pairs.iter().filter(|[off, on]| work(off) == work(on));
    let (mut sums, mut positions) = ([0.0; 2], 0);
    for pair in same {
        let mut fastest = [f64::INFINITY; 2];
        for run in 0..runs {
            for which in if run % 2 == 0 { [0, 1] } else { [1, 0] } {
                let start = Instant::now();
                black_box(work(&pair[which]));
                fastest[which] = start.elapsed().as_secs_f64().min(fastest[which]);
            }
        }
        sums = [sums[0] + fastest[0], sums[1] + fastest[1]];
        positions += 1;
    }
    (sums[1] / sums[0], positions)
}

fn main() {
    let off = off();
    let nifu = with(off, |set| set.moved_nifu = MovedNifu::Forbidden);
    let rows = [
        ("nothing", off, off),
        ("moved nifu forbidden", off, nifu),
        ("nifu check invalid", nifu, with(nifu, |set| set.nifu_check = NifuCheck::Invalid)),
        ("dead end forbidden", off, with(off, |set| set.dead_end = DeadEnd::Forbidden)),
        ("pawn-drop mate strict", off, with(off, |set| set.pawn_drop_mate = PawnDropMate::Strict)),
        ("repetition fourfold", off, with(off, |set| set.repetition = Repetition::Fourfold)),
        ("impasse points27", off, with(off, |set| set.impasse = Impasse::Points27)),
        ("bare kings", off, with(off, |set| set.bare_kings_draw = true)),
        // No flip comes near.
        ("tide", off, off.with_tide(1000)),
    ];
    println!("{:<24}{:>20}{:>20}", "time on / off", "moves (positions)", "search (positions)");
    for (name, off, on) in rows {
        let pairs: Vec<[Position; 2]> =
            common::positions(&off).into_iter().zip(common::positions(&on)).map(|(off, on)| [off, on]).collect();
        let some: Vec<[Position; 2]> = pairs.iter().copied().step_by(SEARCHED).collect();
        print!("{name:<24}");
        for (ratio, positions) in [ratio(&pairs, MOVES_RUNS, plays), ratio(&some, SEARCH_RUNS, searches)] {
            print!("{:>20}", format!("{ratio:.3} ({positions})"));
        }
        println!();
    }
}

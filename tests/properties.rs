//! The library against the slow rules on random games and boards: legal moves, checks, mover boards, keys, results, SFEN,
//! making and unmaking moves.
//!
//! Seeds are fixed. A failure prints the seed, the rules, and the moves that lead to the position.

mod common;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use common::games::{Tally, Workload, play_seed};
use common::policy::Policy;

/// Positions of each test are this many times fewer without optimisation, where every move checks itself as well.
const DEBUG_DIVISOR: u64 = 40;

/// Plays games of a workload until enough positions have been compared.
fn run(name: &str, workload: Workload, seed: u64, positions: u64) -> Tally {
    let positions = if cfg!(debug_assertions) { positions / DEBUG_DIVISOR } else { positions };
    let mut tally = Tally::default();
    for seed in seed.. {
        if tally.positions >= positions {
            break;
        }
        play_seed(workload, seed, &mut tally);
    }
    println!("{name}: {tally}");
    tally
}

/// These results must have occurred, or the test tests too little.
fn expect(tally: &Tally, outcomes: &[&str]) {
    for outcome in outcomes {
        assert!(cfg!(debug_assertions) || tally.outcome(outcome) > 0, "no {outcome}: {tally}");
    }
}

#[test]
fn uniform_games() {
    run("uniform games", Workload::Whole(Policy::Uniform), 1_000_000, 60_000);
}

#[test]
fn capturing_games() {
    run("capturing games", Workload::Whole(Policy::Captures), 2_000_000, 60_000);
}

#[test]
fn checking_games() {
    let tally = run("checking games", Workload::Whole(Policy::Checks), 3_000_000, 60_000);
    assert!(tally.in_check > tally.positions / 10, "too few checks: {tally}");
    expect(&tally, &["checkmate"]);
}

#[test]
fn dropping_games() {
    run("dropping games", Workload::Whole(Policy::Drops), 4_000_000, 60_000);
}

#[test]
fn scattered_boards() {
    let tally = run("scattered boards", Workload::Scattered, 5_000_000, 100_000);
    expect(&tally, &["checkmate"]);
}

#[test]
fn repetitions_with_few_pieces() {
    let tally = run("few pieces", Workload::Tiny, 6_000_000, 80_000);
    expect(&tally, &["repetition draw", "perpetual black", "perpetual white", "bare kings", "stalemate"]);
}

#[test]
fn entered_kings() {
    let tally = run("entered kings", Workload::Entered, 7_000_000, 30_000);
    expect(&tally, &["impasse black", "impasse white"]);
}

/// `NANBOKU_POSITIONS=10000000 cargo test --release --test properties -- --ignored --nocapture`
#[test]
#[ignore = "ten million positions take a quarter of an hour"]
fn long_run() {
    let wanted = std::env::var("NANBOKU_POSITIONS").map_or(10_000_000, |text| text.parse().expect("a number"));
    let workloads = [
        Workload::Whole(Policy::Uniform),
        Workload::Whole(Policy::Captures),
        Workload::Whole(Policy::Checks),
        Workload::Whole(Policy::Drops),
        Workload::Scattered,
        Workload::Tiny,
        Workload::Entered,
    ];
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut tally = Tally::default();
                while done.load(Ordering::Relaxed) < wanted {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    let before = tally.positions;
                    let workload = workloads[(game % workloads.len() as u64) as usize];
                    play_seed(workload, 1_000_000_000 + game, &mut tally);
                    let played = tally.positions - before;
                    let sum = done.fetch_add(played, Ordering::Relaxed) + played;
                    if sum / 1_000_000 > (sum - played) / 1_000_000 {
                        println!("{sum} positions");
                    }
                }
                total.lock().unwrap().add(&tally);
            });
        }
    });
    println!("long run: {}", total.lock().unwrap());
}

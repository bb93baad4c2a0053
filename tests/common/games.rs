//! Random games played by both implementations side by side.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use nanboku::movegen::is_legal;
use nanboku::position::{Game, Position};
use nanboku::rules::Rules;
use nanboku::types::Move;
use rand::{RngExt, SeedableRng};

use super::TestRng;
use super::boards::{entered, random_rules, scattered, start, tiny};
use super::compare::{Snapshot, compare, read};
use super::convert::slow_move;
use super::policy::Policy;

/// Where the games of a test come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Whole games from a start position.
    Whole(Policy),
    /// A few moves from scattered boards with full hands.
    Scattered,
    /// Long walks with few pieces, which repeat themselves.
    Tiny,
    /// Kings in the enemy camp.
    Entered,
}

/// What the games of a test have seen.
#[derive(Default)]
pub struct Tally {
    pub positions: u64,
    pub in_check: u64,
    pub transpositions: u64,
    pub outcomes: BTreeMap<String, u64>,
    /// What each key stands for; emptied from time to time.
    keys: HashMap<u64, String>,
}

impl Tally {
    /// How many positions had this result.
    pub fn outcome(&self, name: &str) -> u64 {
        self.outcomes.get(name).copied().unwrap_or(0)
    }

    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.in_check += other.in_check;
        self.transpositions += other.transpositions;
        for (outcome, count) in &other.outcomes {
            *self.outcomes.entry(outcome.clone()).or_default() += count;
        }
    }

    /// Two positions that differ must not share a key.
    fn note_key(&mut self, position: &Position) {
        let sfen = position.sfen();
        let (board, _) = sfen.rsplit_once(' ').unwrap();
        let phase = position.rules().tide.map(|tide| position.ply() % (2 * tide.period));
        let identity = format!("{board} {phase:?}");
        if self.keys.len() >= 200_000 {
            self.keys.clear();
        }
        let known = self.keys.entry(position.key()).or_insert_with(|| identity.clone());
        assert_eq!(*known, identity, "two positions have the key {:016x}", position.key());
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions compared, {} in check, ", self.positions, self.in_check)?;
        write!(f, "{} transpositions, {:?}", self.transpositions, self.outcomes)
    }
}

/// A game on both sides. If a comparison fails, it prints how to come to the position again.
struct Match {
    seed: u64,
    rules: Rules,
    start: String,
    moves: Vec<Move>,
    fast: Game,
    slow: mailbox::Game,
}

impl Drop for Match {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Rules { variant, movement, tide, set } = &self.rules;
            let period = tide.map(|tide| tide.period);
            eprintln!("game with seed {}: {variant}, movement {}, tide {period:?}, {set:?}", self.seed, movement.name);
            eprintln!("position sfen {} moves{}", self.start, moves_text(&self.moves));
            eprintln!("that is: sfen {}", self.fast.position());
        }
    }
}

fn moves_text(moves: &[Move]) -> String {
    moves.iter().map(|mv| format!(" {mv}")).collect()
}

/// Plays one game of a workload by rules drawn from the seed.
pub fn play_seed(workload: Workload, seed: u64, tally: &mut Tally) {
    let mut rng = TestRng::seed_from_u64(seed);
    let rules = random_rules(&mut rng);
    play(workload, rules, seed, &mut rng, tally);
}

/// Plays one game by the given rules.
pub fn play(workload: Workload, rules: Rules, seed: u64, rng: &mut TestRng, tally: &mut Tally) {
    let calm = [Policy::Uniform, Policy::Captures, Policy::Checks, Policy::Drops];
    let any = |rng: &mut TestRng| calm[rng.random_range(0..calm.len())];
    let (start, plies, policies) = match workload {
        Workload::Whole(policy) => (start(&rules, rng), 200, [policy, if rng.random() { policy } else { any(rng) }]),
        Workload::Scattered => (scattered(rng), rng.random_range(0..=12), [any(rng), any(rng)]),
        Workload::Entered => (entered(rng), rng.random_range(0..=6), [any(rng), any(rng)]),
        Workload::Tiny => {
            let mut fond = || if rng.random() { Policy::Returns } else { Policy::CheckingReturns };
            let policies = [fond(), fond()];
            (tiny(rng), 60, policies)
        }
    };
    let (fast, slow) = read(&start, &rules);
    let (fast, slow) = (Game::new(fast), mailbox::Game::new(slow));
    let mut game = Match { seed, rules, start, moves: Vec::new(), fast, slow };
    game.run(plies, policies, rng, tally);
}

impl Match {
    fn run(&mut self, plies: usize, policies: [Policy; 2], rng: &mut TestRng, tally: &mut Tally) {
        let mut seen = HashSet::new();
        let mut snapshots = Vec::new();
        for ply in 0..=plies {
            let position = self.fast.position();
            let legal = compare(position, self.slow.position(), rng);
            tally.positions += 1;
            tally.in_check += u64::from(position.in_check());
            tally.note_key(position);
            seen.insert(position.key());
            snapshots.push(Snapshot::of(position));

            let outcome = self.fast.outcome().to_string();
            assert_eq!(outcome, self.slow.result().to_string(), "result");
            // A game that is over is played on for a while: results must come and go alike.
            let is_over = outcome != "ongoing" && rng.random_bool(0.4);
            *tally.outcomes.entry(outcome).or_default() += 1;
            if legal.is_empty() || is_over || ply == plies {
                break;
            }
            let mv = policies[position.side_to_move() as usize].choose(position, &legal, &seen, rng);
            if ply % 8 == 0 {
                tally.transpositions += u64::from(transpose(position, &legal, rng));
            }
            self.moves.push(mv);
            let foretold = self.fast.position().key_after(mv);
            self.fast.make(mv);
            assert_eq!(self.fast.position().key(), foretold, "the key after {mv}");
            self.slow.push(slow_move(mv)).unwrap();
        }
        // Back again.
        for snapshot in snapshots.iter().rev() {
            assert_eq!(Snapshot::of(self.fast.position()), *snapshot, "taken back to");
            self.fast.unmake();
            self.moves.pop();
        }
        assert_eq!(self.fast.played(), 0);
    }
}

/// Plays two moves of this side and one of the other in both orders, if that is legal; the two ends are the same position
/// and must have the same key. Whether that was possible.
fn transpose(position: &Position, legal: &[Move], rng: &mut TestRng) -> bool {
    let first = legal[rng.random_range(0..legal.len())];
    let second = legal[rng.random_range(0..legal.len())];
    // Squares that only one of the moves touches, so that the order does not matter.
    if first.to() == second.to() || first.source() == second.source() || second.from() == Some(first.to()) {
        return false;
    }
    let mut next = *position;
    next.play(first);
    let replies = nanboku::movegen::legal_moves(&next);
    if replies.is_empty() {
        return false;
    }
    let reply = replies[rng.random_range(0..replies.len())];
    let end = |order: [Move; 3]| {
        let mut position = *position;
        for mv in order {
            if !is_legal(&position, mv) {
                return None;
            }
            position.play(mv);
        }
        Some(position)
    };
    let (Some(one), Some(other)) = (end([first, reply, second]), end([second, reply, first])) else { return false };
    if one.sfen() != other.sfen() {
        return false;
    }
    assert_eq!(Snapshot::of(&one), Snapshot::of(&other), "{first} {reply} {second} in two orders");
    true
}

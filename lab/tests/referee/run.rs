//! Many games, and what came of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nanboku::types::PerColor;
use nanboku_lab::clock::{Clocks, Limit};
use nanboku_records::ruling::Ruling;
use nanboku_records::{EndReason, GameResult};

use super::game::{Finished, play};
use super::player::Strict;
use super::support::{Fault, engine};

/// How much later than `movetime` an answer may be.
const MOVETIME_GRACE: Duration = Duration::from_millis(50);

/// What to play.
#[derive(Clone, Debug)]
pub struct Settings {
    pub games: usize,
    /// What both sides may spend.
    pub limit: Limit,
    pub ruling: Ruling,
    /// More options for both sides, `name=value` with commas between.
    pub options: String,
    /// Random plies before the engines play.
    pub opening: usize,
    /// The ply at which a game is drawn.
    pub max_plies: usize,
    /// Games at a time.
    pub parallel: usize,
    pub seed: u64,
    /// The programs. They take turns with Black.
    pub engines: [String; 2],
    /// How late an answer may be before it is a fault.
    pub slack: Duration,
    /// Whether to tell of every game.
    pub talkative: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: 1,
            limit: Limit { movetime: Some(50), ..Limit::default() },
            ruling: Ruling::default(),
            options: String::new(),
            opening: 6,
            max_plies: 512,
            parallel: 1,
            seed: 1,
            engines: [engine().to_owned(), engine().to_owned()],
            slack: Duration::ZERO,
            talkative: false,
        }
    }
}

/// Reads a limit: names and numbers by turns.
pub fn limit(text: &str) -> Limit {
    let mut limit = Limit::default();
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.chunks(2) {
        let [name, number] = pair else { panic!("'{text}' is no limit") };
        limit.set(name, number).unwrap_or_else(|error| panic!("{error}"));
    }
    limit
}

impl Settings {
    /// The options beside those that say which game is played.
    pub fn more_options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.split(',').filter_map(|pair| pair.split_once('='))
    }

    /// The number of lines that the engines show.
    pub fn lines(&self) -> usize {
        self.more_options()
            .find(|(name, _)| *name == "MultiPV")
            .map_or(1, |(_, value)| value.parse().expect("a number"))
    }

    /// The clocks at the start of a game.
    pub fn clocks(&self) -> Clocks {
        let grace = if self.limit.movetime.is_some() { MOVETIME_GRACE } else { Duration::ZERO };
        Clocks::new(PerColor([self.limit.clone(), self.limit.clone()]), grace + self.slack)
    }
}

/// What came of many games.
#[derive(Default)]
pub struct Tally {
    pub games: usize,
    pub faults: Vec<Fault>,
    reasons: BTreeMap<EndReason, usize>,
    /// Wins of Black, of White, draws.
    colors: [usize; 3],
    /// Wins of the first engine.
    first: usize,
    plies: Vec<usize>,
    /// The least margin of each game that had one, in milliseconds.
    margins: Vec<i64>,
    uses: Vec<f64>,
    took: Duration,
}

impl Tally {
    fn add(&mut self, game: Finished, first_is_black: bool) {
        self.games += 1;
        *self.reasons.entry(game.reason).or_default() += 1;
        let (index, first_wins) = match game.result {
            GameResult::Black => (0, first_is_black),
            GameResult::White => (1, !first_is_black),
            GameResult::Draw | GameResult::Void => (2, false),
        };
        self.colors[index] += 1;
        self.first += usize::from(first_wins);
        self.plies.push(game.plies);
        self.margins.extend(game.margin);
        self.uses.extend(game.used);
        self.faults.extend(game.fault);
    }
}

/// The mean, if there is anything to take it of.
fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len().max(1) as f64;
    numbers.sum::<f64>() / count
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "games: {} in {:.1} s", self.games, self.took.as_secs_f64())?;
        for (reason, count) in &self.reasons {
            writeln!(f, "  {}: {count}", reason.name())?;
        }
        let [black, white, draws] = self.colors;
        writeln!(f, "won by Black {black}, by White {white}, drawn {draws}")?;
        writeln!(f, "won by the first engine {}, by the second {}", self.first, black + white - self.first)?;
        let plies = self.plies.iter().map(|&plies| plies as f64);
        let (least, most) = (self.plies.iter().min(), self.plies.iter().max());
        writeln!(f, "plies: {:.1} on average, {} to {}", mean(plies), least.unwrap_or(&0), most.unwrap_or(&0))?;
        if let Some(least) = self.margins.iter().min() {
            let mean = mean(self.margins.iter().map(|&margin| margin as f64));
            writeln!(f, "least time left at a move: {least} ms (mean over games {mean:.1} ms)")?;
        }
        if !self.uses.is_empty() {
            writeln!(f, "average use of the time: {:.1} %", 100.0 * mean(self.uses.iter().copied()))?;
        }
        write!(f, "faults: {}", self.faults.len())?;
        for fault in &self.faults {
            write!(f, "\n  {fault}")?;
        }
        Ok(())
    }
}

/// Plays all games.
pub fn play_all(settings: &Settings) -> Tally {
    let began = Instant::now();
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..settings.parallel.clamp(1, settings.games.max(1)) {
            scope.spawn(|| {
                if let Err(fault) = play_some(settings, &next, &tally) {
                    tally.lock().unwrap().faults.push(fault);
                }
            });
        }
    });
    let mut tally = tally.into_inner().unwrap();
    tally.took = began.elapsed();
    tally
}

/// Plays games until there are enough, all with the same two processes as long as these live.
fn play_some(settings: &Settings, next: &AtomicUsize, tally: &Mutex<Tally>) -> Result<(), Fault> {
    let start = || -> Result<[Strict; 2], Fault> {
        Ok([Strict::start(settings, &settings.engines[0])?, Strict::start(settings, &settings.engines[1])?])
    };
    let mut engines = start()?;
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= settings.games {
            break;
        }
        let [first, second] = &mut engines;
        let first_is_black = number.is_multiple_of(2);
        let sides = if first_is_black { [first, second] } else { [second, first] };
        // Both colours play each opening.
        let seed = settings.seed.wrapping_mul(1_000_003).wrapping_add(number as u64 / 2);
        let game = play(settings, seed, sides);
        if settings.talkative {
            let margin = game.margin.map_or(String::new(), |margin| format!(", least time left {margin} ms"));
            println!("game {}: {} in {} plies{margin}", number + 1, game.reason.name(), game.plies);
            if let Some(fault) = &game.fault {
                println!("FAULT {fault}");
            }
        }
        let broken = game.fault.is_some();
        tally.lock().unwrap().add(game, first_is_black);
        if broken {
            engines = start()?;
        }
    }
    engines.into_iter().try_for_each(Strict::quit)
}

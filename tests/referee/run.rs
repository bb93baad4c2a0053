//! Many games, and what came of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mailbox::Color;

use super::clock::TimeControl;
use super::game::{Finished, Kind, play};
use super::support::{ENGINE, Fault, UsiProcess};

/// What to play.
#[derive(Clone, Debug)]
pub struct Settings {
    pub games: usize,
    pub time_control: TimeControl,
    pub variant: String,
    pub rule_set: String,
    pub tide: Option<u32>,
    /// More options for both sides, `name=value` with commas between.
    pub options: String,
    /// Random plies before the engines play.
    pub opening: usize,
    /// The ply at which a game is drawn.
    pub max_plies: u32,
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
            time_control: TimeControl { movetime: Some(Duration::from_millis(50)), ..TimeControl::default() },
            variant: "annan".to_owned(),
            rule_set: "auto".to_owned(),
            tide: None,
            options: String::new(),
            opening: 6,
            max_plies: 512,
            parallel: 1,
            seed: 1,
            engines: [ENGINE.to_owned(), ENGINE.to_owned()],
            slack: Duration::ZERO,
            talkative: false,
        }
    }
}

impl Settings {
    fn more_options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.split(',').filter_map(|pair| pair.split_once('='))
    }

    /// The number of lines that the engines show.
    pub fn lines(&self) -> usize {
        self.more_options()
            .find(|(name, _)| *name == "MultiPV")
            .map_or(1, |(_, value)| value.parse().expect("a number"))
    }

    fn start(&self, program: &str) -> Result<UsiProcess, Fault> {
        let mut engine = UsiProcess::spawn(program, &[])?;
        engine.try_write(b"usi\n")?;
        engine.until("usiok", 10.0)?;
        let mut lines = format!(
            "setoption name USI_Variant value {}\nsetoption name RuleSet value {}\nsetoption name MaxMovesToDraw value {}\n",
            self.variant, self.rule_set, self.max_plies
        );
        if let Some(period) = self.tide {
            lines += &format!("setoption name Tide value true\nsetoption name TidePeriod value {period}\n");
        }
        for (name, value) in self.more_options() {
            lines += &format!("setoption name {name} value {value}\n");
        }
        engine.try_write(format!("{lines}isready\n").as_bytes())?;
        match engine.until("readyok", 60.0)?.len() {
            1 => Ok(engine),
            _ => Err(engine.fault("an option was not accepted")),
        }
    }
}

/// What came of many games.
#[derive(Default)]
pub struct Tally {
    pub games: usize,
    pub faults: Vec<Fault>,
    kinds: BTreeMap<Kind, usize>,
    /// Wins of Black, of White, draws.
    colors: [usize; 3],
    /// Wins of the first engine.
    first: usize,
    plies: Vec<usize>,
    /// The least margin of each game that had one, in milliseconds.
    margins: Vec<f64>,
    uses: Vec<f64>,
    took: Duration,
}

impl Tally {
    fn add(&mut self, game: Finished, first_is_black: bool) {
        self.games += 1;
        *self.kinds.entry(game.kind).or_default() += 1;
        let (index, first_wins) = match game.winner {
            Some(Color::Black) => (0, first_is_black),
            Some(Color::White) => (1, !first_is_black),
            None => (2, false),
        };
        self.colors[index] += 1;
        self.first += usize::from(first_wins);
        self.plies.push(game.plies);
        self.margins.extend(game.clocks.margin);
        self.uses.extend([Color::Black, Color::White].iter().filter_map(|&side| game.clocks.use_of(side)));
        self.faults.extend(game.faults);
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
        for (kind, count) in &self.kinds {
            writeln!(f, "  {kind}: {count}")?;
        }
        let [black, white, draws] = self.colors;
        writeln!(f, "won by Black {black}, by White {white}, drawn {draws}")?;
        writeln!(f, "won by the first engine {}, by the second {}", self.first, black + white - self.first)?;
        let plies = self.plies.iter().map(|&plies| plies as f64);
        let (least, most) = (self.plies.iter().min(), self.plies.iter().max());
        writeln!(f, "plies: {:.1} on average, {} to {}", mean(plies), least.unwrap_or(&0), most.unwrap_or(&0))?;
        if let Some(least) = self.margins.iter().copied().reduce(f64::min) {
            let mean = mean(self.margins.iter().copied());
            writeln!(f, "smallest remaining margin: {least:.1} ms (mean over games {mean:.1} ms)")?;
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
    let start = || -> Result<[UsiProcess; 2], Fault> {
        Ok([settings.start(&settings.engines[0])?, settings.start(&settings.engines[1])?])
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
        let broken = game.kind == Kind::Fault;
        if settings.talkative {
            let margin = game.clocks.margin.map_or(String::new(), |margin| format!(", margin {margin:.1} ms"));
            println!("game {}: {} in {} plies{margin}", number + 1, game.kind, game.plies);
            for fault in &game.faults {
                println!("FAULT {fault}");
            }
        }
        tally.lock().unwrap().add(game, first_is_black);
        if broken {
            engines = start()?;
        }
    }
    for engine in &mut engines {
        engine.try_quit()?;
    }
    Ok(())
}

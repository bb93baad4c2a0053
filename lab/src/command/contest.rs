//! `nanboku-lab match`.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::summary;
use crate::clock::Limit;
use crate::judge::JudgeKind;
use crate::openings;
use crate::play::Adjudication;
use crate::player::PlayerSpec;
use crate::record::{self, GameRecord, Header, Records, VERSION};
use crate::standings::Standings;
use crate::stats::Sprt;
use crate::tournament::{self, Plan};
use nanboku::types::scramble;
use nanboku_records::ruling::Ruling;

/// How often a line is printed when there is no terminal for a progress bar.
const PLAIN_PAUSE: Duration = Duration::from_secs(30);
/// The exit code after an interruption.
pub const INTERRUPTED: u8 = 130;

/// Options of `match`.
#[derive(Args)]
pub struct Arguments {
    /// A player: the command line of a USI engine, or random, or greedy. Give two or more
    #[arg(long = "engine", value_name = "CMD", required_unless_present = "resume")]
    engines: Vec<String>,
    /// A USI option: of player N (from 1), or of all players if the number is left out
    #[arg(long = "option", value_name = "[N:]NAME=VALUE")]
    options: Vec<String>,
    /// Games between every two players; an odd number is rounded up, since each opening is played twice
    #[arg(long, default_value_t = 100)]
    games: usize,
    #[command(flatten)]
    limit: Limit,
    /// Another limit for player N (from 1): movetime, nodes, depth, clock, byoyomi or inc
    #[arg(long = "limit", value_name = "N:NAME=VALUE")]
    limits: Vec<String>,
    #[command(flatten)]
    ruling: Ruling,
    /// A file of openings, one position a line; without it every pair begins after --random-plies random moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random moves before a pair of games when there is no file of openings
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_plies: u32,
    /// Cut games after so many moves; a cut game is a draw of its own kind
    #[arg(long, value_name = "N", default_value_t = 512)]
    max_plies: usize,
    /// Games at a time
    #[arg(long, value_name = "K", default_value_t = 1)]
    concurrency: usize,
    /// Decides everything that is left to chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Stop when a sequential test has decided between these two Elo differences
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// With --sprt, the probability of taking E1 for true when E0 is
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// With --sprt, the probability of taking E0 for true when E1 is
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Who judges moves and results
    #[arg(long, value_enum, default_value_t = JudgeKind::Library)]
    judge: JudgeKind,
    /// Milliseconds by which a move may be late
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Milliseconds to wait for an answer beyond the time allowed, or altogether where time does not count; then it is a hang
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    patience: u64,
    /// Start the players afresh for every game
    #[arg(long)]
    restart: bool,
    /// End a game when both players agree for so many plies that one is ahead by so many centipawns
    #[arg(long, value_name = "CP,PLIES")]
    adjudicate: Option<String>,
    /// Write a record of every game to this new file, as lines of JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with an interrupted match: everything but --concurrency comes from the records in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engines", "options", "limits", "openings", "out", "sprt"])]
    resume: Option<PathBuf>,
}

/// Splits `NAME=VALUE` with an optional player in front, `2:NAME=VALUE`.
fn numbered(text: &str) -> anyhow::Result<(Option<usize>, String, String)> {
    let (name, value) = text.split_once('=').with_context(|| format!("'{text}' is not NAME=VALUE"))?;
    let (player, name) = match name.split_once(':') {
        Some((number, name)) => {
            let number: usize = number.parse().with_context(|| format!("'{number}' in '{text}' is not a player"))?;
            (Some(number.checked_sub(1).with_context(|| format!("'{text}': players count from 1"))?), name)
        }
        None => (None, name),
    };
    Ok((player, name.trim().to_owned(), value.trim().to_owned()))
}

/// Two numbers with a comma between them.
fn two<A: std::str::FromStr, B: std::str::FromStr>(text: &str, what: &str) -> anyhow::Result<(A, B)> {
    let read = || {
        let (first, second) = text.split_once(',')?;
        Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
    };
    read().with_context(|| format!("'{text}' is not {what}"))
}

impl Arguments {
    fn plan(&self) -> anyhow::Result<Plan> {
        let mut players: Vec<PlayerSpec> = self.engines.iter().map(|command| PlayerSpec::new(command)).collect();
        if players.len() < 2 {
            bail!("a match needs two players: give --engine twice");
        }
        let mut limits = vec![self.limit.clone(); players.len()];
        let count = players.len();
        let numbers = |player: Option<usize>, text: &str| match player {
            None => Ok(0..count),
            Some(number) if number < count => Ok(number..number + 1),
            Some(_) => bail!("'{text}': there are {count} players"),
        };
        for text in &self.options {
            let (player, name, value) = numbered(text)?;
            for number in numbers(player, text)? {
                players[number].options.push((name.clone(), value.clone()));
            }
        }
        for text in &self.limits {
            let (player, name, value) = numbered(text)?;
            for number in numbers(player, text)? {
                limits[number].set(&name, &value).map_err(anyhow::Error::msg)?;
            }
        }
        let is_program = |player: &PlayerSpec| !crate::player::BUILT_IN.contains(&player.command.as_str());
        if players.iter().zip(&limits).any(|(player, limit)| is_program(player) && limit.is_empty()) {
            bail!("nothing limits the engines: give --movetime, --nodes, --depth, --clock or --byoyomi");
        }
        let sprt = match &self.sprt {
            None => None,
            Some(text) => {
                let (elo0, elo1) = two(text, "two Elo differences, such as 0,5")?;
                let sprt = Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta };
                if count != 2 {
                    bail!("--sprt is for two players");
                }
                let possible = |share: f64| share > 0.0 && share < 0.5;
                if !(elo0 < elo1 && possible(self.alpha) && possible(self.beta)) {
                    bail!("--sprt wants E0 < E1, --alpha and --beta between 0 and 0.5");
                }
                Some(sprt)
            }
        };
        let adjudication = match &self.adjudicate {
            None => None,
            Some(text) => {
                let (score, plies) = two(text, "centipawns and plies, such as 2000,6")?;
                Some(Adjudication { score, plies })
            }
        };
        let games = self.games.max(1).next_multiple_of(2);
        let (source, openings) = self.openings(games / 2)?;
        Ok(Plan {
            players,
            limits,
            ruling: self.ruling,
            games,
            max_plies: self.max_plies,
            seed: self.seed,
            source,
            openings,
            judge: self.judge,
            margin: self.margin,
            patience: self.patience,
            restart: self.restart,
            adjudication,
            sprt,
        })
    }

    /// Where the openings come from, and one for each pair.
    fn openings(&self, pairs: usize) -> anyhow::Result<(String, Vec<String>)> {
        let Some(path) = &self.openings else {
            let seed = |pair: usize| scramble(self.seed ^ scramble(pair as u64 ^ 0x6f70_656e));
            let opening = |pair| openings::random(&self.ruling, self.random_plies, seed(pair)).to_string();
            return Ok((format!("{} random plies", self.random_plies), (0..pairs).map(opening).collect()));
        };
        let mut book = openings::read(path, &self.ruling)?;
        book.shuffle(&mut Pcg64::seed_from_u64(self.seed));
        let texts: Vec<String> = book.iter().map(ToString::to_string).collect();
        Ok((path.display().to_string(), texts.into_iter().cycle().take(pairs).collect()))
    }
}

/// A match that is about to begin or to go on.
struct Contest {
    plan: Plan,
    names: Vec<String>,
    games: Vec<GameRecord>,
    records: Option<Records>,
    running: tournament::Running,
}

impl Contest {
    fn new(arguments: &Arguments, stop: &AtomicBool) -> anyhow::Result<Self> {
        if let Some(path) = &arguments.resume {
            let (header, games, whole) = record::read(path).with_context(|| path.display().to_string())?;
            let running = tournament::start_all(&header.plan, stop).map_err(anyhow::Error::msg)?;
            let records = Some(Records::resume(path, whole).with_context(|| path.display().to_string())?);
            return Ok(Self { plan: header.plan, names: header.names, games, records, running });
        }
        let plan = arguments.plan()?;
        if let Some(path) = arguments.out.as_ref().filter(|path| path.exists()) {
            bail!("{} is there already; to go on with its match: --resume {0}", path.display());
        }
        let running = tournament::start_all(&plan, stop).map_err(anyhow::Error::msg)?;
        let names = labels(&plan, &running);
        let header = Header {
            version: VERSION,
            program: concat!("nanboku-lab ", env!("CARGO_PKG_VERSION")).to_owned(),
            started: jiff::Timestamp::now().to_string(),
            names: names.clone(),
            plan: plan.clone(),
        };
        let records = match &arguments.out {
            Some(path) => Some(Records::create(path, &header).with_context(|| path.display().to_string())?),
            None => None,
        };
        Ok(Self { plan, names, games: Vec::new(), records, running })
    }
}

/// Names that tell the players apart.
fn labels(plan: &Plan, running: &tournament::Running) -> Vec<String> {
    let called: Vec<&str> = running.iter().map(|player| player.as_ref().map_or("?", |player| player.name())).collect();
    let label = |number: usize| {
        let name = called[number];
        if called.iter().filter(|&&other| other == name).count() == 1 {
            return name.to_owned();
        }
        let limit = &plan.limits[number];
        let unlike = plan.limits.iter().any(|other| other != limit);
        let limit = if unlike { format!(", {limit}") } else { String::new() };
        format!("{name} (player {}{limit})", number + 1)
    };
    (0..called.len()).map(label).collect()
}

/// Plays the match and prints what came out.
pub fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        // Whoever asks twice does not want to wait.
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })?;
    let Contest { plan, names, games, mut records, running } = Contest::new(&arguments, &stop)?;
    let mut standings = Standings::new(plan.players.len(), plan.sprt);
    let played: Vec<usize> = games.iter().map(|game| game.number).collect();
    for game in &games {
        standings.add(game);
    }
    println!("{}", describe(&plan, &names));
    if !games.is_empty() {
        println!("{} games were played before", games.len());
    }

    let progress = Progress::new(plan.total_games(), games.len());
    let tell = |game: &GameRecord, standings: &Standings| {
        if let Some(records) = &mut records {
            records.add(game).map_err(|error| format!("cannot write the record: {error}"))?;
        }
        if game.reason.is_fault() || !game.detail.is_empty() {
            let who = game.fault.map_or("nobody", |player| names[player].as_str());
            progress.say(&format!("game {}: {} ({who}): {}", game.number, game.reason, game.detail));
        }
        progress.show(standings);
        Ok(())
    };
    let done = tournament::run(&plan, running, &played, arguments.concurrency, &mut standings, &stop, tell);
    progress.finish();
    print!("{}", summary::full(&standings, &names));
    done.map_err(anyhow::Error::msg)?;
    if stop.load(Ordering::Relaxed) {
        let again = arguments.resume.or(arguments.out);
        match again {
            Some(path) => println!("interrupted; to go on: nanboku-lab match --resume {}", path.display()),
            None => println!("interrupted"),
        }
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(if standings.void > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What is about to be played.
fn describe(plan: &Plan, names: &[String]) -> String {
    let mut lines = Vec::new();
    for (number, ((player, limit), name)) in plan.players.iter().zip(&plan.limits).zip(names).enumerate() {
        let options: Vec<String> = player.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        lines.push(format!("player {}: {name} [{}]{}; {limit}", number + 1, player.command, options.concat()));
    }
    let judge = match plan.judge {
        JudgeKind::Library => "the library",
        JudgeKind::Mailbox => "the library and the slow rules",
    };
    lines.push(format!(
        "{}; {} games; openings: {}; seed {}; judged by {judge}",
        plan.ruling,
        plan.total_games(),
        plan.source,
        plan.seed
    ));
    lines.join("\n")
}

/// The progress bar, or lines now and then where there is no terminal.
struct Progress {
    bar: ProgressBar,
    plain: bool,
    last: std::cell::Cell<Instant>,
}

impl Progress {
    fn new(games: usize, played: usize) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let bar = ProgressBar::new(games as u64).with_position(played as u64);
        if plain {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} [{elapsed} < {eta}] {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, plain, last: std::cell::Cell::new(Instant::now()) }
    }

    fn show(&self, standings: &Standings) {
        self.bar.set_message(summary::line(standings));
        self.bar.inc(1);
        if self.plain && self.last.get().elapsed() >= PLAIN_PAUSE {
            self.last.set(Instant::now());
            let total = self.bar.length().unwrap_or(0);
            eprintln!("{}/{total} {}", self.bar.position(), summary::line(standings));
        }
    }

    fn say(&self, text: &str) {
        if self.plain { eprintln!("{text}") } else { self.bar.println(text) }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

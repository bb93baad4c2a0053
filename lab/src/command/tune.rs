//! `nanboku-lab tune`.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail, ensure};
use clap::Args;
use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::contest::INTERRUPTED;
use crate::clock::Limit;
use crate::judge::JudgeKind;
use crate::openings;
use crate::player::PlayerSpec;
use crate::spsa::{Spsa, Trial, Tuned};
use crate::standings::Standings;
use crate::tournament::{self, Plan};
use nanboku::search::params::{self, Parameter};
use nanboku_records::ruling::Ruling;

/// Options of `tune`.
#[derive(Args)]
pub struct Arguments {
    /// The command line of the engine, built with the feature `tuning`
    #[arg(long, value_name = "CMD")]
    engine: String,
    /// A USI option of both players
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// A parameter to tune, with the perturbation in the last iteration if a twentieth of its range is not right
    #[arg(long = "parameter", value_name = "NAME[=PERTURBATION]", required = true)]
    parameters: Vec<String>,
    /// Iterations
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    iterations: usize,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 1)]
    pairs: usize,
    /// Step for each point of difference in the last iteration, in perturbations
    #[arg(long, default_value_t = 0.02)]
    rate: f64,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    ruling: Ruling,
    /// A file of openings, one position a line
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Games at a time
    #[arg(long, value_name = "K", default_value_t = 1)]
    concurrency: usize,
    /// Decides everything that is left to chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write the values after each iteration into this new file, as lines of JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Share of a parameter's range that it is perturbed by when nothing else is said.
const PERTURBED_SHARE: f64 = 0.05;
/// Number of moves after which a game is cut.
const MAX_PLIES: usize = 512;
/// Milliseconds by which a move may be late.
const MARGIN: u64 = 1_000;
/// Milliseconds until an engine is taken to hang.
const PATIENCE: u64 = 60_000;

fn tuned(text: &str) -> anyhow::Result<Tuned> {
    let (name, perturbation) = match text.split_once('=') {
        Some((name, number)) => {
            let number: f64 = number.parse().with_context(|| format!("'{number}' in '{text}' is not a number"))?;
            ensure!(number > 0.0, "'{text}': a perturbation is above 0");
            (name, Some(number))
        }
        None => (text, None),
    };
    let parameter: &Parameter = params::TABLE
        .iter()
        .find(|parameter| parameter.name == name)
        .with_context(|| format!("there is no parameter '{name}'"))?;
    let (min, max) = (f64::from(*parameter.range.start()), f64::from(*parameter.range.end()));
    let perturbation = perturbation.unwrap_or((max - min) * PERTURBED_SHARE);
    Ok(Tuned { name: name.to_owned(), value: f64::from(parameter.default), min, max, perturbation })
}

impl Arguments {
    fn player(&self, spsa: &Spsa, values: &[i32]) -> anyhow::Result<PlayerSpec> {
        let mut player = PlayerSpec::new(&self.engine);
        for text in &self.options {
            let (name, value) = text.split_once('=').with_context(|| format!("'{text}' is not NAME=VALUE"))?;
            player.options.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let names = spsa.tuned.iter().map(|tuned| format!("Tuning_{}", tuned.name));
        player.options.extend(names.zip(values.iter().map(ToString::to_string)));
        Ok(player)
    }

    /// Plays the pairs of one iteration. Returns by how many points a pair the first way was better, or nothing if the run is
    /// to end.
    fn play(&self, spsa: &Spsa, trial: &Trial, openings: &[String], stop: &AtomicBool) -> anyhow::Result<Option<f64>> {
        let [first, second] = &trial.values;
        let plan = Plan {
            players: vec![self.player(spsa, first)?, self.player(spsa, second)?],
            limits: vec![self.limit.clone(); 2],
            ruling: self.ruling,
            games: 2 * openings.len(),
            max_plies: MAX_PLIES,
            seed: self.seed,
            source: self.openings.display().to_string(),
            openings: openings.to_vec(),
            judge: JudgeKind::Library,
            margin: MARGIN,
            patience: PATIENCE,
            restart: false,
            adjudication: None,
            sprt: None,
        };
        let running = tournament::start_all(&plan, stop).map_err(anyhow::Error::msg)?;
        let mut standings = Standings::new(2, None);
        let mut faults = Vec::new();
        tournament::run(&plan, running, &[], self.concurrency, &mut standings, stop, |game, _| {
            if game.reason.is_fault() {
                faults.push(format!("{}: {}", game.reason, game.detail));
            }
            Ok(())
        })
        .map_err(anyhow::Error::msg)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(fault) = faults.first() {
            bail!("an engine failed ({fault})");
        }
        let tally = standings.of_player(0);
        Ok(Some((tally.wins as f64 - tally.losses as f64) / openings.len() as f64))
    }
}

/// Tunes and prints the values.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    ensure!(!arguments.limit.is_empty(), "nothing limits the engine: give --movetime, --nodes, --depth or --clock");
    ensure!(arguments.iterations > 0 && arguments.pairs > 0, "--iterations and --pairs are at least 1");
    let tuned = arguments.parameters.iter().map(|text| tuned(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut spsa = Spsa { tuned, iterations: arguments.iterations, rate: arguments.rate };
    let stop = Arc::new(AtomicBool::new(false));
    let client = PlayerSpec::new(&arguments.engine)
        .start_client(&arguments.ruling, &stop)
        .map_err(|failure| anyhow::anyhow!("'{}': {failure}", arguments.engine))?;
    for tuned in &spsa.tuned {
        let name = format!("Tuning_{}", tuned.name);
        ensure!(client.declares(&name), "the engine has no option {name}: build it with the feature tuning");
    }
    client.quit();
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
    let mut rng = Pcg64::seed_from_u64(arguments.seed);
    let mut book: Vec<String> =
        openings::read(&arguments.openings, &arguments.ruling)?.iter().map(ToString::to_string).collect();
    book.shuffle(&mut rng);
    let mut next = book.iter().cycle();
    let mut out = match &arguments.out {
        Some(path) => Some(File::create_new(path).with_context(|| path.display().to_string())?),
        None => None,
    };

    let progress = ProgressBar::new(arguments.iterations as u64);
    for iteration in 1..=arguments.iterations {
        let trial = spsa.trial(iteration, &mut rng);
        let openings: Vec<String> = next.by_ref().take(arguments.pairs).cloned().collect();
        let Some(difference) = arguments.play(&spsa, &trial, &openings, &stop)? else { break };
        spsa.learn(iteration, &trial, difference);
        progress.inc(1);
        if let Some(out) = &mut out {
            let values: serde_json::Map<String, serde_json::Value> =
                spsa.tuned.iter().map(|tuned| (tuned.name.clone(), tuned.value.into())).collect();
            writeln!(out, "{}", serde_json::json!({ "iteration": iteration, "points": difference, "values": values }))?;
        }
    }
    let done = progress.position();
    progress.finish_and_clear();
    println!("after {done} of {} iterations:", arguments.iterations);
    for tuned in &spsa.tuned {
        println!("    {} = {:.0}", tuned.name, tuned.value);
    }
    Ok(if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

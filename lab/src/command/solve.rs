//! `nanboku-lab solve`.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use crate::solve::{self, Solution};
use nanboku::mate::{AnalysisOptions, Interpositions, Limits, Solver};
use nanboku::position::{Game, Position};
use nanboku_records::ruling::Ruling;

/// How futile interpositions are counted.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Futile {
    /// Every legal interposition is a defence.
    Count,
    /// A dropped interposition that the checking piece takes at once, without delay and without using what it won, is none.
    Skip,
}

/// Options of `solve`.
#[derive(Args)]
pub struct Arguments {
    /// The file: an SFEN a line, or JSON lines with a field sfen; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    ruling: Ruling,
    /// Seconds for each problem
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Nodes for each problem
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Longest mate to look for, in plies
    #[arg(long, value_name = "PLIES")]
    plies: Option<u32>,
    /// Table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    hash: usize,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Whether futile interpositions count
    #[arg(long, value_enum, default_value_t = Futile::Count)]
    futile: Futile,
    /// Look also for longer mates by other moves (each such question has a limit of its own)
    #[arg(long)]
    longer: bool,
    /// Print lines of JSON instead of text
    #[arg(long)]
    json: bool,
    /// Write lines of JSON to this file as well
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Solves the problems of a file.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut text = String::new();
    if arguments.file == Path::new("-") {
        std::io::stdin().read_to_string(&mut text)?;
    } else {
        let file = File::open(&arguments.file);
        let file = file.and_then(|mut file| file.read_to_string(&mut text));
        file.with_context(|| format!("cannot read {}", arguments.file.display()))?;
    }
    let problems = solve::read(&text).map_err(anyhow::Error::msg)?;
    let mut out = match &arguments.out {
        Some(path) => Some(File::create(path).with_context(|| format!("cannot write {}", path.display()))?),
        None => None,
    };
    let limits = Limits {
        nodes: arguments.nodes,
        time: arguments.time.map(Duration::try_from_secs_f64).transpose().context("--time")?,
        plies: arguments.plies,
    };
    let options = AnalysisOptions {
        interpositions: match arguments.futile {
            Futile::Count => Interpositions::Count,
            Futile::Skip => Interpositions::SkipFutile,
        },
        longer: arguments.longer,
    };
    let mut solver = Solver::new(arguments.hash << 20);
    solver.set_threads(arguments.threads);
    let bar = ProgressBar::new(problems.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} [{elapsed}] {wide_msg}") {
        bar.set_style(style);
    }
    let rules = arguments.ruling.rules();
    let mut errors = 0;
    for (number, sfen) in &problems {
        let position = match Position::from_sfen(sfen, &rules) {
            Ok(position) => position,
            Err(error) => {
                errors += 1;
                bar.suspend(|| eprintln!("line {number}: {error}"));
                bar.inc(1);
                continue;
            }
        };
        let started = Instant::now();
        let mut nodes = 0;
        // Problems of one file hardly ever have positions in common.
        solver.clear();
        let stop = AtomicBool::new(false);
        let analysis = solver.analyse(&Game::new(position), &options, &limits, &stop, &mut |progress| {
            nodes = progress.nodes;
            let found = progress.length.map_or(String::new(), |length| format!(", mate in {length} so far"));
            bar.set_message(format!(
                "line {number}: {} nodes, proof {}, disproof {}{found}",
                progress.nodes, progress.proof, progress.disproof
            ));
        });
        let milliseconds = started.elapsed().as_millis() as u64;
        let solution = Solution::of(&position.sfen(), analysis.as_ref(), nodes, milliseconds);
        let json = serde_json::to_string(&solution)?;
        if let Some(out) = &mut out {
            writeln!(out, "{json}")?;
        }
        let shown =
            if arguments.json { format!("{json}\n") } else { format!("{sfen}\n  {}", solution.text(arguments.plies)) };
        bar.suspend(|| print!("{shown}"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

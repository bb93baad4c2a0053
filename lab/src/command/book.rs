//! `nanboku-lab openings`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::openings;
use nanboku::search::{Control, Engine, Limits};
use nanboku::types::scramble;
use nanboku_records::Opening;
use nanboku_records::ruling::Ruling;

/// Positions that are looked at before the result is taken over.
const BATCH: u64 = 64;
/// Size of the table of each search, in mebibytes.
const TABLE: usize = 4;

/// Options of `openings`.
#[derive(Args)]
pub struct Arguments {
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: usize,
    /// Random moves from the start position
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: u32,
    /// Nodes of the search that tells whether a position is roughly equal
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Keep positions whose score is at most this many centipawns for either side
    #[arg(long, value_name = "CP", default_value_t = 150)]
    bound: i32,
    /// Decides which positions are looked at
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    ruling: Ruling,
}

/// Whether a position is roughly equal.
fn is_equal(opening: &Opening, arguments: &Arguments) -> bool {
    let Ok(game) = opening.game(&arguments.ruling) else { return false };
    let mut engine = Engine::new();
    engine.resize_table(TABLE);
    let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
    let answer = engine.search(&game, &limits, &Control::default(), &mut |_| {});
    answer.score.is_some_and(|score| score.abs() <= arguments.bound)
}

/// Writes a book.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let bar = ProgressBar::new(arguments.count as u64);
    let mut found: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    let mut looked_at = 0;
    // A variant has few positions after few moves; when nothing new comes any more, that is all there is.
    let mut barren = 0;
    while found.len() < arguments.count && barren < 50 {
        let batch: Vec<Opening> = (looked_at..looked_at + BATCH)
            .map(|number| {
                openings::random(&arguments.ruling, arguments.plies, scramble(arguments.seed ^ scramble(number)))
            })
            .filter(|opening| seen.insert(opening.to_string()))
            .collect();
        looked_at += BATCH;
        let kept: Vec<String> = batch
            .into_par_iter()
            .filter(|opening| is_equal(opening, arguments))
            .map(|opening| opening.to_string())
            .collect();
        barren = if kept.is_empty() { barren + 1 } else { 0 };
        found.extend(kept);
        bar.set_position(found.len().min(arguments.count) as u64);
    }
    bar.finish_and_clear();
    found.truncate(arguments.count);
    let mut text = String::new();
    writeln!(
        text,
        "# {} openings of {}: {} random plies, at most {} centipawns for either side after {} nodes, seed {}",
        found.len(),
        arguments.ruling,
        arguments.plies,
        arguments.bound,
        arguments.nodes,
        arguments.seed
    )?;
    for opening in &found {
        writeln!(text, "{opening}")?;
    }
    std::fs::write(&arguments.out, text).with_context(|| format!("cannot write {}", arguments.out.display()))?;
    println!("{} openings kept of {looked_at} positions looked at, in {}", found.len(), arguments.out.display());
    if found.len() < arguments.count {
        eprintln!("there are no more: try more --plies or a larger --bound");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

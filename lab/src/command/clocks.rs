//! `nanboku-lab clocks`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::record;
use crate::timing::{self, Timing};

/// Options of `clocks`.
#[derive(Args)]
pub struct Arguments {
    /// Files of matches that were played by the clock
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Draw clock against move number into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Shows how the clocks were used.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut timings = Vec::new();
    for path in &arguments.files {
        let (header, games, _) = record::read(path).with_context(|| path.display().to_string())?;
        let timing = Timing::of(&header, &games).map_err(anyhow::Error::msg);
        let timing = timing.with_context(|| path.display().to_string())?;
        println!("{}: {}, {} games", path.display(), timing.limits, games.len());
        if timing.least_margin.is_finite() {
            println!("  closest to the limit: {:.3} s", timing.least_margin);
        }
        println!("  own move   clock   time for a move (middle, longest), seconds");
        for (number, clock) in timing.medians().into_iter().enumerate().step_by(5) {
            let mut taken: Vec<f64> = timing.taken.iter().filter_map(|taken| taken.get(number)).copied().collect();
            taken.sort_by(f64::total_cmp);
            if let Some(longest) = taken.last() {
                println!("  {number:>8} {clock:>7.2}   {:.2}, {longest:.2}", taken[taken.len() / 2]);
            }
        }
        timings.push(timing);
    }
    if let Some(path) = &arguments.plot {
        let svg = timing::svg(&timings).map_err(anyhow::Error::msg)?;
        std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

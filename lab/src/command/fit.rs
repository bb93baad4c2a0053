//! `nanboku-lab fit`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::fit::{self, Fit, Sample, Settings};
use crate::record;
use nanboku::eval;
use nanboku::rules::Variant;

/// Options of `fit`.
#[derive(Args)]
pub struct Arguments {
    /// Records of matches, as `match --out` writes them
    #[arg(required = true, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// Games of this variant are used, without Tide; others are left out
    #[arg(long, value_name = "VARIANT", default_value = "annan", value_parser = parse_variant)]
    variant: Variant,
    /// Steps of the optimiser, each over all positions
    #[arg(long, value_name = "N", default_value_t = 500)]
    steps: u32,
    /// Step of the optimiser, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 1.0)]
    step: f64,
    /// How strongly weights are held to where they began
    #[arg(long, default_value_t = 1e-8)]
    decay: f64,
    /// Share of the game's result in what is fitted; the rest is the score of the search
    #[arg(long, default_value_t = 0.6)]
    result_share: f64,
    /// Centipawns of the sigmoid; without it the scale with which the present weights predict results best
    #[arg(long, value_name = "CP")]
    scale: Option<f64>,
    /// Write the weights into this source file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn parse_variant(text: &str) -> Result<Variant, String> {
    text.parse().map_err(|_| format!("'{text}' is not one of {}", Variant::list()))
}

/// Every tenth game is kept for the validation.
const VALIDATION: usize = 10;

/// Runs `fit`.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut games = Vec::new();
    for path in &arguments.records {
        let (header, records, _) = record::read(path).with_context(|| path.display().to_string())?;
        if header.plan.ruling.variant == arguments.variant && !header.plan.ruling.tide {
            games.extend(records.into_iter().map(|game| (header.clone(), game)));
        }
    }
    let begin = fit::in_centipawns(&eval::weights::WEIGHTS);
    let collect = |scale, share| -> anyhow::Result<(Vec<Sample>, Vec<Sample>)> {
        let read: Result<Vec<Vec<Sample>>, String> =
            games.par_iter().map(|(header, game)| fit::samples(header, game, scale, share)).collect();
        let (mut train, mut check) = (Vec::new(), Vec::new());
        for (i, samples) in read.map_err(anyhow::Error::msg)?.into_iter().enumerate() {
            if i % VALIDATION == VALIDATION - 1 { check.extend(samples) } else { train.extend(samples) }
        }
        Ok((train, check))
    };
    let scale = match arguments.scale {
        Some(scale) => scale,
        None => fit::best_scale(&collect(1.0, 1.0)?.0, &begin),
    };
    let (train, check) = collect(scale, arguments.result_share)?;
    ensure!(!train.is_empty() && !check.is_empty(), "there are too few games of {}", arguments.variant);
    println!("{} games, {} positions, {} more for validation; scale {scale:.0}", games.len(), train.len(), check.len());
    let settings = Settings { scale, step: arguments.step, decay: arguments.decay };
    let mut fit = Fit::new(begin);
    let report = |steps, fit: &Fit| {
        let (trained, checked) = (fit::loss(&train, &fit.weights, scale), fit::loss(&check, &fit.weights, scale));
        println!("after {steps} steps: error {trained:.6}, in validation {checked:.6}");
        checked
    };
    let mut best = (report(0, &fit), fit.weights.clone());
    let progress = ProgressBar::new(u64::from(arguments.steps));
    for step in 1..=arguments.steps {
        fit.step(&train, &settings);
        progress.inc(1);
        if step % 50 == 0 || step == arguments.steps {
            let error = report(step, &fit);
            if error < best.0 {
                best = (error, fit.weights.clone());
            }
        }
    }
    progress.finish_and_clear();
    let about = format!("Fitted to {} games of {}.", games.len(), arguments.variant);
    std::fs::write(&arguments.out, fit::source(&best.1, &about))
        .with_context(|| arguments.out.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}

//! `nanboku-lab claims`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;

use crate::claims::{self, Verdict};
use crate::record;

/// Options of `claims`.
#[derive(Args)]
pub struct Arguments {
    /// Files of recorded matches
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Search mates of up to so many plies exactly; longer ones are held against the game
    #[arg(long, value_name = "PLIES", default_value_t = 5)]
    exact: u32,
    /// Threads; as many as there are cores without this
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

/// Judges the announced mates of recorded games. Fails if one was wrong.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let mut wrong = 0;
    for path in &arguments.files {
        let (header, games, _) = record::read(path).with_context(|| path.display().to_string())?;
        let bar = ProgressBar::new(games.len() as u64);
        let claims = pool.install(|| claims::judge(&header, &games, arguments.exact, || bar.inc(1)));
        bar.finish_and_clear();
        let claims = claims.map_err(anyhow::Error::msg).with_context(|| path.display().to_string())?;
        println!("{}: {} games, {} announcements of mate", path.display(), games.len(), claims.len());
        let mut counts: BTreeMap<(bool, Verdict), usize> = BTreeMap::new();
        for claim in &claims {
            *counts.entry((claim.mate.unsigned_abs() > arguments.exact, claim.verdict)).or_default() += 1;
        }
        for ((longer, verdict), count) in counts {
            let length = if longer { "longer" } else { "up to" };
            println!("  {length} {} plies: {count} {verdict}", arguments.exact);
        }
        for claim in claims.iter().filter(|claim| claim.verdict.is_wrong() || claim.verdict == Verdict::Unknown) {
            println!(
                "  game {}, move {}: mate {} is {}: {} ({} was played)",
                claim.game,
                claim.ply + 1,
                claim.mate,
                claim.verdict,
                claim.sfen,
                claim.played
            );
        }
        wrong += claims.iter().filter(|claim| claim.verdict.is_wrong()).count();
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

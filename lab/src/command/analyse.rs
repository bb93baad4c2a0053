//! `nanboku-lab analyse`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;

use super::convert::Source;
use crate::analysis::{self, Analyst, Judged};
use crate::clock::{Clocks, Limit};
use crate::player::PlayerSpec;
use crate::plot;
use nanboku::search::Limits;
use nanboku::types::{Color, PerColor};
use nanboku_records::Kifu;

/// Nodes for each position when nothing is limited.
const NODES: u64 = 100_000;

/// Options of `analyse`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// A USI engine; without it the library itself looks at the game
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// A USI option of the engine
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "engine")]
    options: Vec<String>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes for each position; 100000 when nothing is limited
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Depth for each position, in plies
    #[arg(long, value_name = "D")]
    depth: Option<u32>,
    /// Table of the library, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// Draw the course of the game into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print lines of JSON instead of a table
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn limit(&self) -> Limit {
        let none = self.movetime.is_none() && self.depth.is_none();
        let nodes = self.nodes.or(none.then_some(NODES));
        Limit { movetime: self.movetime, nodes, depth: self.depth, ..Limit::default() }
    }

    fn analyst(&self, kifu: &Kifu, stop: &AtomicBool) -> anyhow::Result<Analyst> {
        let limit = self.limit();
        let Some(command) = &self.engine else {
            let movetime = limit.movetime.map(Duration::from_millis);
            let limits = Limits { movetime, nodes: limit.nodes, depth: limit.depth, ..Limits::default() };
            return Ok(Analyst::library(self.hash, limits));
        };
        let mut spec = PlayerSpec::new(command);
        for text in &self.options {
            let (name, value) = text.split_once('=').with_context(|| format!("'{text}' is not NAME=VALUE"))?;
            spec.options.push((name.to_owned(), value.to_owned()));
        }
        let go = Clocks::new(PerColor([limit.clone(), limit]), Duration::ZERO).go(Color::Black);
        Analyst::program(&spec, kifu, go, stop).map_err(|failure| anyhow::anyhow!("'{command}': {failure}"))
    }
}

/// Analyses a game.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (games, errors) = arguments.source.read()?;
    let kifu = match games.as_slice() {
        [] => bail!("there is no game that can be read"),
        [only] => only,
        several => bail!("there are {} games: choose one by --game", several.len()),
    };
    let stop = AtomicBool::new(false);
    let mut analyst = arguments.analyst(kifu, &stop)?;
    let bar = ProgressBar::new(kifu.moves.len() as u64 + 1);
    let moves = analysis::analyse(kifu, &mut analyst, &stop, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let moves = moves.map_err(anyhow::Error::msg)?;
    if arguments.json {
        for judged in &moves {
            println!("{}", serde_json::to_string(judged)?);
        }
    } else {
        print_table(&moves, kifu);
    }
    if let Some(path) = &arguments.plot {
        let title = format!("{} – {}", name(&kifu.black, "Black"), name(&kifu.white, "White"));
        let subtitle = [
            kifu.ruling.to_string(),
            arguments.limit().to_string() + " a position",
            kifu.end.map_or_else(|| "no result".to_owned(), |end| end.to_string()),
        ];
        let svg = plot::svg(&title, &subtitle.join("; "), &moves).map_err(anyhow::Error::msg)?;
        std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn name<'a>(name: &'a str, otherwise: &'a str) -> &'a str {
    if name.is_empty() { otherwise } else { name }
}

/// The customary mark of a bad move.
const fn mark(loss: i32) -> &'static str {
    match loss {
        ..100 => "",
        100..plot::MARKED => "?!",
        plot::MARKED..800 => "?",
        _ => "??",
    }
}

fn print_table(moves: &[Judged], kifu: &Kifu) {
    println!("  ply  move      score      best      score      loss  line");
    for judged in moves {
        let score = |score: &Option<String>| score.clone().unwrap_or_else(|| "-".to_owned());
        println!(
            "{:>5}  {:<6}{:<2}  {:<9}  {:<6}    {:<9}  {:>4}  {}",
            judged.ply,
            judged.played,
            mark(judged.loss),
            score(&judged.score),
            judged.best.as_deref().unwrap_or("-"),
            score(&judged.best_score),
            judged.loss,
            judged.pv
        );
    }
    for (side, name) in [("black", name(&kifu.black, "Black")), ("white", name(&kifu.white, "White"))] {
        let own: Vec<&Judged> = moves.iter().filter(|judged| judged.side == side).collect();
        if own.is_empty() {
            continue;
        }
        let total: i32 = own.iter().map(|judged| judged.loss).sum();
        let best = own.iter().filter(|judged| judged.loss == 0).count();
        let bad = own.iter().filter(|judged| judged.loss >= plot::MARKED).count();
        println!(
            "{name} ({side}): {} moves, {best} without loss, {bad} lost {} or more; {:.1} centipawns a move",
            own.len(),
            plot::MARKED,
            f64::from(total) / own.len() as f64
        );
    }
}

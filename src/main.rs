//! The engine `nanboku`: USI on standard input and output.

use anyhow::Context;
use clap::Parser;
use nanboku::usi;

/// A USI engine for Annan shogi and its relatives.
///
/// Without arguments it talks USI (the Universal Shogi Interface) on standard input and output, as GUIs expect. With
/// arguments these are one USI command, which runs to its end: `nanboku go movetime 3000` thinks for three seconds from
/// the start position of Annan.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// One USI command, such as: go depth 8; bench; d; moves; perft 4
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// The environment variable that asks for diagnostics on standard error, such as `debug`.
const LOG_VARIABLE: &str = "NANBOKU_LOG";

fn main() -> anyhow::Result<()> {
    if std::env::var_os(LOG_VARIABLE).is_some() {
        env_logger::Builder::from_env(env_logger::Env::new().filter(LOG_VARIABLE)).init();
    }
    let Arguments { command } = Arguments::parse();
    let ended = if command.is_empty() { usi::run() } else { usi::run_command(&command.join(" ")) };
    ended.context("cannot start a thread")
}

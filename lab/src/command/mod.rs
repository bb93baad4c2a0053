//! The command line of `nanboku-lab`.

mod analyse;
mod book;
mod claims;
mod clocks;
mod contest;
mod convert;
mod fit;
mod measure;
mod player;
mod solve;
mod summary;
mod tune;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Matches, openings, game records and measurements for the engine Nanboku and other USI engines.
///
/// Nothing here opens a network port.
#[derive(Parser)]
#[command(name = "nanboku-lab", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a match between two engines, or a round robin between more
    Match(Box<contest::Arguments>),
    /// Write a file of distinct, roughly equal openings
    Openings(book::Arguments),
    /// Convert game records between KIF, CSA, USI position lines; records of matches are read too
    Convert(convert::Arguments),
    /// Look at every move of a game: score, best move, loss, and a picture of the course of the game
    Analyse(analyse::Arguments),
    /// Check the mates that players announced in recorded matches
    Claims(claims::Arguments),
    /// Show how players used their clocks in recorded matches
    Clocks(clocks::Arguments),
    /// Fit the weights of the evaluation to the results of games
    Fit(fit::Arguments),
    /// Tune parameters of the search by games (SPSA)
    Tune(Box<tune::Arguments>),
    /// Solve mate problems: the shortest mate, the longest defence, and whether each move was the only one
    Solve(solve::Arguments),
    /// Be a USI engine that plays at random or greedily, for programs that know nothing of the lab
    Player(player::Arguments),
    /// Count the sequences of legal moves
    Perft(measure::PerftArguments),
    /// Search fixed positions to a fixed depth: a signature of the search, and its speed
    Bench(measure::BenchArguments),
    /// Compare speeds: counting moves, searching, sizes of the table
    Speed(measure::SpeedArguments),
}

/// Runs `nanboku-lab` with the arguments of the process.
pub fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Match(arguments) => contest::run(*arguments),
        Command::Openings(arguments) => book::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Claims(arguments) => claims::run(&arguments),
        Command::Clocks(arguments) => clocks::run(&arguments),
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Player(arguments) => player::run(&arguments),
        Command::Perft(arguments) => measure::perft(&arguments),
        Command::Bench(arguments) => measure::bench(&arguments),
        Command::Speed(arguments) => measure::speed(&arguments),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("nanboku-lab: {error:#}");
            ExitCode::FAILURE
        }
    }
}

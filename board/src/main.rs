//! `nanboku-board`: a board in the browser, with the engine behind it.

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use nanboku_board::seat;
use nanboku_board::server::{Options, Server};

/// How long after the last page has been closed the program ends.
const LINGER: Duration = Duration::from_secs(60);
/// The most threads that are taken without being asked for.
const MOST_THREADS: usize = 4;

/// A board for Annan shogi and its relatives, in your browser and on your machine alone
#[derive(Parser)]
#[command(name = "nanboku-board", version)]
struct Arguments {
    /// The port of 127.0.0.1; 8309 or else any free one if this is absent
    #[arg(long)]
    port: Option<u16>,
    /// Only print the address, and open no browser
    #[arg(long)]
    no_open: bool,
    /// Stay when the last page has been closed
    #[arg(long)]
    stay: bool,
    /// Threads of the engine for each session; half of the processors, at most 4, if this is absent
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let ended = match runtime {
        Ok(runtime) => runtime.block_on(run(arguments)),
        Err(error) => Err(error.into()),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nanboku-board: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> anyhow::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = arguments.threads.map_or((cores / 2).clamp(1, MOST_THREADS), usize::from);
    let searchers = seat::engines(threads);
    let server =
        Server::bind(Options { port: arguments.port, stay: arguments.stay, linger: LINGER, searchers }).await?;
    let address = server.address();
    println!("The board is at {address}");
    println!("Ctrl-C ends it{}.", if arguments.stay { "" } else { ", and closing its last page" });
    if !arguments.no_open
        && let Err(error) = open::that_detached(&address)
    {
        println!("No browser could be opened ({error}): open the address by hand.");
    }
    tokio::select! {
        served = server.serve() => served,
        _ = tokio::signal::ctrl_c() => Ok(()),
    }
}

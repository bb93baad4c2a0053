//! `nanboku-lab perft`, `bench` and `speed`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use rayon::prelude::*;

use nanboku::movegen;
use nanboku::position::{Game, Position};
use nanboku::search::{Control, Engine, Limits, STACK, bench};
use nanboku::types::Move;
use nanboku_records::Opening;
use nanboku_records::ruling::Ruling;

/// Options of `perft`.
#[derive(Args)]
pub struct PerftArguments {
    /// Depth, in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// A position, as after `position` in USI; the start position without it
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Print the count of every first move
    #[arg(long)]
    divide: bool,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    ruling: Ruling,
}

fn position(text: Option<&str>, ruling: &Ruling) -> anyhow::Result<Position> {
    match text {
        None => Ok(ruling.start()),
        Some(text) => {
            let game = text.parse::<Opening>().and_then(|opening| opening.game(ruling)).map_err(anyhow::Error::msg)?;
            Ok(*game.position())
        }
    }
}

/// Counts move sequences, the first moves in parallel.
fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = movegen::legal_moves(position);
    moves.sort_by_cached_key(Move::to_string);
    let count = |mv: &Move| {
        let mut next = *position;
        next.play(*mv);
        // Two plies are split, since the first moves alone are too unlike to keep all threads busy.
        let nodes = match depth {
            1 => 1,
            2 => movegen::perft(&next, 1),
            _ => movegen::legal_moves(&next)
                .into_par_iter()
                .map(|reply| {
                    let mut after = next;
                    after.play(reply);
                    movegen::perft(&after, depth - 2)
                })
                .sum(),
        };
        (*mv, nodes)
    };
    moves.par_iter().map(count).collect()
}

/// `perft`.
pub fn perft(arguments: &PerftArguments) -> anyhow::Result<ExitCode> {
    let position = position(arguments.position.as_deref(), &arguments.ruling)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let start = Instant::now();
    let counts = pool.install(|| divide(&position, arguments.depth));
    let time = start.elapsed();
    if arguments.divide {
        for (mv, count) in &counts {
            println!("{mv}: {count}");
        }
    }
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    println!("Nodes searched: {total}");
    eprintln!(
        "{:.3} s, {:.1} million a second, {} threads",
        time.as_secs_f64(),
        million(total, time),
        pool.current_num_threads()
    );
    Ok(ExitCode::SUCCESS)
}

fn million(count: u64, time: Duration) -> f64 {
    count as f64 / 1e6 / time.as_secs_f64().max(1e-6)
}

/// Options of `bench`.
#[derive(Args)]
pub struct BenchArguments {
    /// How often; the best speed counts, since everything that disturbs makes it slower
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeat: usize,
    /// Search threads; with more than one the node count is not the same every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
}

/// `bench`.
pub fn bench(arguments: &BenchArguments) -> anyhow::Result<ExitCode> {
    let runs: Vec<bench::Outcome> = (0..arguments.repeat.max(1))
        .map(|_| bench::run(arguments.threads as usize))
        .collect::<Result<_, _>>()
        .context("a bench position")?;
    let speeds: Vec<u64> = runs.iter().map(|run| run.nodes_per_second()).collect();
    let (slowest, fastest) = (speeds.iter().min().copied().unwrap_or(0), speeds.iter().max().copied().unwrap_or(0));
    if runs.len() > 1 {
        println!("{} runs, {slowest} to {fastest} nodes a second", runs.len());
    }
    anyhow::ensure!(
        arguments.threads > 1 || runs.windows(2).all(|pair| pair[0].nodes == pair[1].nodes),
        "the node count is not always the same"
    );
    println!("Bench: {} nodes {fastest} nps", runs.first().map_or(0, |run| run.nodes));
    Ok(ExitCode::SUCCESS)
}

/// Options of `speed`.
#[derive(Args)]
pub struct SpeedArguments {
    /// Depth of each search, in plies
    #[arg(long, value_name = "D", default_value_t = 12)]
    depth: u32,
    /// Depth of the move count, in plies
    #[arg(long, value_name = "D", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    perft_depth: u32,
    /// Table sizes to compare, in MiB; the first is what the others are compared with
    #[arg(long, value_name = "MIB,...", value_delimiter = ',', default_values_t = [16, 1, 4, 64, 256])]
    hash: Vec<usize>,
    /// Search threads to compare with one; all cores without it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Milliseconds for each search by which threads are compared
    #[arg(long, value_name = "MS", default_value_t = 1_000)]
    movetime: u64,
}

/// Middle games of Annan that `speed` searches beside the start position.
const POSITIONS: [&str; 3] = [
    "lnsg1gsnl/1r2k2b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B2K2R1/LNSG1GSNL b - 5",
    "1n2k2nl/l1s1ggsb1/p2pp1p1p/rp1pp4/1P1P3p1/P1P3R1P/3P1PP2/LBG1K2PL/1NS2GSN1 w - 26",
    "1nsg3gb/l3gs3/ppP1kpn1+P/rp2L2pP/PP1p2PP1/3P1p3/4PP2L/3G3R1/LNS1K1SN1 w Pb 46",
];

/// Searches every position from an empty table.
fn search(hash: usize, threads: usize, limits: &Limits) -> anyhow::Result<(u64, Duration)> {
    let rules = Ruling::default().rules();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for position in std::iter::once(Ok(Position::start(&rules)))
        .chain(POSITIONS.iter().map(|sfen| Position::from_sfen(sfen, &rules)))
    {
        let mut engine = Engine::new();
        engine.resize_table(hash);
        engine.warm_table();
        engine.resize_threads(threads);
        let start = Instant::now();
        nodes += engine.search(&Game::new(position?), limits, &Control::default(), &mut |_| {}).nodes;
        time += start.elapsed();
    }
    Ok((nodes, time))
}

/// Compares nodes a second: one thread, `threads` of one engine, and as many engines of one thread each, which is what the
/// machine has to give.
fn compare_threads(hash: usize, threads: usize, movetime: Duration) -> anyhow::Result<()> {
    let limits = Limits { movetime: Some(movetime), ..Limits::default() };
    let speed = |(nodes, time)| million(nodes, time);
    let one = speed(search(hash, 1, &limits)?);
    let together = speed(search(hash, threads, &limits)?);
    let apart = std::thread::scope(|scope| -> anyhow::Result<f64> {
        let begin = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || search(hash, 1, &limits));
        let runs: Vec<_> = (0..threads).map(|_| begin()).collect::<Result<_, _>>()?;
        let joined = runs.into_iter().map(|run| run.join().map_err(|_| anyhow::anyhow!("a search failed"))?);
        joined.map(|found| found.map(speed)).sum()
    })?;
    println!("search of {} positions, {} ms each:", POSITIONS.len() + 1, movetime.as_millis());
    println!("  1 thread: {one:.2} million nodes a second");
    println!("  {threads} threads: {together:.2} million nodes a second, {:.2} times as many", together / one);
    println!("  {threads} engines of 1 thread: {apart:.2} million nodes a second, {:.2} times as many", apart / one);
    Ok(())
}

/// `speed`.
pub fn speed(arguments: &SpeedArguments) -> anyhow::Result<ExitCode> {
    let start = Position::start(&Ruling::default().rules());
    let began = Instant::now();
    let leaves = movegen::perft(&start, arguments.perft_depth);
    let perft = million(leaves, began.elapsed());
    println!(
        "perft {} of the start position: {leaves} leaves, {perft:.1} million a second on one thread",
        arguments.perft_depth
    );
    let began = Instant::now();
    let parallel: u64 = divide(&start, arguments.perft_depth).iter().map(|(_, count)| count).sum();
    let threads = rayon::current_num_threads();
    let together = million(parallel, began.elapsed());
    println!("  on {threads} threads: {together:.1} million a second, {:.2} times as fast", together / perft);

    let threads = if arguments.threads > 0 { arguments.threads } else { threads };
    let hash = arguments.hash.first().copied().unwrap_or(16);
    compare_threads(hash, threads, Duration::from_millis(arguments.movetime))?;

    println!(
        "search of {} positions to depth {}, one thread, by size of the table:",
        POSITIONS.len() + 1,
        arguments.depth
    );
    println!("    MiB       nodes   time s   million nodes/s   nodes   time   (compared with the first)");
    let mut first: Option<(u64, Duration)> = None;
    for &hash in &arguments.hash {
        let limits = Limits { depth: Some(arguments.depth), ..Limits::default() };
        let (nodes, time) = search(hash, 1, &limits)?;
        let (base_nodes, base_time) = *first.get_or_insert((nodes, time));
        println!(
            "{hash:>7} {nodes:>11} {:>8.2} {:>17.2} {:>7.2} {:>6.2}",
            time.as_secs_f64(),
            million(nodes, time),
            nodes as f64 / base_nodes as f64,
            time.as_secs_f64() / base_time.as_secs_f64().max(1e-6)
        );
    }
    if let Some((nodes, time)) = first {
        println!("perft counts {:.0} leaves in the time of one searched node", perft / million(nodes, time).max(1e-9));
    }
    Ok(ExitCode::SUCCESS)
}

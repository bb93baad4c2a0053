//! Leaves a second of perft, whose last ply is counted and not played, in Annan and in shogi.

#[allow(dead_code, reason = "every bench uses another part")]
mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nanboku::movegen::perft;
use nanboku::position::Position;
use nanboku::rules::{Rules, Variant};

/// From the middle of a game.
const BUSY: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
/// More than six hundred legal moves, most of them drops.
const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

fn bench(c: &mut Criterion) {
    let (annan, shogi) = (common::annan(), Rules::new(Variant::Shogi, None));
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for (place, sfen, depth) in
        [("start", None, 4), ("start", None, 5), ("busy", Some(BUSY), 3), ("most-moves", Some(MOST_MOVES), 2)]
    {
        for rules in [&annan, &shogi] {
            let position = Position::from_sfen(sfen.unwrap_or(rules.variant.start()), rules).expect("a position");
            group.throughput(Throughput::Elements(perft(&position, depth)));
            group.bench_function(format!("{place}/{}/depth-{depth}", rules.variant), |b| {
                b.iter(|| perft(black_box(&position), depth));
            });
        }
    }
    group.finish();
}

criterion_group! { name = benches; config = common::short(); targets = bench }
criterion_main!(benches);

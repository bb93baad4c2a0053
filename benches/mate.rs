//! Nodes a second of the mate solver: the same boards, each searched for a fixed number of nodes.

mod common;

use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nanboku::mate::{Limits, Solver};
use nanboku::position::{Game, Position};
use nanboku::rules::{NamedSet, Rules, Variant};

/// Nodes for each position.
const NODES: u64 = 1000;
/// Bytes of the table.
const TABLE: usize = 4 << 20;

/// Searches a position for at most [`NODES`] nodes and returns how many it took.
fn nodes(solver: &mut Solver, position: &Position) -> u64 {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut nodes = 0;
    solver.clear();
    let stop = AtomicBool::new(false);
    solver.solve(&Game::new(*position), &limits, &stop, &mut |progress| nodes = progress.nodes);
    nodes
}

fn bench(c: &mut Criterion) {
    let mut group = c.benchmark_group("mate");
    for (name, rules) in [
        ("annan-lishogi", common::annan()),
        ("annan-mihara", Rules::new(Variant::Annan, Some(NamedSet::Mihara))),
        ("annboku", Rules::new(Variant::Annboku, None)),
        ("shogi", Rules::new(Variant::Shogi, None)),
    ] {
        let mut solver = Solver::new(TABLE);
        // Those that are not decided soon, so that the search itself is measured.
        let positions: Vec<Position> = common::positions(&rules)
            .into_iter()
            .filter(|position| nodes(&mut solver, position) >= NODES)
            .take(30)
            .collect();
        group.throughput(Throughput::Elements(positions.len() as u64 * NODES));
        group.bench_function(format!("nodes/{name}/{}-positions", positions.len()), |b| {
            b.iter(|| positions.iter().map(|position| nodes(&mut solver, position)).sum::<u64>());
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = common::short(); targets = bench }
criterion_main!(benches);

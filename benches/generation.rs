//! Positions a second of move generation.

mod common;

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use nanboku::movegen::{Generator, checking_moves, has_legal_move, legal_moves, mate_in_one};
use nanboku::position::Position;
use nanboku::rules::{NamedSet, Rules, Variant};

/// Runs `measured` over all positions.
fn over(
    group: &mut BenchmarkGroup<WallTime>,
    name: String,
    positions: &[Position],
    measured: impl Fn(&Position) -> usize,
) {
    group.bench_function(name, |b| b.iter(|| positions.iter().map(|p| measured(black_box(p))).sum::<usize>()));
}

fn captures(position: &Position) -> usize {
    let mut count = 0;
    let _ = Generator::new(position).captures(|piece| {
        piece.for_each(|mv| count += usize::from(mv.bits() != 0));
        ControlFlow::Continue(())
    });
    count
}

/// What [`checking_moves`] saves: all legal moves, each asked whether it gives check.
fn checks_by_filter(position: &Position) -> usize {
    legal_moves(position).into_iter().filter(|&mv| position.gives_check(mv)).count()
}

fn bench(c: &mut Criterion) {
    let sets = [
        ("annan-lishogi", common::annan()),
        ("annan-mihara", Rules::new(Variant::Annan, Some(NamedSet::Mihara))),
        ("shogi", Rules::new(Variant::Shogi, None)),
    ];
    let mut group = c.benchmark_group("generation");
    for (name, rules) in sets {
        let positions = common::positions(&rules);
        group.throughput(Throughput::Elements(positions.len() as u64));
        over(&mut group, format!("legal_moves/{name}"), &positions, |p| legal_moves(p).len());
        over(&mut group, format!("count/{name}"), &positions, |p| Generator::new(p).count());
        over(&mut group, format!("captures/{name}"), &positions, captures);
        over(&mut group, format!("checking_moves/{name}"), &positions, |p| checking_moves(p).len());
        over(&mut group, format!("checks_by_filter/{name}"), &positions, checks_by_filter);
        over(&mut group, format!("mate_in_one/{name}"), &positions, |p| mate_in_one(p).is_some().into());
        over(&mut group, format!("has_legal_move/{name}"), &positions, |p| has_legal_move(p).into());
    }
    group.finish();
}

criterion_group! { name = benches; config = common::short(); targets = bench }
criterion_main!(benches);

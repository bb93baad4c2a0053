//! Who attacks a square, who attacks the king, and which moves give check.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nanboku::movegen::legal_moves;
use nanboku::rules::{Rules, Variant};
use nanboku::types::{Color, Square};

fn bench(c: &mut Criterion) {
    let mut group = c.benchmark_group("attackers");
    for (name, rules) in [("annan", common::annan()), ("shogi", Rules::new(Variant::Shogi, None))] {
        let positions = common::positions(&rules);
        group.throughput(Throughput::Elements(positions.len() as u64 * 2 * Square::COUNT as u64));
        group.bench_function(format!("every-square/{name}"), |b| {
            b.iter(|| {
                let mut sum = 0;
                for position in &positions {
                    for color in Color::ALL {
                        for square in Square::all() {
                            sum ^= position.attackers(color, black_box(square), position.occupied()).0;
                        }
                    }
                }
                sum
            });
        });
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(format!("checkers/{name}"), |b| {
            b.iter(|| {
                let mut sum = 0;
                for position in &positions {
                    let us = position.side_to_move();
                    if let Some(king) = position.king(us) {
                        sum ^= position.attackers(!us, black_box(king), position.occupied()).0;
                    }
                }
                sum
            });
        });
        let with_moves: Vec<_> = positions.iter().map(|position| (position, legal_moves(position))).collect();
        group.throughput(Throughput::Elements(with_moves.iter().map(|(_, moves)| moves.len() as u64).sum()));
        group.bench_function(format!("gives-check/{name}"), |b| {
            b.iter(|| {
                let checks = |(position, moves): &(&nanboku::position::Position, Vec<_>)| {
                    moves.iter().filter(|&&mv| position.gives_check(black_box(mv))).count()
                };
                with_moves.iter().map(checks).sum::<usize>()
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = common::short(); targets = bench }
criterion_main!(benches);

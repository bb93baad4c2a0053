//! Moves a second: played on a copy of the position, and made and taken back in a game.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nanboku::movegen::legal_moves;
use nanboku::position::Game;
use nanboku::rules::{Rules, Variant};

fn bench(c: &mut Criterion) {
    let app = Rules::new(Variant::Annan, None);
    let sets = [
        ("annan", common::annan()),
        ("tide", app.with_tide(10)),
        ("tide-every-ply", app.with_tide(1)),
        ("shogi", Rules::new(Variant::Shogi, None)),
    ];
    let mut group = c.benchmark_group("make");
    for (name, rules) in sets {
        let positions = common::positions(&rules);
        let with_moves: Vec<_> = positions.iter().map(|position| (position, legal_moves(position))).collect();
        group.throughput(Throughput::Elements(with_moves.iter().map(|(_, moves)| moves.len() as u64).sum()));
        group.bench_function(format!("copy-and-play/{name}"), |b| {
            b.iter(|| {
                let mut keys = 0;
                for (position, moves) in &with_moves {
                    for &mv in moves {
                        let mut next = **position;
                        next.play(black_box(mv));
                        keys ^= next.key();
                    }
                }
                keys
            });
        });
        let mut games: Vec<_> = with_moves.iter().map(|(position, moves)| (Game::new(**position), moves)).collect();
        group.bench_function(format!("make-and-unmake/{name}"), |b| {
            b.iter(|| {
                let mut keys = 0;
                for (game, moves) in &mut games {
                    for &mv in moves.iter() {
                        game.make(black_box(mv));
                        keys ^= game.position().key();
                        game.unmake();
                    }
                }
                keys
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = common::short(); targets = bench }
criterion_main!(benches);

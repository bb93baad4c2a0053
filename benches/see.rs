//! Static exchange evaluation: how often its verdict is that of an exact search of captures on the one square, in which
//! borrowed movement changes as it does in play; and its speed.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use nanboku::eval::values;
use nanboku::movegen::legal_moves;
use nanboku::position::Position;
use nanboku::rules::{Rules, Variant};
use nanboku::search::see;
use nanboku::types::{Move, Score, Source, Square};

/// What the side to move gains at most by capturing on `square`, or by leaving it.
fn exact(position: &Position, square: Square) -> Score {
    let captures = legal_moves(position).into_iter().filter(|mv| mv.to() == square && !mv.is_drop());
    captures.map(|mv| exact_after(position, mv)).max().map_or(0, |best| best.max(0))
}

/// What the side to move gains by a move and the exchange that follows on its target.
fn exact_after(position: &Position, mv: Move) -> Score {
    let victim = position.piece_at(mv.to()).map_or(0, |piece| values::exchange(piece.kind()));
    let promotion = match mv.source() {
        Source::Board(from) if mv.promotes() => {
            position.piece_at(from).map_or(0, |piece| values::gain_of_promotion(piece.kind()))
        }
        _ => 0,
    };
    let mut next = *position;
    next.play(mv);
    victim + promotion - exact(&next, mv.to())
}

fn positions(file: &str, variant: Variant) -> Vec<Position> {
    let rules = Rules::new(variant, None);
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the data file is there");
    text.lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|row| Position::from_sfen(row["sfen"].as_str()?, &rules).ok())
        .filter(|position| !position.in_check())
        .collect()
}

fn error_rate(name: &str, positions: &[Position]) {
    for (what, capturing) in [("captures", true), ("other moves", false)] {
        let (mut moves, mut optimistic, mut pessimistic) = (0, 0, 0);
        for position in positions {
            for mv in legal_moves(position) {
                if position.piece_at(mv.to()).is_some() != capturing {
                    continue;
                }
                moves += 1;
                match (see::gains_at_least(position, mv, 0), exact_after(position, mv) >= 0) {
                    (true, false) => optimistic += 1,
                    (false, true) => pessimistic += 1,
                    _ => {}
                }
            }
        }
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(moves.max(1));
        println!(
            "{name}, {what}: {moves} moves, {:.2} % wrongly thought sound, {:.2} % wrongly thought losing",
            percent(optimistic),
            percent(pessimistic)
        );
    }
}

fn see_bench(criterion: &mut Criterion) {
    let annan = positions("annan_moves.jsonl", Variant::Annan);
    error_rate("annan", &annan);
    error_rate("annboku", &positions("annboku_moves.jsonl", Variant::Annboku));
    error_rate("the same positions as shogi", &positions("annan_moves.jsonl", Variant::Shogi));

    let moves: Vec<(Position, Move)> =
        annan.iter().flat_map(|position| legal_moves(position).into_iter().map(move |mv| (*position, mv))).collect();
    criterion.bench_function("see/all moves of the annan positions", |bencher| {
        bencher.iter(|| moves.iter().filter(|(position, mv)| see::gains_at_least(position, black_box(*mv), 0)).count());
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(2));
    targets = see_bench
}
criterion_main!(benches);

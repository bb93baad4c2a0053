//! Attacks of sliding pieces: the library's magic bitboards against two methods that compute along lines.
//!
//! *Hyperbola quintessence*: on a line, `o ^ (o - 2 s)` are the squares up to the first blocker above `s`; the same on
//! reversed bits gives those below. *Obstruction difference*: with the nearest blocker on each side of the line, one
//! subtraction gives both directions. Both must agree with the library before anything is measured.

mod common;

use std::hint::black_box;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use nanboku::attacks;
use nanboku::types::{Bitboard, Color, Square};

/// A line through a square, without the square.
#[derive(Clone, Copy, Default)]
struct Line {
    lower: u128,
    upper: u128,
}

/// What both methods look up for a square.
#[derive(Clone, Copy, Default)]
struct Lines {
    square: u128,
    file: Line,
    rank: Line,
    diagonals: [Line; 2],
}

/// A way to find slider attacks along lines.
trait Method {
    const NAME: &'static str;
    /// Both directions of a line.
    fn along(square: u128, line: Line, occupied: u128) -> u128;
    /// The lower numbers of a line: ahead of a black lance.
    fn below(square: u128, line: Line, occupied: u128) -> u128;
}

struct Hyperbola;

impl Method for Hyperbola {
    const NAME: &'static str = "hyperbola";

    #[inline(always)]
    fn along(square: u128, line: Line, occupied: u128) -> u128 {
        let mask = line.lower | line.upper;
        let blockers = occupied & mask;
        let up = blockers.wrapping_sub(square << 1);
        let down = blockers.reverse_bits().wrapping_sub(square.reverse_bits() << 1).reverse_bits();
        (up ^ down) & mask
    }

    #[inline(always)]
    fn below(square: u128, line: Line, occupied: u128) -> u128 {
        let blockers = (occupied & line.lower).reverse_bits();
        (blockers ^ blockers.wrapping_sub(square.reverse_bits() << 1)).reverse_bits() & line.lower
    }
}

struct Obstruction;

impl Method for Obstruction {
    const NAME: &'static str = "obstruction";

    #[inline(always)]
    fn along(_square: u128, line: Line, occupied: u128) -> u128 {
        let (below, above) = (occupied & line.lower, occupied & line.upper);
        let nearest_below = 1u128 << (127 - (below | 1).leading_zeros());
        let nearest_above = above & above.wrapping_neg();
        nearest_above.wrapping_shl(1).wrapping_sub(nearest_below) & (line.lower | line.upper)
    }

    #[inline(always)]
    fn below(_square: u128, line: Line, occupied: u128) -> u128 {
        u128::MAX << (127 - (occupied & line.lower | 1).leading_zeros()) & line.lower
    }
}

fn bishop<M: Method>(lines: &Lines, occupied: u128) -> u128 {
    let [one, other] = lines.diagonals;
    M::along(lines.square, one, occupied) | M::along(lines.square, other, occupied)
}

fn rook<M: Method>(lines: &Lines, occupied: u128) -> u128 {
    M::along(lines.square, lines.file, occupied) | M::along(lines.square, lines.rank, occupied)
}

fn black_lance<M: Method>(lines: &Lines, occupied: u128) -> u128 {
    M::below(lines.square, lines.file, occupied)
}

fn lines() -> Vec<Lines> {
    let line = |square: Square, files: i32, ranks: i32| {
        let mut line = Line::default();
        for sign in [-1, 1] {
            let (mut file, mut rank) = (square.file() as i32, square.rank() as i32);
            loop {
                (file, rank) = (file + sign * files, rank + sign * ranks);
                if !(0..9).contains(&file) || !(0..9).contains(&rank) {
                    break;
                }
                let index = 9 * file + rank;
                *(if index < square.index() as i32 { &mut line.lower } else { &mut line.upper }) |= 1 << index;
            }
        }
        line
    };
    let of = |square: Square| Lines {
        square: 1 << square.index(),
        file: line(square, 0, 1),
        rank: line(square, 1, 0),
        diagonals: [line(square, 1, 1), line(square, 1, -1)],
    };
    Square::all().map(of).collect()
}

fn verify<M: Method>(lines: &[Lines], occupancies: &[Bitboard]) {
    for &occupied in occupancies {
        for square in Square::all() {
            let line = &lines[square.index()];
            assert_eq!(bishop::<M>(line, occupied.0), attacks::bishop(square, occupied).0, "{} bishop", M::NAME);
            assert_eq!(rook::<M>(line, occupied.0), attacks::rook(square, occupied).0, "{} rook", M::NAME);
            let lance = attacks::lance(Color::Black, square, occupied);
            assert_eq!(black_lance::<M>(line, occupied.0), lance.0, "{} lance", M::NAME);
        }
    }
}

fn measure(
    group: &mut BenchmarkGroup<WallTime>,
    name: &str,
    occupancies: &[Bitboard],
    attacks: impl Fn(Square, Bitboard) -> u128,
) {
    group.bench_function(name, |b| {
        b.iter(|| {
            let mut sum = 0;
            for &occupied in occupancies {
                for square in Square::all() {
                    sum ^= attacks(black_box(square), occupied);
                }
            }
            sum
        });
    });
}

fn measure_method<M: Method>(group: &mut BenchmarkGroup<WallTime>, occupancies: &[Bitboard]) {
    let lines = lines();
    verify::<M>(&lines, occupancies);
    let name = M::NAME;
    measure(group, &format!("bishop/{name}"), occupancies, |from, on| bishop::<M>(&lines[from.index()], on.0));
    measure(group, &format!("rook/{name}"), occupancies, |from, on| rook::<M>(&lines[from.index()], on.0));
    measure(group, &format!("lance/{name}"), occupancies, |from, on| black_lance::<M>(&lines[from.index()], on.0));
}

fn bench(c: &mut Criterion) {
    let occupancies: Vec<Bitboard> = common::positions(&common::annan()).iter().map(|p| p.occupied()).collect();
    let mut group = c.benchmark_group("sliders");
    group.throughput(Throughput::Elements((occupancies.len() * Square::COUNT) as u64));
    measure(&mut group, "bishop/magic", &occupancies, |from, on| attacks::bishop(from, on).0);
    measure(&mut group, "rook/magic", &occupancies, |from, on| attacks::rook(from, on).0);
    measure(&mut group, "lance/magic", &occupancies, |from, on| attacks::lance(Color::Black, from, on).0);
    measure_method::<Obstruction>(&mut group, &occupancies);
    measure_method::<Hyperbola>(&mut group, &occupancies);
    group.finish();
}

criterion_group! { name = benches; config = common::short(); targets = bench }
criterion_main!(benches);

//! Finds the factors in `src/attacks/magics.rs` and prints that file: `cargo run --release --example find_magics`.
//!
//! For each square, random sparse factors are tried until one maps every occupancy of the relevant squares to an index of
//! its own or shares it only with occupancies that give the same attacks.

use nanboku::attacks::{bishop_mask, fold};
use nanboku::types::{Bitboard, Square};

/// SplitMix64 (Steele, Lea and Flood, 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Bishop attacks, square by square: what the magics are to reproduce.
fn attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        for steps in 1.. {
            let (file, rank) = (square.file() as i32 + files * steps, square.rank() as i32 + ranks * steps);
            let (Ok(file), Ok(rank)) = (usize::try_from(file), usize::try_from(rank)) else { break };
            let Some(to) = Square::at(file, rank) else { break };
            attacked |= Bitboard::of(to);
            if occupied.contains(to) {
                break;
            }
        }
    }
    attacked
}

fn main() {
    let mut state = 0;
    println!("//! Made by `cargo run --release --example find_magics`; not edited by hand.\n");
    println!("/// For each square: the factor, and how far the upper bits are shifted when the board is folded.");
    println!("pub const BISHOP_FACTORS: [(u64, u8); 81] = [");
    for square in Square::all() {
        let mask = bishop_mask(square);
        let fold_by = (0..=47)
            .find(|&by| fold(mask, by).count_ones() == mask.len())
            .expect("some shift keeps the relevant squares apart");
        let subsets: Vec<(u64, Bitboard)> = {
            let mut subsets = Vec::new();
            let mut subset = 0u128;
            loop {
                subsets.push((fold(Bitboard(subset), fold_by), attacks(square, Bitboard(subset))));
                subset = subset.wrapping_sub(mask.0) & mask.0;
                if subset == 0 {
                    break subsets;
                }
            }
        };
        let shift = 64 - mask.len();
        let factor = loop {
            let factor = random(&mut state) & random(&mut state) & random(&mut state);
            let mut table = vec![Bitboard::EMPTY; 1 << mask.len()];
            let fits = subsets.iter().all(|&(folded, attacked)| {
                let entry = &mut table[(folded.wrapping_mul(factor) >> shift) as usize];
                let free = entry.is_empty() || *entry == attacked;
                *entry = attacked;
                free
            });
            if fits {
                break factor;
            }
        };
        let digits = format!("{factor:016x}");
        println!("    (0x{}_{}_{}_{}, {fold_by}),", &digits[..4], &digits[4..8], &digits[8..12], &digits[12..]);
    }
    println!("];");
}

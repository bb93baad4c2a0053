//! Zobrist keys: random numbers whose exclusive or identifies a position.

use crate::types::{Color, Kind, Square, scramble};

/// The `n`-th number of the sequence of SplitMix64.
const fn random(n: u64) -> u64 {
    scramble(n.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

const PIECES: usize = 2 * Kind::COUNT * Square::COUNT;
/// Hands hold at most eighteen pieces of a kind.
const COUNTS: usize = 19;

static PIECE: [[[u64; Square::COUNT]; Kind::COUNT]; 2] = {
    let mut table = [[[0; Square::COUNT]; Kind::COUNT]; 2];
    let mut i = 0;
    while i < PIECES {
        table[i / Square::COUNT / Kind::COUNT][i / Square::COUNT % Kind::COUNT][i % Square::COUNT] = random(i as u64);
        i += 1;
    }
    table
};

static HAND: [[[u64; COUNTS]; Kind::HAND]; 2] = {
    let mut table = [[[0; COUNTS]; Kind::HAND]; 2];
    let mut i = 0;
    while i < 2 * Kind::HAND * COUNTS {
        // The empty hand has key zero.
        if i % COUNTS != 0 {
            table[i / COUNTS / Kind::HAND][i / COUNTS % Kind::HAND][i % COUNTS] = random((PIECES + i) as u64);
        }
        i += 1;
    }
    table
};

/// The key of White to move.
pub const WHITE_TO_MOVE: u64 = random((PIECES + 2 * Kind::HAND * COUNTS) as u64);

/// The key of a piece on a square.
#[inline]
pub fn piece(color: Color, kind: Kind, square: Square) -> u64 {
    PIECE[color as usize][kind as usize][square.index()]
}

/// The key of holding `count` pieces of a droppable kind.
#[inline]
pub fn hand(color: Color, kind: Kind, count: u8) -> u64 {
    HAND[color as usize][kind as usize][usize::from(count)]
}

/// The key of the place within two Tide periods, which holds direction and plies left.
#[inline]
pub fn tide(phase: u32) -> u64 {
    random(u64::from(phase) | 1 << 40)
}

//! A player that looks one move ahead and is often distracted: its games are where the examples find their positions.

use nanboku::eval::evaluate;
use nanboku::movegen::legal_moves;
use nanboku::position::Position;
use nanboku::types::Move;

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// The move of the distracted player.
pub fn choose(position: &Position, random: &mut Random) -> Move {
    let moves = legal_moves(position);
    if random.below(6) == 0 {
        return moves[random.below(moves.len() as u64) as usize];
    }
    let mut best = (i64::MIN, moves[0]);
    for mv in moves {
        let mut next = *position;
        next.play(mv);
        let value = i64::from(-evaluate(&next)) + random.below(150) as i64;
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}

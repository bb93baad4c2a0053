//! Where one player's pieces can go, counted over whole boards.

use crate::attacks;
use crate::movement::StepVisitor;
use crate::position::Position;
use crate::types::{Bitboard, Color, Kind, Square};

/// What one player's pieces reach.
pub struct Reach {
    /// Squares, not held by an own piece, that pieces reach by a step or jump, counted for each piece.
    pub steps: u32,
    /// Such squares that pieces moving as lances reach.
    pub lances: u32,
    /// Such squares that pieces moving as bishops or horses reach in a line.
    pub bishops: u32,
    /// Such squares that pieces moving as rooks or dragons reach in a line.
    pub rooks: u32,
    /// How often a square next to the enemy king is attacked.
    pub ring_attacks: u32,
    /// All attacked squares.
    pub attacked: Bitboard,
    /// Squares attacked by any piece other than the king.
    pub defended: Bitboard,
}

/// Adds steps to a [`Reach`].
struct StepReach<'a> {
    reach: &'a mut Reach,
    free: Bitboard,
    ring: Bitboard,
    king: Bitboard,
}

impl StepVisitor for StepReach<'_> {
    #[inline(always)]
    fn step(&mut self, from: Bitboard, shift: impl Fn(Bitboard) -> Bitboard) {
        let to = shift(from);
        self.reach.steps += (to & self.free).len();
        self.reach.ring_attacks += (to & self.ring).len();
        self.reach.attacked |= to;
        self.reach.defended |= shift(from.without(self.king));
    }
}

impl Reach {
    /// Counts the reach of the pieces of `color`, moving as they next will.
    pub fn of(position: &Position, color: Color) -> Self {
        let movers = position.movers(color);
        let free = !position.color(color);
        let occupied = position.occupied();
        let ring = position.king(!color).map_or(Bitboard::EMPTY, attacks::king);
        let king = position.king(color).map_or(Bitboard::EMPTY, Bitboard::of);
        let mut reach = Self {
            steps: 0,
            lances: 0,
            bishops: 0,
            rooks: 0,
            ring_attacks: 0,
            attacked: Bitboard::EMPTY,
            defended: Bitboard::EMPTY,
        };

        movers.visit_steps(color, &mut StepReach { reach: &mut reach, free, ring, king });
        let (horses, dragons) = (movers[Kind::Horse], movers[Kind::Dragon]);
        let mut slide = |from: Square, to: Bitboard| {
            reach.ring_attacks += (to & ring).len();
            reach.attacked |= to;
            if !king.contains(from) {
                reach.defended |= to;
            }
            (to & free).len()
        };
        for from in movers[Kind::Lance] {
            reach.lances += slide(from, attacks::lance(color, from, occupied));
        }
        for from in movers[Kind::Bishop] | horses {
            reach.bishops += slide(from, attacks::bishop(from, occupied));
        }
        for from in movers[Kind::Rook] | dragons {
            reach.rooks += slide(from, attacks::rook(from, occupied));
        }
        reach
    }
}

//! The neko family: in an unbroken run of pieces the first exchanges its movement with the last, the second with the last
//! but one, and so on.

use super::{Boards, Circle, DeadEnds, Example, Law, MovementRule, Movements, lent};
use crate::types::{Bitboard, KindSet, Piece, Square};

/// Runs of friends along a file.
pub const NEKO: MovementRule = rule(&Runs { along: Along::File, friends: true }).explained(
    "in an unbroken run of friends along a file the n-th piece from the top moves as the n-th from the bottom",
    Example { sfen: "9/9/9/4P4/4S4/4N4/9/9/8K b - 1", square: "5d" },
);
/// Runs of anybody's pieces along a file.
pub const NEKONEKO: MovementRule = rule(&Runs { along: Along::File, friends: false }).explained(
    "as neko, the run being made of pieces of either side",
    Example { sfen: "9/9/9/4P4/4s4/4n4/9/9/8K b - 1", square: "5d" },
);
/// Runs of friends along a rank.
pub const YOKONEKO: MovementRule = rule(&Runs { along: Along::Rank, friends: true })
    .explained("as neko, along the rank", Example { sfen: "9/9/9/9/3PSN3/9/9/9/8K b - 1", square: "6e" });
/// Runs of anybody's pieces along a rank.
pub const YOKONEKONEKO: MovementRule = rule(&Runs { along: Along::Rank, friends: false })
    .explained("as nekoneko, along the rank", Example { sfen: "9/9/9/9/3Psn3/9/9/9/8K b - 1", square: "6e" });

const fn rule(runs: &'static Runs) -> MovementRule {
    let circle = if runs.friends { Circle::Friends } else { Circle::Everybody };
    MovementRule::following(runs, circle, Movements::One, DeadEnds::NONE)
}

enum Along {
    File,
    Rank,
}

struct Runs {
    along: Along,
    friends: bool,
}

impl Runs {
    /// How many squares follow and precede a square without leaving its line, and the step to the next of them.
    fn room(&self, square: Square) -> (usize, usize, usize) {
        match self.along {
            Along::File => (8 - square.rank(), square.rank(), 1),
            Along::Rank => (8 - square.file(), square.file(), 9),
        }
    }

    /// How many squares right after and right before a square are in the set.
    fn reach(&self, set: Bitboard, square: Square) -> (usize, usize, usize) {
        let (after, before, step) = self.room(square);
        let index = square.index();
        let inside = |index: usize| set.0 >> index & 1 != 0;
        let after = (1..=after).take_while(|n| inside(index + n * step)).count();
        let before = (1..=before).take_while(|n| inside(index - n * step)).count();
        (after, before, step)
    }

    /// The squares of the run through a square, itself apart, and the two that end it.
    fn run(&self, set: Bitboard, square: Square) -> Bitboard {
        let (after, before, step) = self.reach(set, square);
        let (room_after, room_before, _) = self.room(square);
        let index = square.index();
        let mut run = Bitboard::EMPTY;
        for n in 1..=(after + 1).min(room_after) {
            run |= Bitboard::of(Square::new(index + n * step));
        }
        for n in 1..=(before + 1).min(room_before) {
            run |= Bitboard::of(Square::new(index - n * step));
        }
        run
    }
}

impl Law for Runs {
    fn kinds(&self, boards: &Boards, piece: Piece, square: Square) -> KindSet {
        let set = if self.friends { boards.color(piece.color()) } else { boards.occupied() };
        let (after, before, step) = self.reach(set, square);
        let mirror = square.index() + step * after - step * before;
        boards.piece_at(Square::new(mirror)).map_or(KindSet::EMPTY, |mirror| lent(mirror.kind()))
    }

    fn dependents(&self, boards: &Boards, square: Square) -> Bitboard {
        self.run(boards.occupied(), square) & boards.occupied()
    }

    fn sources(&self, boards: &Boards, square: Square) -> Bitboard {
        match boards.piece_at(square) {
            Some(piece) if self.friends => self.run(boards.color(piece.color()), square),
            _ => self.run(boards.occupied(), square),
        }
    }

    fn givers(&self, boards: &Boards, color: crate::types::Color) -> Bitboard {
        if !self.friends {
            return Bitboard::EMPTY;
        }
        let own = boards.color(color);
        let beside = match self.along {
            Along::File => own.north() | own.south(),
            Along::Rank => own.left() | own.right(),
        };
        own & beside
    }
}

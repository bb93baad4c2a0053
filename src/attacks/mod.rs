//! How a kind moves from a square over an occupancy: steps, sliders by magic bitboards, and lines between squares.
//!
//! Nothing here knows of borrowing: the caller names the kind that a piece moves *as*. All tables are computed at compile
//! time.

mod lines;
mod magic;
mod magics;
mod steps;

use crate::types::{Bitboard, Color, Kind, Square};

pub use lines::{between, line};
pub use magic::{Magic, bishop, bishop_mask, bishop_rays, fold, lance, lance_rays, rook, rook_rays};
pub use steps::{gold, king, knight, pawn, silver};

/// Bishop moves and king steps.
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | king(square)
}

/// Rook moves and king steps.
#[inline]
pub fn dragon(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | king(square)
}

/// Squares that a piece of `color` on `square` attacks when it moves as `kind` and `occupied` squares block. Promoted
/// pawns, lances, knights and silvers move as golds.
#[inline]
pub fn of(kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => pawn(color, square),
        Kind::Lance => lance(color, square, occupied),
        Kind::Knight => knight(color, square),
        Kind::Silver => silver(color, square),
        Kind::Bishop => bishop(square, occupied),
        Kind::Rook => rook(square, occupied),
        Kind::King => king(square),
        Kind::Horse => horse(square, occupied),
        Kind::Dragon => dragon(square, occupied),
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => gold(color, square),
    }
}

/// [`of`] for every movement, each of the first [`Kind::MOVEMENTS`] kinds.
///
/// Attacks reverse: for a king on `square` and its own `color` these are the squares from which a piece of the other colour
/// gives check with each movement.
#[inline]
pub fn by_movement(color: Color, square: Square, occupied: Bitboard) -> [Bitboard; Kind::MOVEMENTS] {
    let (bishop, rook, steps) = (bishop(square, occupied), rook(square, occupied), king(square));
    let mut squares = [Bitboard::EMPTY; Kind::MOVEMENTS];
    squares[Kind::Pawn as usize] = pawn(color, square);
    squares[Kind::Lance as usize] = lance(color, square, occupied);
    squares[Kind::Knight as usize] = knight(color, square);
    squares[Kind::Silver as usize] = silver(color, square);
    squares[Kind::Gold as usize] = gold(color, square);
    squares[Kind::Bishop as usize] = bishop;
    squares[Kind::Rook as usize] = rook;
    squares[Kind::King as usize] = steps;
    squares[Kind::Horse as usize] = bishop | steps;
    squares[Kind::Dragon as usize] = rook | steps;
    squares
}

/// Squares that a piece of `color` on `square` moving as `kind` attacks on an empty board: a superset of [`of`] over any
/// occupancy.
#[inline]
pub fn pseudo(kind: Kind, color: Color, square: Square) -> Bitboard {
    match kind {
        Kind::Lance => lance_rays(color, square),
        Kind::Bishop => bishop_rays(square),
        Kind::Rook => rook_rays(square),
        Kind::Horse => bishop_rays(square) | king(square),
        Kind::Dragon => rook_rays(square) | king(square),
        kind => of(kind, color, square, Bitboard::EMPTY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks from `square` in each direction (files, ranks) until something blocks.
    fn walk(square: Square, directions: &[(i32, i32)], occupied: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let (mut file, mut rank) = (square.file() as i32, square.rank() as i32);
            loop {
                (file, rank) = (file + files, rank + ranks);
                if !(0..9).contains(&file) || !(0..9).contains(&rank) {
                    break;
                }
                let reached = Square::at(file as usize, rank as usize).unwrap();
                attacked |= Bitboard::of(reached);
                if occupied.contains(reached) {
                    break;
                }
            }
        }
        attacked
    }

    #[test]
    fn sliders_equal_walking() {
        let mut seed = 1u128;
        for round in 0..2000 {
            // An LCG (Knuth's MMIX constants, widened) thinned to several densities.
            let mut occupied = Bitboard::ALL;
            for _ in 0..round % 4 {
                seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
                occupied &= Bitboard(seed >> 40);
            }
            for square in Square::all() {
                let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
                let orthogonals = [(0, 1), (0, -1), (1, 0), (-1, 0)];
                assert_eq!(bishop(square, occupied), walk(square, &diagonals, occupied));
                assert_eq!(rook(square, occupied), walk(square, &orthogonals, occupied));
                assert_eq!(lance(Color::Black, square, occupied), walk(square, &[(0, -1)], occupied));
                assert_eq!(lance(Color::White, square, occupied), walk(square, &[(0, 1)], occupied));
            }
        }
    }

    #[test]
    fn all_movements_at_once_are_those_one_by_one() {
        for occupied in [Bitboard::EMPTY, Bitboard::file(2) | Bitboard::rank(6), Bitboard::ALL] {
            for color in Color::ALL {
                for square in Square::all() {
                    let together = by_movement(color, square, occupied);
                    for (squares, kind) in together.into_iter().zip(Kind::ALL) {
                        assert_eq!(squares, of(kind, color, square, occupied), "{kind:?} {square}");
                    }
                }
            }
        }
    }

    #[test]
    fn rays_are_attacks_on_an_empty_board() {
        for kind in Kind::ALL {
            for color in Color::ALL {
                for square in Square::all() {
                    assert_eq!(pseudo(kind, color, square), of(kind, color, square, Bitboard::EMPTY));
                }
            }
        }
    }

    #[test]
    fn attacks_reverse() {
        for kind in Kind::ALL {
            for from in Square::all() {
                for to in Square::all() {
                    assert_eq!(
                        pseudo(kind, Color::Black, from).contains(to),
                        pseudo(kind, Color::White, to).contains(from),
                        "{kind:?} {from} {to}"
                    );
                }
            }
        }
    }
}

//! Static exchange evaluation over the mover boards.
//!
//! The exchange on one square is played out with the cheapest capturer each time. Borrowed movement is frozen as it is
//! before the first move; lines that open behind a capturer are seen. How often that is right is measured by a bench.

use crate::attacks;
use crate::eval::values;
use crate::position::Position;
use crate::types::{Bitboard, Color, Kind, Move, Score, Source};

/// From cheap to dear, the order in which capturers are used.
const BY_WORTH: [Kind; Kind::COUNT] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::ProPawn,
    Kind::ProLance,
    Kind::ProKnight,
    Kind::Silver,
    Kind::ProSilver,
    Kind::Gold,
    Kind::Bishop,
    Kind::Rook,
    Kind::Horse,
    Kind::Dragon,
    Kind::King,
];

/// Whether the exchange that a legal move begins on its target square gains at least `threshold` centipawns for the side
/// to move.
pub fn gains_at_least(position: &Position, mv: Move, threshold: Score) -> bool {
    let us = position.side_to_move();
    let to = mv.to();
    let victim = position.piece_at(to).map_or(0, |piece| values::exchange(piece.kind()));
    let (moved, left) = match mv.source() {
        Source::Hand(kind) => (kind, Bitboard::EMPTY),
        Source::Board(from) => match position.piece_at(from) {
            Some(piece) => (piece.kind(), Bitboard::of(from)),
            None => return false,
        },
    };
    let promotion = if mv.promotes() { values::gain_of_promotion(moved) } else { 0 };
    // What this side has, less what it asks for, if the exchange ends here.
    let mut balance = victim + promotion - threshold;
    if balance < 0 {
        return false;
    }
    // What it has if the moved piece is lost for nothing.
    balance -= values::exchange(moved) + promotion;
    if balance >= 0 {
        return true;
    }

    let mut occupied = position.occupied().without(left) | Bitboard::of(to);
    let attackers_of = |color: Color, occupied: Bitboard| position.attackers(color, to, occupied);
    let mut attackers = (attackers_of(Color::Black, occupied) | attackers_of(Color::White, occupied)) & occupied;
    attackers = attackers.without(Bitboard::of(to));
    let diagonal = sliders(position, &[Kind::Bishop, Kind::Horse]);
    let orthogonal = sliders(position, &[Kind::Rook, Kind::Dragon, Kind::Lance]);
    let mut side = !us;
    loop {
        let own = attackers & position.color(side);
        let Some(kind) = BY_WORTH.into_iter().find(|&kind| (own & position.kind(kind)).any()) else { break };
        if kind == Kind::King && (attackers & position.color(!side)).any() {
            // The king may not capture what is defended.
            break;
        }
        let capturer = match (own & position.kind(kind)).first() {
            Some(square) => Bitboard::of(square),
            None => break,
        };
        occupied = occupied.without(capturer);
        attackers = attackers.without(capturer);
        if (attacks::bishop(to, Bitboard::EMPTY) & capturer).any() {
            attackers |= attacks::bishop(to, occupied) & diagonal & occupied;
        } else if (attacks::rook(to, Bitboard::EMPTY) & capturer).any() {
            // A lance behind attacks only forwards, so its owner's attackers are asked.
            let revealed = attacks::rook(to, occupied) & orthogonal & occupied;
            if revealed.any() {
                let all = attackers_of(Color::Black, occupied) | attackers_of(Color::White, occupied);
                attackers |= revealed & all;
            }
        }
        side = !side;
        // Now the other side is asked: the balance is seen from `side`, which stands to lose the capturer.
        balance = -balance - 1 - values::exchange(kind);
        if balance >= 0 {
            break;
        }
    }
    // The side that could not go on has lost the exchange.
    side != us
}

fn sliders(position: &Position, kinds: &[Kind]) -> Bitboard {
    Color::ALL
        .iter()
        .flat_map(|&color| kinds.iter().map(move |&kind| position.movers(color)[kind]))
        .fold(Bitboard::EMPTY, |all, board| all | board)
}

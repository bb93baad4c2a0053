//! The hand-written evaluation: material, hands, mobility and king safety over the mover boards.
//!
//! Mobility sees the borrowing: a pawn in front of a rook counts as the rook that it is for now. The reach of all pieces
//! that step is counted a direction at a time, for whole boards; only sliders are looked at one by one.

mod reach;
pub mod values;

use std::fmt::Write as _;

use crate::position::Position;
use crate::types::{Color, Kind, PerColor, Score, score};
use reach::Reach;

/// Weight of a reachable square for a piece that steps, in centipawns.
const STEP_MOBILITY: Score = 5;
/// Weight of a reachable square for a slider.
const SLIDE_MOBILITY: Score = 6;
/// Danger to the king for each time that an enemy piece attacks a square of its ring.
const RING_ATTACK: Score = 3;
/// Danger for each square of the ring that the enemy attacks and that only the king itself defends.
const RING_HOLE: Score = 6;
/// Danger for each empty square of the ring on which the enemy could drop a piece undisturbed, if it has one.
const RING_DROP: Score = 2;
/// Danger for each piece, other than a pawn, in the enemy's hand.
const HAND_THREAT: Score = 3;
/// The penalty is the square of the danger divided by this ...
const DANGER_DIVISOR: Score = 6;
/// ... and at most this, in centipawns.
const MAX_DANGER: Score = 1_500;
/// The right to move, in centipawns.
const TEMPO: Score = 25;

/// The terms for one player, in centipawns, larger is better for that player.
#[derive(Clone, Copy, Debug, Default)]
struct Terms {
    material: Score,
    hand: Score,
    mobility: Score,
    king: Score,
}

impl Terms {
    fn sum(self) -> Score {
        self.material + self.hand + self.mobility + self.king
    }
}

/// The evaluation for the side to move, in centipawns, without looking ahead.
pub fn evaluate(position: &Position) -> Score {
    let terms = terms(position);
    let us = position.side_to_move();
    (terms[us].sum() - terms[!us].sum() + TEMPO).clamp(-score::MAX_EVAL, score::MAX_EVAL)
}

/// The evaluation term by term, as text for people.
pub fn trace(position: &Position) -> String {
    let terms = terms(position);
    let mut text = String::new();
    let _ = writeln!(text, "{:<12}{:>8}{:>8}{:>8}", "term", "black", "white", "total");
    let (black, white) = (terms[Color::Black], terms[Color::White]);
    for (name, black, white) in [
        ("material", black.material, white.material),
        ("hand", black.hand, white.hand),
        ("mobility", black.mobility, white.mobility),
        ("king safety", black.king, white.king),
    ] {
        let _ = writeln!(text, "{name:<12}{black:>8}{white:>8}{:>8}", black - white);
    }
    let black_to_move = position.side_to_move() == Color::Black;
    let tempo = if black_to_move { TEMPO } else { -TEMPO };
    let _ = writeln!(text, "{:<12}{:>8}{:>8}{tempo:>8}", "tempo", "", "");
    let total = evaluate(position);
    let _ = writeln!(text, "evaluation for black: {} centipawns", if black_to_move { total } else { -total });
    text
}

fn terms(position: &Position) -> PerColor<Terms> {
    let reach = PerColor(Color::ALL.map(|color| Reach::of(position, color)));
    PerColor(Color::ALL.map(|color| {
        let hand = position.hand(color);
        Terms {
            material: Kind::ALL
                .into_iter()
                .map(|kind| position.pieces(color, kind).len() as Score * values::board(kind))
                .sum(),
            hand: Kind::DROPPABLE.into_iter().map(|kind| Score::from(hand.count(kind)) * values::hand(kind)).sum(),
            mobility: reach[color].steps as Score * STEP_MOBILITY + reach[color].slides as Score * SLIDE_MOBILITY,
            king: -king_danger(position, color, &reach),
        }
    }))
}

/// The penalty for an exposed king, in centipawns.
fn king_danger(position: &Position, color: Color, reach: &PerColor<Reach>) -> Score {
    let Some(king) = position.king(color) else { return 0 };
    let ring = crate::attacks::king(king);
    let (own, enemy) = (&reach[color], &reach[!color]);
    let enemy_hand = position.hand(!color);
    let droppers = enemy_hand.len() as Score - Score::from(enemy_hand.count(Kind::Pawn));

    let mut danger = enemy.ring_attacks as Score * RING_ATTACK;
    danger += (ring & enemy.attacked).without(own.defended).len() as Score * RING_HOLE;
    if droppers > 0 {
        let empty = ring.without(position.occupied() | own.defended);
        danger += empty.len() as Score * RING_DROP + droppers * HAND_THREAT;
    }
    (danger * danger / DANGER_DIVISOR).min(MAX_DANGER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};

    #[test]
    fn the_start_is_even() {
        for variant in Variant::ALL {
            let start = Position::start(&Rules::new(variant, None));
            assert_eq!(evaluate(&start), TEMPO);
        }
    }

    #[test]
    fn both_sides_are_seen_alike() {
        // The same position with colours exchanged.
        let rules = Rules::default();
        let black = Position::from_sfen("lnsgk1snl/1r3g1bp/ppppppp1p/9/9/9/P1PPPPPPP/1B3KGR1/LNSG2SNL w P 6", &rules);
        let white = Position::from_sfen("lns2gsnl/1rgk3b1/ppppppp1p/9/9/9/P1PPPPPPP/PB1G3R1/LNS1KGSNL b p 6", &rules);
        let (Ok(black), Ok(white)) = (black, white) else { panic!("the positions are read") };
        assert_eq!(evaluate(&black), evaluate(&white));
    }
}

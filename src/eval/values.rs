//! What pieces are worth, in centipawns, for the evaluation and for exchanges.

use crate::types::{Kind, Score};

/// On the board, in the order of the kinds' discriminants.
const BOARD: [Score; Kind::COUNT] = [100, 250, 280, 400, 460, 620, 780, 0, 860, 1020, 400, 400, 400, 430];

/// In hand, in the order of [`Kind::DROPPABLE`]: a drop may appear behind any piece and lend to it.
const HAND: [Score; Kind::HAND] = [105, 270, 310, 440, 510, 680, 860];

/// The worth of a king in an exchange: more than everything else together.
pub const KING: Score = 20_000;

/// The worth of a piece on the board; the king has none here.
#[inline]
pub const fn board(kind: Kind) -> Score {
    BOARD[kind as usize]
}

/// The worth of a droppable piece in hand.
#[inline]
pub const fn hand(kind: Kind) -> Score {
    HAND[kind as usize]
}

/// The worth of a piece that is captured or stands to be.
#[inline]
pub const fn exchange(kind: Kind) -> Score {
    match kind {
        Kind::King => KING,
        other => board(other),
    }
}

/// What a piece gains in worth by promoting; zero if it does not promote.
#[inline]
pub const fn gain_of_promotion(kind: Kind) -> Score {
    match kind.promoted() {
        Some(promoted) => board(promoted) - board(kind),
        None => 0,
    }
}

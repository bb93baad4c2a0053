//! What a search must know of a problem besides the position it looks at.

use crate::position::Game;
use crate::rules::Repetition;
use crate::types::{Color, Kind};

/// A problem.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// The side that mates: the one to move.
    pub attacker: Color,
    /// Whether a piece may move as something else than it is.
    pub borrows: bool,
    /// Full keys of positions that occurred three times: the fourth ends the game without a mate.
    pub forbidden: Vec<u64>,
    /// Tells apart problems with the same boards: by the attacker, by all the pieces there are, and by what is forbidden.
    pub salt: u64,
}

impl Problem {
    /// The problem of the side to move.
    pub fn new(game: &Game) -> Self {
        let position = game.position();
        let rules = position.rules();
        let forbidden = match rules.set.repetition {
            Repetition::Fourfold => game.occurred_thrice(),
            Repetition::None => Vec::new(),
        };
        let mut salt = 0x5851_f42d_4c95_7f2du64;
        let mut stir = |number: u64| {
            salt = (salt ^ number).wrapping_mul(0x2545_f491_4f6c_dd1d);
            salt ^= salt >> 29;
        };
        stir(position.side_to_move() as u64);
        for kind in Kind::DROPPABLE {
            let on_board = position.kind(kind).len() + kind.promoted().map_or(0, |kind| position.kind(kind).len());
            let held: u32 = Color::ALL.iter().map(|&color| u32::from(position.hand(color).count(kind))).sum();
            stir(u64::from(on_board + held));
        }
        forbidden.iter().for_each(|&key| stir(key));
        let borrows = rules.tide.is_some() || !rules.movement.is_own();
        Self { attacker: position.side_to_move(), borrows, forbidden, salt }
    }
}

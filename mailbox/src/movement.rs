//! The movement rules: as what does a piece move? Nothing outside this file asks which variant is played to find out.

use std::fmt;

use crate::board::Board;
use crate::types::{Kind, Square};

/// A movement rule, with the start position and the dead ends that go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// A piece moves as the friendly piece directly behind it, else as itself.
    Annan,
    /// A piece moves as the friendly piece directly in front of it, else as itself.
    Annboku,
    /// A piece moves as itself.
    Shogi,
    /// A piece moves as itself and also as the friendly piece directly behind it. Nobody plays this: it exists so that
    /// tests can show that a movement rule with two movements fits. In everything else it is like Annan without Tide.
    Both,
}

impl Variant {
    /// The variant of a name that the protocol accepts (`Both`, which has none there: `both`).
    pub fn from_name(name: &str) -> Option<Variant> {
        Some(match name {
            "annan" | "annanshogi" => Variant::Annan,
            "annboku" | "anhoku" => Variant::Annboku,
            "shogi" | "standard" => Variant::Shogi,
            "both" => Variant::Both,
            _ => return None,
        })
    }

    /// The other direction of Tide; `None` where Tide has no meaning.
    pub(crate) fn other_direction(self) -> Option<Variant> {
        match self {
            Variant::Annan => Some(Variant::Annboku),
            Variant::Annboku => Some(Variant::Annan),
            Variant::Shogi | Variant::Both => None,
        }
    }

    /// The one or two different kinds that the piece on the square moves as; nothing for an empty square. Only the
    /// giver's own kind counts, not what the giver itself borrows.
    pub(crate) fn moves_as(self, board: &Board, square: Square) -> [Option<Kind>; 2] {
        let Some((color, own)) = board.get(square) else {
            return [None, None];
        };
        match self {
            Variant::Annan => [board.friend(color, square, -1).or(Some(own)), None],
            Variant::Annboku => [board.friend(color, square, 1).or(Some(own)), None],
            Variant::Shogi => [Some(own), None],
            Variant::Both => {
                let lent = board.friend(color, square, -1);
                [Some(own), lent.filter(|&kind| kind != own)]
            }
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::Annan => "annan",
            Variant::Annboku => "annboku",
            Variant::Shogi => "shogi",
            Variant::Both => "both",
        })
    }
}

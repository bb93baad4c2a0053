//! The games that the engine plays.

use std::fmt;
use std::str::FromStr;

use crate::movement::{ANNAN, ANNBOKU, MovementRule, OWN};

/// A game: its movement rule and its start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// 安南将棋: a piece moves as the friendly piece behind it.
    #[default]
    Annan,
    /// 安北将棋: a piece moves as the friendly piece in front of it.
    Annboku,
    /// Ordinary shogi.
    Shogi,
}

/// The start position of Annan shogi: the pawns before bishop and rook stand one rank further on.
pub const ADVANCED_START: &str = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1";
/// The start position of ordinary shogi.
pub const STANDARD_START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 3] = [Self::Annan, Self::Annboku, Self::Shogi];

    /// The movement rule.
    pub const fn movement(self) -> &'static MovementRule {
        match self {
            Self::Annan => &ANNAN,
            Self::Annboku => &ANNBOKU,
            Self::Shogi => &OWN,
        }
    }

    /// The movement rule in the opposite direction, with which Tide alternates; `None` if there is no direction.
    pub const fn opposite(self) -> Option<&'static MovementRule> {
        match self {
            Self::Annan => Some(&ANNBOKU),
            Self::Annboku => Some(&ANNAN),
            Self::Shogi => None,
        }
    }

    /// The start position as SFEN.
    pub const fn start(self) -> &'static str {
        match self {
            Self::Annan => ADVANCED_START,
            Self::Annboku | Self::Shogi => STANDARD_START,
        }
    }

    /// The name in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Annan => "annan",
            Self::Annboku => "annboku",
            Self::Shogi => "shogi",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = ();

    /// Accepts the names that clients use, in any case.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.to_ascii_lowercase().as_str() {
            "annan" | "annanshogi" => Ok(Self::Annan),
            "annboku" | "anhoku" => Ok(Self::Annboku),
            "shogi" | "standard" => Ok(Self::Shogi),
            _ => Err(()),
        }
    }
}

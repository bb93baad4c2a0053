//! The games that the engine plays.

use std::fmt;
use std::str::FromStr;

use crate::movement::MovementRule;
use crate::movement::borrowing::{FROM_AHEAD, FROM_BEHIND, OWN};
use crate::movement::checked_king::TENJIKU;
use crate::movement::companions::{ANKI, ANTOUZAI};
use crate::movement::facing::{HAIMEN, TAIMEN};
use crate::movement::mirror::TENKYO;
use crate::movement::paralysis::{KMADRASI, MADRASI};
use crate::movement::runs::{NEKO, NEKONEKO, YOKONEKO, YOKONEKONEKO};

/// The start position of Annan shogi: the pawns before bishop and rook stand one rank further on.
pub const ADVANCED_START: &str = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1";
/// The start position of ordinary shogi.
pub const STANDARD_START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Declares [`Variant`]: a line for each game. In brackets stand other names: first those that are shown to user
/// interfaces as well, then those that are only accepted, the Japanese name first, which game records carry.
macro_rules! variants {
    ($($variant:ident = $name:literal, [$($shown:literal),*], [$kanji:literal $(, $other:literal)*], $rule:expr, $start:expr;)*) => {
        /// A game: its movement rule and its start position.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Variant {
            #[default]
            $(
                #[doc = concat!($kanji, ", `", $name, "`: see the `sentence` of its [movement rule](Self::movement).")]
                $variant,
            )*
        }

        impl Variant {
            /// Every variant.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The names that user interfaces are shown.
            pub const NAMES: &[&str] = &[$($name, $($shown,)*)*];

            /// The other names that are accepted.
            pub const ALIASES: &[&str] = &[$($kanji, $($other,)*)*];

            /// The name in the protocol, all names that are shown, and the others of which the first is Japanese.
            const fn names(self) -> (&'static str, &'static [&'static str], &'static [&'static str]) {
                match self {
                    $(Self::$variant => ($name, &[$name $(, $shown)*], &[$kanji $(, $other)*]),)*
                }
            }

            /// The movement rule.
            pub const fn movement(self) -> &'static MovementRule {
                match self {
                    $(Self::$variant => {
                        static RULE: MovementRule = $rule.named($name);
                        &RULE
                    })*
                }
            }

            /// The start position as SFEN.
            pub const fn start(self) -> &'static str {
                match self {
                    $(Self::$variant => $start,)*
                }
            }
        }
    };
}

#[rustfmt::skip]
variants! {
    Annan = "annan", ["annanshogi"], ["安南将棋", "安南"], FROM_BEHIND, ADVANCED_START;
    Annboku = "annboku", [], ["安北将棋", "安北", "anhoku"], FROM_AHEAD, STANDARD_START;
    Shogi = "shogi", [], ["本将棋", "将棋", "平手", "standard"], OWN, STANDARD_START;
    Taimen = "taimen", [], ["対面"], TAIMEN, STANDARD_START;
    Haimen = "haimen", [], ["背面"], HAIMEN, STANDARD_START;
    Tenjiku = "tenjiku", [], ["天竺"], TENJIKU, STANDARD_START;
    Tenkyo = "tenkyo", [], ["点鏡"], TENKYO, STANDARD_START;
    Madrasi = "madrasi", [], ["マドラシ", "非Kマドラシ"], MADRASI, STANDARD_START;
    Kmadrasi = "kmadrasi", [], ["Kマドラシ", "Ｋマドラシ"], KMADRASI, STANDARD_START;
    Neko = "neko", [], ["ネコ鮮"], NEKO, STANDARD_START;
    Nekoneko = "nekoneko", [], ["ネコネコ鮮"], NEKONEKO, STANDARD_START;
    Yokoneko = "yokoneko", [], ["横ネコ鮮"], YOKONEKO, STANDARD_START;
    Yokonekoneko = "yokonekoneko", [], ["横ネコネコ鮮"], YOKONEKONEKO, STANDARD_START;
    Antouzai = "antouzai", [], ["安東西"], ANTOUZAI, STANDARD_START;
    Anki = "anki", [], ["安騎"], ANKI, STANDARD_START;
}

impl Variant {
    /// The movement rule in the opposite direction, with which Tide alternates; `None` if there is none.
    pub const fn opposite(self) -> Option<&'static MovementRule> {
        match self {
            Self::Annan => Some(Self::Annboku.movement()),
            Self::Annboku => Some(Self::Annan.movement()),
            _ => None,
        }
    }

    /// The name in the protocol.
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// The Japanese name.
    pub const fn japanese(self) -> &'static str {
        self.names().2[0]
    }

    /// All names, as messages list them.
    pub fn list() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// The variant that a game record calls by this name: any name, perhaps with more after a Japanese one.
    pub fn of_record(name: &str) -> Option<Self> {
        let prefix = |variant: &Self| {
            let japanese = variant.names().2.iter().filter(|other| !other.is_ascii() && name.starts_with(**other));
            japanese.map(|other| other.len()).max().unwrap_or(0)
        };
        name.parse().ok().or_else(|| Self::ALL.into_iter().max_by_key(prefix).filter(|variant| prefix(variant) > 0))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = ();

    /// Accepts every name, in any case.
    fn from_str(text: &str) -> Result<Self, ()> {
        let is = |name: &&str| name.eq_ignore_ascii_case(text);
        let found = Self::ALL.into_iter().find(|variant| {
            let (_, shown, others) = variant.names();
            shown.iter().any(is) || others.iter().any(is)
        });
        found.ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_variant() {
        for variant in Variant::ALL {
            let (name, shown, others) = variant.names();
            assert_eq!(variant.movement().name, name);
            for name in shown.iter().chain(others) {
                assert_eq!(name.parse(), Ok(variant));
                assert_eq!(name.to_uppercase().parse(), Ok(variant));
                assert_eq!(Variant::of_record(name), Some(variant));
            }
            assert_eq!(Variant::of_record(&format!("{}将棋", variant.japanese())), Some(variant));
        }
        assert_eq!("".parse::<Variant>(), Err(()));
        assert_eq!(Variant::of_record("安南将棋"), Some(Variant::Annan));
    }

    #[test]
    fn every_rule_explains_itself() {
        for variant in Variant::ALL {
            let rule = variant.movement();
            assert!(!rule.sentence.is_empty() && !rule.example.sfen.is_empty(), "{variant}");
        }
    }
}

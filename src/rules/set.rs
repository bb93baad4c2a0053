//! The single rules on which servers, players and magazines differ, and the named sets of them.

use std::fmt;
use std::str::FromStr;

use super::Variant;

/// Declares an enum whose values have the names that the protocol uses.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$value_meta])* $value,)*
        }

        impl $name {
            /// The names of all values, in order.
            pub const NAMES: &[&str] = &[$($text),*];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$value => $text,)*
                })
            }
        }

        impl FromStr for $name {
            type Err = ();

            /// Accepts the name in any case.
            fn from_str(text: &str) -> Result<Self, ()> {
                match text.to_ascii_lowercase().as_str() {
                    $($text => Ok(Self::$value),)*
                    _ => Err(()),
                }
            }
        }
    };
}

named! {
    /// May an unpromoted pawn move, without promoting, to a square whose file holds another own unpromoted pawn? (A drop
    /// never may.)
    MovedNifu {
        /// It may.
        Allowed = "allowed",
        /// It may not, not even along its own file when that is doubled already.
        Forbidden = "forbidden",
    }
}

named! {
    /// Does a pawn attack a king whose capture would itself make nifu? Without effect where [`MovedNifu::Allowed`].
    NifuCheck {
        /// It does.
        Valid = "valid",
        /// It does not, unless the capture could promote.
        Invalid = "invalid",
    }
}

named! {
    /// May an unpromoted piece stand where, moving as itself, it can never move again?
    DeadEnd {
        /// It may.
        Allowed = "allowed",
        /// It may not, by drop or by move.
        Forbidden = "forbidden",
    }
}

named! {
    /// Which pawn drops are illegal because they mate.
    PawnDropMate {
        /// Every pawn drop that leaves the opponent in check without a legal move.
        Strict = "strict",
        /// Only a drop right in front of the enemy king, when the opponent has no legal move, in check or not.
        Front = "front",
    }
}

named! {
    /// Does repetition end a game?
    Repetition {
        /// Never.
        None = "none",
        /// The fourth occurrence is a draw, or lost for the one side that gave check all the while.
        Fourfold = "fourfold",
    }
}

named! {
    /// Does an entered king win by points?
    Impasse {
        /// Never.
        None = "none",
        /// By the 27-point rule: 28 points for Black, 27 for White.
        Points27 = "points27",
    }
}

named! {
    /// The rule sets by the names that the protocol uses.
    NamedSet {
        /// The lishogi server.
        Lishogi = "lishogi",
        /// The app that invented Tide.
        App = "app",
        /// The player Mihara's summary of the rules.
        Mihara = "mihara",
        /// The server 将棋ったー.
        Shogitter = "shogitter",
        /// The problem magazine Web Fairy Paradise.
        Wfp = "wfp",
        /// Ordinary shogi.
        Standard = "standard",
    }
}

/// The value of every single rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// Moves that double a pawn.
    pub moved_nifu: MovedNifu,
    /// Checks by such a pawn.
    pub nifu_check: NifuCheck,
    /// Squares without a way out.
    pub dead_end: DeadEnd,
    /// Mate by dropping a pawn.
    pub pawn_drop_mate: PawnDropMate,
    /// Repetition of positions.
    pub repetition: Repetition,
    /// Entered kings.
    pub impasse: Impasse,
    /// Whether two bare kings with empty hands are a draw.
    pub bare_kings_draw: bool,
}

impl NamedSet {
    /// The set that belongs to a variant, with or without Tide.
    pub const fn of(variant: Variant, tide: bool) -> Self {
        match variant {
            Variant::Shogi => Self::Standard,
            Variant::Annan | Variant::Annboku if tide => Self::App,
            Variant::Annan => Self::Lishogi,
            _ => Self::Wfp,
        }
    }

    /// The single rules of the set when this variant is played.
    pub const fn rules(self, variant: Variant) -> RuleSet {
        /// Most sets: pawns may not be doubled, everything else ordinary, no impasse.
        const BASE: RuleSet = RuleSet {
            moved_nifu: MovedNifu::Forbidden,
            nifu_check: NifuCheck::Valid,
            dead_end: DeadEnd::Forbidden,
            pawn_drop_mate: PawnDropMate::Strict,
            repetition: Repetition::Fourfold,
            impasse: Impasse::None,
            bare_kings_draw: false,
        };
        match self {
            Self::Lishogi => RuleSet {
                moved_nifu: MovedNifu::Allowed,
                dead_end: DeadEnd::Allowed,
                pawn_drop_mate: PawnDropMate::Front,
                impasse: Impasse::Points27,
                bare_kings_draw: true,
                ..BASE
            },
            Self::App => RuleSet {
                moved_nifu: MovedNifu::Allowed,
                dead_end: DeadEnd::Allowed,
                repetition: Repetition::None,
                ..BASE
            },
            Self::Mihara => RuleSet { nifu_check: NifuCheck::Invalid, dead_end: DeadEnd::Allowed, ..BASE },
            Self::Shogitter => BASE,
            Self::Wfp => RuleSet {
                dead_end: if variant.movement().dead_ends.forbidden { DeadEnd::Forbidden } else { DeadEnd::Allowed },
                // In the magazine's problems nothing is said of it; games of the later rules are played with it.
                repetition: match variant {
                    Variant::Annan | Variant::Annboku | Variant::Shogi => Repetition::None,
                    _ => Repetition::Fourfold,
                },
                ..BASE
            },
            Self::Standard => RuleSet { impasse: Impasse::Points27, ..BASE },
        }
    }
}

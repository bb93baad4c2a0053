//! The single rules and the sets of them.

use crate::movement::Variant;
use crate::types::{Color, Kind, Square};

/// Which pawn drops are forbidden because they end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PawnDropMate {
    /// Any pawn drop that leaves the opponent in check without a legal move.
    Strict,
    /// A pawn drop right in front of the enemy king that leaves the opponent without a legal move, in check or not.
    Front,
}

/// Everything that decides what is legal and how a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How pieces move (with Tide: in the first phase), and which dead ends there are.
    pub variant: Variant,
    /// Whether an unpromoted pawn may move to a file that holds another own unpromoted pawn.
    pub moved_nifu_allowed: bool,
    /// Whether a pawn attacks a king whose capture would make nifu. No effect when moved nifu is allowed.
    pub nifu_check_valid: bool,
    /// Whether a piece may stay unpromoted where it could never move again by its own movement.
    pub dead_end_allowed: bool,
    /// Which mates by a pawn drop are forbidden.
    pub pawn_drop_mate: PawnDropMate,
    /// Whether the fourth occurrence of a position ends the game.
    pub fourfold: bool,
    /// Whether a king in the enemy camp wins with enough points.
    pub impasse27: bool,
    /// Whether two bare kings with empty hands are a draw.
    pub bare_kings_draw: bool,
    /// With Tide, the number of plies after which the direction flips. Ignored in shogi and by `Both`; `Some(0)` means
    /// the same as `None`.
    pub tide_period: Option<u32>,
}

impl Rules {
    /// The set of that name: `lishogi`, `app`, `mihara`, `shogitter`, `wfp`, `standard`, or `auto`, the one that goes
    /// with the variant. Tide is off. With Tide, `auto` means `app`, but this function cannot know: ask for `app`.
    pub fn set(variant: Variant, name: &str) -> Option<Rules> {
        let name = match (name, variant) {
            ("auto", Variant::Annan | Variant::Both) => "lishogi",
            ("auto", Variant::Shogi) => "standard",
            ("auto", _) => "wfp",
            _ => name,
        };
        // What most of the sets say; then what each says differently.
        let base = Rules {
            variant,
            moved_nifu_allowed: false,
            nifu_check_valid: true,
            dead_end_allowed: true,
            pawn_drop_mate: PawnDropMate::Strict,
            fourfold: true,
            impasse27: false,
            bare_kings_draw: false,
            tide_period: None,
        };
        Some(match name {
            "lishogi" => Rules {
                moved_nifu_allowed: true,
                pawn_drop_mate: PawnDropMate::Front,
                impasse27: true,
                bare_kings_draw: true,
                ..base
            },
            "app" => Rules { moved_nifu_allowed: true, fourfold: false, ..base },
            "mihara" => Rules { nifu_check_valid: false, ..base },
            "shogitter" => Rules { dead_end_allowed: false, ..base },
            "wfp" => Rules {
                // What no later change of the board could wake is forbidden.
                dead_end_allowed: !matches!(
                    variant,
                    Variant::Annboku
                        | Variant::Shogi
                        | Variant::Taimen
                        | Variant::Tenjiku
                        | Variant::Madrasi
                        | Variant::Kmadrasi
                ),
                fourfold: !matches!(variant, Variant::Annan | Variant::Annboku | Variant::Shogi | Variant::Both),
                ..base
            },
            "standard" => Rules { dead_end_allowed: false, impasse27: true, ..base },
            _ => return None,
        })
    }

    /// The Tide period, if Tide is on and means something in this variant.
    pub(crate) fn tide(&self) -> Option<u32> {
        let has_meaning = self.variant.other_direction().is_some();
        self.tide_period.filter(|&period| has_meaning && period > 0)
    }

    /// The movement rule in force for the move made at this ply (0 is the move numbered 1).
    pub fn direction(&self, ply: u32) -> Variant {
        let flipped = self.tide().is_some_and(|period| ply / period % 2 == 1);
        match self.variant.other_direction() {
            Some(other) if flipped => other,
            _ => self.variant,
        }
    }

    /// Whether a piece of this kind must not be on the square, having been dropped or moved there. Follows the
    /// variant, not the phase of Tide.
    pub(crate) fn is_dead_end(&self, color: Color, kind: Kind, square: Square) -> bool {
        let rank = color.ranks_from_the_end(square.rank);
        let dead_ranks = match kind {
            Kind::Pawn | Kind::Lance => 1,
            Kind::Knight if matches!(self.variant, Variant::Annboku | Variant::Taimen) => 1,
            Kind::Knight => 2,
            _ => 0,
        };
        !self.dead_end_allowed && rank <= dead_ranks
    }
}

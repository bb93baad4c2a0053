//! The rules of play: which movement a piece has, and the single rules on which rule sets differ.

mod set;
mod variant;

pub use set::{DeadEnd, Impasse, MovedNifu, NamedSet, NifuCheck, PawnDropMate, Repetition, RuleSet};
pub use variant::Variant;

use crate::movement::MovementRule;
use crate::types::Kind;

/// The Tide rule: the direction of borrowing flips every `period` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tide {
    /// Plies between two flips, at least 1.
    pub period: u32,
    /// The movement in force after an odd number of flips.
    pub other: &'static MovementRule,
}

/// Everything that decides which moves are legal and when a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The game that is played; it decides the start position and the dead ends.
    pub variant: Variant,
    /// How pieces move (with [`Tide`]: after an even number of flips).
    pub movement: &'static MovementRule,
    /// The Tide rule, if it is on.
    pub tide: Option<Tide>,
    /// The single rules.
    pub set: RuleSet,
}

impl Rules {
    /// A variant under a named rule set, or under the set that belongs to the variant, without Tide.
    pub fn new(variant: Variant, set: Option<NamedSet>) -> Self {
        let set = set.unwrap_or(NamedSet::of(variant, false));
        Self { variant, movement: variant.movement(), tide: None, set: set.rules(variant) }
    }

    /// The same rules with the direction flipping every `period` plies. Shogi has no direction and ignores it.
    #[must_use]
    pub fn with_tide(mut self, period: u32) -> Self {
        self.tide = self.variant.opposite().map(|other| Tide { period: period.max(1), other });
        self
    }

    /// The movement by which the side to move at this ply moves.
    #[inline]
    pub fn movement_at(&self, ply: u32) -> &'static MovementRule {
        match self.tide {
            Some(tide) if ply / tide.period % 2 == 1 => tide.other,
            _ => self.movement,
        }
    }

    /// Plies until the direction flips, counting the one about to be played, or `None` without Tide.
    pub fn plies_to_flip(&self, ply: u32) -> Option<u32> {
        self.tide.map(|tide| tide.period - ply % tide.period)
    }

    /// How many of the ranks farthest from its own camp an unpromoted piece of this kind may not enter: 0 where
    /// [`DeadEnd::Allowed`] or the kind always has a move.
    #[inline]
    pub fn dead_ranks(&self, kind: Kind) -> usize {
        if self.set.dead_end == DeadEnd::Allowed {
            return 0;
        }
        match kind {
            Kind::Pawn | Kind::Lance => 1,
            Kind::Knight => self.variant.movement().dead_ends.knight_ranks,
            _ => 0,
        }
    }
}

impl Default for Rules {
    /// Annan under the rule set of lishogi.
    fn default() -> Self {
        Self::new(Variant::Annan, None)
    }
}

//! A full-width search for mates by the slow rules: no table, no order, no pruning.

use mailbox::{Move, Position};

/// What a full-width search to some depth says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Mate in so many plies, and in no fewer.
    Mate(u32),
    /// No mate at all: every line ended before the depth was reached.
    NoMate,
    /// No mate within the depth, and lines that go on.
    NoneWithin,
    /// Too many positions.
    GaveUp,
}

/// The search.
pub struct FullWidth {
    nodes: u32,
    limit: u32,
    /// Whether a line was cut off by the depth.
    cut: bool,
}

impl FullWidth {
    /// Whether the side to move mates within `depth` plies, an odd number, giving check with every move.
    pub fn search(position: &Position, depth: u32, limit: u32) -> Width {
        for plies in (1..=depth).step_by(2) {
            let mut search = Self { nodes: 0, limit, cut: false };
            match search.attack(position, plies) {
                None => return Width::GaveUp,
                Some(true) => return Width::Mate(plies),
                Some(false) if !search.cut => return Width::NoMate,
                Some(false) => {}
            }
        }
        Width::NoneWithin
    }

    fn attack(&mut self, position: &Position, plies: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return None;
        }
        let checks: Vec<Move> = position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv)).collect();
        for mv in checks {
            if self.defend(&position.make(mv), plies - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn defend(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if plies == 0 {
            let mated = !position.has_legal_move();
            self.cut |= !mated;
            return Some(mated);
        }
        for mv in position.legal_moves() {
            if !self.attack(&position.make(mv), plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

//! For which other hands a proof or disproof holds.
//!
//! With more in hand the attacker does at least as well, for it can drop what it dropped, and what it holds the defender
//! does not. So a proof is kept for the least hand for which it is known to hold, a disproof for the largest.
//!
//! One rule spoils this: whether a pawn drop is forbidden because it mates can depend on what the opponent can put in
//! between, where a dropped pawn gives check from afar by borrowing or lending. Where a proof or disproof touches such a
//! drop it is *exact*: kept for its own hand alone. In shogi a pawn gives check from the next square, so nothing is exact
//! but loops.

use super::dfpn::{Child, Node, Search};
use super::hand::PackedHand;
use crate::movegen::{self, Generator};
use crate::position::Position;
use crate::types::{Kind, Move, Source};

impl Search<'_> {
    /// All pieces in both hands.
    pub fn pool(&self, position: &Position) -> PackedHand {
        PackedHand::new(position.hand(self.attacker)).plus(PackedHand::new(position.hand(!self.attacker)))
    }

    /// The least hand for which a mate found with the attacker to move holds, and whether it is exact.
    pub fn proof_hand_of_attacker(&self, position: &Position, node: &Node, child: &Child) -> (PackedHand, bool) {
        let outcome = &child.outcome;
        if outcome.exact || self.borrows && answered_by_drops_alone(position, child.mv) {
            return (node.hand, true);
        }
        let hand = match child.mv.source() {
            Source::Hand(kind) => outcome.hand.add(kind),
            Source::Board(_) => match captured_kind(position, child.mv) {
                Some(kind) => outcome.hand.remove(kind),
                None => outcome.hand,
            },
        };
        (hand, false)
    }

    /// The least hand for which a mate holds that every answer leads to, and whether it is exact.
    pub fn proof_hand_of_defender(&self, position: &Position, node: &Node, children: &[Child]) -> (PackedHand, bool) {
        if children.iter().any(|child| child.outcome.exact) || self.has_forbidden_drop(position) {
            return (node.hand, true);
        }
        let hand = children.iter().fold(PackedHand::EMPTY, |hand, child| hand.union(child.outcome.hand));
        (self.with_what_the_defender_lacks(position, node.hand, hand), false)
    }

    /// The least hand for which a position without an answer is mate, and whether it is exact.
    pub fn proof_hand_of_mated(&self, position: &Position, hand: PackedHand) -> (PackedHand, bool) {
        if self.has_forbidden_drop(position) {
            return (hand, true);
        }
        (self.with_what_the_defender_lacks(position, hand, PackedHand::EMPTY), false)
    }

    /// Where a drop could answer the check, the attacker must keep what the defender has none of.
    fn with_what_the_defender_lacks(&self, position: &Position, all: PackedHand, mut hand: PackedHand) -> PackedHand {
        if self.is_blockable(position) {
            let defender = position.hand(!self.attacker);
            for kind in Kind::DROPPABLE {
                if defender.count(kind) == 0 {
                    hand = hand.with(kind, all.count(kind));
                }
            }
        }
        hand
    }

    /// The largest hand for which the attacker to move has no mate, and whether it is exact.
    pub fn disproof_hand_of_attacker(
        &self,
        position: &Position,
        node: &Node,
        children: &[Child],
    ) -> (PackedHand, bool) {
        if children.iter().any(|child| child.outcome.exact) || self.has_forbidden_drop(position) {
            return (node.hand, true);
        }
        let mut hand = self.pool(position);
        for kind in Kind::DROPPABLE {
            // A piece of another kind could be dropped.
            if node.hand.count(kind) == 0 {
                hand = hand.with(kind, 0);
            }
        }
        for child in children {
            let after = child.outcome.hand;
            let before = match child.mv.source() {
                Source::Hand(kind) => after.add(kind),
                Source::Board(_) => match captured_kind(position, child.mv) {
                    Some(kind) => after.remove(kind),
                    None => after,
                },
            };
            hand = hand.intersection(before);
        }
        (hand, false)
    }

    /// The largest hand for which an answer leads out of the mate, and whether it is exact.
    pub fn disproof_hand_of_defender(&self, position: &Position, node: &Node, child: &Child) -> (PackedHand, bool) {
        if child.outcome.exact || self.borrows && answered_by_drops_alone(position, child.mv) {
            return (node.hand, true);
        }
        let mut pool = self.pool(position);
        if let Source::Hand(kind) = child.mv.source() {
            pool = pool.remove(kind);
        }
        (child.outcome.hand.intersection(pool), false)
    }

    /// Whether the side to move may not drop a pawn somewhere because that would mate, and hands decide it.
    fn has_forbidden_drop(&self, position: &Position) -> bool {
        self.borrows
            && position.hand(position.side_to_move()).count(Kind::Pawn) > 0
            && movegen::has_mating_pawn_drop(position)
    }
}

/// What a move captures, as it comes to the hand.
fn captured_kind(position: &Position, mv: Move) -> Option<Kind> {
    let kind = position.piece_at(mv.to())?.kind().unpromoted();
    ((kind as usize) < Kind::HAND).then_some(kind)
}

/// Whether a move drops a pawn to which there is no answer but drops, if any.
fn answered_by_drops_alone(position: &Position, mv: Move) -> bool {
    if mv.source() != Source::Hand(Kind::Pawn) {
        return false;
    }
    let mut next = *position;
    next.play(mv);
    !Generator::new(&next).has_board_move()
}

//! The children of a node: which moves there are, what is known of them, and in which order they are looked at.

use std::ops::ControlFlow;

use super::dfpn::{Child, NO_CHILD, Node, Search};
use super::hand::PackedHand;
use super::number::{ANY_LENGTH, INFINITE, Length, NO_LOOP, Numbers, Outcome, one_less};
use super::table::Known;
use crate::attacks;
use crate::movegen::Generator;
use crate::position::Position;
use crate::types::{Kind, Move, Source};

/// Largest estimate that is made of a position never searched.
const LARGEST_GUESS: u32 = 16;

impl Search<'_> {
    /// Adds the attacker's checks to the children.
    pub fn expand_attacker(&mut self, position: &Position, node: &Node) {
        let first = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let _ = Generator::new(position).checks(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        let king = position.king(!self.attacker);
        for &mv in &moves {
            let captured = position.piece_at(mv.to()).map(|piece| piece.kind());
            let hand = match (mv.source(), captured) {
                (Source::Hand(kind), _) => node.hand.remove(kind),
                (Source::Board(_), Some(kind)) if (kind.unpromoted() as usize) < Kind::HAND => {
                    node.hand.add(kind.unpromoted())
                }
                _ => node.hand,
            };
            let distance = king.map_or(0, |king| king.distance(mv.to())) as i16;
            let gain = if captured.is_some() { -4 } else { 0 } - if mv.promotes() { 2 } else { 0 };
            let mut order = 4 * distance + gain + i16::from(mv.is_drop());
            if self.thread > 0 {
                // Helpers look at another of several equal moves.
                order ^= (self.thread as i16 * 5 + mv.bits() as i16) & 3;
            }
            self.add(position, node, mv, hand, order, true);
            if self.children.last().is_some_and(|child| child.outcome.is_proved()) && node.length == ANY_LENGTH {
                break;
            }
        }
        self.moves = moves;
        self.children[first..].sort_by_key(|child| child.order);
    }

    /// Adds the defender's answers to the children.
    pub fn expand_defender(&mut self, position: &Position, node: &Node) {
        let first = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        Generator::new(position).collect_into(&mut moves);
        let checkers = position.checkers();
        let king = position.king(!self.attacker);
        // Captures of the checking piece, then the king's moves, then what stands in between.
        let order = |mv: Move| match mv.source() {
            _ if checkers.contains(mv.to()) => 0,
            Source::Board(from) if king == Some(from) => 1,
            Source::Board(_) => 2,
            // One drop on a square after the other, the cheapest first.
            Source::Hand(kind) => 16 + 8 * mv.to().index() as i16 + kind as i16,
        };
        moves.sort_by_key(|&mv| order(mv));
        for &mv in &moves {
            self.add(position, node, mv, node.hand, order(mv), false);
            // Delayed expansion: pieces dropped on one square are looked at one after the other, since most of what
            // refutes the first refutes them all.
            let added = self.children.len() - 1;
            if mv.is_drop() && added > first {
                let before = &self.children[added - 1];
                if before.mv.is_drop() && before.mv.to() == mv.to() {
                    self.children[added].after = (added - 1 - first) as u16;
                }
            }
            if self.children[added].outcome.is_disproved() && self.children[added].outcome.loops_to == NO_LOOP {
                break;
            }
        }
        self.moves = moves;
    }

    /// Adds a child with what is known of it.
    fn add(&mut self, position: &Position, node: &Node, mv: Move, hand: PackedHand, order: i16, attacks: bool) {
        let board = position.board_key_after(node.board, mv);
        let mut child = Child {
            mv,
            board,
            hand,
            outcome: Outcome::open(Numbers { pn: 1, dn: 1 }),
            after: NO_CHILD,
            order,
            is_old: false,
            is_known: false,
        };
        self.evaluate(position, node, &mut child, one_less(node.length), attacks);
        self.children.push(child);
    }

    /// Finds out what is known of a child: by the way to it, by the tables, or at a glance.
    fn evaluate(&mut self, position: &Position, node: &Node, child: &mut Child, length: Length, attacks: bool) {
        let none = |loops_to: u16, length: Length| Outcome {
            numbers: Numbers::DISPROVED,
            length,
            hand: child.hand,
            exact: true,
            loops_to,
            mv: None,
        };
        if let Some(depth) = self.path.find(child.board, child.hand) {
            child.outcome = none(depth, ANY_LENGTH);
            return;
        }
        if !self.forbidden.is_empty() {
            let mut next = *position;
            next.play(child.mv);
            if self.forbidden.contains(&next.key()) {
                child.outcome = none(NO_LOOP, ANY_LENGTH);
                return;
            }
        }
        match self.shared.table.look_up(child.board, child.hand, length) {
            Known::Decided(outcome) => {
                child.outcome = outcome;
                return;
            }
            Known::Estimate(numbers, depth) => {
                child.is_known = true;
                child.is_old = depth <= node.depth;
                child.outcome = Outcome::open(numbers);
                if let Some((loops_to, length)) = self.loops.look_up(&self.path, child.board, child.hand, length) {
                    child.outcome = none(loops_to, length);
                    return;
                }
            }
            Known::Nothing => {}
        }
        if attacks && (!child.is_known || length == 0) {
            self.glance(position, child, length);
        }
    }

    /// A first look at a position with the defender to move: mate, or a guess from the number of answers.
    fn glance(&mut self, position: &Position, child: &mut Child, length: Length) {
        let mut next = *position;
        next.play(child.mv);
        let (mut on_board, mut drops) = (0, 0);
        let _ = Generator::new(&next).all(|piece| {
            match piece.source {
                Source::Board(_) => on_board += piece.len() as u32,
                // Of the drops on a square one counts at first.
                Source::Hand(_) => drops = drops.max(piece.len() as u32),
            }
            let enough = length == 0 || on_board + drops >= LARGEST_GUESS;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if on_board + drops == 0 {
            let (hand, exact) = self.proof_hand_of_mated(&next, child.hand);
            let numbers = Numbers::PROVED;
            child.outcome = Outcome { numbers, length: 0, hand, exact, loops_to: NO_LOOP, mv: None };
            self.shared.table.store_decision(child.board, &child.outcome, 1);
        } else if length == 0 {
            // No mate at once: whatever the hands, unless nothing but a drop answers.
            let exact = on_board == 0;
            let hand = if exact { child.hand } else { self.pool(&next) };
            let numbers = Numbers::DISPROVED;
            child.outcome = Outcome { numbers, length: 0, hand, exact, loops_to: NO_LOOP, mv: None };
        } else {
            let numbers = Numbers { pn: (on_board + drops).clamp(1, LARGEST_GUESS), dn: 1 };
            debug_assert!(numbers.pn < INFINITE);
            child.outcome = Outcome::open(numbers);
            // Depth: not met as a node yet.
            self.shared.table.store_estimate(child.board, child.hand, numbers, u16::MAX, 1);
        }
    }

    /// Whether a drop could answer the check in a position with the defender to move.
    pub fn is_blockable(&self, position: &Position) -> bool {
        // A drop may also change how the checking piece moves, wherever it stands.
        if position.movement(self.attacker).touches_enemies() {
            return position.in_check();
        }
        let checkers = position.checkers();
        match (position.king(!self.attacker), checkers.first()) {
            (Some(king), Some(checker)) if !checkers.several() => attacks::between(king, checker).any(),
            _ => false,
        }
    }
}

//! Depth-first proof-number search.
//!
//! Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002), bounded by a number of plies where one
//! is asked for, with
//! - weak proof numbers (Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", 2008): of the children whose
//!   numbers would be summed, the greatest counts, and each other one as one. Nothing is counted twice, however often lines
//!   meet again;
//! - threshold control (Kishimoto, "Dealing with infinite loops, underestimation, and overestimation of depth-first
//!   proof-number search", 2010): where a child was first met nearer to the root, the thresholds rise, so that lines that
//!   meet in circles do not starve each other;
//! - a slack on the second-best child's number (Pawlewicz and Lew, "Improving depth-first PN-search: 1+epsilon trick",
//!   2006);
//! - loops as `loops.rs` says, hands as `table.rs` says.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::hand::PackedHand;
use super::loops::{LoopTable, Path};
use super::number::{ANY_LENGTH, INFINITE, LARGEST, Length, NO_LOOP, Numbers, Outcome, one_less, one_more};
use super::table::Table;
use crate::movegen;
use crate::position::Position;
use crate::types::{Color, Move};

/// Longest way from the root that is followed. What lies beyond stays undecided.
const MAX_DEPTH: u16 = 6000;
/// Nodes between two looks at the clock.
const POLL: u64 = 256;
/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    /// Set when the search is to end.
    pub stop: &'a AtomicBool,
    /// Nodes of all threads.
    pub nodes: &'a AtomicU64,
    /// Nodes after which the search ends.
    pub node_limit: &'a AtomicU64,
    /// Tells whether the time is over; called now and then with the numbers of the root.
    pub poll: &'a (dyn Fn(Numbers) -> bool + Sync),
}

/// A node on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Key of the board.
    pub board: u64,
    /// The attacker's hand.
    pub hand: PackedHand,
    /// Depth, from 1 at the root.
    pub depth: u16,
    /// Plies that are left.
    pub length: Length,
}

/// A move of a node, with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub mv: Move,
    pub board: u64,
    pub hand: PackedHand,
    pub outcome: Outcome,
    /// Not looked at before the child with this index is proved. [`NO_CHILD`]: looked at at once.
    pub after: u16,
    /// Among equals the lower goes first.
    pub order: i16,
    /// Whether it was first met nearer to the root.
    pub is_old: bool,
    /// Whether it was searched before.
    pub is_known: bool,
}

/// No child.
pub(super) const NO_CHILD: u16 = u16::MAX;

/// What the children say together, and which to look at next.
struct Summary {
    numbers: Numbers,
    best: usize,
    /// The second-best number by which children are chosen.
    second: u32,
    /// Children beside the best whose numbers count as one each.
    others: u32,
}

/// One thread of a search.
pub(super) struct Search<'a> {
    pub shared: &'a Shared<'a>,
    pub attacker: Color,
    /// Whether pieces borrow movement, so that a dropped pawn can give check from afar.
    pub borrows: bool,
    /// Full keys of positions in which the game would end: no mate leads through them.
    pub forbidden: &'a [u64],
    /// Distinguishes searches that may not share what they find.
    pub salt: u64,
    pub loops: LoopTable,
    pub path: Path,
    pub children: Vec<Child>,
    pub moves: Vec<Move>,
    /// Nodes of this thread.
    pub nodes: u64,
    /// Nodes of this thread at which the question of the moment is given up.
    pub give_up_at: u64,
    polled: u64,
    pub stopped: bool,
    /// Whether a way longer than [`MAX_DEPTH`] was cut off.
    pub cut: bool,
    root_numbers: Numbers,
    /// Number of the thread: others than the first take another of several equal moves.
    pub thread: usize,
}

impl<'a> Search<'a> {
    pub fn new(shared: &'a Shared<'a>, problem: &'a super::Problem, loop_bytes: usize, thread: usize) -> Self {
        Self {
            shared,
            attacker: problem.attacker,
            borrows: problem.borrows,
            forbidden: &problem.forbidden,
            salt: problem.salt,
            loops: LoopTable::new(loop_bytes),
            path: Path::new(),
            children: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            give_up_at: u64::MAX,
            polled: 0,
            stopped: false,
            cut: false,
            root_numbers: Numbers { pn: 1, dn: 1 },
            thread,
        }
    }

    /// Whether the side to move in this position, attacker or defender, is in a mate within `length` plies. Undecided only
    /// if the search was stopped or ways were cut off.
    pub fn decide(&mut self, position: &Position, length: Length) -> Outcome {
        self.path.clear();
        self.cut = false;
        let attacks = position.side_to_move() == self.attacker;
        // The attacker mates after an odd number of plies, so an odd (or even) one more changes nothing.
        let spare = length != ANY_LENGTH && length.is_multiple_of(2) == attacks;
        let length = if spare { length.saturating_sub(1) } else { length };
        let hand = PackedHand::new(position.hand(self.attacker));
        if length == 0 {
            return self.decide_at_once(position, attacks, hand);
        }
        let node = Node { board: position.board_key() ^ self.salt, hand, depth: 1, length };
        let outcome = self.search(position, node, Numbers { pn: INFINITE, dn: INFINITE }, false);
        self.shared.nodes.fetch_add(self.nodes - self.polled, Ordering::Relaxed);
        self.polled = self.nodes;
        if outcome.numbers.is_decided() {
            self.root_numbers = outcome.numbers;
        }
        if outcome.is_disproved() && outcome.loops_to < node.depth {
            return Outcome::open(self.root_numbers);
        }
        outcome
    }

    /// Whether the defender, if it is to move, is mated already.
    fn decide_at_once(&self, position: &Position, attacks: bool, hand: PackedHand) -> Outcome {
        let mated = !attacks && position.in_check() && !movegen::has_legal_move(position);
        let numbers = if mated { Numbers::PROVED } else { Numbers::DISPROVED };
        Outcome { numbers, length: 0, hand, exact: true, loops_to: NO_LOOP, mv: None }
    }

    /// The numbers of the root when they were last known.
    pub fn root_numbers(&self) -> Numbers {
        self.root_numbers
    }

    /// Ends the search if it is time.
    fn poll(&mut self) {
        let fresh = self.nodes - self.polled;
        let node_limit = self.shared.node_limit.load(Ordering::Relaxed);
        if fresh < POLL && self.nodes > 1 && node_limit > POLL {
            return;
        }
        self.polled = self.nodes;
        let all = self.shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        self.stopped |=
            self.shared.stop.load(Ordering::Relaxed) || all >= node_limit || (self.shared.poll)(self.root_numbers);
    }

    /// Searches a node until one of its numbers reaches its threshold. An outcome that depends on the way has a loop depth
    /// below that of the node.
    fn search(&mut self, position: &Position, node: Node, mut threshold: Numbers, mut raise: bool) -> Outcome {
        self.nodes += 1;
        self.stopped |= self.nodes >= self.give_up_at;
        self.poll();
        if self.stopped {
            return Outcome::open(Numbers { pn: 1, dn: 1 });
        }
        if node.depth >= MAX_DEPTH {
            self.cut = true;
            let length = ANY_LENGTH;
            return Outcome {
                numbers: Numbers::DISPROVED,
                length,
                hand: node.hand,
                exact: true,
                loops_to: 0,
                mv: None,
            };
        }
        let attacks = position.side_to_move() == self.attacker;
        let nodes_before = self.nodes;
        let first = self.children.len();
        self.path.push(node.board, node.hand);
        if attacks {
            self.expand_attacker(position, &node);
        } else {
            self.expand_defender(position, &node);
        }
        raise |= self.children[first..].iter().any(|child| child.is_old && !child.outcome.numbers.is_decided());
        let mut is_first_look = true;
        let mut outcome = loop {
            let Some(summary) = self.summarize(first, attacks) else {
                break if attacks { self.no_mate(position, &node, first) } else { self.mate(position, &node, first) };
            };
            if summary.numbers.is_decided() {
                break if attacks {
                    self.found_mate(position, &node, first)
                } else {
                    self.found_escape(position, &node, first)
                };
            }
            if node.depth == 1 {
                self.root_numbers = summary.numbers;
            }
            if is_first_look && raise {
                // Threshold control: at least something must come of the visit.
                threshold.pn = threshold.pn.max((summary.numbers.pn + 1).min(INFINITE));
                threshold.dn = threshold.dn.max((summary.numbers.dn + 1).min(INFINITE));
            }
            is_first_look = false;
            if summary.numbers.pn >= threshold.pn || summary.numbers.dn >= threshold.dn {
                break Outcome::open(summary.numbers);
            }
            let child = self.children[first + summary.best];
            let chosen = |own: u32| own.min(summary.second.saturating_add(1 + summary.second / 4));
            let summed = |own: u32| if own == INFINITE { INFINITE } else { own - summary.others };
            let child_threshold = if attacks {
                Numbers { pn: chosen(threshold.pn), dn: summed(threshold.dn) }
            } else {
                Numbers { pn: summed(threshold.pn), dn: chosen(threshold.dn) }
            };
            let mut next = *position;
            next.play(child.mv);
            let next_node =
                Node { board: child.board, hand: child.hand, depth: node.depth + 1, length: one_less(node.length) };
            // A position seen for the first time has nothing that could go round in circles.
            let found = self.search(&next, next_node, child_threshold, raise && child.is_known);
            if self.stopped {
                break Outcome::open(summary.numbers);
            }
            self.children[first + summary.best].outcome = found;
            self.children[first + summary.best].is_known = true;
        };
        self.path.pop();
        self.children.truncate(first);
        if !self.stopped {
            self.remember(&node, &mut outcome, self.nodes - nodes_before + 1);
        }
        outcome
    }

    /// What the children say together; `None` if all are decided against the side to move.
    fn summarize(&self, first: usize, attacks: bool) -> Option<Summary> {
        let children = &self.children[first..];
        // By the first number children are chosen; the second is that of which all count.
        let split = |numbers: Numbers| if attacks { (numbers.pn, numbers.dn) } else { (numbers.dn, numbers.pn) };
        let (mut best, mut least, mut second, mut greatest, mut open) = (0, u32::MAX, INFINITE, 0, 0u32);
        for (i, child) in children.iter().enumerate() {
            let (chosen, counted) = split(child.outcome.numbers);
            let waits = child.after != NO_CHILD && !children[usize::from(child.after)].outcome.is_proved();
            if counted == 0 || waits && chosen != 0 {
                continue;
            }
            open += 1;
            greatest = greatest.max(counted);
            if chosen < least {
                second = second.min(least);
                (best, least) = (i, chosen);
            } else {
                second = second.min(chosen);
            }
        }
        if open == 0 {
            return None;
        }
        let others = open - 1;
        let counted = if greatest >= INFINITE { INFINITE } else { greatest.saturating_add(others).min(LARGEST) };
        let numbers = if attacks { Numbers { pn: least, dn: counted } } else { Numbers { pn: counted, dn: least } };
        Some(Summary { numbers, best, second: second.min(INFINITE), others })
    }

    /// Puts what was found into the tables, and takes a loop that leads back to this very node for an ordinary disproof.
    fn remember(&mut self, node: &Node, outcome: &mut Outcome, amount: u64) {
        let table = self.shared.table;
        if !outcome.numbers.is_decided() {
            table.store_estimate(node.board, node.hand, outcome.numbers, node.depth, amount);
        } else if outcome.is_proved() {
            table.store_decision(node.board, outcome, amount);
        } else if outcome.loops_to >= node.depth {
            outcome.loops_to = NO_LOOP;
            table.store_decision(node.board, outcome, amount);
        } else {
            self.loops.store(&self.path, node.board, node.hand, outcome.length, outcome.loops_to);
        }
    }

    /// A mate for the attacker to move: one of the children is proved.
    fn found_mate(&self, position: &Position, node: &Node, first: usize) -> Outcome {
        let proved = self.children[first..].iter().filter(|child| child.outcome.is_proved());
        let Some(child) = proved.min_by_key(|child| child.outcome.length) else { unreachable!("a child is proved") };
        let (hand, exact) = self.proof_hand_of_attacker(position, node, child);
        Outcome {
            numbers: Numbers::PROVED,
            length: one_more(child.outcome.length),
            hand,
            exact,
            loops_to: NO_LOOP,
            mv: Some(child.mv),
        }
    }

    /// A mate with the defender to move: all children are proved, or there are none.
    fn mate(&self, position: &Position, node: &Node, first: usize) -> Outcome {
        let children = &self.children[first..];
        let length = children.iter().map(|child| one_more(child.outcome.length)).max().unwrap_or(0);
        let (hand, exact) = self.proof_hand_of_defender(position, node, children);
        Outcome { numbers: Numbers::PROVED, length, hand, exact, loops_to: NO_LOOP, mv: None }
    }

    /// No mate for the attacker to move: all children are disproved, or there are none.
    fn no_mate(&self, position: &Position, node: &Node, first: usize) -> Outcome {
        let children = &self.children[first..];
        let length = children.iter().map(|child| one_more(child.outcome.length)).min().unwrap_or(ANY_LENGTH);
        let loops_to = children.iter().map(|child| child.outcome.loops_to).min().unwrap_or(NO_LOOP);
        let (hand, exact) = self.disproof_hand_of_attacker(position, node, children);
        Outcome { numbers: Numbers::DISPROVED, length, hand, exact, loops_to, mv: None }
    }

    /// No mate with the defender to move: one of the children is disproved.
    fn found_escape(&self, position: &Position, node: &Node, first: usize) -> Outcome {
        let disproved = self.children[first..].iter().filter(|child| child.outcome.is_disproved());
        // The one that depends least on the way.
        let Some(child) = disproved.max_by_key(|child| (child.outcome.loops_to, child.outcome.length)) else {
            unreachable!("a child is disproved")
        };
        let (hand, exact) = self.disproof_hand_of_defender(position, node, child);
        Outcome {
            numbers: Numbers::DISPROVED,
            length: one_more(child.outcome.length),
            hand,
            exact,
            loops_to: child.outcome.loops_to,
            mv: None,
        }
    }
}

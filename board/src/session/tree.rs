//! The tree of moves.

use std::collections::BTreeMap;

use nanboku::position::{Game, Position};
use nanboku::types::{Move, PerColor};

use super::clock::Left;
use super::notation;
use super::seat::chance;
use super::{Mark, MoveText, Score, snapshot};

/// The start position.
pub const ROOT: u32 = 0;
/// The most nodes that a tree holds.
pub const MOST_NODES: usize = 5_000;
/// The longest comment, in characters.
pub const LONGEST_COMMENT: usize = 2_000;

/// A move and what belongs to it; the root has none.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The node before.
    pub parent: Option<u32>,
    /// The nodes after it, the line's own first.
    pub children: Vec<u32>,
    /// The move.
    pub mv: Option<Move>,
    /// The move as text.
    pub text: Option<MoveText>,
    /// Number of moves since the start position.
    pub number: u32,
    /// Milliseconds that the move took.
    pub ms: Option<u64>,
    /// The comment.
    pub comment: String,
    /// What the analysis of the game says of the position, seen from Black.
    pub score: Option<Score>,
    /// The best line in the position.
    pub best: Vec<Move>,
    /// How bad the move was.
    pub mark: Option<Mark>,
    /// What would have been better than the move.
    pub better: Vec<MoveText>,
    /// The clocks when the side to move began to think.
    pub left: Option<PerColor<Left>>,
}

/// All moves since a start position.
#[derive(Clone, Debug)]
pub struct Tree {
    start: Position,
    nodes: BTreeMap<u32, Node>,
    next: u32,
}

impl Tree {
    /// The start position alone.
    pub fn new(start: Position) -> Self {
        Self { start, nodes: BTreeMap::from([(ROOT, Node::default())]), next: ROOT + 1 }
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// A node.
    pub fn get(&self, id: u32) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// A node, to be changed.
    pub fn get_mut(&mut self, id: u32) -> Option<&mut Node> {
        self.nodes.get_mut(&id)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes from the root to this one.
    pub fn path(&self, id: u32) -> Vec<u32> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.get(at).and_then(|node| node.parent) {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The nodes of the line through this one, from the root to its end.
    pub fn line(&self, id: u32) -> Vec<u32> {
        let mut line = self.path(id);
        while let Some(&next) = line.last().and_then(|&last| self.get(last)).and_then(|node| node.children.first()) {
            line.push(next);
        }
        line
    }

    /// The moves that lead to a node.
    pub fn moves(&self, id: u32) -> Vec<Move> {
        self.path(id).into_iter().filter_map(|id| self.get(id)?.mv).collect()
    }

    /// The game up to a node.
    pub fn game(&self, id: u32) -> Game {
        let mut game = Game::new(self.start);
        for mv in self.moves(id) {
            game.make(mv);
        }
        game
    }

    /// The node after `parent` by this move, which must be legal there; it is added if it is not there yet. `None` if the tree
    /// is full.
    pub fn add(&mut self, parent: u32, game: &Game, mv: Move) -> Option<u32> {
        let node = self.get(parent)?;
        let there = node.children.iter().find(|&&child| self.get(child).is_some_and(|child| child.mv == Some(mv)));
        if let Some(&child) = there {
            return Some(child);
        }
        if self.len() >= MOST_NODES {
            return None;
        }
        let (number, last) = (node.number + 1, node.mv);
        let text = notation::text(game.position(), last, mv);
        let id = self.next;
        self.next += 1;
        let node = Node { parent: Some(parent), mv: Some(mv), text: Some(text), number, ..Node::default() };
        self.nodes.insert(id, node);
        self.get_mut(parent)?.children.push(id);
        Some(id)
    }

    /// Makes the line to a node the first one wherever it branches off.
    pub fn promote(&mut self, id: u32) {
        for pair in self.path(id).windows(2) {
            if let Some(parent) = self.get_mut(pair[0]) {
                parent.children.retain(|&child| child != pair[1]);
                parent.children.insert(0, pair[1]);
            }
        }
    }

    /// Deletes a node other than the root, and everything after it.
    pub fn delete(&mut self, id: u32) {
        if let Some(parent) = self.get(id).and_then(|node| node.parent).and_then(|parent| self.get_mut(parent)) {
            parent.children.retain(|&child| child != id);
            let mut doomed = vec![id];
            while let Some(id) = doomed.pop() {
                doomed.extend(self.nodes.remove(&id).map(|node| node.children).unwrap_or_default());
            }
        }
    }

    /// What the page sees: every node after its parent, a line before its branches.
    pub fn view(&self, cursor: u32) -> snapshot::Tree {
        let mut nodes = Vec::with_capacity(self.len());
        let first = self.start().side_to_move();
        let mut open = vec![ROOT];
        while let Some(id) = open.pop() {
            let Some(node) = self.get(id) else { continue };
            let side = if node.number.is_multiple_of(2) { first } else { !first };
            nodes.push(snapshot::Node {
                id,
                parent: node.parent,
                mv: node.text.clone(),
                number: node.number,
                ms: node.ms,
                comment: node.comment.clone(),
                score: node.score,
                chance: node.score.map(|score| chance(score, side)),
                mark: node.mark,
                better: node.better.clone(),
            });
            open.extend(node.children.iter().rev());
        }
        snapshot::Tree { cursor, nodes }
    }
}

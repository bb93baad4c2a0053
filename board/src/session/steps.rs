//! Ways through the tree, settings, and the editor.

use nanboku::movegen;
use nanboku::position::Position;

use super::NoticeKey;
use super::command::{Change, Step};
use super::editor::Board;
use super::setup::{Player, Setup, Start};
use super::tree::{LONGEST_COMMENT, ROOT};
use super::values::{Square, Usi};
use super::{Edit, Session, rules, why};

impl Session {
    fn check_node(&self, node: u32) -> Result<(), NoticeKey> {
        self.tree.get(node).map(|_| ()).ok_or(NoticeKey::NoSuchNode { node })
    }

    pub(super) fn go(&mut self, node: u32) -> Result<(), NoticeKey> {
        self.check_node(node)?;
        self.show(node);
        Ok(())
    }

    pub(super) fn step(&mut self, to: Step) -> Result<(), NoticeKey> {
        let node = self.tree.get(self.cursor);
        let parent = node.and_then(|node| node.parent);
        let found =
            match to {
                Step::First => Some(ROOT),
                Step::Back => parent,
                Step::On => node.and_then(|node| node.children.first().copied()),
                Step::Last => self.tree.line(self.cursor).last().copied(),
                Step::Live => self.play.as_ref().map(|play| play.live),
                Step::BranchBefore | Step::BranchAfter => {
                    let siblings = parent.and_then(|parent| self.tree.get(parent)).map(|parent| &parent.children[..]);
                    let siblings = siblings.unwrap_or_default();
                    let place = siblings.iter().position(|&sibling| sibling == self.cursor);
                    let place = place.and_then(|place| {
                        if to == Step::BranchBefore { place.checked_sub(1) } else { place.checked_add(1) }
                    });
                    place.and_then(|place| siblings.get(place).copied())
                }
            };
        self.show(found.ok_or(NoticeKey::NoStep { step: to })?);
        Ok(())
    }

    pub(super) fn play_line(&mut self, moves: &[Usi]) -> Result<(), NoticeKey> {
        if self.is_playing() {
            return Err(NoticeKey::GameRuns);
        }
        let mut game = self.shown.clone();
        for Usi(mv) in moves {
            if !movegen::is_legal(game.position(), *mv) {
                let (reason, by) = why::not_legal(game.position(), *mv);
                return Err(NoticeKey::IllegalMove { usi: Usi(*mv), reason, by: by.map(Square) });
            }
            game.make(*mv);
        }
        for Usi(mv) in moves {
            self.add_move(*mv)?;
        }
        Ok(())
    }

    pub(super) fn promote_branch(&mut self, node: u32) -> Result<(), NoticeKey> {
        self.check_node(node)?;
        self.tree.promote(node);
        Ok(())
    }

    pub(super) fn delete_branch(&mut self, node: u32) -> Result<(), NoticeKey> {
        self.check_node(node)?;
        let parent = self.tree.get(node).and_then(|node| node.parent).ok_or(NoticeKey::NotNow)?;
        let has_live = self.play.as_ref().is_some_and(|play| self.tree.path(play.live).contains(&node));
        if has_live && self.is_playing() {
            return Err(NoticeKey::GameRuns);
        }
        self.seat.whole = None;
        if has_live {
            // The game that was played is no longer in the tree.
            self.play = None;
            self.end = None;
        }
        if self.tree.path(self.cursor).contains(&node) {
            self.show(parent);
        }
        self.tree.delete(node);
        Ok(())
    }

    pub(super) fn comment(&mut self, node: u32, text: &str) -> Result<(), NoticeKey> {
        self.check_node(node)?;
        if let Some(node) = self.tree.get_mut(node) {
            node.comment = text.chars().take(LONGEST_COMMENT).collect();
        }
        Ok(())
    }

    pub(super) fn set(
        &mut self,
        hints: Option<bool>,
        lines: Option<u32>,
        level: Option<usize>,
        think_ms: Option<u64>,
    ) -> Result<(), NoticeKey> {
        let bad = |detail: String| NoticeKey::BadSetup { detail };
        if let Some(level) = level {
            rules::check_level(level).map_err(bad)?;
        }
        if let Some(ms) = think_ms {
            rules::check_think(ms).map_err(bad)?;
        }
        let most = rules::MOST_LINES;
        if let Some(lines) = lines.filter(|lines| !(1..=most).contains(lines)) {
            return Err(bad(format!("an analysis has 1 to {most} lines, not {lines}")));
        }
        self.settings.hints = hints.unwrap_or(self.settings.hints);
        self.settings.lines = lines.unwrap_or(self.settings.lines);
        self.setup.think_ms = think_ms.unwrap_or(self.setup.think_ms);
        for player in [&mut self.setup.black, &mut self.setup.white] {
            if let (Player::Engine { level: place }, Some(level)) = (player, level) {
                *place = level;
            }
        }
        Ok(())
    }

    pub(super) fn edit_begin(&mut self) -> Result<(), NoticeKey> {
        if self.is_playing() {
            return Err(NoticeKey::GameRuns);
        }
        self.stop_learning();
        let board = Board::of(self.shown.position());
        self.edit = Some(Edit { board, setup: self.setup.clone(), rules: self.rules });
        Ok(())
    }

    pub(super) fn edit_change(&mut self, change: &Change) -> Result<(), NoticeKey> {
        let edit = self.edit.as_mut().ok_or(NoticeKey::NotNow)?;
        edit.board.change(change, &mut edit.setup, &mut edit.rules)
    }

    pub(super) fn edit_done(&mut self) -> Result<(), NoticeKey> {
        let edit = self.edit.as_ref().ok_or(NoticeKey::NotNow)?;
        if !edit.board.problems(&edit.rules).is_empty() {
            return Err(NoticeKey::Unsound);
        }
        let start = Position::from_sfen(&edit.board.sfen(), &edit.rules).map_err(|_| NoticeKey::Unsound)?;
        let setup = from_position(&edit.setup, &start);
        self.begin_with(setup, edit.rules, start);
        Ok(())
    }

    pub(super) fn edit_cancel(&mut self) -> Result<(), NoticeKey> {
        self.edit.take().map(|_| ()).ok_or(NoticeKey::NotNow)
    }
}

/// The setup for a game that begins from this position.
pub(super) fn from_position(setup: &Setup, start: &Position) -> Setup {
    let sfen = start.sfen();
    let own = sfen == start.rules().variant.start();
    Setup {
        start: if own { Start::Auto } else { Start::Position },
        sfen: (!own).then_some(sfen),
        handicap: "none".to_owned(),
        ..setup.clone()
    }
}

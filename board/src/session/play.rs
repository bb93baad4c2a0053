//! The game that is played: set-up, moves, clocks, and its end.

use nanboku::movegen;
use nanboku::position::{Game, Position};
use nanboku::rules::Rules;
use nanboku::types::{Color, Move};

use super::clock::Clock;
use super::setup::{ClockSetup, Player, Setup};
use super::tree::{MOST_NODES, ROOT, Tree};
use super::{Can, Clocks, EndReason, Event, GameEnd, NoticeKey};
use super::{Play, Session, rules, values, view, why};

/// How often running clocks are told, in milliseconds.
const TELL_CLOCKS: u64 = 1_000;

impl Player {
    /// Whether a human plays.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human { .. })
    }
}

fn bad(detail: String) -> NoticeKey {
    NoticeKey::BadSetup { detail }
}

impl Session {
    pub(super) fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.setup.black,
            Color::White => &self.setup.white,
        }
    }

    /// Whether the engine plays a side.
    pub(super) fn has_engine(&self) -> bool {
        Color::ALL.iter().any(|&color| !self.player(color).is_human())
    }

    /// Puts another start position on the board; nothing of what was there stays.
    pub(super) fn begin_with(&mut self, setup: Setup, rules: Rules, start: Position) {
        self.stop_learning();
        self.setup = setup;
        self.rules = rules;
        self.tree = Tree::new(start);
        self.cursor = ROOT;
        self.shown = Game::new(start);
        self.play = None;
        self.end = None;
        self.edit = None;
    }

    pub(super) fn new_game(&mut self, setup: Setup) -> Result<(), NoticeKey> {
        rules::check(&setup).map_err(bad)?;
        let rules = rules::rules(&setup).map_err(bad)?;
        let start = rules::start(&setup, &rules).map_err(bad)?;
        if let Some(problem) = super::editor::capturable_king(&start) {
            return Err(bad(problem.detail));
        }
        if let Some(end) = view::end_of(Game::new(start).outcome(), start.side_to_move()) {
            return Err(bad(format!("the game would be over at once: {:?}", end.reason)));
        }
        let clock = setup.clock;
        self.begin_with(setup, rules, start);
        self.start_play(clock);
        Ok(())
    }

    pub(super) fn rematch(&mut self) -> Result<(), NoticeKey> {
        if self.is_playing() {
            return Err(NoticeKey::GameRuns);
        }
        if self.play.is_none() {
            return Err(NoticeKey::NotNow);
        }
        let mut setup = self.setup.clone();
        std::mem::swap(&mut setup.black, &mut setup.white);
        self.new_game(setup)
    }

    pub(super) fn play_on(&mut self, black: Player, white: Player, clock: Option<ClockSetup>) -> Result<(), NoticeKey> {
        if self.is_playing() {
            return Err(NoticeKey::GameRuns);
        }
        if view::end_of(self.shown.outcome(), self.shown.position().side_to_move()).is_some() {
            return Err(NoticeKey::NotNow);
        }
        let setup = Setup { black, white, clock, ..self.setup.clone() };
        rules::check(&setup).map_err(bad)?;
        self.setup = setup;
        self.stop_learning();
        self.start_play(clock);
        Ok(())
    }

    /// Lets a game begin where the cursor is.
    fn start_play(&mut self, clock: Option<ClockSetup>) {
        self.end = None;
        self.play = Some(Play { live: self.cursor, clock: clock.map(Clock::new), turn: self.now, told: self.now });
        self.seat.new_game = true;
        self.seat.failures = 0;
        self.begin_turn();
    }

    /// The side to move in the game begins to think.
    fn begin_turn(&mut self) {
        let now = self.now;
        let Some(play) = &mut self.play else { return };
        play.turn = now;
        let game = self.tree.game(play.live);
        let side = game.position().side_to_move();
        self.end = view::end_of(game.outcome(), side);
        if let Some(clock) = &mut play.clock {
            if let Some(node) = self.tree.get_mut(play.live) {
                node.left = Some(clock.left());
            }
            if self.end.is_none() {
                clock.start(side, now);
            }
        }
    }

    pub(super) fn play_human(&mut self, mv: Move) -> Result<(), NoticeKey> {
        let position = self.shown.position();
        if self.is_playing() {
            let live = self.play.as_ref().map(|play| play.live);
            if live != Some(self.cursor) || !self.player(position.side_to_move()).is_human() {
                return Err(NoticeKey::NotYourTurn);
            }
        }
        if !movegen::is_legal(position, mv) {
            let (reason, by) = why::not_legal(position, mv);
            return Err(NoticeKey::IllegalMove { usi: values::Usi(mv), reason, by: by.map(values::Square) });
        }
        if self.is_playing() { self.play_move(mv) } else { self.add_move(mv) }
    }

    /// Adds a legal move after the position that is shown, and shows what follows.
    pub(super) fn add_move(&mut self, mv: Move) -> Result<(), NoticeKey> {
        let node = self.tree.add(self.cursor, &self.shown, mv).ok_or(NoticeKey::TreeFull { most: MOST_NODES })?;
        self.show(node);
        Ok(())
    }

    /// Plays a legal move in the running game. Who looks at its last position sees the new one.
    pub(super) fn play_move(&mut self, mv: Move) -> Result<(), NoticeKey> {
        let now = self.now;
        let Some(play) = &mut self.play else { return Err(NoticeKey::NotNow) };
        let before = play.live;
        let game = self.tree.game(before);
        let node = self.tree.add(before, &game, mv).ok_or(NoticeKey::TreeFull { most: MOST_NODES })?;
        if let Some(added) = self.tree.get_mut(node) {
            added.ms = Some(now.saturating_sub(play.turn));
        }
        if let Some(clock) = &mut play.clock {
            clock.stop(now, true);
        }
        play.live = node;
        // The game's own line comes first.
        self.tree.promote(node);
        self.seat.show = None;
        self.seat.mate = None;
        if self.cursor == before {
            self.show(node);
        }
        self.begin_turn();
        Ok(())
    }

    /// The position to which `take_back` leads.
    fn take_back_to(&self) -> Option<u32> {
        let mut node = self.play.as_ref()?.live;
        let mut side = self.tree.game(node).position().side_to_move();
        loop {
            node = self.tree.get(node)?.parent?;
            side = !side;
            if self.player(side).is_human() {
                return Some(node);
            }
        }
    }

    pub(super) fn take_back(&mut self) -> Result<(), NoticeKey> {
        let to = self.take_back_to().ok_or(NoticeKey::NotNow)?;
        let left = self.tree.get(to).and_then(|node| node.left);
        if let Some(play) = &mut self.play {
            play.live = to;
            if let (Some(clock), Some(left)) = (&mut play.clock, left) {
                clock.restore(left);
            }
        }
        self.end = None;
        self.stop_learning();
        self.show(to);
        self.begin_turn();
        Ok(())
    }

    /// Who gives up by `resign`.
    fn resigning(&self) -> Option<Color> {
        let live = self.play.as_ref().filter(|_| self.is_playing())?.live;
        let side = self.tree.game(live).position().side_to_move();
        [side, !side].into_iter().find(|&color| self.player(color).is_human())
    }

    pub(super) fn resign(&mut self) -> Result<(), NoticeKey> {
        let color = self.resigning().ok_or(NoticeKey::NotNow)?;
        self.end_game(EndReason::Resignation, Some(!color));
        Ok(())
    }

    pub(super) fn abort(&mut self) -> Result<(), NoticeKey> {
        if !self.is_playing() {
            return Err(NoticeKey::NotNow);
        }
        self.end_game(EndReason::Abandoned, None);
        Ok(())
    }

    fn end_game(&mut self, reason: EndReason, winner: Option<Color>) {
        self.end = Some(GameEnd { reason, winner: winner.map(values::Color) });
        let now = self.now;
        if let Some(clock) = self.play.as_mut().and_then(|play| play.clock.as_mut()) {
            clock.stop(now, false);
        }
        self.changed = true;
    }

    /// The buttons.
    pub(super) fn can(&self) -> Can {
        let playing = self.is_playing();
        let editing = self.edit.is_some();
        let free = !playing && !editing;
        let over = view::end_of(self.shown.outcome(), self.shown.position().side_to_move()).is_some();
        Can {
            take_back: !editing && self.take_back_to().is_some(),
            resign: self.resigning().is_some(),
            abort: playing,
            rematch: free && self.play.is_some(),
            play_on: free && !over,
            move_now: self.thinking().is_some(),
            analyse: !(editing || playing && self.has_engine()),
            analyse_game: free && self.tree.len() > 1,
            edit: free,
        }
    }

    pub(super) fn clocks(&self) -> Option<Clocks> {
        let clock = self.play.as_ref()?.clock.as_ref()?;
        Some(clock.view(self.now))
    }

    /// When the clocks are to be told, or a flag falls.
    pub(super) fn clock_wake(&self) -> Option<u64> {
        let play = self.play.as_ref().filter(|_| self.is_playing())?;
        let (_, flag) = play.clock.as_ref()?.flag()?;
        Some(flag.min(play.told + TELL_CLOCKS))
    }

    /// Moves the time on, and lets flags fall.
    pub(super) fn pass_time(&mut self, now: u64) {
        self.now = self.now.max(now);
        let now = self.now;
        if self.is_playing()
            && let Some(play) = &mut self.play
            && let Some(clock) = &play.clock
        {
            if let Some((color, _)) = clock.flag().filter(|&(_, flag)| flag <= now) {
                self.end_game(EndReason::Time, Some(!color));
            } else if now >= play.told + TELL_CLOCKS {
                play.told = now;
                let clocks = clock.view(now);
                self.out.all.push(Event::Clocks(clocks));
            }
        }
        self.play_held();
    }
}

//! What the engine does: its moves in the game, analysis, best moves, mates.

use std::mem;

use nanboku::movegen;
use nanboku::position::Game;
use nanboku::types::{Color, Move};

use super::seat::{self, Answer, Found, Job, Purpose, Report, Request, Running, Task, ThinkTime, Whole, chance, score};
use super::setup::Player;
use super::tree::Tree;
use super::values::{self, Usi};
use super::{
    Analysis, EngineView, Event, Hint, Level, Line, Mark, MateAnswer, MateVerdict, Notice, NoticeKey, Progress, Score,
};
use super::{Session, notation, view};

/// Time to find the best move to show, in milliseconds.
const SHOW_MS: u64 = 1_000;
/// Time to find a mate unless told otherwise.
const MATE_MS: u64 = 10_000;
/// Time for each position of a game unless told otherwise.
const WHOLE_MS: u64 = 500;
/// The longest time for any of them.
const MOST_MS: u64 = 600_000;
/// Least time between two events with lines.
const TELL_LINES: u64 = 100;
/// A state is sent after every so many positions of a game that is analysed.
const TELL_TREE: usize = 8;
/// Least time between two moves when the engine plays itself, so that it can be watched.
const WATCHED_MS: u64 = 500;

impl Session {
    /// The side for which the engine is to move in the game.
    pub(super) fn thinking(&self) -> Option<Color> {
        let live = self.play.as_ref().filter(|_| self.is_playing())?.live;
        let side = self.tree.game(live).position().side_to_move();
        (!self.player(side).is_human()).then_some(side)
    }

    pub(super) fn engine_view(&self) -> EngineView {
        EngineView {
            thinking: self.thinking().map(values::Color),
            analysing: self.seat.analysing,
            showing: self.seat.show.is_some(),
            solving: self.seat.mate.is_some(),
            game: self.seat.whole.as_ref().map(Whole::progress),
        }
    }

    /// Ends everything but the game.
    pub(super) fn stop_learning(&mut self) {
        self.stop_tasks();
        self.seat.analysing = false;
        self.seat.told = None;
        self.seat.held = None;
    }

    pub(super) fn stop_tasks(&mut self) {
        if let Some(whole) = self.seat.whole.take() {
            mark_moves(&mut self.tree, &whole.line);
        }
        self.seat.show = None;
        self.seat.mate = None;
        self.seat.finished = None;
    }

    /// Whether the engine is free for questions about the position that is shown.
    fn check_free(&self) -> Result<(), NoticeKey> {
        if self.thinking().is_some() { Err(NoticeKey::NotYourTurn) } else { Ok(()) }
    }

    pub(super) fn analyse(&mut self, on: bool) -> Result<(), NoticeKey> {
        if on && self.is_playing() && self.has_engine() {
            return Err(NoticeKey::GameRuns);
        }
        self.seat.analysing = on;
        self.seat.finished = None;
        if !on {
            self.seat.told = None;
        }
        Ok(())
    }

    pub(super) fn show_me(&mut self) -> Result<(), NoticeKey> {
        self.check_free()?;
        self.seat.show = Some(self.cursor);
        Ok(())
    }

    pub(super) fn find_mate(&mut self, ms: Option<u64>) -> Result<(), NoticeKey> {
        self.check_free()?;
        self.seat.mate = Some((self.cursor, ms.unwrap_or(MATE_MS).clamp(1, MOST_MS)));
        Ok(())
    }

    pub(super) fn analyse_game(&mut self, ms: Option<u64>) -> Result<(), NoticeKey> {
        if self.is_playing() {
            return Err(NoticeKey::GameRuns);
        }
        let line = self.tree.line(self.cursor);
        self.seat.whole = Some(Whole { left: line.len(), line, ms: ms.unwrap_or(WHOLE_MS).clamp(1, MOST_MS) });
        self.skip_decided();
        Ok(())
    }

    pub(super) fn move_now(&mut self) -> Result<(), NoticeKey> {
        if self.thinking().is_none() {
            return Err(NoticeKey::NotNow);
        }
        match &mut self.seat.running {
            Some(running) if matches!(running.purpose, Purpose::Think { .. }) && !running.stopping => {
                running.stopping = true;
                self.out.requests.push(Request::Stop { id: running.id });
            }
            _ => {
                let now = self.now;
                if let Some((_, at)) = &mut self.seat.held {
                    *at = now;
                    self.play_held();
                }
            }
        }
        Ok(())
    }

    /// What the engine is to do now.
    fn wanted(&self) -> Option<Purpose> {
        if self.seat.held.is_some() {
            return None;
        }
        if self.thinking().is_some() {
            return self.play.as_ref().map(|play| Purpose::Think { node: play.live });
        }
        if let Some(node) = self.seat.show {
            return Some(Purpose::Show { node });
        }
        if let Some((node, ms)) = self.seat.mate {
            return Some(Purpose::Mate { node, ms });
        }
        if let Some(whole) = &self.seat.whole {
            return whole.next().map(|node| Purpose::Whole { node });
        }
        let analyse = Purpose::Analyse { node: self.cursor, lines: self.settings.lines };
        let can = self.seat.analysing && movegen::has_legal_move(self.shown.position());
        (can && self.seat.finished != Some(analyse)).then_some(analyse)
    }

    /// Brings what the engine does in line with what it is to do.
    pub(super) fn reconcile(&mut self) {
        let wanted = self.wanted();
        match &mut self.seat.running {
            Some(running) if Some(running.purpose) == wanted && !running.stale => {}
            Some(running) => {
                running.stale = true;
                if !mem::replace(&mut running.stopping, true) {
                    self.out.requests.push(Request::Stop { id: running.id });
                }
            }
            None => {
                if let Some(purpose) = wanted {
                    self.start(purpose);
                }
            }
        }
        self.tell_lines();
    }

    fn start(&mut self, purpose: Purpose) {
        let (node, task) = match purpose {
            Purpose::Think { node } => (node, self.think_task()),
            Purpose::Show { node } => (node, Task::Analyse { lines: 1, ms: Some(SHOW_MS) }),
            Purpose::Mate { node, ms } => (node, Task::Mate { ms }),
            Purpose::Whole { node } => {
                (node, Task::Analyse { lines: 1, ms: self.seat.whole.as_ref().map(|whole| whole.ms) })
            }
            Purpose::Analyse { node, lines } => (node, Task::Analyse { lines, ms: None }),
        };
        let id = self.seat.next;
        self.seat.next += 1;
        let job = Job {
            setup: self.setup.clone(),
            start: self.tree.start().sfen(),
            moves: self.tree.moves(node).into_iter().map(Usi).collect(),
            new_game: mem::take(&mut self.seat.new_game),
            task,
        };
        let found = Found::default();
        self.seat.running = Some(Running { id, purpose, since: self.now, stopping: false, stale: false, found });
        self.out.requests.push(Request::Start { id, job: Box::new(job) });
    }

    fn think_task(&self) -> Task {
        let level = match self.thinking().map(|side| self.player(side)) {
            Some(Player::Engine { level }) => *level,
            _ => 1,
        };
        let clock = self.play.as_ref().and_then(|play| play.clock.as_ref());
        let time = match clock {
            None => ThinkTime::Fixed(self.setup.think_ms),
            Some(clock) => {
                let view = clock.view(self.now);
                ThinkTime::Clock {
                    black: view.black.main_ms,
                    white: view.white.main_ms,
                    byoyomi: clock.setup().byoyomi_ms,
                    increment: clock.setup().increment_ms,
                }
            }
        };
        Task::Think { level, time, careful: self.seat.failures > 0 }
    }

    pub(super) fn take_report(&mut self, id: u64, report: Report) {
        let Some(running) = self.seat.running.as_mut().filter(|running| running.id == id) else { return };
        let answer = match report {
            Report::Done(answer) => answer,
            line => {
                running.found.take(line);
                return;
            }
        };
        let Some(running) = self.seat.running.take() else { return };
        if let Answer::Failed(detail) = &answer {
            let key = NoticeKey::EngineFailed { detail: detail.clone() };
            self.out.all.push(Event::Notice(Notice { level: Level::Error, key }));
        }
        if running.stale {
            return;
        }
        match (running.purpose, answer) {
            (Purpose::Think { node }, answer) => self.take_move(node, answer, running.since),
            (Purpose::Show { node }, answer) => self.take_hint(node, &answer, &running.found),
            (Purpose::Mate { node, .. }, answer) => self.take_mate(node, answer),
            (Purpose::Whole { node }, answer) => self.take_whole(node, &answer, &running.found),
            (Purpose::Analyse { .. }, answer) => {
                self.tell_found(&running);
                // It has nothing more to find out, or broke down: it is not begun again by itself.
                self.seat.finished = Some(running.purpose);
                if matches!(answer, Answer::Failed(_)) {
                    self.seat.analysing = false;
                    self.changed = true;
                }
            }
        }
    }

    fn take_move(&mut self, node: u32, answer: Answer, since: u64) {
        let game = self.tree.game(node);
        let legal = |mv: &Move| movegen::is_legal(game.position(), *mv);
        let mv = match answer {
            Answer::Move(Some(mv)) if legal(&mv) => {
                self.seat.failures = 0;
                mv
            }
            // Once more, with care; then any move will do.
            _ if self.seat.failures == 0 => {
                self.seat.failures = 1;
                return;
            }
            _ => {
                self.seat.failures = 0;
                let Some(mv) = movegen::legal_moves(game.position()).into_iter().next() else { return };
                mv
            }
        };
        let watched = Color::ALL.iter().all(|&color| !self.player(color).is_human());
        let at = since + if watched { WATCHED_MS.min(self.setup.think_ms) } else { 0 };
        self.seat.held = Some((mv, at));
        self.play_held();
    }

    /// Plays the move that was found, if its time has come.
    pub(super) fn play_held(&mut self) {
        let Some((mv, at)) = self.seat.held else { return };
        if self.thinking().is_none() {
            self.seat.held = None;
        } else if at <= self.now {
            self.seat.held = None;
            if let Err(key) = self.play_move(mv) {
                self.out.all.push(Event::Notice(Notice { level: Level::Warning, key }));
                // Without room for another move the game cannot go on.
                let _ = self.abort();
            }
            self.changed = true;
        }
    }

    fn last_move(&self, node: u32) -> Option<Move> {
        self.tree.get(node).and_then(|node| node.mv)
    }

    fn take_hint(&mut self, node: u32, answer: &Answer, found: &Found) {
        self.seat.show = None;
        self.changed = true;
        if let Answer::Failed(_) = answer {
            return;
        }
        let game = self.tree.game(node);
        let line = seat::lines(found, &game, self.last_move(node)).into_iter().next();
        let line = line.unwrap_or(Line {
            score: Score::Mate(0),
            chance: chance(Score::Mate(0), game.position().side_to_move()),
            depth: 0,
            moves: Vec::new(),
        });
        self.out.all.push(Event::Hint(Hint { node, line }));
    }

    fn take_mate(&mut self, node: u32, answer: Answer) {
        self.seat.mate = None;
        self.changed = true;
        let (verdict, moves) = match answer {
            Answer::Mate(moves) => (MateVerdict::Mate, moves),
            Answer::NoMate => (MateVerdict::NoMate, Vec::new()),
            Answer::Failed(_) => return,
            _ => (MateVerdict::Unknown, Vec::new()),
        };
        let game = self.tree.game(node);
        let moves = notation::whole_line(game.position(), self.last_move(node), &moves);
        self.out.all.push(Event::Mate(MateAnswer { node, verdict, moves }));
    }

    fn take_whole(&mut self, node: u32, answer: &Answer, found: &Found) {
        if let Answer::Failed(_) = answer {
            self.stop_tasks();
            self.changed = true;
            return;
        }
        let side = self.tree.game(node).position().side_to_move();
        if let (Some(place), Some((_, value, moves))) = (self.tree.get_mut(node), found.lines.first()) {
            place.score = Some(score(*value, side));
            place.best = moves.clone();
        }
        if let Some(whole) = &mut self.seat.whole {
            whole.left -= 1;
        }
        self.skip_decided();
    }

    /// Tells how far the analysis of the game has come, past positions that need no search.
    fn skip_decided(&mut self) {
        while let Some(node) = self.seat.whole.as_ref().and_then(Whole::next) {
            let game = self.tree.game(node);
            let side = game.position().side_to_move();
            let Some(end) = view::end_of(game.outcome(), side).filter(|_| self.is_last(node)) else { break };
            if let Some(place) = self.tree.get_mut(node) {
                place.score = Some(match end.winner {
                    None => Score::Cp(0),
                    // The side to move has lost.
                    Some(winner) if winner.0 != side => Score::Mate(0),
                    // It has won, by points or because the opponent gave check for ever.
                    Some(winner) => Score::Mate(if winner.0 == Color::Black { 1 } else { -1 }),
                });
            }
            if let Some(whole) = &mut self.seat.whole {
                whole.left -= 1;
            }
        }
        let Some(whole) = &self.seat.whole else { return };
        let progress = whole.progress();
        self.out.all.push(Event::Progress(progress));
        if progress.done == progress.of {
            self.stop_tasks();
            self.changed = true;
        } else if progress.done.is_multiple_of(TELL_TREE) {
            self.changed = true;
        }
    }

    /// Whether the node is the last of the line that is analysed.
    fn is_last(&self, node: u32) -> bool {
        self.seat.whole.as_ref().is_some_and(|whole| whole.line.last() == Some(&node))
    }

    fn tell_found(&mut self, running: &Running) {
        let Purpose::Analyse { node, .. } = running.purpose else { return };
        let game = self.tree.game(node);
        let found = &running.found;
        let analysis = Analysis {
            node,
            depth: found.depth,
            nodes: found.nodes,
            nps: found.nps,
            lines: seat::lines(found, &game, self.last_move(node)),
        };
        self.seat.told = Some(analysis.clone());
        self.seat.told_at = self.now;
        self.out.all.push(Event::Analysis(analysis));
    }

    /// Tells the lines of a running analysis, if there are new ones and it is time.
    fn tell_lines(&mut self) {
        let now = self.now;
        let due = now >= self.seat.told_at + TELL_LINES || self.seat.told.is_none();
        let Some(mut running) = self.seat.running.take() else { return };
        if running.found.news && !running.stale && due {
            running.found.news = false;
            self.tell_found(&running);
        }
        self.seat.running = Some(running);
    }

    pub(super) fn seat_wake(&self) -> Option<u64> {
        let held = self.seat.held.map(|(_, at)| at);
        let lines = self.seat.running.as_ref().filter(|running| {
            running.found.news && !running.stale && matches!(running.purpose, Purpose::Analyse { .. })
        });
        [held, lines.map(|_| self.seat.told_at + TELL_LINES)].into_iter().flatten().min()
    }
}

impl Whole {
    /// The node that comes next.
    fn next(&self) -> Option<u32> {
        self.left.checked_sub(1).and_then(|last| self.line.get(last).copied())
    }

    fn progress(&self) -> Progress {
        Progress { done: self.line.len() - self.left, of: self.line.len() }
    }
}

/// Marks the moves of a line that gave away much of the chance to win.
fn mark_moves(tree: &mut Tree, line: &[u32]) {
    let mut game = Game::new(*tree.start());
    let mut last = None;
    for pair in line.windows(2) {
        let (Some(before), Some(after)) = (tree.get(pair[0]), tree.get(pair[1])) else { continue };
        let Some(mv) = after.mv else { continue };
        let side = game.position().side_to_move();
        let best = before.best.clone();
        let lost = match (before.score, after.score) {
            _ if best.first() == Some(&mv) => 0.0,
            (Some(had), Some(has)) => chance_of(side, had, side) - chance_of(side, has, !side),
            _ => 0.0,
        };
        let mark = match lost {
            _ if lost >= 0.3 => Some(Mark::Blunder),
            _ if lost >= 0.15 => Some(Mark::Mistake),
            _ if lost >= 0.08 => Some(Mark::Inaccuracy),
            _ => None,
        };
        let better = mark.map(|_| notation::line(game.position(), last, &best)).unwrap_or_default();
        if let Some(after) = tree.get_mut(pair[1]) {
            after.mark = mark;
            after.better = better;
        }
        game.make(mv);
        last = Some(mv);
    }
}

/// The chance of a player to win, from 0 to 1; `to_move` is the side to move.
fn chance_of(player: Color, score: Score, to_move: Color) -> f64 {
    let black = f64::from(chance(score, to_move)) / 1000.0;
    if player == Color::Black { black } else { 1.0 - black }
}

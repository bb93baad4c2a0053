//! The session: one board with its game, its tree of moves, its clocks and its engine.
//!
//! It takes [`Command`]s and gives [`Event`]s; `docs/board.md` describes both. It opens no socket, starts no thread and reads
//! no clock: whoever hosts it tells it the time with every call, calls [`Session::tick`] when [`Session::next_wake`] says
//! so, and does the searches that it asks for by a [`Request`].

mod clock;
mod command;
mod drawing;
mod editor;
mod event;
mod learn;
mod notation;
mod play;
mod record;
mod rules;
mod seat;
mod setup;
mod snapshot;
mod steps;
mod tree;
mod values;
mod view;
mod why;

use nanboku::movegen;
use nanboku::position::{Game, Position};
use nanboku::rules::Rules;

pub use command::*;
pub use event::*;
pub use seat::{Answer, Job, Report, Request, Task, ThinkTime};
pub use setup::*;
pub use snapshot::*;
pub use tree::{LONGEST_COMMENT, MOST_NODES};
pub use values::*;

use clock::Clock;
use editor::Board;
use seat::Seat;
use tree::ROOT;

/// What a session has to say after a call.
#[derive(Debug, Default)]
pub struct Output {
    /// For the page whose command it was.
    pub reply: Vec<Event>,
    /// For every page of the session.
    pub all: Vec<Event>,
    /// For the host.
    pub requests: Vec<Request>,
}

/// A game that is or was played in the tree.
#[derive(Debug)]
struct Play {
    /// The node in which it stands.
    live: u32,
    clock: Option<Clock>,
    /// When the turn began.
    turn: u64,
    /// When the clocks were last told.
    told: u64,
}

/// An open editor.
#[derive(Debug)]
struct Edit {
    board: Board,
    setup: Setup,
    rules: Rules,
}

/// A board with everything that belongs to it.
#[derive(Debug)]
pub struct Session {
    setup: Setup,
    rules: Rules,
    tree: tree::Tree,
    cursor: u32,
    /// The game up to the cursor.
    shown: Game,
    play: Option<Play>,
    /// How the last game ended, or the one that was read.
    end: Option<GameEnd>,
    settings: Settings,
    edit: Option<Edit>,
    seat: Seat,
    revision: u64,
    now: u64,
    /// Whether the pages have to hear of a change.
    changed: bool,
    out: Output,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A board in the start position of Annan shogi, on which no game is played.
    pub fn new() -> Self {
        let setup = Setup::default();
        let rules = Rules::default();
        let start = Position::start(&rules);
        Self {
            setup,
            rules,
            tree: tree::Tree::new(start),
            cursor: ROOT,
            shown: Game::new(start),
            play: None,
            end: None,
            settings: Settings { hints: true, lines: 3 },
            edit: None,
            seat: Seat::default(),
            revision: 1,
            now: 0,
            changed: false,
            out: Output::default(),
        }
    }

    /// What a page is told that comes at `now`, in milliseconds of any clock that does not go back.
    pub fn join(&mut self, now: u64) -> Vec<Event> {
        self.now = self.now.max(now);
        let mut events = vec![Event::Catalog(Box::new(rules::catalog())), Event::State(Box::new(self.state()))];
        events.extend(self.seat.told.clone().filter(|_| self.seat.analysing).map(Event::Analysis));
        events
    }

    /// Obeys a command.
    pub fn handle(&mut self, command: Command, now: u64) -> Output {
        self.pass_time(now);
        match self.obey(command) {
            Ok(()) => {}
            Err(key) => self.out.reply.push(Event::Notice(Notice { level: Level::Warning, key })),
        }
        self.finish()
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: u64) -> Output {
        self.pass_time(now);
        self.finish()
    }

    /// Takes in what the host tells of the search with this number.
    pub fn report(&mut self, id: u64, report: Report, now: u64) -> Output {
        self.pass_time(now);
        self.take_report(id, report);
        self.finish()
    }

    /// When [`Session::tick`] has to be called at the latest.
    pub fn next_wake(&self) -> Option<u64> {
        [self.clock_wake(), self.seat_wake()].into_iter().flatten().min()
    }

    /// Whether a search runs that no command ended.
    pub fn is_busy(&self) -> bool {
        self.seat.running.is_some()
    }

    /// Stops everything that only pages want: nobody looks.
    pub fn leave(&mut self, now: u64) -> Output {
        self.pass_time(now);
        self.stop_learning();
        self.finish()
    }

    fn finish(&mut self) -> Output {
        self.reconcile();
        if std::mem::take(&mut self.changed) {
            self.revision += 1;
            let state = Event::State(Box::new(self.state()));
            self.out.all.push(state);
        }
        std::mem::take(&mut self.out)
    }

    fn obey(&mut self, command: Command) -> Result<(), NoticeKey> {
        if self.edit.is_some() && !is_allowed_in_editor(&command) {
            return Err(NoticeKey::NotNow);
        }
        match command {
            Command::Refresh => {
                let state = Event::State(Box::new(self.state()));
                self.out.reply.push(state);
                return Ok(());
            }
            Command::NewGame { setup } => self.new_game(*setup)?,
            Command::Rematch => self.rematch()?,
            Command::PlayOn { black, white, clock } => self.play_on(black, white, clock)?,
            Command::Move { usi } => self.play_human(usi.0)?,
            Command::TakeBack => self.take_back()?,
            Command::Resign => self.resign()?,
            Command::Abort => self.abort()?,
            Command::MoveNow => self.move_now()?,
            Command::Go { node } => self.go(node)?,
            Command::Step { to } => self.step(to)?,
            Command::PlayLine { moves } => self.play_line(&moves)?,
            Command::PromoteBranch { node } => self.promote_branch(node)?,
            Command::DeleteBranch { node } => self.delete_branch(node)?,
            Command::Comment { node, text } => self.comment(node, &text)?,
            Command::Set { hints, lines, level, think_ms } => self.set(hints, lines, level, think_ms)?,
            Command::Analyse { on } => self.analyse(on)?,
            Command::ShowMe => self.show_me()?,
            Command::Mate { ms } => self.find_mate(ms)?,
            Command::AnalyseGame { ms } => self.analyse_game(ms)?,
            Command::Stop => self.stop_tasks(),
            Command::EditBegin => self.edit_begin()?,
            Command::Edit { change } => self.edit_change(&change)?,
            Command::EditDone => self.edit_done()?,
            Command::EditCancel => self.edit_cancel()?,
            Command::Load { text } => self.load(&text)?,
            Command::LoadBytes { base64 } => self.load_bytes(&base64)?,
            Command::Export { format, encoding } => return self.export(format, encoding),
            Command::Svg { flipped } => {
                self.draw(flipped);
                return Ok(());
            }
        }
        self.changed = true;
        Ok(())
    }

    /// Whether a game is being played.
    fn is_playing(&self) -> bool {
        self.play.is_some() && self.end.is_none()
    }

    fn mode(&self) -> Mode {
        match () {
            () if self.edit.is_some() => Mode::Edit,
            () if self.is_playing() => Mode::Play,
            () => Mode::Free,
        }
    }

    /// Shows a node that is there.
    fn show(&mut self, node: u32) {
        if self.cursor != node {
            self.seat.told = None;
        }
        self.cursor = node;
        self.shown = self.tree.game(node);
    }

    /// The side for which a human may move in the position that is shown.
    fn to_play(&self) -> Option<nanboku::types::Color> {
        let side = self.shown.position().side_to_move();
        let may = match self.mode() {
            Mode::Edit => false,
            Mode::Free => true,
            Mode::Play => {
                self.play.as_ref().is_some_and(|play| play.live == self.cursor) && self.player(side).is_human()
            }
        };
        (may && movegen::has_legal_move(self.shown.position())).then_some(side)
    }

    /// The complete state.
    pub fn state(&self) -> State {
        let position = match &self.edit {
            None => view::position(&self.shown, self.tree.get(self.cursor).and_then(|node| node.mv)),
            Some(edit) => match Position::from_sfen(&edit.board.sfen(), &edit.rules) {
                Ok(position) => view::still(&position),
                Err(_) => view::bare(&edit.board),
            },
        };
        let to_play = self.to_play();
        State {
            revision: self.revision,
            mode: self.mode(),
            setup: self.edit.as_ref().map_or(&self.setup, |edit| &edit.setup).clone(),
            settings: self.settings,
            position,
            to_play: to_play.map(Color),
            targets: to_play.map_or_else(Vec::new, |_| view::targets(self.shown.position())),
            game: GameView { live: self.play.as_ref().map(|play| play.live), end: self.end, can: self.can() },
            clocks: self.clocks(),
            tree: self.tree.view(self.cursor),
            engine: self.engine_view(),
            editor: self.edit.as_ref().map(|edit| edit.board.editor(&edit.rules)),
        }
    }
}

/// The commands that make sense while the editor is open.
fn is_allowed_in_editor(command: &Command) -> bool {
    matches!(
        command,
        Command::Refresh
            | Command::Edit { .. }
            | Command::EditDone
            | Command::EditCancel
            | Command::Set { .. }
            | Command::Load { .. }
            | Command::LoadBytes { .. }
            | Command::Svg { .. }
            | Command::NewGame { .. }
    )
}

//! The conversation: which line is obeyed when.
//!
//! Lines come in one after the other and are obeyed in that order. While the worker is busy, some can be obeyed at once
//! (`isready` or `setoption` during a search), and one that cannot, waits for the worker, and every later one waits behind
//! it. A line that waits for a search stops it. So each search answers before anything that follows it is obeyed.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::error::{UsiError, short};
use super::go::{self, Go, Times};
use super::mate::MateSearch;
use super::options::Options;
use super::output::Output;
use super::parse::{Command, Setup, Show, parse};
use super::table::TABLE;
use super::worker::{Job, Preparation, Search};
use crate::eval;
use crate::mate;
use crate::movegen;
use crate::position::{Diagram, Game, Outcome, Position};
use crate::rules::{Rules, Variant};
use crate::search::{Control, Limits};
use crate::types::Move;

/// Longest silence while `isready` is being answered.
const KEEP_ALIVE: Duration = Duration::from_secs(4);
/// How long the end waits for a search to answer.
const PATIENCE_AT_END: Duration = Duration::from_millis(300);

/// What `help` prints.
const HELP: &str = "\
position startpos [moves 7g7f ...]   the position to look at; also: position sfen <SFEN> [moves ...]
go movetime 3000                     think about it: movetime (ms), depth, nodes, infinite (until stop), mate
stop                                 end a search; it answers with what it has
setoption name <name> value <value>  such as: setoption name MultiPV value 3
variant annboku                      the game to play; `usi` lists all under USI_Variant
usi                                  every option with its default and range
d                                    the board, with borrowed movements and pins
moves, eval, state                   legal moves, evaluation term by term, whether the game is over
perft 4                              count the leaves of the tree of moves; also: go perft 4
bench                                search fixed positions and count the nodes
quit                                 leave";

/// Something that the session hears of.
pub enum Event {
    /// A line came in, at this time.
    Line(String, Instant),
    /// No line will come any more.
    EndOfInput,
    /// The worker has done its job.
    Done,
}

/// A line that has come in, or the end of the input.
enum Waiting {
    Command(Command, Instant),
    Complaint(UsiError),
    End,
}

/// What the worker is busy with.
enum Busy {
    /// A search: how it is steered, and whether it has answered, though the worker may not be back from it.
    Search(Arc<Control>, Arc<AtomicBool>),
    /// Bringing the table into shape; `readyok` is owed if set.
    Preparing { ready: bool },
    /// A debugging command that takes time.
    Debugging,
}

/// The state of the conversation.
pub struct Session {
    output: Output,
    jobs: Sender<Job>,
    events: Receiver<Event>,
    options: Options,
    /// The game of the last `position` line. Until there is one, it is the start position under the options of the moment.
    game: Option<Game>,
    busy: Option<Busy>,
    waiting: VecDeque<Waiting>,
    /// When to leave, whatever the worker is busy with.
    deadline: Option<Instant>,
    /// Whether the other side has said `usi`.
    greeted: bool,
    /// Whether it has been said that Tide is ignored.
    tide_warned: bool,
    /// Whether the next search is to panic.
    panic_next: bool,
}

impl Session {
    /// A conversation that hears of `events` and gives `jobs` to a worker.
    pub fn new(output: Output, jobs: Sender<Job>, events: Receiver<Event>) -> Self {
        Self {
            output,
            jobs,
            events,
            options: Options::default(),
            game: None,
            busy: None,
            waiting: VecDeque::new(),
            deadline: None,
            greeted: false,
            tide_warned: false,
            panic_next: false,
        }
    }

    /// Talks until `quit` or the end of the input.
    pub fn run(mut self) {
        while let Some(event) = self.next_event() {
            match event {
                Event::Line(line, at) => self.receive(&line, at),
                Event::EndOfInput => self.waiting.push_back(Waiting::End),
                Event::Done => self.done(),
            }
            if self.obey_waiting() {
                break;
            }
        }
    }

    /// Obeys one line to its end.
    pub fn run_one(mut self, line: &str) {
        self.greeted = true;
        self.receive(line, Instant::now());
        for waiting in &mut self.waiting {
            if let Waiting::Command(Command::Go(go), _) = waiting
                && go.bound()
            {
                let seconds = go::UNATTENDED.as_secs();
                self.output.message(format!("go: nobody can stop a search without a limit here; it gets {seconds} s"));
            }
        }
        while !self.obey_waiting() && (self.busy.is_some() || !self.waiting.is_empty()) {
            match self.next_event() {
                Some(Event::Done) => self.done(),
                Some(_) => {}
                None => break,
            }
        }
    }

    /// The next event; `None` when it is time to leave.
    fn next_event(&mut self) -> Option<Event> {
        loop {
            let preparing = matches!(self.busy, Some(Busy::Preparing { .. }));
            let mut timeout = if preparing { KEEP_ALIVE } else { Duration::from_secs(3600) };
            if let Some(deadline) = self.deadline {
                timeout = timeout.min(deadline.saturating_duration_since(Instant::now()));
            }
            match self.events.recv_timeout(timeout) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                        return None;
                    }
                    if preparing {
                        self.output.line("");
                    }
                }
            }
        }
    }

    fn receive(&mut self, line: &str, at: Instant) {
        self.output.lock().received(line);
        match parse(line) {
            Ok(None) => {}
            // Whoever has not said `usi` may be speaking another protocol.
            Err(UsiError::UnknownCommand(_)) if !self.greeted => {}
            Err(error) => self.waiting.push_back(Waiting::Complaint(error)),
            // Answered at once, whatever else is going on.
            Ok(Some((Command::Usi, _))) => self.greet(),
            Ok(Some((command, complaint))) => {
                if command == Command::Quit {
                    self.deadline = Some(Instant::now() + self.patience());
                }
                self.waiting.extend(complaint.map(Waiting::Complaint));
                self.waiting.push_back(Waiting::Command(command, at));
            }
        }
    }

    /// How long the end waits: for the answer that a search owes, and for nothing else.
    fn patience(&self) -> Duration {
        if matches!(self.busy, Some(Busy::Preparing { .. })) { Duration::ZERO } else { PATIENCE_AT_END }
    }

    fn done(&mut self) {
        if let Some(Busy::Preparing { ready: true }) = self.busy.take() {
            self.output.line("readyok");
        }
    }

    /// Obeys what waits until something has to wait on. Returns whether it is time to leave.
    fn obey_waiting(&mut self) -> bool {
        while let Some(first) = self.waiting.front() {
            if self.must_wait(first) {
                if let Some(Busy::Search(control, _)) = &self.busy {
                    control.stop();
                }
                let leaving = matches!(first, Waiting::End) && !matches!(self.busy, Some(Busy::Debugging));
                if leaving && self.deadline.is_none() {
                    self.deadline = Some(Instant::now() + self.patience());
                }
                return false;
            }
            match self.waiting.pop_front() {
                None | Some(Waiting::End | Waiting::Command(Command::Quit, _)) => return true,
                Some(Waiting::Complaint(error)) => self.complain(&error),
                Some(Waiting::Command(command, at)) => {
                    if let Err(error) = self.obey(command, at) {
                        self.complain(&error);
                    }
                }
            }
        }
        false
    }

    /// Names what was wrong; in silence as long as the other side has not said `usi`.
    fn complain(&self, error: &UsiError) {
        if self.greeted {
            self.output.message(error);
        }
    }

    fn must_wait(&self, line: &Waiting) -> bool {
        match (&self.busy, line) {
            (None, _) => false,
            (Some(Busy::Search(_, answered)), _) if answered.load(Ordering::SeqCst) => true,
            (Some(Busy::Search(..)), Waiting::Complaint(_)) => false,
            (Some(Busy::Search(..)), Waiting::Command(command, _)) => matches!(
                command,
                Command::Go(_)
                    | Command::Position(_)
                    | Command::NewGame
                    | Command::Perft(_)
                    | Command::Bench
                    | Command::Quit
            ),
            _ => true,
        }
    }

    fn obey(&mut self, command: Command, at: Instant) -> Result<(), UsiError> {
        match command {
            Command::Usi => self.greet(),
            Command::IsReady if self.busy.is_some() => self.output.line("readyok"),
            Command::IsReady => self.prepare(true),
            Command::NewGame => {
                self.game = None;
                self.options.clear_hash = true;
                self.prepare(false);
            }
            Command::SetOption { name, value } => return self.set_option(&name, value.as_deref()),
            Command::Position(setup) => return self.position(&setup),
            Command::Go(go) => return self.go(go, at),
            Command::Stop | Command::GameOver => {
                if let Some(Busy::Search(control, _)) = &self.busy {
                    control.stop();
                }
            }
            Command::PonderHit(Times(clock)) => {
                if let Some(Busy::Search(control, _)) = &self.busy {
                    control.ponderhit(clock);
                }
            }
            Command::Show(what) => self.show(what)?,
            Command::Perft(depth) => {
                let position = Box::new(*self.current()?.position());
                self.give(Job::Perft(position, depth), Busy::Debugging);
            }
            Command::Bench => self.give(Job::Bench, Busy::Debugging),
            Command::Panic => self.panic_next = true,
            Command::Quit => {}
        }
        Ok(())
    }

    fn give(&mut self, job: Job, busy: Busy) {
        // The worker outlives the session.
        if self.jobs.send(job).is_ok() {
            self.busy = Some(busy);
        }
    }

    fn greet(&mut self) {
        self.greeted = true;
        let mut lines = vec![
            format!("id name Nanboku {}", env!("CARGO_PKG_VERSION")),
            "id author the Nanboku developers".to_owned(),
        ];
        lines.extend(TABLE.iter().map(|row| row.line()));
        #[cfg(feature = "tuning")]
        lines.extend(super::table::tuning_lines());
        lines.push("usiok".to_owned());
        self.output.lock().lines(&lines);
    }

    /// What has to be done to the table before the next search.
    fn take_preparation(&mut self) -> Preparation {
        let Options { hash, threads, .. } = self.options;
        Preparation { hash, threads, clear: std::mem::take(&mut self.options.clear_hash) }
    }

    fn prepare(&mut self, ready: bool) {
        let preparation = self.take_preparation();
        self.give(Job::Prepare(preparation), Busy::Preparing { ready });
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), UsiError> {
        let file = self.options.log_file.clone();
        self.options.set(name, value)?;
        if file != self.options.log_file
            && let Err(error) = self.output.lock().log_to(&self.options.log_file)
        {
            let refused = std::mem::replace(&mut self.options.log_file, file);
            return Err(UsiError::LogFile { file: short(&refused), reason: error.to_string() });
        }
        Ok(())
    }

    /// The current game; the start position if there was no `position` yet.
    fn current(&self) -> Result<Game, UsiError> {
        match &self.game {
            Some(game) => Ok(game.clone()),
            None => Ok(Game::new(self.options.start_position(&self.options.rules())?)),
        }
    }

    /// Says once that Tide is ignored, if it is.
    fn warn_of_tide(&mut self) {
        let ignored = self.options.tide_is_ignored();
        if ignored && !self.tide_warned {
            self.output.message("Tide is ignored: ordinary shogi has no direction that could flip");
        }
        self.tide_warned = ignored;
    }

    fn position(&mut self, setup: &Setup) -> Result<(), UsiError> {
        self.warn_of_tide();
        let rules = self.options.rules();
        let start = match &setup.sfen {
            None => self.options.start_position(&rules)?,
            Some(sfen) => Position::from_sfen(sfen, &rules)?,
        };
        let mut game = Game::new(start);
        let result = play(&mut game, setup);
        // What comes before a bad move is good.
        self.game = Some(game);
        result
    }

    fn go(&mut self, go: Go, at: Instant) -> Result<(), UsiError> {
        self.warn_of_tide();
        let game = self.current()?;
        let Go { mut limits, mate } = go;
        if mate {
            self.go_mate(game, &limits, at);
            return Ok(());
        }
        let position = game.position();
        let illegal = limits.moves.iter().position(|&mv| !movegen::is_legal(position, mv));
        if let Some(index) = illegal {
            self.output.message(illegal_move("searchmoves", &limits.moves[index].to_string(), index, position, ""));
            limits.moves.retain(|&mv| movegen::is_legal(position, mv));
        }
        if let Some(plies) = position.rules().plies_to_flip(position.ply()) {
            let direction = position.rules().movement_at(position.ply()).name;
            self.output.message(format!("tide {direction} {plies}"));
        }
        let control = Arc::new(Control::new(limits.ponder));
        let answered = Arc::new(AtomicBool::new(false));
        let search = Search {
            asked: at,
            preparation: self.take_preparation(),
            game,
            limits,
            control: Arc::clone(&control),
            answered: Arc::clone(&answered),
            settings: self.options.settings(),
            panics: std::mem::take(&mut self.panic_next),
        };
        self.give(Job::Search(Box::new(search)), Busy::Search(control, answered));
        Ok(())
    }

    fn go_mate(&mut self, game: Game, limits: &Limits, at: Instant) {
        let control = Arc::new(Control::new(limits.ponder));
        let answered = Arc::new(AtomicBool::new(false));
        let search = MateSearch {
            asked: at,
            preparation: self.take_preparation(),
            game,
            limits: mate::Limits { nodes: limits.nodes, time: limits.movetime, plies: limits.depth },
            control: Arc::clone(&control),
            answered: Arc::clone(&answered),
            panics: std::mem::take(&mut self.panic_next),
        };
        self.give(Job::Mate(Box::new(search)), Busy::Search(control, answered));
    }

    fn show(&self, what: Show) -> Result<(), UsiError> {
        let game = self.current()?;
        let position = game.position();
        match what {
            Show::Diagram => self.output.line(Diagram(position).to_string().trim_end()),
            Show::Help => HELP.lines().for_each(|line| self.output.line(line)),
            Show::Evaluation => self.output.line(eval::trace(position).trim_end()),
            Show::State => {
                let drawn = self.options.max_moves > 0 && position.ply() >= self.options.max_moves;
                match game.outcome() {
                    Outcome::Ongoing if drawn => self.output.line("state max moves"),
                    outcome => self.output.line(&format!("state {outcome}")),
                }
            }
            Show::Moves => {
                let mut moves: Vec<String> = movegen::legal_moves(position).iter().map(ToString::to_string).collect();
                moves.sort_unstable();
                let count = moves.len().to_string();
                self.output.line(
                    &["legalmoves", &count].into_iter().chain(moves.iter().map(|m| &**m)).collect::<Vec<_>>().join(" "),
                );
            }
        }
        Ok(())
    }
}

fn illegal_move(command: &'static str, mv: &str, index: usize, position: &Position, hint: &'static str) -> UsiError {
    let variant = position.rules().variant.name();
    UsiError::IllegalMove { command, mv: mv.to_owned(), number: index + 1, variant, hint }
}

/// Plays the moves of a `position` line, up to the first that is bad.
fn play(game: &mut Game, setup: &Setup) -> Result<(), UsiError> {
    for (index, text) in setup.moves.iter().enumerate() {
        let mv: Move = text.parse().map_err(|_| UsiError::MoveText {
            command: "position",
            text: short(text),
            number: index + 1,
        })?;
        if !movegen::is_legal(game.position(), mv) {
            let ordinary = game.position().rules().variant != Variant::Shogi && is_ordinary_shogi(setup, index);
            let hint = if ordinary {
                "; this looks like ordinary shogi, which is chosen by: setoption name USI_Variant value shogi"
            } else {
                ""
            };
            return Err(illegal_move("position", text, index, game.position(), hint));
        }
        game.make(mv);
    }
    Ok(())
}

/// Whether the moves up to and with this one are legal in ordinary shogi, from its start position.
fn is_ordinary_shogi(setup: &Setup, last: usize) -> bool {
    let rules = Rules::new(Variant::Shogi, None);
    let start = Position::start(&rules);
    let from_start = match setup.sfen.as_deref().map(|sfen| Position::from_sfen(sfen, &rules)) {
        None => true,
        Some(Ok(position)) => position.key() == start.key(),
        Some(Err(_)) => false,
    };
    let mut game = Game::new(start);
    from_start
        && setup.moves[..=last].iter().all(|text| match text.parse() {
            Ok(mv) if movegen::is_legal(game.position(), mv) => {
                game.make(mv);
                true
            }
            _ => false,
        })
}

//! One problem being worked on: its threads, its clock, and its questions to the search.

use std::panic;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::dfpn::{Search, Shared};
use super::futile::FutileMemory;
use super::number::{ANY_LENGTH, Length, Numbers, Outcome, one_less};
use super::{Limits, Problem, Progress, Solver, Verdict};
use crate::position::{Game, Position};

/// Stack of a thread that searches, in bytes: the search is recursive, and mates can be very long.
const STACK: usize = 256 << 20;
/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);
/// How much later than asked the line of a mate may be told.
pub(super) const GRACE: Duration = Duration::from_millis(60);
/// Nodes for each question how long an answer really holds out.
const LINE_EFFORT: u64 = 20_000;
/// A mate is made shorter for at least this long.
const SHORTEN_AT_LEAST: Duration = Duration::from_millis(50);
/// ... or, where nodes alone are limited, for at least so many.
const SHORTEN_NODES: u64 = 2_000;

/// One problem being worked on. Every question to the search goes through it.
pub(super) struct Session<'a> {
    pub game: &'a Game,
    pub problem: &'a Problem,
    pub plies: Option<u32>,
    pub futile: FutileMemory,
    search: Search<'a>,
    /// The other threads of the problem, woken for questions that may take long.
    helpers: usize,
    loop_bytes: usize,
    halt: &'a AtomicBool,
    clock: &'a Clock<'a>,
}

/// Receives reports.
type Report<'a> = &'a mut (dyn FnMut(&Progress) + Send);

/// The time that a problem takes, and who hears of it.
struct Clock<'a> {
    started: Instant,
    deadline: Mutex<Option<Instant>>,
    stop: &'a AtomicBool,
    /// Set when `stop` no longer counts: what was found is being put into words.
    answering: AtomicBool,
    /// How long that may take beyond every limit.
    grace: Duration,
    nodes: AtomicU64,
    length: AtomicU64,
    /// When the next report is due, and who receives it.
    report: Mutex<(Instant, Report<'a>)>,
    fill: &'a (dyn Fn() -> u32 + Sync),
}

impl Clock<'_> {
    fn progress(&self, numbers: Numbers, now: Instant) -> Progress {
        let length = self.length.load(Ordering::Relaxed);
        Progress {
            nodes: self.nodes.load(Ordering::Relaxed),
            time: now - self.started,
            proof: numbers.pn,
            disproof: numbers.dn,
            fill: (self.fill)(),
            length: (length > 0).then_some(length as u32),
        }
    }

    fn tell(&self, numbers: Numbers, now: Instant) {
        if let Ok(mut report) = self.report.lock() {
            (report.1)(&self.progress(numbers, now));
        }
    }

    /// Whether the time is over; reports now and then.
    fn poll(&self, numbers: Numbers) -> bool {
        if self.stop.load(Ordering::Relaxed) && !self.answering.load(Ordering::Relaxed) {
            return true;
        }
        let now = Instant::now();
        if let Ok(mut report) = self.report.try_lock()
            && now >= report.0
        {
            report.0 = now + REPORT_EVERY;
            (report.1)(&self.progress(numbers, now));
        }
        let Ok(mut deadline) = self.deadline.lock() else { return true };
        if self.stop.load(Ordering::Relaxed) {
            // Only whoever is answering comes here: that may not take long either.
            let grace = now + self.grace;
            *deadline = Some(deadline.map_or(grace, |deadline| deadline.min(grace)));
        }
        deadline.is_some_and(|deadline| now >= deadline)
    }
}

/// Works on a problem in a thread with a stack for long mates.
pub(super) fn run<T: Send>(
    solver: &Solver,
    game: &Game,
    limits: &Limits,
    stop: &AtomicBool,
    report: Report<'_>,
    work: impl FnOnce(&mut Session<'_>) -> T + Send,
) -> T {
    let started = Instant::now();
    let problem = Problem::new(game);
    let clock = Clock {
        started,
        deadline: Mutex::new(limits.time.and_then(|time| started.checked_add(time))),
        stop,
        answering: AtomicBool::new(false),
        grace: solver.grace,
        nodes: AtomicU64::new(0),
        length: AtomicU64::new(0),
        report: Mutex::new((started + REPORT_EVERY, report)),
        fill: &|| solver.table.fill(),
    };
    let halt = AtomicBool::new(false);
    let poll = |numbers: Numbers| clock.poll(numbers);
    let node_limit = AtomicU64::new(limits.nodes.unwrap_or(u64::MAX));
    let shared =
        Shared { table: &solver.table, stop: &halt, nodes: &clock.nodes, node_limit: &node_limit, poll: &poll };
    let plies = limits.plies;
    thread::scope(|scope| {
        let body = || {
            let mut session = Session {
                game,
                problem: &problem,
                plies,
                futile: FutileMemory::default(),
                search: Search::new(&shared, &problem, solver.loop_bytes, 0),
                helpers: solver.threads - 1,
                loop_bytes: solver.loop_bytes,
                halt: &halt,
                clock: &clock,
            };
            let result = work(&mut session);
            // The last word, however short the search was.
            clock.tell(session.search.root_numbers(), Instant::now());
            result
        };
        let worker = thread::Builder::new().name("mate".to_owned()).stack_size(STACK).spawn_scoped(scope, body);
        match worker.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(payload)) => panic::resume_unwind(payload),
            Err(error) => panic!("no thread for the mate search: {error}"),
        }
    })
}

impl Session<'_> {
    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.clock.nodes.load(Ordering::Relaxed)
    }

    /// Time so far.
    pub fn time(&self) -> Duration {
        self.clock.started.elapsed()
    }

    /// Whether the side to move, attacker or defender, is in a mate within `length` plies; `None` if a limit ended the
    /// search.
    pub fn decide(&mut self, position: &Position, length: Length) -> Option<Outcome> {
        if self.search.stopped {
            return None;
        }
        let outcome = self.search.decide(position, length);
        (outcome.numbers.is_decided()).then_some(outcome)
    }

    /// The same for a question that is given up after so many nodes; the next may still be answered.
    pub fn decide_cheaply(&mut self, position: &Position, length: Length, nodes: u64) -> Option<Outcome> {
        if self.search.stopped {
            return None;
        }
        self.search.give_up_at = self.search.nodes.saturating_add(nodes);
        let outcome = self.decide(position, length);
        let gave_up = self.search.nodes >= self.search.give_up_at;
        self.search.give_up_at = u64::MAX;
        self.search.stopped &= !gave_up;
        outcome
    }

    /// The same, with all threads.
    pub fn decide_together(&mut self, position: &Position, length: Length) -> Option<Outcome> {
        if self.helpers == 0 {
            return self.decide(position, length);
        }
        let (shared, problem, loop_bytes, halt) = (self.search.shared, self.problem, self.loop_bytes, self.halt);
        let helpers = self.helpers;
        let decided = thread::scope(|scope| {
            let mut handles = Vec::new();
            for number in 1..=helpers {
                let help = move || {
                    let outcome = Search::new(shared, problem, loop_bytes, number).decide(position, length);
                    if outcome.numbers.is_decided() {
                        // What it found is in the table, and here: the others may stop.
                        halt.store(true, Ordering::Relaxed);
                    }
                    outcome
                };
                handles.extend(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help));
            }
            let own = self.search.decide(position, length);
            halt.store(true, Ordering::Relaxed);
            let helped = handles.into_iter().filter_map(|handle| handle.join().ok());
            let found: Vec<Outcome> = std::iter::once(own).chain(helped).collect();
            found.into_iter().find(|outcome| outcome.numbers.is_decided())
        });
        halt.store(false, Ordering::Relaxed);
        if decided.is_some() {
            self.search.stopped = false;
        }
        decided
    }

    /// Notes the length of the shortest mate known, for reports.
    pub fn note_length(&self, length: Length) {
        self.clock.length.store(u64::from(length), Ordering::Relaxed);
    }

    /// The number of plies that the first question allows.
    pub fn asked_length(&self) -> Length {
        match self.plies {
            Some(plies) => Length::try_from(plies).unwrap_or(ANY_LENGTH),
            None => ANY_LENGTH,
        }
    }

    /// See [`Solver::solve`].
    pub fn solve(&mut self) -> Verdict {
        let position = *self.game.position();
        let Some(first) = self.decide_together(&position, self.asked_length()) else { return Verdict::Unknown };
        if first.is_disproved() {
            return Verdict::NoMate;
        }
        let effort = (self.time().max(SHORTEN_AT_LEAST), self.nodes().max(SHORTEN_NODES));
        let length = self.for_a_while(effort, |session| session.shorten(&position, first.length));
        let effort = (effort.0 / 2, effort.1 / 2);
        let line = self.for_a_while(effort, |session| session.line(length, LINE_EFFORT)).or_else(|| {
            self.answer();
            self.line(length, 0)
        });
        match line {
            Some(line) if super::line::is_mate(self.game, &line) => Verdict::Mate(line),
            Some(line) => {
                debug_assert!(false, "no mate: {line:?}");
                Verdict::Unknown
            }
            None => Verdict::Unknown,
        }
    }

    /// Does something for so long at most, and for at most half of the time that is left. Where nodes alone are limited they
    /// are counted instead, so that the same question always has the same answer.
    fn for_a_while<T>(&mut self, (time, nodes): (Duration, u64), work: impl FnOnce(&mut Self) -> T) -> T {
        let node_limit = self.search.shared.node_limit;
        let limit = node_limit.load(Ordering::Relaxed);
        let outer = self.clock.deadline.lock().map_or(None, |deadline| *deadline);
        if outer.is_none() && limit < u64::MAX {
            let used = self.nodes();
            node_limit.store(used + nodes.min(limit.saturating_sub(used) / 2), Ordering::Relaxed);
        } else {
            let now = Instant::now();
            let wanted = now + time;
            self.set_deadline(Some(
                outer.map_or(wanted, |outer| wanted.min(now + outer.saturating_duration_since(now) / 2)),
            ));
        }
        let done = work(self);
        node_limit.store(limit, Ordering::Relaxed);
        self.set_deadline(outer);
        self.search.stopped = false;
        done
    }

    /// Looks for shorter mates than the one of `length` plies until there is none or the time is over.
    fn shorten(&mut self, position: &Position, mut length: Length) -> Length {
        self.note_length(length);
        while length > 2 {
            match self.decide_together(position, one_less(one_less(length))) {
                Some(outcome) if outcome.is_proved() => length = outcome.length,
                _ => break,
            }
            self.note_length(length);
        }
        length
    }

    /// From here on neither a stop nor a limit counts, but a short deadline of its own: a mate that is proved is told.
    pub fn answer(&mut self) {
        self.clock.answering.store(true, Ordering::Relaxed);
        self.search.shared.node_limit.store(u64::MAX, Ordering::Relaxed);
        let now = Instant::now();
        let deadline = self.clock.deadline.lock().map_or(None, |deadline| *deadline);
        let stopped = self.clock.stop.load(Ordering::Relaxed);
        let grace = now + self.clock.grace;
        self.set_deadline(if stopped { Some(grace) } else { deadline.map(|deadline| deadline.max(grace)) });
        self.search.stopped = false;
    }

    fn set_deadline(&self, deadline: Option<Instant>) {
        if let Ok(mut current) = self.clock.deadline.lock() {
            *current = deadline;
        }
    }
}

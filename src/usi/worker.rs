//! The thread that searches. It owns the engine; the session sends it jobs and hears when each is done.

use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use super::go;
use super::mate::{MateSearch, panic_text};
use super::output::Output;
use super::report::Reporter;
use super::session::Event;
use crate::mate::{Solver, Verdict};
use crate::movegen;
use crate::position::{Game, Position};
use crate::search::{Answer, Control, Engine, Limits, STACK, Settings, bench};

/// Something to do.
pub enum Job {
    /// Search, and print the answer.
    Search(Box<Search>),
    /// Look for a mate, and print the answer.
    Mate(Box<MateSearch>),
    /// Bring the table into shape.
    Prepare(Preparation),
    /// Count the leaves of the tree of moves, by first move.
    Perft(Box<Position>, u32),
    /// Search the fixed positions of the bench.
    Bench,
}

/// What to do before a search.
#[derive(Clone, Copy, Debug)]
pub struct Preparation {
    /// Its size, in mebibytes.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Whether to forget what is in it.
    pub clear: bool,
}

/// A search to do.
pub struct Search {
    /// When it was asked for.
    pub asked: Instant,
    /// What to do before.
    pub preparation: Preparation,
    /// The game.
    pub game: Game,
    /// What ends it.
    pub limits: Limits,
    /// How it is steered.
    pub control: Arc<Control>,
    /// Set before the answer is printed: whatever comes in reply to it comes after the search.
    pub answered: Arc<AtomicBool>,
    /// The engine's settings.
    pub settings: Settings,
    /// Whether to panic instead, for a test.
    pub panics: bool,
}

/// Starts the thread. After each job it sends [`Event::Done`].
///
/// # Errors
///
/// If no thread can be had.
pub fn start(output: Output, events: Sender<Event>) -> io::Result<Sender<Job>> {
    let (jobs, received) = channel();
    let worker = Worker { output, engine: Engine::new(), hash: None, threads: None };
    thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK)
        .spawn(move || worker.work(&received, &events))?;
    Ok(jobs)
}

struct Worker {
    output: Output,
    engine: Engine,
    /// The size asked for that the table has been brought to.
    hash: Option<usize>,
    /// The number of threads asked for that the engine has been brought to.
    threads: Option<usize>,
}

impl Worker {
    fn work(mut self, jobs: &Receiver<Job>, events: &Sender<Event>) {
        for job in jobs {
            let done = panic::catch_unwind(AssertUnwindSafe(|| match job {
                Job::Search(search) => self.search(*search),
                Job::Mate(search) => self.mate(&search),
                Job::Prepare(preparation) => {
                    self.prepare(preparation);
                    // Now there is time for it; a search that was asked for at once takes the memory as it goes.
                    self.engine.warm_table();
                }
                Job::Perft(position, depth) => self.perft(&position, depth),
                Job::Bench => self.bench(),
            }));
            if let Err(payload) = done {
                // A search catches its own panics, so no answer is owed here.
                self.start_afresh(payload.as_ref());
            }
            if events.send(Event::Done).is_err() {
                break;
            }
        }
    }

    /// Replaces an engine whose state cannot be trusted after a panic.
    fn start_afresh(&mut self, payload: &(dyn Any + Send)) {
        self.output.message(format!("the search failed and starts afresh: {}", panic_text(payload)));
        self.engine = Engine::new();
        self.hash = None;
        self.threads = None;
    }

    fn prepare(&mut self, preparation: Preparation) {
        let Preparation { hash, threads, clear } = preparation;
        if self.hash != Some(hash) {
            let got = self.engine.resize_table(hash);
            if got < hash {
                self.output.message(format!("USI_Hash: there is no memory for {hash} MiB, using {got} MiB"));
            }
            self.hash = Some(hash);
        }
        if self.threads != Some(threads) {
            let got = self.engine.resize_threads(threads);
            if got < threads {
                self.output.message(format!("Threads: there is no room for {threads} threads, using {got}"));
            }
            self.threads = Some(threads);
        }
        if clear {
            self.engine.new_game();
        }
    }

    fn search(&mut self, search: Search) {
        let Search { asked, preparation, game, mut limits, control, answered, settings, panics } = search;
        let output = self.output.clone();
        let mut reporter = Reporter::new(&output, settings.multi_pv > 1);
        let searched = panic::catch_unwind(AssertUnwindSafe(|| {
            self.prepare(preparation);
            self.engine.settings = settings;
            // Neither taking memory nor waiting for an earlier search may cost the player's clock.
            go::shorten(&mut limits, game.position().side_to_move(), asked.elapsed());
            assert!(!panics, "asked to panic");
            self.engine.search(&game, &limits, &control, &mut |report| reporter.report(report))
        }));
        let answer = searched.unwrap_or_else(|payload| {
            self.start_afresh(payload.as_ref());
            self.rescue(&game, &mut reporter)
        });
        control.wait_for_release(limits.infinite);
        answered.store(true, Ordering::SeqCst);
        reporter.finish(&answer);
    }

    /// The solver has the memory of the search, which gives it up until it is needed again.
    fn mate(&mut self, search: &MateSearch) {
        self.prepare(search.preparation);
        let mebibytes = self.engine.resize_table(search.preparation.hash);
        self.engine.resize_table(1);
        self.hash = None;
        let mut solver = Solver::new(mebibytes << 20);
        solver.set_threads(self.engine.threads());
        let solved = panic::catch_unwind(AssertUnwindSafe(|| search.solve(&mut solver, &self.output)));
        let verdict = solved.unwrap_or_else(|payload| {
            self.start_afresh(payload.as_ref());
            Verdict::Unknown
        });
        search.answer(&verdict, &self.output);
        // Giving much memory back takes a while; nobody waits for it now.
        drop(solver);
    }

    /// An answer after a panic: what was found until then, else what a shallow search finds, else any legal move.
    fn rescue(&mut self, game: &Game, reporter: &mut Reporter<'_>) -> Answer {
        if reporter.best().is_none() {
            let limits = Limits { depth: Some(1), ..Limits::default() };
            let shallow = panic::catch_unwind(AssertUnwindSafe(|| {
                self.engine.search(game, &limits, &Control::default(), &mut |report| reporter.report(report))
            }));
            if let Ok(answer) = shallow {
                return answer;
            }
            self.engine = Engine::new();
        }
        let best = reporter.best().or_else(|| movegen::legal_moves(game.position()).first().copied());
        Answer { best, ponder: None, score: None, resigns: false, nodes: 0 }
    }

    fn perft(&self, position: &Position, depth: u32) {
        let mut total = 0;
        if depth == 0 {
            total = 1;
        } else {
            for (mv, nodes) in movegen::divide(position, depth) {
                self.output.line(&format!("{mv}: {nodes}"));
                total += nodes;
            }
        }
        self.output.line(&format!("Nodes searched: {total}"));
    }

    fn bench(&self) {
        match bench::run(1) {
            Ok(outcome) => {
                self.output.line(&format!("Bench: {} nodes {} nps", outcome.nodes, outcome.nodes_per_second()));
            }
            Err(error) => self.output.message(format!("bench: {error}")),
        }
    }
}

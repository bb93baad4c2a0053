//! The thread in which the engine works for a session.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use nanboku::mate::{self, Solver, Verdict};
use nanboku::position::Game;
use nanboku::search::{Clock, Control, Engine, Limits, STACK, Settings, Skill};
use nanboku::types::PerColor;

use crate::session::{Answer, Job, Report, Request, Task, ThinkTime};

/// Size of the transposition table, in mebibytes.
const TABLE: usize = 32;
/// Memory of the mate solver, in bytes.
const SOLVER: usize = 64 << 20;
/// Time for a move after the engine broke down.
const CAREFUL: Duration = Duration::from_millis(100);

/// Somebody who can do the searches of a session.
pub trait Searcher: Send {
    /// Searches until an answer is found or `control` stops it. A panic counts as a breakdown.
    fn search(&mut self, job: &Job, control: &Control, report: &mut (dyn FnMut(Report) + Send)) -> Answer;
}

/// Makes searchers: one at first, and another one after each breakdown.
pub type Factory = Arc<dyn Fn() -> Box<dyn Searcher> + Send + Sync>;

/// The engine, with so many threads.
pub fn engines(threads: usize) -> Factory {
    Arc::new(move || Box::new(Nanboku { engine: None, threads }))
}

/// The engine as a searcher. It takes its memory with the first search.
struct Nanboku {
    engine: Option<Engine>,
    threads: usize,
}

impl Nanboku {
    fn engine(&mut self) -> &mut Engine {
        self.engine.get_or_insert_with(|| {
            let mut engine = Engine::new();
            engine.resize_table(TABLE);
            engine.resize_threads(self.threads);
            engine
        })
    }
}

impl Searcher for Nanboku {
    fn search(&mut self, job: &Job, control: &Control, report: &mut (dyn FnMut(Report) + Send)) -> Answer {
        let game = match job.game() {
            Ok(game) => game,
            Err(error) => return Answer::Failed(error),
        };
        let milliseconds = Duration::from_millis;
        let (settings, limits) = match job.task {
            Task::Mate { ms } => {
                let limits = mate::Limits { time: Some(milliseconds(ms)), ..mate::Limits::default() };
                let mut solver = Solver::new(SOLVER);
                solver.set_threads(self.threads);
                return match solver.solve(&game, &limits, control.stop_flag(), &mut |_| {}) {
                    Verdict::Mate(line) => Answer::Mate(line),
                    Verdict::NoMate => Answer::NoMate,
                    Verdict::Unknown => Answer::Unknown,
                };
            }
            Task::Think { level, time, careful } => {
                let settings = Settings { skill: Skill { level, seed: 0 }, ..Settings::default() };
                (settings, if careful { careful_limits() } else { think_limits(time) })
            }
            Task::Analyse { lines, ms } => {
                let limits = Limits { movetime: ms.map(milliseconds), infinite: ms.is_none(), ..Limits::default() };
                (Settings { multi_pv: lines as usize, ..Settings::default() }, limits)
            }
        };
        let engine = self.engine();
        if job.new_game {
            engine.new_game();
        }
        engine.settings = settings;
        search(engine, &game, &limits, control, report)
    }
}

fn careful_limits() -> Limits {
    Limits { depth: Some(1), movetime: Some(CAREFUL), ..Limits::default() }
}

fn think_limits(time: ThinkTime) -> Limits {
    let milliseconds = Duration::from_millis;
    match time {
        ThinkTime::Fixed(ms) => Limits { movetime: Some(milliseconds(ms)), ..Limits::default() },
        ThinkTime::Clock { black, white, byoyomi, increment } => {
            let clock = Clock {
                left: PerColor([Some(milliseconds(black)), Some(milliseconds(white))]),
                increment: PerColor([milliseconds(increment); 2]),
                byoyomi: milliseconds(byoyomi),
            };
            Limits { clock: Some(clock), ..Limits::default() }
        }
    }
}

fn search(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    control: &Control,
    report: &mut (dyn FnMut(Report) + Send),
) -> Answer {
    use nanboku::search::Report as Found;

    let answer = engine.search(game, limits, control, &mut |found| {
        if let Found::Line(line) = found
            && line.bound == std::cmp::Ordering::Equal
        {
            report(Report::Line {
                rank: line.rank,
                depth: line.depth,
                nodes: line.nodes,
                nps: (line.nodes as f64 / line.time.as_secs_f64().max(0.001)) as u64,
                score: line.score,
                moves: line.pv.to_vec(),
            });
        }
    });
    Answer::Move(answer.best)
}

/// The engine's end of a session: takes its requests, and tells `report` what comes of them.
pub struct Seat {
    jobs: Sender<(u64, Box<Job>, Arc<Control>)>,
    current: Mutex<Option<(u64, Arc<Control>)>>,
}

impl Seat {
    /// Starts the thread. It ends with the seat, after the search that runs.
    ///
    /// # Errors
    ///
    /// If no thread can be had.
    pub fn new(factory: Factory, report: impl Fn(u64, Report) + Send + Sync + 'static) -> std::io::Result<Self> {
        let (jobs, received) = channel();
        thread::Builder::new()
            .name("engine".to_owned())
            .stack_size(STACK)
            .spawn(move || work(&factory, &received, &report))?;
        Ok(Self { jobs, current: Mutex::new(None) })
    }

    /// Does what a session asks for.
    pub fn obey(&self, request: Request) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        match request {
            Request::Start { id, job } => {
                let control = Arc::new(Control::default());
                *current = Some((id, Arc::clone(&control)));
                // The thread lives as long as the seat.
                let _ = self.jobs.send((id, job, control));
            }
            Request::Stop { id } => {
                if let Some((_, control)) = current.as_ref().filter(|(running, _)| *running == id) {
                    control.stop();
                }
            }
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Some((_, control)) = self.current.get_mut().unwrap_or_else(PoisonError::into_inner) {
            control.stop();
        }
    }
}

fn work(factory: &Factory, jobs: &Receiver<(u64, Box<Job>, Arc<Control>)>, report: &(impl Fn(u64, Report) + Sync)) {
    let mut searcher = factory();
    for (id, job, control) in jobs {
        let searched =
            panic::catch_unwind(AssertUnwindSafe(|| searcher.search(&job, &control, &mut |line| report(id, line))));
        let answer = searched.unwrap_or_else(|payload| {
            // What a panic leaves behind cannot be trusted.
            searcher = factory();
            Answer::Failed(panic_text(payload.as_ref()).to_owned())
        });
        report(id, Report::Done(answer));
    }
}

/// What a panic said.
fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown panic")
}

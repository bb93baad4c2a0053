//! `go mate`: what the worker is asked, and what is told.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::output::Output;
use super::worker::Preparation;
use crate::mate::{Limits, Progress, Solver, Verdict};
use crate::position::Game;
use crate::search::Control;
use crate::types::Move;

/// A question whether the side to move has a mate.
pub struct MateSearch {
    /// When it was asked.
    pub asked: Instant,
    /// What to do before.
    pub preparation: Preparation,
    /// The game.
    pub game: Game,
    /// What ends the search without an answer.
    pub limits: Limits,
    /// How it is steered.
    pub control: Arc<Control>,
    /// Set before the answer is printed.
    pub answered: Arc<AtomicBool>,
    /// Whether to panic instead, for a test.
    pub panics: bool,
}

impl MateSearch {
    /// Searches.
    pub fn solve(&self, solver: &mut Solver, output: &Output) -> Verdict {
        assert!(!self.panics, "asked to panic");
        let mut limits = self.limits;
        // Waiting for an earlier search counts.
        limits.time = limits.time.map(|time| time.saturating_sub(self.asked.elapsed()));
        let started = Instant::now();
        let mut nodes = 0;
        let verdict = solver.solve(&self.game, &limits, self.control.stop_flag(), &mut |progress| {
            nodes = progress.nodes;
            output.lock().lines(&progress_lines(progress));
        });
        if let Verdict::Mate(line) = &verdict {
            let plies = line.len();
            let time = started.elapsed();
            output.line(&format!("info depth {plies} score mate {plies} {} pv {}", figures(nodes, time), texts(line)));
        }
        verdict
    }

    /// Prints the answer, once it may be given.
    pub fn answer(&self, verdict: &Verdict, output: &Output) {
        self.control.wait_for_release(false);
        self.answered.store(true, Ordering::SeqCst);
        output.line(&match verdict {
            Verdict::Mate(line) => format!("checkmate {}", texts(line)),
            Verdict::NoMate => "checkmate nomate".to_owned(),
            Verdict::Unknown => "checkmate timeout".to_owned(),
        });
    }
}

fn texts(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn figures(nodes: u64, time: Duration) -> String {
    let milliseconds = time.as_millis();
    let speed = (nodes as f64 / time.as_secs_f64().max(0.001)) as u64;
    format!("nodes {nodes} nps {speed} time {milliseconds}")
}

/// Figures for programs, and the proof numbers for people: USI has no words for them.
fn progress_lines(progress: &Progress) -> [String; 2] {
    let numbers = match progress.length {
        Some(length) => format!("mate in {length} found, looking for a shorter one: "),
        None => String::new(),
    };
    [
        format!("info {} hashfull {}", figures(progress.nodes, progress.time), progress.fill),
        format!("info string {numbers}proof number {}, disproof number {}", progress.proof, progress.disproof),
    ]
}

/// What a panic said.
pub fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown panic")
}

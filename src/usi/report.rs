//! Passes on what a search reports, at a pace that a window can follow, and ends it with the answer.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use super::output::{Output, bestmove_line, info_line};
use crate::search::{Answer, Line, Report};
use crate::types::Move;

/// Groups of lines that may come in one burst.
const BURST: f64 = 64.0;
/// Groups of lines a second after a burst.
const RATE: f64 = 50.0;
/// Bounds and current moves are of interest to somebody who waits.
const PATIENCE: Duration = Duration::from_secs(1);
/// Least time between two bounds or current moves.
const PAUSE: Duration = Duration::from_millis(100);
/// No current moves before.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// Passes the reports of one search on.
///
/// The exact lines of one iteration, rank 1 first, are a group: it is written as a whole or not at all. The last group is
/// always the last thing before the answer.
pub struct Reporter<'a> {
    output: &'a Output,
    /// Whether lines are numbered.
    ranks: bool,
    started: Instant,
    /// Groups that may be written now.
    allowed: f64,
    refilled: Instant,
    last_aside: Instant,
    /// The latest group.
    group: Vec<String>,
    /// The first move of its first line.
    best: Option<Move>,
    /// How much of the latest group has been written.
    written: usize,
    /// Whether the latest group is to be written at once.
    passes: bool,
    /// The number of lines in all after the last line of the group, if nothing else was written in between.
    unbroken: Option<u64>,
}

impl<'a> Reporter<'a> {
    /// For a search that begins now.
    pub fn new(output: &'a Output, ranks: bool) -> Self {
        let now = Instant::now();
        Self {
            output,
            ranks,
            started: now,
            allowed: BURST,
            refilled: now,
            last_aside: now,
            group: Vec::new(),
            best: None,
            written: 0,
            passes: true,
            unbroken: None,
        }
    }

    /// Takes a report in.
    pub fn report(&mut self, report: Report<'_>) {
        match report {
            Report::Line(line) if line.pv.is_empty() => {}
            Report::Line(line) if line.bound == Ordering::Equal => self.exact(&line),
            Report::Line(line) => {
                if self.may_digress(PATIENCE) {
                    self.output.line(&info_line(&line, self.ranks));
                }
            }
            Report::CurrentMove { depth, mv, number } => {
                if self.may_digress(CURRENT_MOVE_AFTER) {
                    self.output.line(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
                }
            }
            Report::Message(message) => self.output.message(message),
        }
    }

    fn exact(&mut self, line: &Line<'_>) {
        if line.rank == 1 {
            self.group.clear();
            self.best = line.pv.first().copied();
            self.written = 0;
            self.unbroken = None;
            self.passes = self.take_turn();
        }
        self.group.push(info_line(line, self.ranks));
        if self.passes {
            let mut channel = self.output.lock();
            let before = channel.written();
            if self.written == 0 {
                self.unbroken = Some(before);
            }
            channel.lines(&self.group[self.written..]);
            let fresh = (self.group.len() - self.written) as u64;
            self.unbroken = self.unbroken.filter(|&number| number == before).map(|number| number + fresh);
            self.written = self.group.len();
        }
    }

    /// Whether a group may be written now; if so, that counts.
    fn take_turn(&mut self) -> bool {
        let now = Instant::now();
        self.allowed = (self.allowed + RATE * (now - self.refilled).as_secs_f64()).min(BURST);
        self.refilled = now;
        let may = self.allowed >= 1.0;
        if may {
            self.allowed -= 1.0;
        }
        may
    }

    /// Whether something beside the exact lines may be written now; if so, that counts.
    fn may_digress(&mut self, patience: Duration) -> bool {
        let now = Instant::now();
        let may = now - self.started >= patience && now - self.last_aside >= PAUSE;
        if may {
            self.last_aside = now;
        }
        may
    }

    /// The first move of the latest exact line of rank 1.
    pub fn best(&self) -> Option<Move> {
        self.best
    }

    /// Writes the answer, and before it the last group unless that is what was written last.
    pub fn finish(self, answer: &Answer) {
        let mut channel = self.output.lock();
        let complete = self.written == self.group.len() && self.unbroken == Some(channel.written());
        let mut lines = if complete { Vec::new() } else { self.group };
        lines.push(bestmove_line(answer.best.filter(|_| !answer.resigns), answer.ponder));
        channel.lines(&lines);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(fill: impl FnOnce(&Output, &mut Reporter<'_>)) -> Vec<String> {
        let kept = Kept::default();
        let output = Output::new(Box::new(kept.clone()));
        let mut reporter = Reporter::new(&output, true);
        fill(&output, &mut reporter);
        let answer = Answer { best: reporter.best(), ponder: None, score: Some(0), resigns: false, nodes: 0 };
        reporter.finish(&answer);
        let bytes = kept.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    fn tell(reporter: &mut Reporter<'_>, depth: u32, rank: usize, mv: &str) {
        let pv = [mv.parse().unwrap()];
        let line = Line {
            depth,
            selective_depth: depth,
            rank,
            score: 0,
            bound: Ordering::Equal,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            pv: &pv,
        };
        reporter.report(Report::Line(line));
    }

    #[test]
    fn nothing_is_repeated_without_need() {
        let lines = written(|_, reporter| {
            tell(reporter, 1, 1, "7g7f");
            tell(reporter, 1, 2, "2g2f");
        });
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[2], "bestmove 7g7f");
    }

    #[test]
    fn the_last_group_stands_before_the_answer() {
        for place in 0..2 {
            let lines = written(|output, reporter| {
                tell(reporter, 1, 1, "7g7f");
                if place == 0 {
                    output.line("readyok");
                }
                tell(reporter, 1, 2, "2g2f");
                if place == 1 {
                    reporter.report(Report::Message("something"));
                }
            });
            assert_eq!(lines.len(), 6, "{lines:?}");
            assert!(lines[3].contains("multipv 1") && lines[4].contains("multipv 2"), "{lines:?}");
        }
    }

    #[test]
    fn a_flood_is_thinned_out_but_its_end_is_told() {
        let lines = written(|_, reporter| {
            for depth in 1..=10_000 {
                tell(reporter, depth, 1, "7g7f");
                tell(reporter, depth, 2, "2g2f");
            }
        });
        assert!(lines.len() < 1000, "{}", lines.len());
        assert!(lines[lines.len() - 3].starts_with("info depth 10000 seldepth 10000 multipv 1"));
        assert!(lines[lines.len() - 2].starts_with("info depth 10000 seldepth 10000 multipv 2"));
    }
}

//! A USI engine as its user sees it.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::process::{Heard, Line, Process};

/// How long an engine may take to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(20);
/// How long an engine may take to get ready.
const PREPARATION: Duration = Duration::from_secs(90);
/// How long an engine may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long the last words of an engine that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// How often a wait looks whether it is called off.
const POLL: Duration = Duration::from_millis(50);

/// A score from the point of view of the player who thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In centipawns.
    Cp(i32),
    /// A mate in so many plies; negative for the side that is mated.
    Mate(i32),
}

impl Score {
    /// The score in centipawns, with mates beyond every other score.
    pub fn centipawns(self) -> i32 {
        match self {
            Self::Cp(value) => value,
            Self::Mate(plies) => 32_000 * plies.signum() - plies,
        }
    }
}

impl fmt::Display for Score {
    /// As in USI: `cp 34`, `mate -3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(value) => write!(f, "cp {value}"),
            Self::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

impl FromStr for Score {
    type Err = ();

    /// Reads what [`fmt::Display`] writes, and mates of unknown length (`mate +`) as mates in 1.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.split_once(' ') {
            Some(("cp", value)) => value.parse().map(Self::Cp).map_err(|_| ()),
            Some(("mate", "+")) => Ok(Self::Mate(1)),
            Some(("mate", "-")) => Ok(Self::Mate(-1)),
            Some(("mate", value)) => value.parse().map(Self::Mate).map_err(|_| ()),
            _ => Err(()),
        }
    }
}

/// What an engine told about its best line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The last score, exact where there was an exact one after the last line's beginning.
    pub score: Option<Score>,
    /// Depth of the last line.
    pub depth: Option<u32>,
    /// Nodes so far.
    pub nodes: Option<u64>,
    /// The last line.
    pub pv: Vec<String>,
}

impl Thought {
    /// Takes an `info` line in. Lines of other ranks than the first are passed over; whatever is not understood is too.
    pub fn take(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let (mut depth, mut score, mut rank, mut pv, mut bound) = (None, None, None, None, false);
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => depth = words.next().and_then(|text| text.parse().ok()),
                "multipv" => rank = words.next().and_then(|text| text.parse::<u32>().ok()),
                "nodes" => self.nodes = words.next().and_then(|text| text.parse().ok()).or(self.nodes),
                "score" => {
                    let text = format!("{} {}", words.next().unwrap_or_default(), words.next().unwrap_or_default());
                    score = text.parse().ok();
                }
                "lowerbound" | "upperbound" => bound = true,
                "pv" => pv = Some(words.by_ref().map(str::to_owned).collect()),
                _ => {}
            }
        }
        if rank.unwrap_or(1) != 1 || score.is_none() || bound && self.score.is_some() {
            return;
        }
        self.score = score;
        self.depth = depth.or(self.depth);
        self.pv = pv.unwrap_or_default();
    }
}

/// The answer to a `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The word after `bestmove`.
    pub best: String,
    /// From just before `go` was written until the answer had been read.
    pub taken: Duration,
    /// What was told on the way.
    pub thought: Thought,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The program ended, or reads or writes no more.
    Crash(String),
    /// There was no answer although there was time enough.
    Hang(String),
    /// The answer is no answer.
    Garbage(String),
    /// The wait was called off.
    Interrupted,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash(text) | Self::Hang(text) | Self::Garbage(text) => f.write_str(text),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// An engine that has introduced itself.
#[derive(Debug)]
pub struct Client {
    process: Process,
    name: String,
    options: HashSet<String>,
}

impl Client {
    /// Starts an engine and waits until it has introduced itself.
    ///
    /// # Errors
    ///
    /// If it cannot be started or does not say `usiok`.
    pub fn start(command: &[String], stop: &AtomicBool) -> Result<Self, Failure> {
        let program = command.first().cloned().unwrap_or_default();
        let process =
            Process::start(command).map_err(|error| Failure::Crash(format!("cannot start '{program}': {error}")))?;
        let mut client = Self { process, name: program, options: HashSet::new() };
        client.send("usi")?;
        let deadline = Instant::now() + INTRODUCTION;
        loop {
            let line = client.wait_for_line(deadline, "usiok", stop)?;
            if let Some(name) = line.text.trim_start().strip_prefix("id name ") {
                client.name = name.trim().to_owned();
            } else if let Some(option) = line.text.trim_start().strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or_default();
                client.options.insert(name.trim().to_ascii_lowercase());
            } else if line.text.trim() == "usiok" {
                return Ok(client);
            }
        }
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program.
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// Whether the engine declared an option.
    pub fn declares(&self, option: &str) -> bool {
        self.options.contains(&option.to_ascii_lowercase())
    }

    /// Sends a line.
    ///
    /// # Errors
    ///
    /// If the engine does not read any more.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        let sent = self.process.send(line);
        sent.map_err(|_| self.crash(&format!("at '{}'", line.split(' ').next().unwrap_or_default())))
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// If the engine does not read any more.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Waits until the engine is ready.
    ///
    /// # Errors
    ///
    /// If it crashed, hangs, or the wait is called off.
    pub fn get_ready(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.send("isready")?;
        let deadline = Instant::now() + PREPARATION;
        while self.wait_for_line(deadline, "readyok", stop)?.text.trim() != "readyok" {}
        Ok(())
    }

    /// Asks for a move and waits for it, at most `patience`.
    ///
    /// # Errors
    ///
    /// If it crashed, hangs, answers with something else than a move, or the wait is called off.
    pub fn ask(&mut self, position: &str, go: &str, patience: Duration, stop: &AtomicBool) -> Result<Answer, Failure> {
        // Whatever was written before belongs to an earlier question.
        self.process.drain();
        self.send(position)?;
        let asked = Instant::now();
        self.send(go)?;
        let mut thought = Thought::default();
        loop {
            let line = self.wait_for_line(asked + patience, "bestmove", stop)?;
            let mut words = line.text.split_whitespace();
            if words.next() == Some("bestmove") {
                let Some(best) = words.next() else {
                    return Err(Failure::Garbage("'bestmove' without a move".to_owned()));
                };
                let taken = line.at.saturating_duration_since(asked);
                return Ok(Answer { best: best.to_owned(), taken, thought });
            }
            thought.take(&line.text);
        }
    }

    /// Ends the engine.
    pub fn quit(self) {
        self.process.quit(FAREWELL);
    }

    fn wait_for_line(&mut self, deadline: Instant, wanted: &str, stop: &AtomicBool) -> Result<Line, Failure> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            match self.process.read(deadline.min(Instant::now() + POLL)) {
                Heard::Line(line) if line.at <= deadline => return Ok(line),
                Heard::Nothing if Instant::now() < deadline => {}
                Heard::End => return Err(self.crash(&format!("before '{wanted}'"))),
                Heard::Line(_) | Heard::Nothing => return Err(Failure::Hang(format!("no '{wanted}'"))),
            }
        }
    }

    /// What is known about an end that nobody asked for.
    fn crash(&mut self, when: &str) -> Failure {
        let status = self.process.wait(Instant::now() + FAREWELL);
        let status = status.map_or_else(|| "closed its output".to_owned(), |status| format!("ended, {status},"));
        let errors = self.process.errors(Instant::now() + LAST_WORDS);
        let said = errors.last().map_or_else(String::new, |line| format!("; its last words: {line}"));
        Failure::Crash(format!("{status} {when}{said}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exact_line_of_rank_one_counts() {
        let mut thought = Thought::default();
        for line in [
            "info depth 1 score cp 5 nodes 10 pv 7g7f",
            "info depth 2 score cp 40 lowerbound nodes 20 pv 2g2f",
            "info depth 2 multipv 1 score cp -7 nodes 30 pv 2g2f 3c3d",
            "info depth 2 multipv 2 score cp -9 nodes 31 pv 7g7f",
            "info string score cp 99",
            "info depth 3 currmove 7g7f nodes 50",
            "hello",
        ] {
            thought.take(line);
        }
        let pv = ["2g2f", "3c3d"].map(str::to_owned).to_vec();
        assert_eq!(thought, Thought { score: Some(Score::Cp(-7)), depth: Some(2), nodes: Some(50), pv });
    }

    #[test]
    fn scores_round_trip() {
        for text in ["cp 0", "cp -35", "mate 5", "mate -2"] {
            assert_eq!(text.parse::<Score>().unwrap().to_string(), text);
        }
        assert!("cp".parse::<Score>().is_err());
        assert!(Score::Mate(3).centipawns() > Score::Mate(5).centipawns());
        assert!(Score::Mate(-3).centipawns() < Score::Mate(-5).centipawns());
    }
}

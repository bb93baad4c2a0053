//! An engine in a process of its own, at the other end of pipes.

use std::collections::VecDeque;
use std::process::Command;
use std::time::{Duration, Instant};

use nanboku_lab::process::{Heard, Process};

use super::engine::engine;
use super::{Answer, Fault};

/// The environment variable that says how many times longer than promised things may take: 1 unless it is set. For machines
/// on which a program does not run as it does on its own system, such as Windows programs under Wine.
const PATIENCE: &str = "NANBOKU_PATIENCE";

/// A limit, as many times longer as this machine needs.
pub fn patient(limit: Duration) -> Duration {
    limit * std::env::var(PATIENCE).map_or(1, |text| text.parse().expect("a whole number"))
}

/// Lines of the conversation that a fault tells.
const REMEMBERED: usize = 30;

/// A line from the engine, and when it was here.
#[derive(Clone, Debug)]
pub struct Line {
    pub at: Instant,
    pub text: String,
}

/// A running engine. Every line that comes from it is looked at for its form.
pub struct UsiProcess {
    process: Process,
    conversation: VecDeque<String>,
    /// Lines since the last `go` was written.
    since_go: Vec<Line>,
    pub spawned: Instant,
}

impl UsiProcess {
    /// Starts the engine of the tests.
    pub fn start() -> Self {
        Self::spawn(engine(), &[]).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Starts the engine of the tests and waits until it is ready.
    pub fn ready() -> Self {
        let mut engine = Self::start();
        engine.send("usi");
        engine.until("usiok", 10.0).unwrap();
        engine.is_ready();
        engine
    }

    /// Starts a program with arguments.
    pub fn spawn(program: &str, arguments: &[&str]) -> Result<Self, Fault> {
        let spawned = Instant::now();
        let mut command = Command::new(program);
        command.args(arguments).env_remove("NANBOKU_LOG");
        let process = Process::spawn(command).map_err(|error| format!("{program} does not start: {error}"))?;
        Ok(Self { process, conversation: VecDeque::new(), since_go: Vec::new(), spawned })
    }

    /// A fault with the last lines of the conversation.
    pub fn fault(&self, what: impl std::fmt::Display) -> Fault {
        let lines: Vec<&str> = self.conversation.iter().map(String::as_str).collect();
        format!("{what}\nlast lines:\n  {}", lines.join("\n  "))
    }

    fn remember(&mut self, direction: char, text: &str) {
        if self.conversation.len() == REMEMBERED {
            self.conversation.pop_front();
        }
        let text: String = text.chars().take(400).collect();
        self.conversation.push_back(format!("{direction} {text}"));
    }

    /// Sends bytes as they are, in one write.
    pub fn try_write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.remember('>', String::from_utf8_lossy(bytes).trim_end());
        if bytes.starts_with(b"go") || bytes.windows(3).any(|three| three == b"\ngo") {
            self.since_go.clear();
        }
        let written = self.process.send_raw(bytes);
        written.map_err(|error| self.fault(format!("the engine is gone: {error}")))
    }

    /// Sends bytes as they are, in one write.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.try_write(bytes.as_ref()).unwrap_or_else(|fault| panic!("{fault}"));
    }

    /// Sends a line. Returns the time just before.
    pub fn send(&mut self, line: &str) -> Instant {
        let before = Instant::now();
        self.write(format!("{line}\n"));
        before
    }

    /// The next line, if one comes in time. `Ok(None)` if the time is over.
    pub fn next_line(&mut self, timeout: Duration) -> Result<Option<Line>, Fault> {
        match self.process.read(Instant::now() + timeout) {
            Heard::Line(line) => {
                self.remember('<', &line.text);
                checked(&line.text, line.whole).map_err(|what| self.fault(what))?;
                let line = Line { at: line.at, text: line.text };
                self.since_go.push(line.clone());
                Ok(Some(line))
            }
            Heard::Nothing => Ok(None),
            Heard::End => Err(self.fault("the engine has ended its output")),
        }
    }

    /// All lines up to the first that begins with this word.
    pub fn until(&mut self, word: &str, seconds: f64) -> Result<Vec<Line>, Fault> {
        let deadline = Instant::now() + patient(Duration::from_secs_f64(seconds));
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(line) = self.next_line(left)? else {
                return Err(self.fault(format!("no {word} within {seconds} s")));
            };
            let found = line.text.split(' ').next() == Some(word);
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
    }

    /// Asks whether it is ready and waits until it is. Returns what came before the answer.
    pub fn is_ready(&mut self) -> Vec<Line> {
        self.send("isready");
        self.until("readyok", 30.0).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Sends a line and returns everything that came by the time that a following `isready` is answered.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.write(format!("{line}\nisready\n"));
        let mut lines = self.until("readyok", 30.0).unwrap_or_else(|fault| panic!("{fault}"));
        lines.pop();
        lines.into_iter().map(|line| line.text).collect()
    }

    /// Waits for the answer to a search. Everything since its `go` was written counts.
    ///
    /// `asked` is the time from which the answer's is measured.
    pub fn answer(&mut self, asked: Instant, seconds: f64) -> Result<Answer, Fault> {
        self.until("bestmove", seconds)?;
        let lines = std::mem::take(&mut self.since_go);
        Answer::read(&lines, asked).map_err(|what| self.fault(what))
    }

    /// Sends a line that begins a search and waits for its answer.
    pub fn go(&mut self, line: &str) -> Answer {
        let asked = self.send(line);
        self.answer(asked, 20.0).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Looks that nothing but thoughts comes for so long.
    pub fn no_answer_for(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        while let Ok(Some(line)) = self.next_line(deadline.saturating_duration_since(Instant::now())) {
            assert!(line.text.starts_with("info "), "{}", self.fault("an answer that nobody asked for"));
        }
    }

    /// Lets time pass in which anything may come.
    pub fn let_pass(&mut self, time: Duration) {
        let deadline = Instant::now() + patient(time);
        while let Ok(Some(_)) = self.next_line(deadline.saturating_duration_since(Instant::now())) {}
    }

    /// Looks that nothing at all comes for so long.
    pub fn silence(&mut self, time: Duration) {
        if let Ok(Some(_)) = self.next_line(time) {
            panic!("{}", self.fault("a line that nobody asked for"));
        }
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.process.close_input();
    }

    /// Waits until it has ended by itself: within `limit` (times the patience), with code 0, and with nothing on standard error. Returns what
    /// still came.
    pub fn ended(&mut self, limit: Duration) -> Result<Vec<Line>, Fault> {
        let Some(status) = self.process.wait(Instant::now() + patient(limit)) else {
            return Err(self.fault(format!("still running after {limit:?}")));
        };
        let mut rest = Vec::new();
        while let Ok(Some(line)) = self.next_line(Duration::from_secs(5)) {
            rest.push(line);
        }
        let noise = self.process.errors(Instant::now() + Duration::from_secs(5));
        if !noise.is_empty() {
            return Err(self.fault(format!("standard error is not empty: {noise:?}")));
        }
        if status.code() != Some(0) {
            return Err(self.fault(format!("ended with {status}")));
        }
        Ok(rest)
    }

    /// Says `quit` and looks that it does.
    pub fn try_quit(&mut self) -> Result<(), Fault> {
        self.try_write(b"quit\n")?;
        self.ended(Duration::from_secs(2)).map(|_| ())
    }

    /// Says `quit` and looks that it does.
    pub fn quit(mut self) {
        self.try_quit().unwrap_or_else(|fault| panic!("{fault}"));
    }

    /// Its number in the system.
    pub fn id(&self) -> u32 {
        self.process.id()
    }
}

/// Looks that the form of a line is right: whole, ASCII, no superfluous spaces in what USI or our debugging commands know.
fn checked(text: &str, whole: bool) -> Result<(), Fault> {
    if !whole {
        return Err(format!("a line without an end: {text:?}"));
    }
    // A bare newline keeps the connection alive.
    if text.is_empty() {
        return Ok(());
    }
    if !text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
        return Err(format!("a line that is not ASCII: {text:?}"));
    }
    if text.starts_with("Error") || text.starts_with("No such option") {
        return Err(format!("a line that GUIs take for the end: {text:?}"));
    }
    let protocol = ["id", "option", "usiok", "readyok", "info", "bestmove", "checkmate", "legalmoves", "state"];
    let first = text.split(' ').next().unwrap_or_default();
    if protocol.contains(&first) && (text.contains("  ") || text.starts_with(' ') || text.ends_with(' ')) {
        return Err(format!("a line with superfluous spaces: {text:?}"));
    }
    Ok(())
}

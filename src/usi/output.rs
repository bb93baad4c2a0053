//! What goes out: whole lines, ASCII, flushed, and kept in the log.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use crate::search::Line;
use crate::types::{Move, score};

/// Where lines go, shared between the threads that write them.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Channel>>);

/// The two places that a line goes to.
pub struct Channel {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    written: u64,
}

impl Output {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self(Arc::new(Mutex::new(Channel { out, log: None, written: 0 })))
    }

    /// Keeps others from writing as long as the guard lives.
    pub fn lock(&self) -> MutexGuard<'_, Channel> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes one line.
    pub fn line(&self, line: &str) {
        self.lock().line(line);
    }

    /// Writes an `info string`.
    pub fn message(&self, message: impl ToString) {
        self.line(&format!("info string {}", plain(&message.to_string())));
    }
}

impl Channel {
    /// Writes one line, and flushes it.
    pub fn line(&mut self, line: &str) {
        self.lines(std::slice::from_ref(&line));
    }

    /// Writes lines that belong together.
    pub fn lines<S: AsRef<str>>(&mut self, lines: &[S]) {
        let mut text = String::new();
        for line in lines {
            self.log('<', line.as_ref());
            text.push_str(line.as_ref());
            text.push('\n');
        }
        self.written += lines.len() as u64;
        // Nobody is left to be told when the other end is gone; the end of the input will say so too.
        if let Err(error) = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            log::warn!("output: {error}");
        }
    }

    /// Number of lines written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Keeps a line that came in.
    pub fn received(&mut self, line: &str) {
        self.log('>', line);
    }

    /// Writes the log to this file from now on, or to none if the name is empty.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened; the log stays as it was.
    pub fn log_to(&mut self, file: &str) -> io::Result<()> {
        self.log = match file {
            "" => None,
            name => Some(OpenOptions::new().create(true).append(true).open(name)?),
        };
        Ok(())
    }

    fn log(&mut self, direction: char, line: &str) {
        if let Some(file) = &mut self.log {
            // A log that can no longer be written must not end the game.
            if let Err(error) = writeln!(file, "{:.3} {direction} {line}", Timestamp::now()) {
                log::warn!("protocol log: {error}");
                self.log = None;
            }
        }
    }
}

/// ASCII and single spaces.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if c == ' ' || c.is_ascii_graphic() {
            plain.push(c);
        } else {
            plain.extend(c.escape_default());
        }
    }
    plain
}

/// A score as `cp` or `mate`, the latter in plies, never zero, with the sign of the side that mates.
pub fn score_text(value: score::Score) -> String {
    if !score::is_mate(value) {
        return format!("cp {value}");
    }
    let plies = (score::MATE - value.abs()).max(1);
    format!("mate {}{plies}", if value < 0 { "-" } else { "" })
}

/// An `info` line for a line of thought; `rank` says whether to number it.
pub fn info_line(line: &Line<'_>, rank: bool) -> String {
    let mut text = format!("info depth {} seldepth {}", line.depth, line.selective_depth);
    if rank {
        let _ = write!(text, " multipv {}", line.rank);
    }
    let _ = write!(text, " score {}", score_text(line.score));
    // How near a mate is does not get better known by a bound.
    if !score::is_mate(line.score) {
        text.push_str(match line.bound {
            Ordering::Less => " upperbound",
            Ordering::Equal => "",
            Ordering::Greater => " lowerbound",
        });
    }
    let micros = line.time.as_micros().max(1);
    let nps = u64::try_from(u128::from(line.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX);
    let _ = write!(
        text,
        " nodes {} nps {nps} hashfull {} time {} pv",
        line.nodes,
        line.hashfull.min(1000),
        line.time.as_millis()
    );
    for mv in line.pv {
        let _ = write!(text, " {mv}");
    }
    text
}

/// The answer to `go`; without a move, or if the engine gives up, it is a resignation.
pub fn bestmove_line(best: Option<Move>, ponder: Option<Move>) -> String {
    match (best, ponder) {
        (None, _) => "bestmove resign".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn scores() {
        for (value, text) in [
            (0, "cp 0"),
            (-123, "cp -123"),
            (score::mate_in(1), "mate 1"),
            (score::mate_in(9), "mate 9"),
            (score::mated_in(2), "mate -2"),
            (score::MATE, "mate 1"),
            (score::mated_in(0), "mate -1"),
        ] {
            assert_eq!(score_text(value), text);
        }
    }

    #[test]
    fn a_full_line() {
        let pv: Vec<Move> = ["2f2e", "P*5e"].iter().map(|text| text.parse().unwrap()).collect();
        let mut line = Line {
            depth: 3,
            selective_depth: 5,
            rank: 2,
            score: 7,
            bound: Ordering::Greater,
            nodes: 2000,
            time: Duration::from_millis(2),
            hashfull: 4,
            pv: &pv,
        };
        let rest = "nodes 2000 nps 1000000 hashfull 4 time 2 pv 2f2e P*5e";
        assert_eq!(info_line(&line, true), format!("info depth 3 seldepth 5 multipv 2 score cp 7 lowerbound {rest}"));
        line.score = score::mate_in(3);
        assert_eq!(info_line(&line, false), format!("info depth 3 seldepth 5 score mate 3 {rest}"));
        line.time = Duration::ZERO;
        line.nodes = u64::MAX;
        assert!(info_line(&line, false).contains(&format!("nps {}", u64::MAX)));
    }

    #[test]
    fn messages_are_plain() {
        assert_eq!(plain("a\tb\r\n  c 歩 \u{7}"), "a b c \\u{6b69} \\u{7}");
    }
}

//! What comes back for one `go`.

use std::time::{Duration, Instant};

use super::{Fault, Info, Line};

/// Everything between a `go` and its `bestmove`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The `info` lines.
    pub infos: Vec<Info>,
    /// The best move, or `resign`.
    pub best: String,
    /// The expected reply.
    pub ponder: Option<String>,
    /// From before the `go` was written until the `bestmove` was read.
    pub took: Duration,
    /// Lines in between that belong to something else, such as `readyok`.
    pub others: Vec<String>,
}

impl Answer {
    /// Reads the lines up to and with `bestmove`.
    pub fn read(lines: &[Line], asked: Instant) -> Result<Self, Fault> {
        let (last, before) = lines.split_last().ok_or("no lines")?;
        let words: Vec<&str> = last.text.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best, None),
            ["bestmove", best, "ponder", ponder] => (best, Some(ponder.to_owned())),
            _ => return Err(format!("not an answer: {}", last.text)),
        };
        let mut infos = Vec::new();
        let mut others = Vec::new();
        for line in before {
            if line.text.starts_with("info ") {
                infos.push(Info::read(&line.text)?);
            } else {
                others.push(line.text.clone());
            }
        }
        let took = last.at.saturating_duration_since(asked);
        Ok(Self { infos, best: best.to_owned(), ponder, took, others })
    }

    /// The `info string` lines.
    pub fn messages(&self) -> Vec<&str> {
        self.infos.iter().filter_map(|info| info.string.as_deref()).collect()
    }
}

//! Mate problems in files: reading them, and telling what the solver found.

use std::fmt::Write as _;

use serde::Serialize;

use nanboku::mate::{Analysis, AttackerMove, Certainty};
use nanboku::types::Move;

/// The SFENs of a file, with the numbers of their lines: one a line, alone, after `sfen` or `position sfen`, or as the
/// field `sfen` of a line of JSON. Blank lines and such that begin with `#` are skipped.
///
/// # Errors
///
/// Names the line of JSON that cannot be read.
pub fn read(text: &str) -> Result<Vec<(usize, String)>, String> {
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with('{') {
            let row: serde_json::Value =
                serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
            let sfen = row.get("sfen").and_then(serde_json::Value::as_str);
            problems.push((number, sfen.ok_or(format!("line {number} has no field sfen"))?.to_owned()));
            continue;
        }
        let line = line.strip_prefix("position ").unwrap_or(line);
        problems.push((number, line.strip_prefix("sfen ").unwrap_or(line).trim().to_owned()));
    }
    Ok(problems)
}

/// What was found out about a problem, as a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The position.
    pub sfen: String,
    /// Whether there is a mate; null if that stayed unknown.
    pub mate: Option<bool>,
    /// Plies of the mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Whether `length` is the shortest; else there may be a shorter one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Shortest attack, longest defence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// All first moves that mate in `length` plies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<String>,
    /// The attacker's moves of the line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attack: Vec<Attack>,
    /// Whether each of them was the only one, as far as was asked; null if that stayed unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<bool>,
    /// Nodes spent.
    pub nodes: u64,
    /// Time spent.
    pub milliseconds: u64,
}

/// A move of the attacker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attack {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether no other move mates, as far as was asked; null if that stayed unknown.
    pub only: Option<bool>,
    /// Other moves that mate in as few plies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub equal: Vec<String>,
    /// Other moves that mate later.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub longer: Vec<String>,
    /// Other moves of which that stayed unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

impl Attack {
    fn of(found: &AttackerMove) -> Self {
        Self {
            mv: found.mv.to_string(),
            only: found.is_only(),
            equal: texts(&found.equal),
            longer: texts(&found.longer),
            unknown: texts(&found.unknown),
        }
    }
}

impl Solution {
    /// What an analysis says; without one nothing became known.
    pub fn of(sfen: &str, analysis: Option<&Analysis>, nodes: u64, milliseconds: u64) -> Self {
        let Some(analysis) = analysis else {
            let sfen = sfen.to_owned();
            return Self {
                sfen,
                mate: None,
                length: None,
                shortest: None,
                line: Vec::new(),
                first: Vec::new(),
                attack: Vec::new(),
                sound: None,
                nodes,
                milliseconds,
            };
        };
        let attack: Vec<Attack> = analysis.attack.iter().map(Attack::of).collect();
        let sound = if attack.iter().any(|found| found.only == Some(false)) {
            Some(false)
        } else if attack.is_empty() || attack.iter().any(|found| found.only.is_none()) {
            None
        } else {
            Some(true)
        };
        Self {
            sfen: sfen.to_owned(),
            mate: Some(analysis.length.is_some()),
            length: analysis.length,
            shortest: analysis.length.map(|_| analysis.certainty == Certainty::Shortest),
            line: texts(&analysis.line),
            first: texts(&analysis.first),
            attack,
            sound,
            nodes: analysis.nodes,
            milliseconds,
        }
    }

    /// The same for people; `plies` is the longest mate that was looked for.
    pub fn text(&self, plies: Option<u32>) -> String {
        let within = plies.map_or(String::new(), |plies| format!(" within {plies} plies"));
        let mut text = match (self.mate, self.length) {
            (Some(true), Some(length)) => {
                let most = if self.shortest == Some(true) { "" } else { " at most (a shorter one was not excluded)" };
                format!("mate in {length}{most}: {}\n", self.line.join(" "))
            }
            (Some(_), _) => format!("no mate{within}\n"),
            (None, _) => format!("not known{within} after {} nodes\n", self.nodes),
        };
        for (number, found) in (1..).step_by(2).zip(&self.attack) {
            for (moves, what) in [
                (&found.equal, "mates in as few plies"),
                (&found.longer, "mates too, but later"),
                (&found.unknown, "may mate too"),
            ] {
                if !moves.is_empty() {
                    let _ = writeln!(text, "  move {number}, {}: also {} ({what})", found.mv, moves.join(" "));
                }
            }
        }
        if self.sound == Some(true) {
            text.push_str("  every move of the attacker is the only one\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_line_is_read() {
        let text = "# problems\n\n9/9/9/9/9/9/9/9/9 b -\nsfen 8k/9 b\n position sfen 7k1 w \n{\"sfen\": \"k8 b\", \"mate\": 3}\n";
        let found: Vec<String> = read(text).unwrap().into_iter().map(|(_, sfen)| sfen).collect();
        assert_eq!(found, ["9/9/9/9/9/9/9/9/9 b -", "8k/9 b", "7k1 w", "k8 b"]);
        assert!(read("{\"fen\": 1}").unwrap_err().contains("line 1"));
        assert!(read("\n{").unwrap_err().contains("line 2"));
    }
}

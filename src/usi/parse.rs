//! From a line of text to a command.
//!
//! USI shares a few lines with UCI; those are read by the `vampirc-uci` crate. What is USI's own, or read by that crate with
//! a loss (it cuts long numbers, drops `byoyomi` and every second limit of a `go`, and panics at `go depth 256`), is read
//! here and in [`super::go`].

use std::panic;

use vampirc_uci::{UciMessage, parse_one};

use super::error::{UsiError, short};
use super::go::{self, Go, Times};

/// Longest `setoption` line, in bytes; nothing that a person or program means is longer.
const MAX_OPTION_LINE: usize = 8192;

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `usi`
    Usi,
    /// `isready`
    IsReady,
    /// `usinewgame`
    NewGame,
    /// `setoption name <name> [value <value>]`
    SetOption {
        /// The name as it came.
        name: String,
        /// The value, if there is one.
        value: Option<String>,
    },
    /// `position ...`
    Position(Setup),
    /// `go ...`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit [times]`
    PonderHit(Times),
    /// `gameover ...`
    GameOver,
    /// `quit`
    Quit,
    /// A debugging command that only looks at the current position.
    Show(Show),
    /// `perft <depth>`
    Perft(u32),
    /// `bench`
    Bench,
    /// `debug panic`: the next search panics.
    Panic,
}

/// What a debugging command shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// `d`
    Diagram,
    /// `moves`
    Moves,
    /// `eval`
    Evaluation,
    /// `state`
    State,
    /// `help`
    Help,
}

/// The content of a `position` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The SFEN, or `None` for `startpos`.
    pub sfen: Option<String>,
    /// The moves, unchecked.
    pub moves: Vec<String>,
}

/// Reads a line. `None` if there is nothing in it. Words before a command of USI that mean nothing are skipped, as the
/// protocol asks. The second value names limits of a `go` or `ponderhit` that were left out because they make no sense.
pub fn parse(line: &str) -> Result<Option<(Command, Option<UsiError>)>, UsiError> {
    // Some shells put a byte order mark before the first line.
    let words: Vec<&str> = line.trim_start_matches('\u{feff}').split_whitespace().collect();
    let Some(&first) = words.first() else { return Ok(None) };
    if let Some(parsed) = parse_words(&words, line) {
        return parsed.map(Some);
    }
    for start in 1..words.len() {
        if SKIPPED_TO.iter().any(|word| words[start].eq_ignore_ascii_case(word))
            && let Some(parsed) = parse_words(&words[start..], line)
        {
            return parsed.map(Some);
        }
    }
    Err(UsiError::UnknownCommand(short(first)))
}

/// The commands that are found behind words without a meaning.
const SKIPPED_TO: [&str; 10] =
    ["usi", "isready", "usinewgame", "setoption", "position", "go", "stop", "ponderhit", "gameover", "quit"];

/// Reads words of which the first is a command, if it is one. They are the last words of `line`.
fn parse_words(words: &[&str], line: &str) -> Option<Result<(Command, Option<UsiError>), UsiError>> {
    let (command, rest) = words.split_first()?;
    let command = command.to_ascii_lowercase();
    let parsed = match command.as_str() {
        "isready" | "stop" | "quit" => shared(&command)?,
        "ponderhit" if rest.is_empty() => shared(&command)?,
        "setoption" => return Some(option(words, line).map(|command| (command, None))),
        "usi" => Command::Usi,
        "usinewgame" => Command::NewGame,
        "gameover" => Command::GameOver,
        "help" => Command::Show(Show::Help),
        "d" => Command::Show(Show::Diagram),
        "moves" => Command::Show(Show::Moves),
        "eval" => Command::Show(Show::Evaluation),
        "state" => Command::Show(Show::State),
        "bench" => Command::Bench,
        "debug" if rest.first().is_some_and(|word| word.eq_ignore_ascii_case("panic")) => Command::Panic,
        "variant" => return Some(variant(rest).map(|command| (command, None))),
        "perft" => return Some(perft(rest).map(|command| (command, None))),
        "position" => return Some(position(rest).map(|setup| (Command::Position(setup), None))),
        "go" if rest.first().is_some_and(|word| word.eq_ignore_ascii_case("perft")) => {
            return Some(perft(&rest[1..]).map(|command| (command, None)));
        }
        "go" => {
            let (go, complaint) = go::parse(rest);
            return Some(Ok((Command::Go(go), complaint)));
        }
        "ponderhit" => {
            let (times, complaint) = go::parse_times(rest);
            return Some(Ok((Command::PonderHit(times), complaint)));
        }
        _ => return None,
    };
    Some(Ok((parsed, None)))
}

/// A line that USI has from UCI.
fn shared(line: &str) -> Option<Command> {
    // The crate panics on some lines of its own protocol. None that comes here is known to do so.
    match panic::catch_unwind(|| parse_one(line)).ok()? {
        UciMessage::IsReady => Some(Command::IsReady),
        UciMessage::Stop => Some(Command::Stop),
        UciMessage::PonderHit => Some(Command::PonderHit(Times::default())),
        UciMessage::Quit => Some(Command::Quit),
        UciMessage::SetOption { name, value } => {
            Some(Command::SetOption { name, value: value.map(|value| value.trim().to_owned()) })
        }
        _ => None,
    }
}

/// Reads a `setoption`. Its value stays as it came but for the white space around it: in a file name two spaces, or the wide
/// space of Japanese, are not one.
fn option(words: &[&str], line: &str) -> Result<Command, UsiError> {
    let line = match words.iter().position(|word| word.eq_ignore_ascii_case("value")) {
        Some(at) => format!("{} {}", words[..=at].join(" "), behind(line, words[at]).trim()),
        None => words.join(" "),
    };
    let line = line.trim_end();
    let name_missing = || UsiError::Missing { after: "setoption".to_owned(), wanted: "name <name> [value <value>]" };
    if line.len() > MAX_OPTION_LINE {
        return Err(UsiError::UnknownOption(short(line.get("setoption name ".len()..).unwrap_or(line))));
    }
    shared(line).ok_or_else(name_missing)
}

/// What of `line` comes behind `word`, which is a part of it.
fn behind<'a>(line: &'a str, word: &str) -> &'a str {
    let end = word.as_ptr().addr() + word.len() - line.as_ptr().addr();
    line.get(end..).unwrap_or_default()
}

fn variant(rest: &[&str]) -> Result<Command, UsiError> {
    match rest.first() {
        Some(&name) => Ok(Command::SetOption { name: "USI_Variant".to_owned(), value: Some(name.to_owned()) }),
        None => Err(UsiError::Missing { after: "variant".to_owned(), wanted: "the name of a variant" }),
    }
}

/// Deepest perft that is begun.
const MAX_PERFT_DEPTH: u32 = 30;

fn perft(rest: &[&str]) -> Result<Command, UsiError> {
    let &text = rest.first().ok_or(UsiError::Missing { after: "perft".to_owned(), wanted: "a depth" })?;
    match text.parse() {
        // Deeper, nobody would live to see the end.
        Ok(depth @ 0..=MAX_PERFT_DEPTH) => Ok(Command::Perft(depth)),
        Ok(_) => Err(UsiError::PerftDepth { found: short(text), most: MAX_PERFT_DEPTH }),
        Err(_) => Err(UsiError::Number { after: "perft".to_owned(), found: short(text) }),
    }
}

fn position(rest: &[&str]) -> Result<Setup, UsiError> {
    let (&kind, rest) =
        rest.split_first().ok_or(UsiError::Missing { after: "position".to_owned(), wanted: "startpos or sfen" })?;
    let end = rest.iter().position(|word| word.eq_ignore_ascii_case("moves")).unwrap_or(rest.len());
    let sfen = match kind.to_ascii_lowercase().as_str() {
        "startpos" => None,
        "sfen" => Some(rest[..end].join(" ")),
        _ => return Err(UsiError::PositionKind(short(kind))),
    };
    let moves = rest[end..].iter().skip(1).map(|&word| word.to_owned()).collect();
    Ok(Setup { sfen, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        match parse(line) {
            Ok(Some((command, None))) => command,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn set(name: &str, value: Option<&str>) -> Command {
        Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
    }

    #[test]
    fn shared_lines() {
        for line in ["isready", " isready ", "isready\r", "ISREADY", "isready now", "what isready"] {
            assert_eq!(command(line), Command::IsReady, "{line}");
        }
        assert_eq!(command("stop"), Command::Stop);
        assert_eq!(command("\tquit\r"), Command::Quit);
        assert_eq!(command("ponderhit"), Command::PonderHit(Times::default()));
    }

    #[test]
    fn options() {
        assert_eq!(command("setoption name USI_Hash value 64\r"), set("USI_Hash", Some("64")));
        assert_eq!(command("setoption  name Clear Hash"), set("Clear Hash", None));
        assert_eq!(command("setoption name Tide value"), set("Tide", None));
        assert_eq!(command("setoption name X value  a b  "), set("X", Some("a b")));
        assert_eq!(command("setoption\tname  X\tvalue\t a\u{3000}b  c\t\r"), set("X", Some("a\u{3000}b  c")));
        assert_eq!(command("please SETOPTION NAME X VALUE value  b"), set("X", Some("value  b")));
        assert_eq!(command("setoption name X value \u{3000}"), set("X", None));
        assert_eq!(command("setoption name X value フ.log"), set("X", Some("フ.log")));
        assert_eq!(command("variant annan"), set("USI_Variant", Some("annan")));
        assert!(parse("setoption").is_err());
        assert!(parse("setoption name").is_err());
        assert!(parse("setoption USI_Hash value 3").is_err());
        assert!(parse(&format!("setoption name X value {}", "a".repeat(1_000_000))).is_err());
    }

    #[test]
    fn positions() {
        let start = |moves: &[&str]| {
            Command::Position(Setup { sfen: None, moves: moves.iter().map(|&m| m.to_owned()).collect() })
        };
        assert_eq!(command("position startpos"), start(&[]));
        assert_eq!(command("position startpos moves "), start(&[]));
        assert_eq!(command("position  startpos\tmoves 2f2e\r"), start(&["2f2e"]));
        let Command::Position(setup) = command("position sfen 9/9 b - moves 1a1b") else { panic!() };
        assert_eq!(setup.sfen.as_deref(), Some("9/9 b -"));
        assert_eq!(setup.moves, ["1a1b"]);
        assert_eq!(parse("position"), Err(UsiError::Missing { after: "position".into(), wanted: "startpos or sfen" }));
        assert_eq!(parse("position x"), Err(UsiError::PositionKind("x".into())));
    }

    #[test]
    fn nothing_and_nonsense() {
        assert_eq!(parse(""), Ok(None));
        assert_eq!(parse(" \t\r"), Ok(None));
        assert_eq!(parse("xboard 2"), Err(UsiError::UnknownCommand("xboard".into())));
        assert_eq!(parse("what state"), Err(UsiError::UnknownCommand("what".into())));
        assert_eq!(parse("isreadyx"), Err(UsiError::UnknownCommand("isreadyx".into())));
        assert_eq!(command("go perft 4"), Command::Perft(4));
        assert_eq!(parse("go perft x"), Err(UsiError::Number { after: "perft".into(), found: "x".into() }));
        assert_eq!(parse("perft x"), Err(UsiError::Number { after: "perft".into(), found: "x".into() }));
    }
}

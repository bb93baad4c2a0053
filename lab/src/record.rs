//! Games as lines of JSON: a header first, then one line for each game.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use nanboku_records::{EndReason, GameResult};

use super::client::Score;
use super::tournament::Plan;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A move in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in USI notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Milliseconds that it took.
    pub ms: u64,
    /// The mover's score, where it told one.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_score")]
    pub score: Option<Score>,
    /// Depth of the last line, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Scores as text, or nothing.
mod optional_score {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::Score;

    pub fn serialize<S: Serializer>(score: &Option<Score>, serializer: S) -> Result<S::Ok, S::Error> {
        match score {
            Some(score) => serializer.collect_str(score),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Score>, D::Error> {
        let text: Option<String> = Option::deserialize(deserializer)?;
        let read = |text: String| text.parse().map_err(|()| de::Error::custom(format!("'{text}' is no score")));
        text.map(read).transpose()
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0. Games 2n and 2n + 1 are a pair: the same opening, colours swapped.
    pub number: usize,
    /// Number of the player with Black, from 0.
    pub black: usize,
    /// Number of the player with White, from 0.
    pub white: usize,
    /// The position that it began from, as in USI: an SFEN, and moves if there are any.
    pub opening: String,
    /// The seed of the built-in players.
    pub seed: u64,
    /// How it came out.
    pub result: GameResult,
    /// Why it ended.
    pub reason: EndReason,
    /// Number of the player whose fault it was, where there is a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<usize>,
    /// What exactly happened, where the reason does not say it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Milliseconds that the game took.
    pub ms: u64,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
}

/// What a file of records begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub version: u32,
    /// The program that wrote the file.
    pub program: String,
    /// When the match began.
    pub started: String,
    /// Names by which the players called themselves.
    pub names: Vec<String>,
    /// Everything that decides the games.
    pub plan: Plan,
}

/// A line of a file of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Entry {
    /// The first line.
    Header(Box<Header>),
    /// Every other line.
    Game(Box<GameRecord>),
}

/// A file of records that cannot be read or written.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The system says no.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is no record.
    #[error("line {line} is not a record: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// There is no header.
    #[error("the first line is not the header of a match")]
    NoHeader,
    /// The format is a later one.
    #[error("the records have version {0}, which this program does not know")]
    Version(u32),
}

/// Reads a file of records. A last line that was cut off in the middle of writing is left out; also returned is how many
/// bytes are whole lines.
///
/// # Errors
///
/// If the file cannot be read, or a whole line is no record.
pub fn read(path: &Path) -> Result<(Header, Vec<GameRecord>, u64), RecordError> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let mut header = None;
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let entry = serde_json::from_str(line)
            .map_err(|error| RecordError::Line { line: index + 1, error: error.to_string() })?;
        match entry {
            Entry::Header(_) if header.is_some() => {
                return Err(RecordError::Line { line: index + 1, error: "a second header".to_owned() });
            }
            Entry::Header(found) => header = Some(*found),
            Entry::Game(game) => games.push(*game),
        }
    }
    let header = header.ok_or(RecordError::NoHeader)?;
    if header.version > VERSION {
        return Err(RecordError::Version(header.version));
    }
    Ok((header, games, whole as u64))
}

/// Where records are written to.
#[derive(Debug)]
pub struct Records(File);

impl Records {
    /// A new file with this header.
    ///
    /// # Errors
    ///
    /// If the file exists already or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, RecordError> {
        let mut records = Self(OpenOptions::new().write(true).create_new(true).open(path)?);
        records.write(&Entry::Header(Box::new(header.clone())))?;
        Ok(records)
    }

    /// A file that is there, to be continued after its first `whole` bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn resume(path: &Path, whole: u64) -> Result<Self, RecordError> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self(file))
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.write(&Entry::Game(Box::new(game.clone())))
    }

    /// One line in one write, so that a kill in between leaves whole lines and at most one broken one at the end.
    fn write(&mut self, entry: &Entry) -> Result<(), RecordError> {
        let mut line = serde_json::to_string(entry).map_err(io::Error::from)?;
        line.push('\n');
        self.0.write_all(line.as_bytes())?;
        self.0.flush()?;
        Ok(())
    }
}

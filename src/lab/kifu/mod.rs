//! Game records as other programs write them: KIF, CSA and USI position lines.
//!
//! All three are read into a [`Kifu`] and written from one. A file may hold several games. A bad line costs the rest of its
//! game, not the games around it, and is told with its number.

mod csa_read;
mod csa_write;
mod encoding;
mod kif_read;
mod kif_write;
mod names;
mod setup;
mod usi;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use clap::ValueEnum;
use thiserror::Error;

use super::record::{EndReason, GameRecord, GameResult, Header};
use super::ruling::Ruling;
use crate::movegen;
use crate::position::{Game, Outcome, Position};
use crate::types::{Color, Move};

pub use encoding::{Encoding, decode};

/// A game as it is kept in a file.
#[derive(Clone, Debug, Default)]
pub struct Kifu {
    /// Which game was played.
    pub ruling: Ruling,
    /// The player with Black.
    pub black: String,
    /// The player with White.
    pub white: String,
    /// More about the game, by the names that KIF uses (開始日時, 棋戦 ...).
    pub headers: Vec<(String, String)>,
    /// Where the game began, as SFEN; `None` is the start position of the variant.
    pub start: Option<String>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves, each legal after the ones before.
    pub moves: Vec<KifuMove>,
    /// How the game ended, where that is known.
    pub end: Option<End>,
}

/// A move in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KifuMove {
    /// The move.
    pub mv: Move,
    /// Milliseconds that it took, where that is known.
    pub ms: Option<u64>,
    /// Comments on it.
    pub comments: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Why.
    pub reason: EndReason,
    /// Who won.
    pub result: GameResult,
}

impl fmt::Display for End {
    /// As comments say it: `stalemate, black wins`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.result {
            GameResult::Black => "black wins",
            GameResult::White => "white wins",
            GameResult::Draw => "draw",
            GameResult::Void => "no result",
        };
        write!(f, "{}, {result}", self.reason)
    }
}

impl FromStr for End {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (reason, result) = text.split_once(", ").ok_or(())?;
        let reason = EndReason::ALL.into_iter().find(|known| known.name() == reason).ok_or(())?;
        let result = match result {
            "black wins" => GameResult::Black,
            "white wins" => GameResult::White,
            "draw" => GameResult::Draw,
            "no result" => GameResult::Void,
            _ => return Err(()),
        };
        Ok(Self { reason, result })
    }
}

impl End {
    /// A loss of this player.
    pub const fn lost_by(loser: Color, reason: EndReason) -> Self {
        let result = match loser {
            Color::Black => GameResult::White,
            Color::White => GameResult::Black,
        };
        Self { reason, result }
    }

    /// A draw.
    pub const fn drawn(reason: EndReason) -> Self {
        Self { reason, result: GameResult::Draw }
    }

    /// A game that was broken off.
    pub const ABANDONED: Self = Self { reason: EndReason::Abandoned, result: GameResult::Void };

    /// What the rules say, if the game is over by them.
    pub const fn of(outcome: Outcome, side: Color) -> Option<Self> {
        Some(match outcome {
            Outcome::Ongoing => return None,
            Outcome::Checkmate => Self::lost_by(side, EndReason::Checkmate),
            Outcome::Stalemate => Self::lost_by(side, EndReason::Stalemate),
            Outcome::Impasse { winner: Color::Black } => Self::lost_by(Color::White, EndReason::Impasse),
            Outcome::Impasse { winner: Color::White } => Self::lost_by(Color::Black, EndReason::Impasse),
            Outcome::RepetitionDraw => Self::drawn(EndReason::Repetition),
            Outcome::Perpetual { loser } => Self::lost_by(loser, EndReason::Perpetual),
            Outcome::BareKings => Self::drawn(EndReason::BareKings),
        })
    }
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// KIF, as most Japanese programs and lishogi write it
    Kif,
    /// CSA 2.2
    Csa,
    /// CSA 3.0
    Csa3,
    /// USI position lines
    Usi,
    /// Lines of JSON as `match` writes them (read only)
    Jsonl,
}

impl Format {
    /// The format of a file by its name, else by what it holds.
    pub fn guess(path: &Path, text: &str) -> Self {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "kif" | "kifu" | "kifz" => return Self::Kif,
            "csa" => return Self::Csa,
            "usi" | "sfen" => return Self::Usi,
            "jsonl" | "json" => return Self::Jsonl,
            _ => {}
        }
        let has = |start: &str| text.lines().any(|line| line.starts_with(start));
        if text.starts_with('{') {
            Self::Jsonl
        } else if has("position ") || has("startpos") || has("sfen ") {
            Self::Usi
        } else if has("P1") || has("PI") || has("V2") || has("V3") {
            Self::Csa
        } else {
            Self::Kif
        }
    }
}

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct LineError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// What is in a file.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The games, as far as they could be read.
    pub games: Vec<Kifu>,
    /// What could not.
    pub errors: Vec<LineError>,
}

/// Reads a text. `asked` is the game that was played where the text does not say.
pub fn read(text: &str, format: Format, asked: Option<Ruling>) -> Contents {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format {
        Format::Kif => kif_read::read(text, asked),
        Format::Csa | Format::Csa3 => csa_read::read(text, asked),
        Format::Usi => usi::read(text, asked),
        Format::Jsonl => read_records(text),
    }
}

/// Writes games.
///
/// # Errors
///
/// If the format is one that is only read.
pub fn write(games: &[Kifu], format: Format, encoding: Encoding) -> Result<String, String> {
    Ok(match format {
        Format::Kif => games.iter().map(|game| kif_write::write(game, encoding)).collect::<Vec<_>>().join("\n"),
        Format::Csa => csa_write::write(games, csa_write::Version::V22, encoding),
        Format::Csa3 => csa_write::write(games, csa_write::Version::V30, encoding),
        Format::Usi => usi::write(games),
        Format::Jsonl => return Err("records of matches are written by `match` alone".to_owned()),
    })
}

fn read_records(text: &str) -> Contents {
    let mut contents = Contents::default();
    let mut header: Option<Header> = None;
    for (index, line) in text.lines().enumerate() {
        let entry = serde_json::from_str(line).map_err(|error| error.to_string());
        let read = entry.and_then(|entry| match entry {
            super::record::Entry::Header(found) => {
                header = Some(*found);
                Ok(None)
            }
            super::record::Entry::Game(game) => {
                let header = header.as_ref().ok_or("there is no header before this game")?;
                Kifu::from_record(header, &game).map(Some)
            }
        });
        match read {
            Ok(game) => contents.games.extend(game),
            Err(message) => contents.errors.push(LineError { line: index + 1, message }),
        }
    }
    contents
}

impl Kifu {
    /// The position that the game began from.
    ///
    /// # Errors
    ///
    /// If the SFEN cannot be read.
    pub fn start_position(&self) -> Result<Position, String> {
        match &self.start {
            None => Ok(self.ruling.start()),
            Some(sfen) => Position::from_sfen(sfen, &self.ruling.rules()).map_err(|error| error.to_string()),
        }
    }

    /// The whole game.
    ///
    /// # Errors
    ///
    /// If the start cannot be read or a move is illegal.
    pub fn game(&self) -> Result<Game, String> {
        let mut game = Game::new(self.start_position()?);
        for KifuMove { mv, .. } in &self.moves {
            if !movegen::is_legal(game.position(), *mv) {
                return Err(format!("{mv} is illegal in {}", game.position()));
            }
            game.make(*mv);
        }
        Ok(game)
    }

    /// The side that would move after the last move.
    pub fn side_at_end(&self) -> Color {
        let white = self.start.as_ref().is_some_and(|sfen| sfen.split_whitespace().nth(1) == Some("w"));
        if white == self.moves.len().is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// A game of a match.
    ///
    /// # Errors
    ///
    /// If its opening or a move cannot be read.
    pub fn from_record(header: &Header, game: &GameRecord) -> Result<Self, String> {
        let opening: super::openings::Opening = game.opening.parse()?;
        let name = |player: usize| header.names.get(player).cloned().unwrap_or_default();
        let read = |text: &str| text.parse::<Move>().map_err(|error| error.to_string());
        let mut moves = Vec::new();
        for text in &opening.moves {
            moves.push(KifuMove { mv: read(text)?, ms: None, comments: Vec::new() });
        }
        for played in &game.moves {
            let comments = played.score.iter().map(|score| format!("score {score}")).collect();
            moves.push(KifuMove { mv: read(&played.text)?, ms: Some(played.ms), comments });
        }
        let kifu = Self {
            ruling: header.plan.ruling,
            black: name(game.black),
            white: name(game.white),
            headers: Vec::new(),
            start: opening.sfen,
            comments: Vec::new(),
            moves,
            end: Some(End { reason: game.reason, result: game.result }),
        };
        kifu.game()?;
        Ok(kifu)
    }
}

/// The comment that keeps an end for which the format has no word of its own.
const END_COMMENT: &str = "end: ";
/// The comment that names the game that was played.
const RULING_COMMENT: &str = "game: ";

/// A game that is being read: the position so far, and whether something was wrong.
struct Building {
    kifu: Kifu,
    game: Option<Game>,
    broken: bool,
}

impl Building {
    fn new(ruling: Ruling) -> Self {
        Self { kifu: Kifu { ruling, ..Kifu::default() }, game: None, broken: false }
    }

    /// The game so far; it begins here if it has not begun yet.
    fn game(&mut self) -> Result<&mut Game, String> {
        let game = match self.game.take() {
            Some(game) => game,
            None => Game::new(self.kifu.start_position()?),
        };
        Ok(self.game.insert(game))
    }

    fn push(&mut self, mv: Move) -> Result<(), String> {
        let game = self.game()?;
        if !movegen::is_legal(game.position(), mv) {
            return Err(format!("{mv} is illegal in {}", game.position()));
        }
        game.make(mv);
        self.kifu.moves.push(KifuMove { mv, ms: None, comments: Vec::new() });
        Ok(())
    }

    /// Takes a comment in, or what it says about the game.
    fn comment(&mut self, text: &str) {
        if let Some(end) = text.strip_prefix(END_COMMENT).and_then(|text| text.parse().ok()) {
            self.kifu.end = Some(end);
        } else if let Some(ruling) = text.strip_prefix(RULING_COMMENT).and_then(|text| text.parse().ok()) {
            if self.game.is_none() {
                self.kifu.ruling = ruling;
            }
        } else {
            match self.kifu.moves.last_mut() {
                Some(last) => last.comments.push(text.to_owned()),
                None => self.kifu.comments.push(text.to_owned()),
            }
        }
    }
}

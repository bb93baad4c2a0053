//! Game records as other programs write them: KIF, CSA and USI position lines.
//!
//! All three are read into a [`Kifu`] and written from one. A file may hold several games. A bad line costs the rest of its
//! game, not the games around it, and is told with its number.

mod csa_read;
mod csa_write;
mod encoding;
mod end;
mod kif_read;
mod kif_write;
pub mod names;
pub mod notation;
mod opening;
pub mod ruling;
mod setup;
mod usi;

use std::path::Path;

use thiserror::Error;

use nanboku::movegen;
use nanboku::position::{Game, Position};
use nanboku::types::{Color, Move};

pub use encoding::{Encoding, decode};
pub use end::{End, EndReason, GameResult};
pub use opening::Opening;
use ruling::Ruling;

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

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Format {
    /// KIF, as most Japanese programs and lishogi write it
    Kif,
    /// CSA 2.2
    Csa,
    /// CSA 3.0
    Csa3,
    /// USI position lines
    Usi,
}

impl Format {
    /// The format of a file by its name, else by what it holds.
    pub fn guess(path: &Path, text: &str) -> Self {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "kif" | "kifu" | "kifz" => return Self::Kif,
            "csa" => return Self::Csa,
            "usi" | "sfen" => return Self::Usi,
            _ => {}
        }
        let has = |start: &str| text.lines().any(|line| line.starts_with(start));
        if has("position ") || has("startpos") || has("sfen ") {
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
    }
}

/// Writes games.
pub fn write(games: &[Kifu], format: Format, encoding: Encoding) -> String {
    match format {
        Format::Kif => games.iter().map(|game| kif_write::write(game, encoding)).collect::<Vec<_>>().join("\n"),
        Format::Csa => csa_write::write(games, csa_write::Version::V22, encoding),
        Format::Csa3 => csa_write::write(games, csa_write::Version::V30, encoding),
        Format::Usi => usi::write(games),
    }
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

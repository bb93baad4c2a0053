//! Where a game begins.

use std::fmt;
use std::str::FromStr;

use nanboku::movegen;
use nanboku::position::{Game, Position};
use nanboku::types::Move;

use super::ruling::Ruling;

/// A position to begin from, and moves to be played first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// An SFEN; `None` is the start position of the game that is played.
    pub sfen: Option<String>,
    /// Moves in USI notation.
    pub moves: Vec<String>,
}

impl Opening {
    /// The position that the moves begin from.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn start(&self, ruling: &Ruling) -> Result<Position, String> {
        match &self.sfen {
            None => Ok(ruling.start()),
            Some(sfen) => Position::from_sfen(sfen, &ruling.rules()).map_err(|error| format!("'{sfen}': {error}")),
        }
    }

    /// The game after the moves.
    ///
    /// # Errors
    ///
    /// If the position cannot be read or a move is not legal.
    pub fn game(&self, ruling: &Ruling) -> Result<Game, String> {
        let mut game = Game::new(self.start(ruling)?);
        for text in &self.moves {
            let mv: Move = text.parse().map_err(|error| format!("{error}"))?;
            if !movegen::is_legal(game.position(), mv) {
                return Err(format!("{mv} is illegal in {}", game.position()));
            }
            game.make(mv);
        }
        Ok(game)
    }
}

impl fmt::Display for Opening {
    /// As after `position` in USI.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.sfen {
            None => f.write_str("startpos")?,
            Some(sfen) => write!(f, "sfen {sfen}")?,
        }
        if self.moves.is_empty() { Ok(()) } else { write!(f, " moves {}", self.moves.join(" ")) }
    }
}

impl FromStr for Opening {
    type Err = String;

    /// Reads `position ...`, `startpos ...`, `sfen ...` or a bare SFEN, each with or without moves.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix("position ").unwrap_or(text).trim();
        let (place, moves) = match text.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (text, ""),
        };
        let sfen = match place {
            "" => return Err("there is no position".to_owned()),
            "startpos" => None,
            place => Some(place.strip_prefix("sfen ").unwrap_or(place).trim().to_owned()),
        };
        Ok(Self { sfen, moves: moves.split_whitespace().map(str::to_owned).collect() })
    }
}

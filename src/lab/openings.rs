//! Where games begin.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, bail};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::player::any;
use super::ruling::Ruling;
use crate::movegen;
use crate::position::{Game, Outcome, Position};
use crate::types::Move;

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

/// Reads a file of openings, one a line; empty lines and lines that begin with `#` are passed over.
///
/// # Errors
///
/// If the file cannot be read, has no opening, or one that cannot be played.
pub fn read(path: &Path, ruling: &Ruling) -> anyhow::Result<Vec<Opening>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = line.parse::<Opening>().and_then(|opening| {
            let over = opening.game(ruling)?.outcome() != Outcome::Ongoing;
            if over { Err("the game is over".to_owned()) } else { Ok(opening) }
        });
        openings.push(
            opening.map_err(anyhow::Error::msg).with_context(|| format!("{}, line {}", path.display(), index + 1))?,
        );
    }
    if openings.is_empty() {
        bail!("{} has no openings", path.display());
    }
    Ok(openings)
}

/// A position after so many random moves from the start, in which the game goes on and nobody is in check.
pub fn random(ruling: &Ruling, plies: u32, seed: u64) -> Opening {
    let mut rng = Pcg64::seed_from_u64(seed);
    loop {
        let mut game = Game::new(ruling.start());
        for _ in 0..plies {
            let mut moves = movegen::legal_moves(game.position());
            // The generator promises no order, and the same seed is to give the same game.
            moves.sort_unstable_by_key(|mv| mv.bits());
            match any(&moves, &mut rng) {
                Some(mv) => game.make(mv),
                None => break,
            }
        }
        if game.outcome() == Outcome::Ongoing && !game.position().in_check() {
            return Opening { sfen: Some(game.position().sfen()), moves: Vec::new() };
        }
    }
}

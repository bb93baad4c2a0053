//! Where games begin.

use std::path::Path;

use anyhow::{Context, bail};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::player::any;
use nanboku::movegen;
use nanboku::position::{Game, Outcome};
use nanboku_records::Opening;
use nanboku_records::ruling::Ruling;

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

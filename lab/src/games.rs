//! Games from files: records of other programs, and the lines of JSON that `match` writes.

use std::path::Path;

use nanboku::types::Move;
use nanboku_records::{Contents, End, Kifu, KifuMove, LineError, Opening};

use super::record::{Entry, GameRecord, Header};

/// Whether a file holds lines of JSON as `match` writes them, by its name or by what it holds.
pub fn is_match_record(path: &Path, text: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl")) || text.starts_with('{')
}

/// Reads the lines of JSON that `match` writes.
pub fn read_records(text: &str) -> Contents {
    let mut contents = Contents::default();
    let mut header: Option<Header> = None;
    for (index, line) in text.lines().enumerate() {
        let entry = serde_json::from_str(line).map_err(|error| error.to_string());
        let read = entry.and_then(|entry| match entry {
            Entry::Header(found) => {
                header = Some(*found);
                Ok(None)
            }
            Entry::Game(game) => {
                let header = header.as_ref().ok_or("there is no header before this game")?;
                from_record(header, &game).map(Some)
            }
        });
        match read {
            Ok(game) => contents.games.extend(game),
            Err(message) => contents.errors.push(LineError { line: index + 1, message }),
        }
    }
    contents
}

/// A game of a match.
///
/// # Errors
///
/// If its opening or a move cannot be read.
pub fn from_record(header: &Header, game: &GameRecord) -> Result<Kifu, String> {
    let opening: Opening = game.opening.parse()?;
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
    let kifu = Kifu {
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

//! USI position lines, with what they have no place for in comments above them.

use std::fmt::Write as _;

use super::opening::Opening;
use super::ruling::Ruling;
use super::{Building, Contents, END_COMMENT, Kifu, LineError, RULING_COMMENT};
use nanboku::types::Move;

/// Reads a text with one game a line. Lines that begin with `#` belong to the game below.
pub fn read(text: &str, asked: Option<Ruling>) -> Contents {
    let mut contents = Contents::default();
    let mut building = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let current = building.get_or_insert_with(|| Building::new(asked.unwrap_or_default()));
        if let Some(comment) = line.strip_prefix('#') {
            let comment = comment.trim();
            if let Some(name) = comment.strip_prefix("black: ") {
                current.kifu.black = name.to_owned();
            } else if let Some(name) = comment.strip_prefix("white: ") {
                current.kifu.white = name.to_owned();
            } else {
                current.comment(comment);
            }
        } else if !line.is_empty() {
            let read = game(line, current);
            let kept = building.take().filter(|game| read.is_ok() || game.game.is_some());
            contents.games.extend(kept.map(|game| game.kifu));
            if let Err(message) = read {
                contents.errors.push(LineError { line: index + 1, message });
            }
        }
    }
    contents
}

fn game(line: &str, building: &mut Building) -> Result<(), String> {
    let opening: Opening = line.parse()?;
    building.kifu.start = opening.sfen;
    building.game()?;
    for text in &opening.moves {
        let mv: Move = text.parse().map_err(|error| format!("{error}"))?;
        building.push(mv)?;
    }
    Ok(())
}

/// Games as position lines.
pub fn write(games: &[Kifu]) -> String {
    let mut text = String::new();
    for game in games {
        // Writing to a string cannot fail.
        let _ = write_game(&mut text, game);
    }
    text
}

fn write_game(text: &mut String, kifu: &Kifu) -> std::fmt::Result {
    let flat = |text: &str| text.replace(['\n', '\r'], " ");
    if kifu.ruling != Ruling::default() {
        writeln!(text, "# {RULING_COMMENT}{}", kifu.ruling)?;
    }
    for (who, name) in [("black", &kifu.black), ("white", &kifu.white)] {
        if !name.is_empty() {
            writeln!(text, "# {who}: {}", flat(name))?;
        }
    }
    for comment in &kifu.comments {
        writeln!(text, "# {}", flat(comment))?;
    }
    if let Some(end) = &kifu.end {
        writeln!(text, "# {END_COMMENT}{end}")?;
    }
    let opening =
        Opening { sfen: kifu.start.clone(), moves: kifu.moves.iter().map(|played| played.mv.to_string()).collect() };
    writeln!(text, "position {opening}")
}

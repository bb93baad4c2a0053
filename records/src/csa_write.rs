//! Writing CSA.

use std::fmt::Write as _;

use super::names::{csa, plain_square};
use super::{END_COMMENT, Encoding, End, Kifu, KifuMove, RULING_COMMENT};
use super::{EndReason, GameResult};
use nanboku::position::{Outcome, Position};
use nanboku::types::{Color, Kind, Source, Square};

/// The version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 2.2: times in whole seconds.
    V22,
    /// 3.0: times in milliseconds, a line that names the encoding, a word for cut games.
    V30,
}

/// What KIF and CSA call the same things.
pub const KEYS: [(&str, &str); 6] = [
    ("棋戦", "EVENT"),
    ("場所", "SITE"),
    ("開始日時", "START_TIME"),
    ("終了日時", "END_TIME"),
    ("持ち時間", "TIME_LIMIT"),
    ("戦型", "OPENING"),
];

/// The comment with the number of the first move, where that is not 1.
pub const MOVE_NUMBER: &str = "move number: ";

/// Games as CSA.
pub fn write(games: &[Kifu], version: Version, encoding: Encoding) -> String {
    let mut text = String::new();
    match version {
        Version::V22 => text.push_str("V2.2\n"),
        Version::V30 => {
            // Writing to a string cannot fail, here and below.
            let _ = write!(text, "'CSA encoding={}\nV3.0\n", encoding.csa_name());
        }
    }
    for (index, game) in games.iter().enumerate() {
        if index > 0 {
            text.push_str("/\n");
        }
        let _ = write_game(&mut text, game, version);
    }
    text
}

fn flat(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn write_game(text: &mut String, kifu: &Kifu, version: Version) -> std::fmt::Result {
    for (sign, name) in [('+', &kifu.black), ('-', &kifu.white)] {
        if !name.is_empty() {
            writeln!(text, "N{sign}{}", flat(name))?;
        }
    }
    for (key, value) in &kifu.headers {
        match KEYS.iter().find(|(kif, _)| kif == key) {
            Some((_, csa)) => writeln!(text, "${csa}:{}", flat(value))?,
            None => writeln!(text, "'*{}：{}", flat(key), flat(value))?,
        }
    }
    writeln!(text, "'*{RULING_COMMENT}{}", kifu.ruling)?;
    let Ok(mut position) = kifu.start_position() else { return Ok(()) };
    if position.ply() > 0 {
        writeln!(text, "'*{MOVE_NUMBER}{}", position.ply() + 1)?;
    }
    write_position(text, &position)?;
    write_comments(text, &kifu.comments)?;
    for KifuMove { mv, ms, comments } in &kifu.moves {
        let sign = if position.side_to_move() == Color::Black { '+' } else { '-' };
        let (from, kind) = match mv.source() {
            Source::Hand(kind) => ("00".to_owned(), kind),
            Source::Board(from) => {
                let kind = position.piece_at(from).map_or(Kind::Pawn, |piece| piece.kind());
                (plain_square(from), if mv.promotes() { kind.promoted().unwrap_or(kind) } else { kind })
            }
        };
        writeln!(text, "{sign}{from}{}{}", plain_square(mv.to()), csa(kind))?;
        if let Some(ms) = ms {
            match version {
                Version::V22 => writeln!(text, "T{}", (ms + 500) / 1000)?,
                Version::V30 if ms % 1000 == 0 => writeln!(text, "T{}", ms / 1000)?,
                Version::V30 => writeln!(text, "T{}.{:03}", ms / 1000, ms % 1000)?,
            }
        }
        write_comments(text, comments)?;
        position.play(*mv);
    }
    if let Some(end) = &kifu.end {
        let (word, complete) = word(kifu, end, version);
        writeln!(text, "%{word}")?;
        if !complete {
            writeln!(text, "'*{END_COMMENT}{end}")?;
        }
    }
    Ok(())
}

fn write_comments(text: &mut String, comments: &[String]) -> std::fmt::Result {
    for comment in comments {
        writeln!(text, "'*{}", flat(comment))?;
    }
    Ok(())
}

fn write_position(text: &mut String, position: &Position) -> std::fmt::Result {
    for rank in 0..9 {
        write!(text, "P{}", rank + 1)?;
        for file in (0..9).rev() {
            match Square::at(file, rank).and_then(|square| position.piece_at(square)) {
                Some(piece) => {
                    let sign = if piece.color() == Color::Black { '+' } else { '-' };
                    write!(text, "{sign}{}", csa(piece.kind()))?;
                }
                None => text.push_str(" * "),
            }
        }
        writeln!(text)?;
    }
    for (color, sign) in [(Color::Black, '+'), (Color::White, '-')] {
        let hand = position.hand(color);
        if hand.is_empty() {
            continue;
        }
        write!(text, "P{sign}")?;
        for kind in hand.kinds() {
            for _ in 0..hand.count(kind) {
                write!(text, "00{}", csa(kind))?;
            }
        }
        writeln!(text)?;
    }
    writeln!(text, "{}", if position.side_to_move() == Color::Black { '+' } else { '-' })
}

/// The word for an end, and whether a reader finds the whole end in it.
fn word(kifu: &Kifu, end: &End, version: Version) -> (&'static str, bool) {
    let side = kifu.side_at_end();
    let loser = match end.result {
        GameResult::Black => Some(Color::White),
        GameResult::White => Some(Color::Black),
        GameResult::Draw | GameResult::Void => None,
    };
    let lost = loser == Some(side);
    let outcome = kifu.game().map_or(Outcome::Ongoing, |game| game.outcome());
    let judged = End::of(outcome, side) == Some(*end);
    let action = if loser == Some(Color::Black) { "+ILLEGAL_ACTION" } else { "-ILLEGAL_ACTION" };
    match end.reason {
        EndReason::Checkmate => ("TSUMI", lost && (judged || outcome == Outcome::Ongoing)),
        EndReason::Stalemate => ("TSUMI", judged),
        EndReason::Resignation => ("TORYO", lost),
        EndReason::Time => ("TIME_UP", lost),
        EndReason::Repetition => ("SENNICHITE", end.result == GameResult::Draw),
        EndReason::Perpetual => (action, judged),
        EndReason::IllegalMove => {
            let perpetual = matches!(outcome, Outcome::Perpetual { .. });
            (if lost { "ILLEGAL_MOVE" } else { action }, loser.is_some() && !perpetual)
        }
        EndReason::Impasse if loser == Some(!side) => ("KACHI", true),
        EndReason::Impasse => ("JISHOGI", end.result == GameResult::Draw),
        EndReason::BareKings => ("HIKIWAKE", judged),
        EndReason::MoveLimit if version == Version::V30 => ("MAX_MOVES", end.result == GameResult::Draw),
        EndReason::Abandoned => ("CHUDAN", *end == End::ABANDONED),
        EndReason::Adjudication
        | EndReason::FalseClaim
        | EndReason::Garbage
        | EndReason::Crash
        | EndReason::Hang
        | EndReason::MoveLimit
        | EndReason::Dispute => ("CHUDAN", false),
    }
}

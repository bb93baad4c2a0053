//! Writing KIF, the way lishogi writes it.

use std::fmt::Write as _;

use super::names::{diagram, kanji, number, plain_square, square};
use super::ruling::Ruling;
use super::{END_COMMENT, Encoding, End, Kifu, KifuMove, RULING_COMMENT};
use super::{EndReason, GameResult};
use nanboku::position::{Outcome, Position};
use nanboku::rules::Variant;
use nanboku::types::{Color, Kind, PerColor, Source, Square};

/// The 手合割 of a variant.
const fn handicap(variant: Variant) -> &'static str {
    match variant {
        Variant::Shogi => "平手",
        other => other.japanese(),
    }
}

/// One game as KIF.
pub fn write(kifu: &Kifu, encoding: Encoding) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_game(&mut text, kifu, encoding);
    text
}

/// A text on one line.
fn flat(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn write_game(text: &mut String, kifu: &Kifu, encoding: Encoding) -> std::fmt::Result {
    writeln!(text, "#KIF version=2.0 encoding={}", encoding.kif_name())?;
    for (key, value) in &kifu.headers {
        writeln!(text, "{}：{}", flat(key), flat(value))?;
    }
    let start = kifu.start_position().ok();
    let is_start = kifu.start.is_none() || start.is_some_and(|start| start.sfen() == kifu.ruling.start().sfen());
    if is_start || kifu.ruling.variant != Variant::Shogi {
        writeln!(text, "手合割：{}", handicap(kifu.ruling.variant))?;
    }
    if let Some(start) = start.filter(|_| !is_start) {
        write_diagram(text, &start)?;
    }
    writeln!(text, "先手：{}", flat(&kifu.black))?;
    writeln!(text, "後手：{}", flat(&kifu.white))?;
    if kifu.ruling != Ruling::of(kifu.ruling.variant) {
        writeln!(text, "*{RULING_COMMENT}{}", kifu.ruling)?;
    }
    writeln!(text, "手数----指手---------消費時間--")?;
    write_comments(text, &kifu.comments)?;
    let Some(mut position) = start else { return Ok(()) };
    let mut last = None;
    let mut spent = PerColor([0u64; 2]);
    for (index, KifuMove { mv, ms, comments }) in kifu.moves.iter().enumerate() {
        let side = position.side_to_move();
        let name = match mv.source() {
            Source::Hand(kind) => format!("{}{}打", square(mv.to()), kanji(kind)),
            Source::Board(from) => {
                let to = if last == Some(mv.to()) { "同　".to_owned() } else { square(mv.to()) };
                let kind = position.piece_at(from).map_or(Kind::Pawn, |piece| piece.kind());
                let promotion = if mv.promotes() { "成" } else { "" };
                format!("{to}{}{promotion}({})", kanji(kind), plain_square(from))
            }
        };
        write!(text, "{:>4} {name}", index + 1)?;
        if let Some(ms) = ms {
            spent[side] += ms;
            let (now, all) = ((ms + 500) / 1000, (spent[side] + 500) / 1000);
            write!(
                text,
                "   ({:>2}:{:02}/{:02}:{:02}:{:02})",
                now / 60,
                now % 60,
                all / 3600,
                all / 60 % 60,
                all % 60
            )?;
        }
        writeln!(text)?;
        write_comments(text, comments)?;
        last = Some(mv.to());
        position.play(*mv);
    }
    if let Some(end) = &kifu.end {
        write_end(text, kifu, end)?;
    }
    Ok(())
}

fn write_comments(text: &mut String, comments: &[String]) -> std::fmt::Result {
    for comment in comments {
        writeln!(text, "*{}", flat(comment))?;
    }
    Ok(())
}

fn write_diagram(text: &mut String, position: &Position) -> std::fmt::Result {
    writeln!(text, "後手の持駒：{}", hand(position, Color::White))?;
    writeln!(text, "  ９ ８ ７ ６ ５ ４ ３ ２ １")?;
    writeln!(text, "+---------------------------+")?;
    for rank in 0..9 {
        text.push('|');
        for file in (0..9).rev() {
            match Square::at(file, rank).and_then(|square| position.piece_at(square)) {
                Some(piece) => {
                    text.push(if piece.color() == Color::White { 'v' } else { ' ' });
                    text.push(diagram(piece.kind()));
                }
                None => text.push_str(" ・"),
            }
        }
        writeln!(text, "|{}", number(rank + 1))?;
    }
    writeln!(text, "+---------------------------+")?;
    writeln!(text, "先手の持駒：{}", hand(position, Color::Black))?;
    if position.ply() > 0 {
        writeln!(text, "手数＝{}", position.ply())?;
    }
    if position.side_to_move() == Color::White {
        writeln!(text, "後手番")?;
    }
    Ok(())
}

fn hand(position: &Position, color: Color) -> String {
    let hand = position.hand(color);
    let pieces: Vec<String> = Kind::DROPPABLE
        .into_iter()
        .rev()
        .filter_map(|kind| match usize::from(hand.count(kind)) {
            0 => None,
            1 => Some(kanji(kind).to_owned()),
            count => Some(format!("{}{}", kanji(kind), number(count))),
        })
        .collect();
    if pieces.is_empty() { "なし".to_owned() } else { pieces.join("　") }
}

/// The word for an end, and whether a reader finds the whole end in it.
fn word(kifu: &Kifu, end: &End) -> (&'static str, bool) {
    let side = kifu.side_at_end();
    let lost = match end.result {
        GameResult::Black => side == Color::White,
        GameResult::White => side == Color::Black,
        GameResult::Draw | GameResult::Void => false,
    };
    let decided = matches!(end.result, GameResult::Black | GameResult::White);
    let outcome = kifu.game().map_or(Outcome::Ongoing, |game| game.outcome());
    let judged = End::of(outcome, side) == Some(*end);
    match end.reason {
        EndReason::Checkmate => ("詰み", lost && (judged || outcome == Outcome::Ongoing)),
        EndReason::Stalemate => ("詰み", judged),
        EndReason::Resignation => ("投了", lost),
        EndReason::Time => ("切れ負け", lost),
        EndReason::Repetition => ("千日手", end.result == GameResult::Draw),
        EndReason::Perpetual => (if lost { "反則負け" } else { "反則勝ち" }, judged),
        EndReason::IllegalMove => {
            let perpetual = matches!(outcome, Outcome::Perpetual { .. });
            (if lost { "反則負け" } else { "反則勝ち" }, decided && !perpetual)
        }
        EndReason::Impasse if decided && !lost => ("入玉勝ち", true),
        EndReason::Impasse => ("持将棋", end.result == GameResult::Draw),
        EndReason::BareKings => ("持将棋", false),
        EndReason::Abandoned => ("中断", *end == End::ABANDONED),
        EndReason::Adjudication
        | EndReason::FalseClaim
        | EndReason::Garbage
        | EndReason::Crash
        | EndReason::Hang
        | EndReason::MoveLimit
        | EndReason::Dispute => ("中断", false),
    }
}

fn write_end(text: &mut String, kifu: &Kifu, end: &End) -> std::fmt::Result {
    let (word, complete) = word(kifu, end);
    writeln!(text, "{:>4} {word}", kifu.moves.len() + 1)?;
    if !complete {
        writeln!(text, "*{END_COMMENT}{end}")?;
    }
    let winner = match end.result {
        GameResult::Black => "先手の勝ち",
        GameResult::White => "後手の勝ち",
        GameResult::Draw | GameResult::Void => word,
    };
    writeln!(text, "まで{}手で{winner}", kifu.moves.len())
}

//! Reading and writing SFEN, and the start positions.

use crate::board::Board;
use crate::movement::Variant;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Color, Kind, Square};

/// The start position of a variant (`Both` starts as Annan does).
pub fn start_sfen(variant: Variant) -> &'static str {
    match variant {
        Variant::Annan | Variant::Both => "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1",
        _ => "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    }
}

impl Position {
    /// Reads an SFEN: board, side and hands, and a move number, which may be missing and counts as 1 when below 1.
    /// Hands may be unordered, repeated and above nine. Each side may lack its king, and has no second one. Whether
    /// such a position could arise is not asked.
    pub fn from_sfen(sfen: &str, rules: &Rules) -> Result<Position, String> {
        let fields: Vec<&str> = sfen.split_whitespace().collect();
        let (board, side, hands, number) = match *fields.as_slice() {
            [board, side, hands] => (board, side, hands, "1"),
            [board, side, hands, number] => (board, side, hands, number),
            _ => return Err(format!("an SFEN has three or four fields: {sfen}")),
        };
        let number: i64 = number.parse().map_err(|_| format!("bad move number: {number}"))?;
        if number > i64::from(i32::MAX) {
            return Err(format!("bad move number: {number}"));
        }
        Ok(Position {
            rules: *rules,
            board: read_board(board)?,
            hands: read_hands(hands)?,
            side: match side {
                "b" => Color::Black,
                "w" => Color::White,
                _ => return Err(format!("bad side to move: {side}")),
            },
            ply: (number.max(1) - 1) as u32,
        })
    }

    /// The SFEN of the position, in the usual order, with the move number of the next move.
    pub fn sfen(&self) -> String {
        let mut text = String::new();
        for rank in 1..=9 {
            if rank > 1 {
                text.push('/');
            }
            write_rank(&self.board, rank, &mut text);
        }
        let side = match self.side {
            Color::Black => 'b',
            Color::White => 'w',
        };
        let mut hands = String::new();
        for color in [Color::Black, Color::White] {
            for kind in Kind::HAND {
                match self.hand(color, kind) {
                    0 => continue,
                    1 => {}
                    count => hands += &count.to_string(),
                }
                hands.push(letter(color, kind));
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        format!("{text} {side} {hands} {}", self.ply + 1)
    }
}

fn letter(color: Color, kind: Kind) -> char {
    match color {
        Color::Black => kind.letter(),
        Color::White => kind.letter().to_ascii_lowercase(),
    }
}

fn read_letter(letter: char) -> Option<(Color, Kind)> {
    let kind = Kind::from_letter(letter.to_ascii_uppercase())?;
    let is_black = letter.is_ascii_uppercase();
    Some((if is_black { Color::Black } else { Color::White }, kind))
}

fn read_board(text: &str) -> Result<Board, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 9 {
        return Err(format!("a board has nine ranks: {text}"));
    }
    let mut board = Board::empty();
    for (rank, line) in (1..).zip(ranks) {
        read_rank(line, rank, &mut board).ok_or_else(|| format!("bad rank of the board: {line}"))?;
    }
    for color in [Color::Black, Color::White] {
        let kings = board.pieces(color).filter(|&(_, kind)| kind == Kind::King);
        if kings.count() > 1 {
            return Err(format!("more than one {color} king: {text}"));
        }
    }
    Ok(board)
}

fn read_rank(line: &str, rank: u8, board: &mut Board) -> Option<()> {
    let mut files_left: u8 = 9;
    let mut promoted = false;
    for c in line.chars() {
        match c {
            '1'..='9' if !promoted => files_left = files_left.checked_sub(c as u8 - b'0')?,
            '+' if !promoted => promoted = true,
            _ => {
                let (color, mut kind) = read_letter(c)?;
                if promoted {
                    kind = kind.promoted()?;
                }
                promoted = false;
                let file = files_left;
                files_left = files_left.checked_sub(1)?;
                board.set(Square { file, rank }, Some((color, kind)));
            }
        }
    }
    (files_left == 0 && !promoted).then_some(())
}

fn write_rank(board: &Board, rank: u8, text: &mut String) {
    let mut empty = 0;
    for file in (1..=9).rev() {
        let Some((color, kind)) = board.get(Square { file, rank }) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            *text += &empty.to_string();
            empty = 0;
        }
        if kind != kind.unpromoted() {
            text.push('+');
        }
        text.push(letter(color, kind));
    }
    if empty > 0 {
        *text += &empty.to_string();
    }
}

fn read_hands(text: &str) -> Result<[[u8; 7]; 2], String> {
    let bad = || format!("bad hands: {text}");
    let mut hands = [[0u8; 7]; 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut digits = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        let (color, kind) = read_letter(c).ok_or_else(bad)?;
        let index = kind.hand_index().ok_or_else(bad)?;
        let count: u8 = match digits.as_str() {
            "" => 1,
            digits => digits.parse().map_err(|_| bad())?,
        };
        digits.clear();
        // Kept below what captures could make overflow.
        let held = &mut hands[color as usize][index];
        *held = held.checked_add(count).filter(|&sum| sum <= 100).ok_or_else(bad)?;
    }
    if digits.is_empty() { Ok(hands) } else { Err(bad()) }
}

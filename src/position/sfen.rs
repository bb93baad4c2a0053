//! Positions as text: SFEN.

use std::fmt;

use thiserror::Error;

use super::board::Position;
use super::validate::InvalidPosition;
use crate::rules::Rules;
use crate::types::{Color, Kind, Piece, Square};

/// Largest ply that a move number can stand for; larger ones count as this. It leaves room for every game.
const MAX_GAME_PLY: u32 = 1 << 30;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SfenError {
    /// A part is missing.
    #[error("the SFEN ends before the {0}")]
    Missing(&'static str),
    /// Too few or too many ranks.
    #[error("the board has {0} ranks, not 9")]
    Ranks(usize),
    /// Too few or too many squares in a rank.
    #[error("rank {rank} of the board, '{text}', has {found} squares, not 9")]
    Files {
        /// The rank's letter.
        rank: char,
        /// The rank's text.
        text: String,
        /// Number of squares.
        found: usize,
    },
    /// A character that stands for nothing.
    #[error("'{found}' in rank {rank} of the board is no piece")]
    Piece {
        /// The rank's letter.
        rank: char,
        /// The character, after a `+` where there is one.
        found: String,
    },
    /// A side to move other than `b` and `w`.
    #[error("the side to move is '{0}', not 'b' or 'w'")]
    Side(String),
    /// A hand that is none.
    #[error("'{found}' in the hands '{text}' is no piece that can be held")]
    Hand {
        /// The whole text of both hands.
        text: String,
        /// What is wrong.
        found: String,
    },
    /// A count of pieces beyond every set.
    #[error("the hands '{0}' hold more pieces than there are")]
    HandCount(String),
    /// A move number that is no number.
    #[error("the move number is '{0}', not a number")]
    MoveNumber(String),
    /// The text is well-formed but cannot be played from.
    #[error(transparent)]
    Invalid(#[from] InvalidPosition),
}

/// At most forty characters of a token, for messages.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

impl Position {
    /// The start position of the variant.
    pub fn start(rules: &Rules) -> Self {
        match Self::from_sfen(rules.variant.start(), rules) {
            Ok(position) => position,
            Err(error) => unreachable!("start position: {error}"),
        }
    }

    /// Reads an SFEN. The move number may be missing, the hands too; hands may be unordered, repeat a kind or count above
    /// nine; one king may be missing.
    ///
    /// # Errors
    ///
    /// Names what is wrong and where, also for a well-formed position that cannot be played from.
    pub fn from_sfen(text: &str, rules: &Rules) -> Result<Self, SfenError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().ok_or(SfenError::Missing("board"))?;
        let side = match fields.next() {
            Some("b") => Color::Black,
            Some("w") => Color::White,
            Some(other) => return Err(SfenError::Side(short(other))),
            None => return Err(SfenError::Missing("side to move")),
        };
        let hands = fields.next().unwrap_or("-");
        let ply = fields.next().map_or(Ok(0), ply_of)?;

        let mut position = Self::empty(*rules, side, ply);
        position.read_board(board)?;
        position.read_hands(hands)?;
        position.validate()?;
        position.finish();
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), SfenError> {
        let ranks = text.split('/').count();
        if ranks != 9 {
            return Err(SfenError::Ranks(ranks));
        }
        for (rank, row) in text.split('/').enumerate() {
            let letter = (b'a' + rank as u8) as char;
            let mut files = 0;
            let mut promoted = false;
            for symbol in row.chars() {
                let wrong = || SfenError::Piece {
                    rank: letter,
                    found: if promoted { format!("+{symbol}") } else { symbol.to_string() },
                };
                match symbol {
                    '1'..='9' if !promoted => files += symbol as usize - '0' as usize,
                    '+' if !promoted => promoted = true,
                    _ => {
                        let kind = Kind::from_letter(symbol).ok_or_else(wrong)?;
                        let kind = if promoted { kind.promoted().ok_or_else(wrong)? } else { kind };
                        let color = if symbol.is_ascii_uppercase() { Color::Black } else { Color::White };
                        // The row runs from file 9 to file 1. A row that is too long is refused below.
                        if let Some(square) = 8usize.checked_sub(files).and_then(|file| Square::at(file, rank)) {
                            self.put(color, kind, square);
                        }
                        files += 1;
                        promoted = false;
                    }
                }
            }
            if promoted {
                return Err(SfenError::Piece { rank: letter, found: "+".to_owned() });
            }
            if files != 9 {
                return Err(SfenError::Files { rank: letter, text: short(row), found: files });
            }
        }
        Ok(())
    }

    fn read_hands(&mut self, text: &str) -> Result<(), SfenError> {
        if text == "-" {
            return Ok(());
        }
        let mut count: Option<u32> = None;
        for symbol in text.chars() {
            if let Some(digit) = symbol.to_digit(10) {
                count = Some((count.unwrap_or(0) * 10 + digit).min(1000));
                continue;
            }
            let kind = Kind::from_letter(symbol)
                .filter(|&kind| (kind as usize) < Kind::HAND)
                .ok_or_else(|| SfenError::Hand { text: short(text), found: symbol.to_string() })?;
            let color = if symbol.is_ascii_uppercase() { Color::Black } else { Color::White };
            for _ in 0..count.take().unwrap_or(1) {
                if self.hand(color).count(kind) >= Kind::SET[kind as usize] {
                    return Err(SfenError::HandCount(short(text)));
                }
                self.give(color, kind);
            }
        }
        match count {
            Some(number) => Err(SfenError::Hand { text: short(text), found: number.to_string() }),
            None => Ok(()),
        }
    }

    /// The position as SFEN, with a move number.
    pub fn sfen(&self) -> String {
        self.to_string()
    }
}

/// The ply before the move with this number; numbers below 1 count as 1.
fn ply_of(text: &str) -> Result<u32, SfenError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SfenError::MoveNumber(short(text)));
    }
    // Digits too many for the type are a huge number.
    let number = digits.parse().unwrap_or(u32::MAX);
    Ok(if negative { 0 } else { number.saturating_sub(1).min(MAX_GAME_PLY) })
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..9 {
            let mut empty = 0;
            for file in (0..9).rev() {
                match Square::at(file, rank).and_then(|square| self.piece_at(square)) {
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        write!(f, "{piece}")?;
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank < 8 {
                f.write_str("/")?;
            }
        }
        f.write_str(if self.side_to_move() == Color::Black { " b " } else { " w " })?;
        let mut held = false;
        for color in Color::ALL {
            // The customary order: rook, bishop, gold, silver, knight, lance, pawn.
            for kind in Kind::DROPPABLE.into_iter().rev() {
                let count = self.hand(color).count(kind);
                if count > 0 {
                    held = true;
                    let count = if count == 1 { String::new() } else { count.to_string() };
                    write!(f, "{count}{}", Piece::new(color, kind))?;
                }
            }
        }
        if !held {
            f.write_str("-")?;
        }
        write!(f, " {}", self.ply() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn read(text: &str) -> Result<Position, SfenError> {
        Position::from_sfen(text, &Rules::default())
    }

    #[test]
    fn what_is_missing_or_unordered_is_read() {
        let same = "4k4/9/9/9/9/9/9/9/4K4 b 2R2Pb 1";
        for text in [
            same,
            "4k4/9/9/9/9/9/9/9/4K4 b 2R2Pb",
            "4k4/9/9/9/9/9/9/9/4K4 b PbRPR",
            "4k4/9/9/9/9/9/9/9/4K4 b b2P2R 0",
            "4k4/9/9/9/9/9/9/9/4K4 b 2P2Rb -7",
            "\t4k4/9/9/9/9/9/9/9/4K4  b\t2P2Rb  1 ",
        ] {
            assert_eq!(read(text).unwrap().sfen(), same, "{text}");
        }
        assert_eq!(read("4k4/9/9/9/9/9/9/9/9 b").unwrap().sfen(), "4k4/9/9/9/9/9/9/9/9 b - 1");
        assert_eq!(read("4k4/9/9/9/9/9/9/9/9 b 18P").unwrap().sfen(), "4k4/9/9/9/9/9/9/9/9 b 18P 1");
    }

    #[test]
    fn starts_round_trip() {
        for variant in Variant::ALL {
            let start = Position::start(&Rules::new(variant, None));
            assert_eq!(start.sfen(), variant.start());
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        for (text, message) in [
            ("", "the SFEN ends before the board"),
            ("9/9/9/9/9/9/9/9/4K4", "the SFEN ends before the side to move"),
            ("9/9/9/9/9/9/9/4K4 b", "the board has 8 ranks, not 9"),
            ("4k4/9/9/9/9/9/9/9/4K5 b", "rank i of the board, '4K5', has 10 squares, not 9"),
            ("4k4/9/9/9/9/9/9/9/4K4PPP b", "rank i of the board, '4K4PPP', has 12 squares, not 9"),
            ("4k4/9/9/9/9/9/9/9/4X4 b", "'X' in rank i of the board is no piece"),
            ("4k4/9/9/9/9/9/9/9/4+K4 b", "'+K' in rank i of the board is no piece"),
            ("4k4/9/9/9/9/9/9/9/4K3+ b", "'+' in rank i of the board is no piece"),
            ("4k4/9/9/9/9/9/9/9/4K4 x", "the side to move is 'x', not 'b' or 'w'"),
            ("4k4/9/9/9/9/9/9/9/4K4 b K", "'K' in the hands 'K' is no piece that can be held"),
            ("4k4/9/9/9/9/9/9/9/4K4 b 2", "'2' in the hands '2' is no piece that can be held"),
            ("4k4/9/9/9/9/9/9/9/4K4 b 19P", "the hands '19P' hold more pieces than there are"),
            ("4k4/9/9/9/9/9/9/9/4K4 b R2r", "3 pieces of kind R, but a set has 2"),
            ("4k4/9/9/9/9/9/9/9/4K4 b - one", "the move number is 'one', not a number"),
            ("9/9/9/9/9/9/9/9/9 b -", "there is no king on the board"),
            ("4k3k/9/9/9/9/9/9/9/4K4 b -", "white has two kings, on 1a and 5a"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}

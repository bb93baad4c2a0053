//! A board that is being set up piece by piece, until it can be read as an SFEN.

use std::fmt::Write as _;

use nanboku::types::{Color, Hand, Kind, PerColor, Piece, Square};

/// A board without a check of its sense.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What stands where, by the numbers of the squares.
    pub board: [Option<Piece>; Square::COUNT],
    /// The hands.
    pub hands: PerColor<Hand>,
    /// The side to move.
    pub side: Color,
    /// Moves before this position.
    pub ply: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { board: [None; Square::COUNT], hands: PerColor::default(), side: Color::Black, ply: 0 }
    }
}

impl Setup {
    /// The setup with this SFEN board.
    pub fn from_board(sfen: &str) -> Self {
        let mut setup = Self::default();
        for (rank, row) in sfen.split('/').enumerate() {
            let mut file = 9;
            for symbol in row.chars() {
                if let Some(empty) = symbol.to_digit(10) {
                    file -= empty as usize;
                } else if let Some(kind) = Kind::from_letter(symbol) {
                    file -= 1;
                    let color = if symbol.is_ascii_uppercase() { Color::Black } else { Color::White };
                    if let Some(square) = Square::at(file, rank) {
                        setup.board[square.index()] = Some(Piece::new(color, kind));
                    }
                }
            }
        }
        setup
    }

    /// Adds pieces to a hand.
    ///
    /// # Errors
    ///
    /// If the kind cannot be held, or there are not so many.
    pub fn hold(&mut self, color: Color, kind: Kind, count: usize) -> Result<(), String> {
        if !Kind::DROPPABLE.contains(&kind) {
            return Err(format!("{} cannot be held in hand", kind.letters()));
        }
        if count + usize::from(self.hands[color].count(kind)) > usize::from(Kind::SET[kind as usize]) {
            return Err(format!("there are not so many {}", kind.letters()));
        }
        for _ in 0..count {
            self.hands[color].add(kind);
        }
        Ok(())
    }

    /// Gives a hand every piece that is nowhere yet, but the kings.
    pub fn hold_the_rest(&mut self, color: Color) {
        for kind in Kind::DROPPABLE {
            let on_board = self.board.iter().flatten().filter(|piece| piece.kind().unpromoted() == kind).count();
            let held: usize = Color::ALL.iter().map(|&color| usize::from(self.hands[color].count(kind))).sum();
            let rest = usize::from(Kind::SET[kind as usize]).saturating_sub(on_board + held);
            for _ in 0..rest {
                self.hands[color].add(kind);
            }
        }
    }

    /// The SFEN.
    pub fn sfen(&self) -> String {
        let mut text = String::new();
        for rank in 0..9 {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (0..9).rev() {
                let piece = Square::at(file, rank).and_then(|square| self.board[square.index()]);
                let Some(piece) = piece else {
                    empty += 1;
                    continue;
                };
                flush(&mut text, &mut empty);
                // Writing to a string cannot fail.
                let _ = write!(text, "{piece}");
            }
            flush(&mut text, &mut empty);
        }
        text.push_str(if self.side == Color::Black { " b " } else { " w " });
        let before = text.len();
        for color in Color::ALL {
            for kind in Kind::DROPPABLE.into_iter().rev() {
                match self.hands[color].count(kind) {
                    0 => continue,
                    1 => {}
                    count => text.push_str(&count.to_string()),
                }
                let _ = write!(text, "{}", Piece::new(color, kind));
            }
        }
        if text.len() == before {
            text.push('-');
        }
        let _ = write!(text, " {}", self.ply + 1);
        text
    }
}

fn flush(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanboku::rules::Variant;

    #[test]
    fn starts_round_trip() {
        for variant in Variant::ALL {
            let board = variant.start().split(' ').next().unwrap();
            assert_eq!(Setup::from_board(board).sfen(), variant.start());
        }
    }

    #[test]
    fn the_rest_is_held() {
        let mut setup = Setup::from_board("4k4/9/9/9/9/9/9/9/4K4");
        setup.hold(Color::Black, Kind::Rook, 1).unwrap();
        assert!(setup.hold(Color::Black, Kind::Rook, 2).is_err());
        assert!(setup.hold(Color::Black, Kind::King, 1).is_err());
        setup.hold_the_rest(Color::White);
        assert_eq!(setup.sfen(), "4k4/9/9/9/9/9/9/9/4K4 b Rr2b4g4s4n4l18p 1");
    }
}

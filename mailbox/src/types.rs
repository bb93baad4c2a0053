//! Colours, kinds, squares and moves, and their USI texts.

use std::fmt;
use std::str::FromStr;

/// A side. Black (sente) moves towards rank a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Sente: capital letters in SFEN, moves up the board.
    Black,
    /// Gote: small letters in SFEN, moves down the board.
    White,
}

impl Color {
    /// The opponent.
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// How the rank changes by one step forward.
    pub(crate) fn forward(self) -> i8 {
        match self {
            Color::Black => -1,
            Color::White => 1,
        }
    }

    /// The rank counted from this side's far end of the board: 1 is the last rank, 9 its own back rank.
    pub(crate) fn ranks_from_the_end(self, rank: u8) -> u8 {
        match self {
            Color::Black => rank,
            Color::White => 10 - rank,
        }
    }

    /// Whether the square is on the three ranks farthest from this side's own camp.
    pub(crate) fn is_zone(self, square: Square) -> bool {
        self.ranks_from_the_end(square.rank) <= 3
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The names say it all.
pub enum Kind {
    Pawn,
    Lance,
    Knight,
    Silver,
    Gold,
    Bishop,
    Rook,
    King,
    ProPawn,
    ProLance,
    ProKnight,
    ProSilver,
    Horse,
    Dragon,
}

impl Kind {
    /// The kinds that can be held in hand, in the order in which SFEN writes them.
    pub const HAND: [Kind; 7] =
        [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn];

    /// Where the kind stands in [`Kind::HAND`]; `None` for kings and promoted kinds.
    pub(crate) fn hand_index(self) -> Option<usize> {
        Kind::HAND.iter().position(|&kind| kind == self)
    }

    /// What the kind becomes by promotion, if it can promote.
    pub fn promoted(self) -> Option<Kind> {
        Some(match self {
            Kind::Pawn => Kind::ProPawn,
            Kind::Lance => Kind::ProLance,
            Kind::Knight => Kind::ProKnight,
            Kind::Silver => Kind::ProSilver,
            Kind::Bishop => Kind::Horse,
            Kind::Rook => Kind::Dragon,
            _ => return None,
        })
    }

    /// The kind without its promotion: what a captured piece is in hand.
    pub fn unpromoted(self) -> Kind {
        match self {
            Kind::ProPawn => Kind::Pawn,
            Kind::ProLance => Kind::Lance,
            Kind::ProKnight => Kind::Knight,
            Kind::ProSilver => Kind::Silver,
            Kind::Horse => Kind::Bishop,
            Kind::Dragon => Kind::Rook,
            kind => kind,
        }
    }

    /// The kind that stands for this one's movement: what promotes to a gold moves as one.
    pub fn movement(self) -> Kind {
        match self {
            Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => Kind::Gold,
            kind => kind,
        }
    }

    /// The capital letter of the unpromoted kind.
    pub(crate) fn letter(self) -> char {
        match self.unpromoted() {
            Kind::Pawn => 'P',
            Kind::Lance => 'L',
            Kind::Knight => 'N',
            Kind::Silver => 'S',
            Kind::Gold => 'G',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            _ => 'K',
        }
    }

    /// The unpromoted kind of a capital letter.
    pub(crate) fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'P' => Kind::Pawn,
            'L' => Kind::Lance,
            'N' => Kind::Knight,
            'S' => Kind::Silver,
            'G' => Kind::Gold,
            'B' => Kind::Bishop,
            'R' => Kind::Rook,
            'K' => Kind::King,
            _ => return None,
        })
    }
}

impl fmt::Display for Kind {
    /// As SFEN writes a black piece: `P`, `+P`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.unpromoted() == *self { "" } else { "+" }, self.letter())
    }
}

/// A square, as USI names it: file 1 to 9 from the right, rank 1 to 9 from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// 1 to 9.
    pub file: u8,
    /// 1 to 9; rank a is 1.
    pub rank: u8,
}

impl Square {
    /// All 81 squares, in reading order of an SFEN board.
    pub fn all() -> impl Iterator<Item = Square> {
        (1..=9).flat_map(|rank| (1..=9).rev().map(move |file| Square { file, rank }))
    }

    /// Whether file and rank are both on the board.
    pub(crate) fn is_on_board(self) -> bool {
        (1..=9).contains(&self.file) && (1..=9).contains(&self.rank)
    }

    /// The square that many files and ranks away, if it is on the board.
    pub(crate) fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let square = Square { file: self.file.checked_add_signed(files)?, rank: self.rank.checked_add_signed(ranks)? };
        square.is_on_board().then_some(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, (b'`' + self.rank) as char)
    }
}

impl FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Square, String> {
        match *text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Ok(Square { file: file - b'0', rank: rank - b'`' }),
            _ => Err(format!("no square: {text}")),
        }
    }
}

/// A move, of a piece on the board or of a piece in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece on the board moves.
    Board {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it promotes.
        promote: bool,
    },
    /// A piece in hand is dropped.
    Drop {
        /// What is dropped.
        kind: Kind,
        /// Where.
        to: Square,
    },
}

impl Move {
    /// The square that the move leads to.
    pub fn to(self) -> Square {
        match self {
            Move::Board { to, .. } | Move::Drop { to, .. } => to,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if *promote { "+" } else { "" })
            }
            Move::Drop { kind, to } => write!(f, "{}*{to}", kind.letter()),
        }
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Move, String> {
        let bad = || format!("no move: {text}");
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(bad());
        }
        let to = text[2..4].parse().map_err(|_| bad())?;
        if let Some(letter) = text[..2].strip_suffix('*') {
            let kind = letter.chars().next().and_then(Kind::from_letter);
            let kind = kind.filter(|kind| kind.hand_index().is_some() && text.len() == 4);
            return Ok(Move::Drop { kind: kind.ok_or_else(bad)?, to });
        }
        let from = text[..2].parse().map_err(|_| bad())?;
        let promote = match &text[4..] {
            "" => false,
            "+" => true,
            _ => return Err(bad()),
        };
        Ok(Move::Board { from, to, promote })
    }
}

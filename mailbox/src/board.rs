//! The 9x9 array of pieces and the plain movement of each kind over it.

use crate::types::{Color, Kind, Square};

/// What stands where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// By file - 1, then rank - 1.
    squares: [[Option<(Color, Kind)>; 9]; 9],
}

impl Board {
    /// A board without pieces.
    pub(crate) fn empty() -> Board {
        Board { squares: [[None; 9]; 9] }
    }

    /// The piece on a square of the board.
    pub(crate) fn get(&self, square: Square) -> Option<(Color, Kind)> {
        self.squares[usize::from(square.file - 1)][usize::from(square.rank - 1)]
    }

    /// Replaces what is on a square.
    pub(crate) fn set(&mut self, square: Square, piece: Option<(Color, Kind)>) {
        self.squares[usize::from(square.file - 1)][usize::from(square.rank - 1)] = piece;
    }

    /// All pieces of a colour, in no promised order.
    pub(crate) fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, Kind)> {
        let files = (1..=9).zip(&self.squares);
        let squares = files.flat_map(|(file, column)| {
            let ranks = (1..=9).zip(column);
            ranks.map(move |(rank, piece)| (Square { file, rank }, *piece))
        });
        squares.filter_map(move |(square, piece)| {
            let (owner, kind) = piece?;
            (owner == color).then_some((square, kind))
        })
    }

    /// The king of a colour.
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        let mut pieces = self.pieces(color);
        pieces.find_map(|(square, kind)| (kind == Kind::King).then_some(square))
    }

    /// The kind of the piece of this colour that stands some steps forward (negative: backward) of the square.
    pub(crate) fn friend(&self, color: Color, square: Square, forward: i8) -> Option<Kind> {
        let there = square.offset(0, forward * color.forward())?;
        let (owner, kind) = self.get(there)?;
        (owner == color).then_some(kind)
    }

    /// Whether the file holds an unpromoted pawn of this colour on another square than `except`.
    pub(crate) fn file_has_pawn(&self, color: Color, file: u8, except: Option<Square>) -> bool {
        (1..=9).any(|rank| {
            let square = Square { file, rank };
            Some(square) != except && self.get(square) == Some((color, Kind::Pawn))
        })
    }

    /// Calls `stop` with every square that a piece of `color` reaches from `from` when it moves as `kind`: the empty
    /// squares, and the squares of the first pieces that it meets, whoever owns them. Ends, and tells so, when `stop`
    /// says true.
    pub(crate) fn any_target(
        &self,
        color: Color,
        kind: Kind,
        from: Square,
        mut stop: impl FnMut(Square) -> bool,
    ) -> bool {
        for &(files, forward) in steps(kind) {
            if let Some(to) = from.offset(files, forward * color.forward())
                && stop(to)
            {
                return true;
            }
        }
        for &(files, forward) in slides(kind) {
            let mut here = from;
            while let Some(to) = here.offset(files, forward * color.forward()) {
                if stop(to) {
                    return true;
                }
                if self.get(to).is_some() {
                    break;
                }
                here = to;
            }
        }
        false
    }
}

/// The single steps of a kind, as (files, ranks forward).
fn steps(kind: Kind) -> &'static [(i8, i8)] {
    match kind {
        Kind::Pawn => &[(0, 1)],
        Kind::Knight => &[(-1, 2), (1, 2)],
        Kind::Silver => &[(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)],
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
            &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]
        }
        Kind::King => &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)],
        Kind::Horse => &[(0, 1), (-1, 0), (1, 0), (0, -1)],
        Kind::Dragon => &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
        Kind::Lance | Kind::Bishop | Kind::Rook => &[],
    }
}

/// The directions in which a kind goes as far as it can, as (files, ranks forward).
fn slides(kind: Kind) -> &'static [(i8, i8)] {
    match kind {
        Kind::Lance => &[(0, 1)],
        Kind::Bishop | Kind::Horse => &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
        Kind::Rook | Kind::Dragon => &[(0, 1), (-1, 0), (1, 0), (0, -1)],
        _ => &[],
    }
}

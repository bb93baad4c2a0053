//! Where each weight of the evaluation stands in the list of weights.

use crate::types::{Color, Kind, Square};

/// A group of weights that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// What the evaluation calls it.
    pub name: &'static str,
    /// Index of its first weight.
    pub begin: usize,
    /// Number of weights.
    pub len: usize,
    /// Weights in a row when it is written down.
    pub row: usize,
}

/// Declares the blocks one after the other, each `NAME: "name", rows x weights in a row`.
macro_rules! blocks {
    ($($(#[$doc:meta])+ $name:ident: $text:literal, $rows:expr, $row:expr;)+) => {
        blocks!(@each 0; $($(#[$doc])+ $name: $text, $rows, $row;)+);
        /// All blocks, in order.
        pub const BLOCKS: &[Block] = &[$($name),+];
    };
    (@each $begin:expr; $(#[$doc:meta])+ $name:ident: $text:literal, $rows:expr, $row:expr; $($rest:tt)*) => {
        $(#[$doc])+
        pub const $name: Block = Block { name: $text, begin: $begin, len: $rows * $row, row: $row };
        blocks!(@each $name.begin + $name.len; $($rest)*);
    };
    (@each $begin:expr;) => {
        /// Number of weights.
        pub const COUNT: usize = $begin;
    };
}

/// Distances between squares are 0 to 8: the larger of the distances in files and in ranks.
pub const DISTANCES: usize = 9;
/// Attacks on a king's ring are told apart up to this number.
pub const MOST_ATTACKS: usize = 15;
/// Pieces in hand that can be dropped near a king are told apart up to this number.
pub const MOST_DROPPERS: usize = 6;
/// Holes in a king's ring are told apart up to this number where they are seen together with pieces in hand.
pub const MOST_OPEN: usize = 3;

blocks! {
    /// A piece of a kind that moves as a kind: `[own kind][movement]`.
    PIECE: "piece", Kind::COUNT, Kind::MOVEMENTS;
    /// A piece in hand: `[kind]`.
    HAND: "hand", 1, Kind::HAND;
    /// The first piece of its kind in hand: `[kind]`.
    FIRST_IN_HAND: "first in hand", 1, Kind::HAND;
    /// A piece by where it stands: `[kind][rank from the own side]`.
    RANK: "rank", Kind::COUNT, 9;
    /// A piece by where it stands: `[kind][file from the edge]`.
    FILE: "file", Kind::COUNT, 5;
    /// A piece by its distance from the enemy king: `[movement][in front of the king or behind it, distance]`.
    ENEMY_KING: "near enemy king", Kind::MOVEMENTS, AROUND;
    /// A piece by its distance from the own king: `[movement][in front of the king or behind it, distance]`.
    OWN_KING: "near own king", Kind::MOVEMENTS, AROUND;
    /// A square, not held by an own piece, that is reached: `[by a step, as lance, as bishop or horse, as rook or dragon]`.
    MOBILITY: "mobility", 1, 4;
    /// How often the enemy attacks the squares next to the king: `[attacks]`.
    RING_ATTACKS: "attacks on king", 1, MOST_ATTACKS + 1;
    /// How many squares next to the king the enemy attacks and only the king defends: `[squares]`.
    RING_HOLES: "holes near king", 1, 9;
    /// How many empty squares next to the king only the king defends, by the number of pieces but pawns in the enemy's hand:
    /// `[pieces][squares]`.
    RING_DROPS: "drops near king", MOST_DROPPERS + 1, MOST_OPEN + 1;
    /// Where the king stands: `[rank from the own side][file from the edge]`.
    KING_SQUARE: "king square", 9, 5;
    /// A piece that the enemy attacks and nobody defends: `[kind]`.
    HANGING: "hanging", 1, Kind::COUNT;
    /// A piece that the enemy attacks and that is defended: `[kind]`.
    ATTACKED: "attacked", 1, Kind::COUNT;
    /// A piece that lends to another and that the enemy attacks: `[movement that it lends]`.
    ATTACKED_GIVER: "attacked giver", 1, Kind::MOVEMENTS;
    /// The right to move.
    TEMPO: "tempo", 1, 1;
}

impl Block {
    /// Index of the weight in this row and column.
    #[inline]
    pub const fn at(self, row: usize, column: usize) -> usize {
        self.begin + row * self.row + column
    }
}

/// Rank of a square from its own side, and its file from the nearer edge, from 0.
#[inline]
pub fn place(color: Color, square: Square) -> (usize, usize) {
    static PLACES: [[(u8, u8); Square::COUNT]; 2] = {
        let mut places = [[(0, 0); Square::COUNT]; 2];
        let mut i = 0;
        while i < Square::COUNT {
            let (file, rank) = (Square::new(i).file() as u8, Square::new(i).rank() as u8);
            let file = if file > 4 { 8 - file } else { file };
            places[Color::Black as usize][i] = (8 - rank, file);
            places[Color::White as usize][i] = (rank, file);
            i += 1;
        }
        places
    };
    let (rank, file) = PLACES[color as usize][square.index()];
    (usize::from(rank), usize::from(file))
}

/// For every square its column, among [`AROUND`], in the row of a movement in a block of distances from kings: its distance
/// from the king, and whether it lies behind the king.
pub type Around = [u8; Square::COUNT];

/// Squares round a king, as far as weights tell them apart: in front of it or level by distance, then behind it.
pub const AROUND: usize = 2 * DISTANCES;

/// The squares round a king of `color`.
#[inline]
pub fn around(color: Color, king: Square) -> &'static Around {
    static TABLE: [[Around; Square::COUNT]; 2] = {
        let mut table = [[[0; Square::COUNT]; Square::COUNT]; 2];
        let mut i = 0;
        while i < Square::COUNT {
            let mut j = 0;
            while j < Square::COUNT {
                let (king, square) = (Square::new(i), Square::new(j));
                let files = king.file().abs_diff(square.file());
                let ranks = king.rank().abs_diff(square.rank());
                let distance = if files > ranks { files } else { ranks };
                let below = square.rank() > king.rank();
                let above = square.rank() < king.rank();
                table[Color::Black as usize][i][j] = (distance + if below { DISTANCES } else { 0 }) as u8;
                table[Color::White as usize][i][j] = (distance + if above { DISTANCES } else { 0 }) as u8;
                j += 1;
            }
            i += 1;
        }
        table
    };
    &TABLE[color as usize][king.index()]
}

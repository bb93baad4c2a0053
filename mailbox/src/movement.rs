//! The movement rules: as what does a piece move? Nothing outside this file asks which variant is played to find out.

use std::fmt;

use crate::board::Board;
use crate::types::{Color, Kind, Square};

/// A movement rule, with the start position and the dead ends that go with it. A giver always gives its own kind, whatever
/// it moves as itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// A piece moves as the friendly piece directly behind it, else as itself.
    Annan,
    /// A piece moves as the friendly piece directly in front of it, else as itself.
    Annboku,
    /// A piece moves as itself.
    Shogi,
    /// A piece moves as itself and also as the friendly piece directly behind it. Nobody plays this: it exists so that
    /// tests can show that a movement rule with two movements fits. In everything else it is like Annan without Tide.
    Both,
    /// A piece moves as the enemy piece directly in front of it, else as itself.
    Taimen,
    /// A piece moves as the enemy piece directly behind it, else as itself.
    Haimen,
    /// A king in check moves as the checking pieces, and not as a king; everything else moves as itself.
    Tenjiku,
    /// A piece moves as the piece of either side on the square point-symmetric about 5e, else as itself.
    Tenkyo,
    /// A piece other than a king in the range of an enemy piece of its own kind does not move at all.
    Madrasi,
    /// The same, kings included.
    Kmadrasi,
    /// In an unbroken run of friends along a file the n-th from the top moves as the n-th from the bottom.
    Neko,
    /// The same, with runs of pieces of either side.
    Nekoneko,
    /// As neko, along the rank.
    Yokoneko,
    /// As nekoneko, along the rank.
    Yokonekoneko,
    /// A piece moves as the friends directly left and right of it, else as itself.
    Antouzai,
    /// A piece moves as all friends a knight's leap away in any of the eight directions, else as itself.
    Anki,
}

/// The eight leaps of a knight in all directions, as (files, ranks).
const LEAPS: [(i8, i8); 8] = [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (-2, 1), (2, -1), (-2, -1)];

impl Variant {
    /// The variant of a name that the protocol accepts (`Both`, which has none there: `both`).
    pub fn from_name(name: &str) -> Option<Variant> {
        Some(match name {
            "annan" | "annanshogi" => Variant::Annan,
            "annboku" | "anhoku" => Variant::Annboku,
            "shogi" | "standard" => Variant::Shogi,
            "both" => Variant::Both,
            "taimen" => Variant::Taimen,
            "haimen" => Variant::Haimen,
            "tenjiku" => Variant::Tenjiku,
            "tenkyo" => Variant::Tenkyo,
            "madrasi" => Variant::Madrasi,
            "kmadrasi" => Variant::Kmadrasi,
            "neko" => Variant::Neko,
            "nekoneko" => Variant::Nekoneko,
            "yokoneko" => Variant::Yokoneko,
            "yokonekoneko" => Variant::Yokonekoneko,
            "antouzai" => Variant::Antouzai,
            "anki" => Variant::Anki,
            _ => return None,
        })
    }

    /// The other direction of Tide; `None` where Tide has no meaning.
    pub(crate) fn other_direction(self) -> Option<Variant> {
        match self {
            Variant::Annan => Some(Variant::Annboku),
            Variant::Annboku => Some(Variant::Annan),
            _ => None,
        }
    }

    /// The different kinds that the piece on the square moves as; nothing for an empty square and for a piece that cannot
    /// move. Only the giver's own kind counts, not what the giver itself borrows.
    pub(crate) fn moves_as(self, board: &Board, square: Square) -> Vec<Kind> {
        let Some((color, own)) = board.get(square) else {
            return Vec::new();
        };
        let lent: Vec<Kind> = match self {
            Variant::Annan => board.friend(color, square, -1).into_iter().collect(),
            Variant::Annboku => board.friend(color, square, 1).into_iter().collect(),
            Variant::Shogi => Vec::new(),
            Variant::Both => {
                let lent = board.friend(color, square, -1).filter(|&kind| kind != own);
                std::iter::once(own).chain(lent).collect()
            }
            Variant::Taimen => board.friend(color.other(), square, -1).into_iter().collect(),
            Variant::Haimen => board.friend(color.other(), square, 1).into_iter().collect(),
            Variant::Tenjiku if own == Kind::King => {
                let enemies = board.pieces(color.other());
                let checking =
                    |&(from, kind): &(Square, Kind)| board.any_target(color.other(), kind, from, |to| to == square);
                enemies.filter(checking).map(|(_, kind)| kind).collect()
            }
            Variant::Tenjiku => Vec::new(),
            Variant::Tenkyo => {
                let mirror = Square { file: 10 - square.file, rank: 10 - square.rank };
                board.get(mirror).map(|(_, kind)| kind).into_iter().collect()
            }
            Variant::Madrasi if own == Kind::King => Vec::new(),
            Variant::Madrasi | Variant::Kmadrasi => {
                let mut enemies = board.pieces(color.other());
                let paralysed = enemies
                    .any(|(from, kind)| kind == own && board.any_target(color.other(), kind, from, |to| to == square));
                return if paralysed { Vec::new() } else { vec![own] };
            }
            Variant::Neko => vec![mirrored_in_run(board, square, (0, 1), Some(color))],
            Variant::Nekoneko => vec![mirrored_in_run(board, square, (0, 1), None)],
            Variant::Yokoneko => vec![mirrored_in_run(board, square, (1, 0), Some(color))],
            Variant::Yokonekoneko => vec![mirrored_in_run(board, square, (1, 0), None)],
            Variant::Antouzai => friends_at(board, color, square, &[(-1, 0), (1, 0)]),
            Variant::Anki => friends_at(board, color, square, &LEAPS),
        };
        let mut kinds = if lent.is_empty() { vec![own] } else { lent };
        kinds.sort_unstable_by_key(|&kind| kind as usize);
        kinds.dedup();
        kinds
    }
}

/// The kinds of the pieces of a colour that stand so many files and ranks away.
fn friends_at(board: &Board, color: Color, square: Square, offsets: &[(i8, i8)]) -> Vec<Kind> {
    let there = offsets.iter().filter_map(|&(files, ranks)| board.get(square.offset(files, ranks)?));
    there.filter(|&(owner, _)| owner == color).map(|(_, kind)| kind).collect()
}

/// The kind of the piece that stands as far from the other end of the run as this one from its own. The run goes on
/// along a direction and against it while there are pieces, of one colour if one is asked for.
fn mirrored_in_run(board: &Board, square: Square, (files, ranks): (i8, i8), color: Option<Color>) -> Kind {
    let belongs = |at: Square| board.get(at).filter(|&(owner, _)| color.is_none_or(|color| owner == color));
    let mut first = square;
    while let Some(before) = first.offset(-files, -ranks).filter(|&at| belongs(at).is_some()) {
        first = before;
    }
    let mut run = Vec::new();
    let mut place = 0;
    let mut here = Some(first);
    while let Some(at) = here {
        let Some((_, kind)) = belongs(at) else { break };
        if at == square {
            place = run.len();
        }
        run.push(kind);
        here = at.offset(files, ranks);
    }
    run[run.len() - 1 - place]
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::Annan => "annan",
            Variant::Annboku => "annboku",
            Variant::Shogi => "shogi",
            Variant::Both => "both",
            Variant::Taimen => "taimen",
            Variant::Haimen => "haimen",
            Variant::Tenjiku => "tenjiku",
            Variant::Tenkyo => "tenkyo",
            Variant::Madrasi => "madrasi",
            Variant::Kmadrasi => "kmadrasi",
            Variant::Neko => "neko",
            Variant::Nekoneko => "nekoneko",
            Variant::Yokoneko => "yokoneko",
            Variant::Yokonekoneko => "yokonekoneko",
            Variant::Antouzai => "antouzai",
            Variant::Anki => "anki",
        })
    }
}

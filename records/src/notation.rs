//! Moves in words: the Japanese notation of books and servers, and the Western one.
//!
//! Both name the origin of a move only where another piece of the same kind could have made it, and both ask the position
//! which pieces could: so they hold for every movement rule, however a piece comes by its movement.

use std::fmt::Write as _;

use nanboku::movegen;
use nanboku::position::Position;
use nanboku::types::{Color, Kind, Move, Source, Square};

use crate::names;

/// Which way a piece goes, as its player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    Up,
    Sideways,
    Down,
}

impl Motion {
    fn of(color: Color, from: Square, to: Square) -> Self {
        match from.relative(color).rank().cmp(&to.relative(color).rank()) {
            std::cmp::Ordering::Greater => Self::Up,
            std::cmp::Ordering::Equal => Self::Sideways,
            std::cmp::Ordering::Less => Self::Down,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Up => "上",
            Self::Sideways => "寄",
            Self::Down => "引",
        }
    }
}

/// The kind that makes a move; `None` if nothing stands where it starts.
fn mover(position: &Position, mv: Move) -> Option<Kind> {
    match mv.source() {
        Source::Hand(kind) => Some(kind),
        Source::Board(from) => position.piece_at(from).map(|piece| piece.kind()),
    }
}

/// Where pieces of this kind stand that can go to the target of the move, its own origin among them.
fn origins(position: &Position, kind: Kind, to: Square) -> Vec<Square> {
    let mut origins: Vec<Square> = movegen::legal_moves(position)
        .into_iter()
        .filter(|mv| mv.to() == to)
        .filter_map(Move::from)
        .filter(|&from| position.piece_at(from).is_some_and(|piece| piece.kind() == kind))
        .collect();
    origins.sort_unstable();
    origins.dedup();
    origins
}

/// What tells one origin from the others by words: 右, 左, 直, 上, 寄, 引 and pairs of them. Empty if words do not.
fn relation(color: Color, kind: Kind, from: Square, to: Square, origins: &[Square]) -> String {
    let motion = Motion::of(color, from, to);
    let alike: Vec<Square> = origins.iter().copied().filter(|&other| Motion::of(color, other, to) == motion).collect();
    if alike.len() == 1 {
        return motion.name().to_owned();
    }
    let has_straight = !matches!(kind, Kind::Horse | Kind::Dragon);
    if has_straight && motion == Motion::Up && from.file() == to.file() {
        return "直".to_owned();
    }
    let side = |among: &[Square]| {
        // File 9 is at Black's left.
        let file = |square: Square| square.relative(color).file();
        let others = || among.iter().copied().filter(|&other| other != from);
        if others().all(|other| file(other) < file(from)) {
            "左"
        } else if others().all(|other| file(other) > file(from)) {
            "右"
        } else {
            ""
        }
    };
    match side(origins) {
        "" => match side(&alike) {
            "" => String::new(),
            side => format!("{side}{}", motion.name()),
        },
        side => side.to_owned(),
    }
}

/// The sign before a player's move.
const fn sign(color: Color) -> char {
    match color {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// A legal move in Japanese notation: `▲７六歩`, `△同　銀右不成`. `last_to` is where the move before it went.
///
/// Where words do not tell the origin, as borrowed movements can bring about, its numbers follow: `▲５五歩(66)`.
pub fn japanese(position: &Position, mv: Move, last_to: Option<Square>) -> String {
    let mut text = sign(position.side_to_move()).to_string();
    text.push_str(&unsigned(position, mv, last_to));
    text
}

/// [`japanese`] without the player's sign.
fn unsigned(position: &Position, mv: Move, last_to: Option<Square>) -> String {
    let us = position.side_to_move();
    let Some(kind) = mover(position, mv) else { return mv.to_string() };
    let to = mv.to();
    let mut text = if last_to == Some(to) { "同　".to_owned() } else { names::square(to) };
    text.push_str(names::kanji(kind));
    let origins = origins(position, kind, to);
    let Some(from) = mv.from() else {
        if !origins.is_empty() {
            text.push('打');
        }
        return text;
    };
    let mut numbers = false;
    if origins.len() > 1 {
        let word = relation(us, kind, from, to, &origins);
        let same = |&&other: &&Square| relation(us, kind, other, to, &origins) == word;
        numbers = word.is_empty() || origins.iter().filter(same).count() > 1;
        if !numbers {
            text.push_str(&word);
        }
    }
    if mv.promotes() {
        text.push('成');
    } else if movegen::is_legal(position, Move::board(from, to, true)) {
        text.push_str("不成");
    }
    if numbers {
        let _ = write!(text, "({}{})", from.file() + 1, from.rank() + 1);
    }
    text
}

/// A legal move in Western notation: `P-7f`, `S4gx5f`, `+R-2c`, `N*5e`, `Bx3c+`, `N-7c=` for a promotion that is declined.
pub fn western(position: &Position, mv: Move) -> String {
    let Some(kind) = mover(position, mv) else { return mv.to_string() };
    let to = mv.to();
    let Some(from) = mv.from() else { return format!("{}*{to}", kind.letters()) };
    let mut text = kind.letters().to_owned();
    if origins(position, kind, to).len() > 1 {
        let _ = write!(text, "{from}");
    }
    text.push(if position.piece_at(to).is_some() { 'x' } else { '-' });
    let _ = write!(text, "{to}");
    if mv.promotes() {
        text.push('+');
    } else if movegen::is_legal(position, Move::board(from, to, true)) {
        text.push('=');
    }
    text
}

#[cfg(test)]
mod tests {
    use nanboku::rules::{Rules, Variant};

    use super::*;

    fn say(variant: Variant, sfen: &str, mv: &str) -> (String, String) {
        let position = Position::from_sfen(sfen, &Rules::new(variant, None)).unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(movegen::is_legal(&position, mv), "{mv} in {sfen}");
        (japanese(&position, mv, None), western(&position, mv))
    }

    #[test]
    fn golds_and_silvers_are_told_apart() {
        let golds = "4k4/9/9/9/9/9/9/9/3GGG2K b - 1";
        for (mv, japanese) in [("6i5h", "▲５八金左"), ("5i5h", "▲５八金直"), ("4i5h", "▲５八金右")] {
            assert_eq!(say(Variant::Shogi, golds, mv).0, japanese);
        }
        let silvers = "4k4/9/9/9/9/9/3S1S3/9/3S1S2K b - 1";
        for (mv, japanese) in
            [("6g5h", "▲５八銀左引"), ("4g5h", "▲５八銀右引"), ("6i5h", "▲５八銀左上"), ("4i5h", "▲５八銀右上")]
        {
            assert_eq!(say(Variant::Shogi, silvers, mv), (japanese.to_owned(), format!("S{}-5h", &mv[..2])));
        }
        let white = "k3g4/3g5/9/9/9/9/9/9/4K4 w - 1";
        assert_eq!(say(Variant::Shogi, white, "6b5b").0, "△５二金寄");
        assert_eq!(say(Variant::Shogi, white, "5a5b").0, "△５二金上");
    }

    #[test]
    fn promotions_captures_and_drops() {
        let sfen = "4k4/9/2p6/9/2N6/9/9/9/4K4 b N 1";
        assert_eq!(
            say(Variant::Shogi, "4k4/9/2p6/9/3N5/9/9/9/4K4 b N 1", "6e7c+"),
            ("▲７三桂成".into(), "Nx7c+".into())
        );
        assert_eq!(
            say(Variant::Shogi, "4k4/9/2p6/9/3N5/9/9/9/4K4 b N 1", "6e7c"),
            ("▲７三桂不成".into(), "Nx7c=".into())
        );
        assert_eq!(say(Variant::Shogi, sfen, "N*5e"), ("▲５五桂".into(), "N*5e".into()));
        let both = "4k4/9/9/9/9/9/3N5/9/4K4 b N 1";
        assert_eq!(say(Variant::Shogi, both, "N*5e").0, "▲５五桂打");
        assert_eq!(say(Variant::Shogi, both, "6g5e").0, "▲５五桂");
    }

    #[test]
    fn borrowed_movements_can_need_numbers() {
        // Three pawns go up to 5e, as a bishop, a knight and a silver; the one in the middle is neither left nor right.
        let three = "4k4/9/9/9/9/3P5/3S1PP2/5NB2/K8 b - 1";
        for (mv, japanese, western) in
            [("6f5e", "▲５五歩左", "P6f-5e"), ("4g5e", "▲５五歩(47)", "P4g-5e"), ("3g5e", "▲５五歩右", "P3g-5e")]
        {
            assert_eq!(say(Variant::Annan, three, mv), (japanese.to_owned(), western.to_owned()));
        }
        // Pawns that move as rooks.
        let sfen = "k8/9/9/9/P8/R8/2K6/9/9 b - 1";
        assert_eq!(say(Variant::Annan, sfen, "9e5e"), ("▲５五歩".into(), "P-5e".into()));
        let two = "4k4/9/9/9/P3P4/R3R4/9/9/1K7 b - 1";
        assert_eq!(say(Variant::Annan, two, "9e7e").0, "▲７五歩左");
    }
}

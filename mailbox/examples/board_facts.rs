//! Prints what a board has to show of the positions of `tests/data`, by the slow rules: a line of JSON for each of about
//! 40 positions of every variant, with and without Tide. The tests of the page read it.

use std::collections::BTreeMap;
use std::path::Path;

use mailbox::{Color, Kind, Position, Rules, Square, Variant};

/// The files, the variant of their positions, and the rule set and Tide period by which they are read.
const FILES: [(&str, Option<&str>, &str, Option<u32>); 4] = [
    ("annan_moves", Some("annan"), "lishogi", None),
    ("annboku_moves", Some("annboku"), "wfp", None),
    ("tide_moves", Some("annan"), "app", Some(10)),
    ("movement_moves", None, "auto", None),
];
/// Positions of each variant.
const EACH: usize = 40;

fn main() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (file, variant, set, tide) in FILES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/data/{file}.jsonl"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for line in text.lines() {
            let name = variant.map_or_else(|| field(line, "rule"), str::to_owned);
            let count = counts.entry(format!("{name}{}", if tide.is_some() { " with Tide" } else { "" })).or_default();
            if *count < EACH {
                *count += 1;
                print(&name, set, tide, &field(line, "sfen"));
            }
        }
    }
    // Ordinary shogi: the same boards, every piece moving as itself.
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/movement_moves.jsonl"));
    for line in text.expect("the file was there a moment ago").lines().step_by(7).take(EACH) {
        print("shogi", "standard", None, &field(line, "sfen"));
    }
}

/// The text of a field; the files have no escapes.
fn field(line: &str, name: &str) -> String {
    let key = format!("\"{name}\": \"");
    let begin = line.find(&key).unwrap_or_else(|| panic!("no {name} in {line}")) + key.len();
    line[begin..].split('"').next().unwrap_or_default().to_owned()
}

fn print(name: &str, set: &str, tide: Option<u32>, sfen: &str) {
    let variant = Variant::from_name(name).unwrap_or_else(|| panic!("no variant {name}"));
    let rules = Rules { tide_period: tide, ..Rules::set(variant, set).unwrap_or_else(|| panic!("no set {set}")) };
    let position = Position::from_sfen(sfen, &rules).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    let side = position.side_to_move();
    let squares = || Square::all().filter_map(|square| Some((square, position.piece_at(square)?)));

    let mut badges = Vec::new();
    let mut pins = Vec::new();
    for (square, (color, kind)) in squares() {
        let movements = movements(&position, square);
        if movements != [movement(kind)] {
            let letters: Vec<String> = movements.iter().map(|letters| format!("\"{letters}\"")).collect();
            badges.push(format!("\"{square}\":[{}]", letters.join(",")));
        }
        if kind != Kind::King && is_pinned(&position, square, color) {
            pins.push(format!("\"{square}\""));
        }
    }
    let king = squares().find(|&(_, piece)| piece == (side, Kind::King)).map(|(square, _)| square);
    let checked = king.filter(|_| position.in_check());
    let checkers: Vec<String> = match checked {
        None => Vec::new(),
        Some(king) => squares()
            .filter(|&(from, (color, _))| color != side && reaches(&position, from, king, None))
            .map(|(from, _)| format!("\"{from}\""))
            .collect(),
    };
    let mut moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|mv| {
            let text = mv.to_string();
            let capture = position.piece_at(mv.to()).is_some();
            format!("\"{}{}\"", &text[..4], if capture { "x" } else { "" })
        })
        .collect();
    moves.sort();
    moves.dedup();
    // A game that is over cannot be begun, nor one in which the wrong king is in check.
    let other = squares().find(|&(_, piece)| piece == (side.other(), Kind::King)).map(|(square, _)| square);
    let takes = |king| squares().any(|(from, (color, _))| color == side && reaches(&position, from, king, None));
    if moves.is_empty() || other.is_some_and(takes) {
        return;
    }
    pins.sort();
    let rule = format!("{{\"rule_set\":\"{set}\",\"tide\":{},\"tide_period\":{}}}", tide.is_some(), tide.unwrap_or(10));
    println!(
        "{{\"variant\":\"{name}\",\"rules\":{rule},\"sfen\":\"{sfen}\",\"facts\":{{\"badges\":{{{}}},\"pins\":[{}],\
         \"checked\":{},\"checkers\":[{}],\"moves\":[{}]}}}}",
        badges.join(","),
        pins.join(","),
        checked.map_or("null".to_owned(), |king| format!("\"{king}\"")),
        checkers.join(","),
        moves.join(",")
    );
}

/// The letters of the movement of a kind: what promotes to a gold moves as one.
fn movement(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "P",
        Kind::Lance => "L",
        Kind::Knight => "N",
        Kind::Silver => "S",
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => "G",
        Kind::Bishop => "B",
        Kind::Rook => "R",
        Kind::King => "K",
        Kind::Horse => "+B",
        Kind::Dragon => "+R",
    }
}

fn movements(position: &Position, square: Square) -> Vec<&'static str> {
    let mut movements: Vec<&str> = position.moves_as(square).into_iter().map(movement).collect();
    movements.sort_unstable();
    movements.dedup();
    movements
}

/// Whether the piece on `from`, by the movements that it has now, reaches `to`, as if `absent` were empty.
fn reaches(position: &Position, from: Square, to: Square, absent: Option<Square>) -> bool {
    let Some((color, _)) = position.piece_at(from) else { return false };
    let forward = if color == Color::Black { -1 } else { 1 };
    movements(position, from).into_iter().any(|movement| {
        let (steps, slides) = directions(movement);
        let step = |&(file, rank): &(i8, i8)| from.offset(file, rank * forward) == Some(to);
        let slide = |&(file, rank): &(i8, i8)| {
            let mut here = from;
            while let Some(next) = here.offset(file, rank * forward) {
                if next == to {
                    return true;
                }
                if position.piece_at(next).is_some() && Some(next) != absent {
                    return false;
                }
                here = next;
            }
            false
        };
        steps.iter().any(step) || slides.iter().any(slide)
    })
}

/// Directions as (files, ranks forward).
type Ways = Vec<(i8, i8)>;

/// Steps and slides.
fn directions(movement: &str) -> (Ways, Ways) {
    let straight = vec![(0, 1), (1, 0), (-1, 0), (0, -1)];
    let diagonal = vec![(1, 1), (-1, 1), (1, -1), (-1, -1)];
    match movement {
        "P" => (vec![(0, 1)], vec![]),
        "L" => (vec![], vec![(0, 1)]),
        "N" => (vec![(1, 2), (-1, 2)], vec![]),
        "S" => ([&diagonal[..], &[(0, 1)]].concat(), vec![]),
        "G" => ([&straight[..], &diagonal[..2]].concat(), vec![]),
        "B" => (vec![], diagonal),
        "R" => (vec![], straight),
        "K" => ([straight, diagonal].concat(), vec![]),
        "+B" => (straight, diagonal),
        _ => (diagonal, straight),
    }
}

/// Whether an enemy piece that does not reach the king would, were this piece not in its way.
fn is_pinned(position: &Position, square: Square, color: Color) -> bool {
    let king = Square::all().find(|&king| position.piece_at(king) == Some((color, Kind::King)));
    king.is_some_and(|king| {
        Square::all().any(|from| {
            position.piece_at(from).is_some_and(|(owner, _)| owner != color)
                && !reaches(position, from, king, None)
                && reaches(position, from, king, Some(square))
        })
    })
}

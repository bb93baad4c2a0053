//! Prints what a board has to show of the positions of `tests/data`, by the slow rules: a line of JSON for each of about
//! 40 positions of every variant, with and without Tide. The tests of the page read it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
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
    let pieces: Vec<(Square, Color, Kind)> = Square::all()
        .filter_map(|square| position.piece_at(square).map(|(color, kind)| (square, color, kind)))
        .collect();
    // A game that is over cannot be begun, nor one in which the wrong king is in check.
    if !position.has_legal_move() || position.can_capture_king() {
        return;
    }
    let movement = |square: Square| -> BTreeSet<String> {
        position.moves_as(square).into_iter().map(|kind| kind.movement().to_string()).collect()
    };
    let badges = pieces.iter().filter_map(|&(square, _, kind)| {
        let kinds = movement(square);
        let quoted: Vec<String> = kinds.iter().map(|letters| format!("\"{letters}\"")).collect();
        let own = BTreeSet::from([kind.movement().to_string()]);
        (kinds != own).then(|| format!("\"{square}\":[{}]", quoted.join(",")))
    });
    let pinned = pieces.iter().map(|&(square, ..)| square).filter(|&square| !position.pinned_by(square).is_empty());
    let king = pieces.iter().find(|&&(_, color, kind)| (color, kind) == (side, Kind::King)).map(|&(square, ..)| square);
    let checked = king.filter(|_| position.in_check()).map_or("null".to_owned(), |king| format!("\"{king}\""));
    let moves = position.legal_moves().into_iter().map(|mv| {
        let capture = if position.piece_at(mv.to()).is_some() { "x" } else { "" };
        format!("{}{capture}", &mv.to_string()[..4])
    });
    println!(
        "{{\"variant\":\"{name}\",\"rules\":{{\"rule_set\":\"{set}\",\"tide\":{},\"tide_period\":{}}},\"sfen\":\"{sfen}\",\
         \"facts\":{{\"badges\":{{{}}},\"pins\":{},\"checked\":{checked},\"checkers\":{},\"moves\":{}}}}}",
        tide.is_some(),
        tide.unwrap_or(10),
        badges.collect::<Vec<_>>().join(","),
        list(pinned),
        list(position.checkers()),
        list(moves)
    );
}

/// Texts as a sorted list in JSON, each once.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let texts: BTreeSet<String> = items.into_iter().map(|item| format!("\"{item}\"")).collect();
    format!("[{}]", texts.into_iter().collect::<Vec<_>>().join(","))
}

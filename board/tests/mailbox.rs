//! What the board shows is what the mailbox implementation says: badges, pins, checks and targets of positions of every
//! variant.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use mailbox::{Color, Kind, Move, Position, Rules, Square, Variant};
use nanboku_board::session::{NoticeKey, PieceView, State};
use serde_json::{Value, json};
use support::{Table, humans_with};

/// A position and the game to which it belongs.
struct Case {
    sfen: String,
    variant: String,
    rule_set: String,
    tide: Option<u32>,
}

/// So many rows of a file, evenly spread.
fn rows(file: &str, count: usize) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(format!("{file}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let count = count.min(lines.len());
    (0..count).map(|number| serde_json::from_str(lines[number * lines.len() / count]).unwrap()).collect()
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (file, count, variant, rule_set) in [
        ("annan_moves", 60, "annan", "app"),
        ("annan_hard", 60, "annan", "lishogi"),
        ("annan_hard", 30, "annan", "standard"),
        ("annboku_moves", 60, "annboku", "wfp"),
        ("annboku_hard", 38, "annboku", "app"),
        ("annan_moves", 40, "shogi", "standard"),
        ("kingless_moves", 30, "annan", "app"),
        ("variants_moves", 60, "annan", ""),
        ("tide_moves", 90, "annan", "app"),
        ("tide_period_moves", 40, "annan", "app"),
        ("movement_moves", 240, "", "auto"),
    ] {
        for row in rows(file, count) {
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
            let period = row["tide_n"].as_u64().unwrap_or(10) as u32;
            let (variant, rule_set) = match (rule_set, row["rules"].as_str()) {
                ("", Some("annboku_free")) => ("annboku", "app"),
                ("", Some(set)) => (variant, set),
                _ => (variant, rule_set),
            };
            cases.push(Case {
                sfen: text("sfen"),
                variant: or(text("rule"), variant),
                rule_set: rule_set.to_owned(),
                tide: file.starts_with("tide").then_some(period),
            });
        }
    }
    cases
}

/// What the board shows of a case; `None` if it refuses the position because the king could be captured.
fn shown(case: &Case) -> Option<State> {
    let mut table = Table::new();
    let setup = json!({"variant": case.variant, "rule_set": case.rule_set, "tide": case.tide.is_some(),
        "tide_period": case.tide.unwrap_or(10)});
    table.fine(json!({"do": "new_game", "setup": humans_with(setup)}));
    table.fine(json!({"do": "abort"}));
    let notices = table.say(json!({"do": "load", "text": case.sfen}));
    match &notices[..] {
        [NoticeKey::Loaded { .. }] => Some(table.state()),
        [NoticeKey::Unreadable { problems, .. }] if !problems.is_empty() => None,
        _ => panic!("{}: {notices:?}", case.sfen),
    }
}

/// The kind as which a kind moves by itself, in letters.
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

fn kinds(position: &Position, square: Square) -> BTreeSet<String> {
    position.moves_as(square).into_iter().map(|kind| movement(kind).to_owned()).collect()
}

/// The directions of a movement as files and ranks, forwards negative, and whether it goes on.
fn ways(movement: &str) -> Vec<(i8, i8, bool)> {
    let steps = |list: &[(i8, i8)]| list.iter().map(|&(file, rank)| (file, rank, false)).collect::<Vec<_>>();
    let slides = |list: &[(i8, i8)]| list.iter().map(|&(file, rank)| (file, rank, true)).collect::<Vec<_>>();
    const STRAIGHT: [(i8, i8); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    match movement {
        "P" => steps(&[(0, -1)]),
        "L" => slides(&[(0, -1)]),
        "N" => steps(&[(-1, -2), (1, -2)]),
        "S" => steps(&[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)]),
        "G" => steps(&[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]),
        "B" => slides(&DIAGONAL),
        "R" => slides(&STRAIGHT),
        "K" => [steps(&STRAIGHT), steps(&DIAGONAL)].concat(),
        "+B" => [slides(&DIAGONAL), steps(&STRAIGHT)].concat(),
        "+R" => [slides(&STRAIGHT), steps(&DIAGONAL)].concat(),
        other => panic!("{other}"),
    }
}

/// Every square in one of the directions of the piece on a square, as far as it goes with nothing in between.
fn rays(position: &Position, from: Square) -> Vec<Vec<Square>> {
    let Some((color, _)) = position.piece_at(from) else { return Vec::new() };
    let forward = if color == Color::Black { 1 } else { -1 };
    let mut rays = Vec::new();
    for kind in kinds(position, from) {
        for (files, ranks, goes_on) in ways(&kind) {
            let mut ray = Vec::new();
            let (mut file, mut rank) = (from.file as i8, from.rank as i8);
            loop {
                file += files * forward;
                rank += ranks * forward;
                if !(1..=9).contains(&file) || !(1..=9).contains(&rank) {
                    break;
                }
                ray.push(Square { file: file as u8, rank: rank as u8 });
                if !goes_on {
                    break;
                }
            }
            rays.push(ray);
        }
    }
    rays
}

/// Whether a pawn that would make nifu by it captures no king (kiki-nifu): then the piece on `by` threatens none on `king`.
fn is_powerless(position: &Position, by: Square, king: Square) -> bool {
    let rules = position.rules();
    let Some((color, Kind::Pawn)) = position.piece_at(by) else { return false };
    let in_zone = |rank: u8| if color == Color::Black { rank <= 3 } else { rank >= 7 };
    let other_pawn = |rank: u8| {
        let square = Square { file: king.file, rank };
        square != by && position.piece_at(square) == Some((color, Kind::Pawn))
    };
    !rules.nifu_check_valid
        && !rules.moved_nifu_allowed
        && !in_zone(by.rank)
        && !in_zone(king.rank)
        && (1..=9).any(other_pawn)
}

fn king(position: &Position, color: Color) -> Option<Square> {
    Square::all().find(|&square| position.piece_at(square) == Some((color, Kind::King)))
}

/// The pieces that give check, and for each pinned piece what pins it.
fn checks_and_pins(position: &Position) -> (BTreeSet<String>, BTreeSet<(String, String)>) {
    let (mut checks, mut pins) = (BTreeSet::new(), BTreeSet::new());
    for by in Square::all() {
        let Some((color, _)) = position.piece_at(by) else { continue };
        let Some(king) = king(position, color.other()).filter(|&king| !is_powerless(position, by, king)) else {
            continue;
        };
        for ray in rays(position, by) {
            let Some(end) = ray.iter().position(|&square| square == king) else { continue };
            let between: Vec<Square> =
                ray[..end].iter().copied().filter(|&square| position.piece_at(square).is_some()).collect();
            match between[..] {
                [] if color != position.side_to_move() => {
                    checks.insert(by.to_string());
                }
                [one] if position.piece_at(one).is_some_and(|(owner, _)| owner != color) => {
                    pins.insert((one.to_string(), by.to_string()));
                }
                _ => {}
            }
        }
    }
    (checks, pins)
}

fn compare(case: &Case, state: &State, position: &Position) {
    let sfen = &case.sfen;
    let game = format!("{} {} {:?}: {sfen}", case.variant, case.rule_set, case.tide);
    let view = |square: Square| -> Option<&PieceView> {
        state.position.pieces.iter().find(|piece| piece.square.to_string() == square.to_string())
    };
    for square in Square::all() {
        let Some((color, kind)) = position.piece_at(square) else {
            assert!(view(square).is_none(), "{square} in {game}");
            continue;
        };
        let view = view(square).unwrap_or_else(|| panic!("nothing on {square} in {game}"));
        assert_eq!(view.color.to_string(), color.to_string(), "{square} in {game}");
        let there = kinds(position, square);
        let own = BTreeSet::from([movement(kind).to_owned()]);
        let badge = view.badge.as_ref().map(|kinds| kinds.iter().map(ToString::to_string).collect::<BTreeSet<_>>());
        assert_eq!(badge, (there != own).then_some(there), "badge on {square} in {game}");
    }
    let (checks, pins) = checks_and_pins(position);
    let shown: BTreeSet<String> =
        state.position.check.iter().flat_map(|check| &check.by).map(ToString::to_string).collect();
    assert_eq!(shown, checks, "checks in {game}");
    assert_eq!(state.position.check.is_some(), position.in_check(), "check in {game}");
    let shown: BTreeSet<(String, String)> = state
        .position
        .pieces
        .iter()
        .flat_map(|piece| piece.pins.iter().map(|pin| (piece.square.to_string(), pin.by.to_string())))
        .collect();
    assert_eq!(shown, pins, "pins in {game}");
    let mut legal = BTreeSet::new();
    for mv in position.legal_moves() {
        let captures = matches!(mv, Move::Board { to, .. } if position.piece_at(to).is_some());
        legal.insert((mv.to_string(), captures));
    }
    let mut targets = BTreeSet::new();
    for from in &state.targets {
        for to in &from.to {
            let usi = format!("{}{}", from.from, to.square);
            assert!(to.plain || to.promote, "{usi} in {game}");
            targets.extend(to.plain.then(|| (usi.clone(), to.capture)));
            targets.extend(to.promote.then(|| (format!("{usi}+"), to.capture)));
        }
    }
    assert_eq!(targets, legal, "targets in {game}");
}

#[test]
fn badges_pins_checks_and_targets_are_those_of_the_mailbox() {
    let (mut compared, mut refused) = (0, 0);
    let mut variants = BTreeSet::new();
    let (mut badges, mut pins, mut checks) = (0, 0, 0);
    for case in cases() {
        let variant = Variant::from_name(&case.variant).unwrap();
        let mut rules = Rules::set(variant, &case.rule_set).unwrap();
        rules.tide_period = case.tide;
        let position = Position::from_sfen(&case.sfen, &rules).unwrap();
        let Some(state) = shown(&case) else {
            refused += 1;
            continue;
        };
        compare(&case, &state, &position);
        compared += 1;
        variants.insert(case.variant);
        badges += state.position.pieces.iter().filter(|piece| piece.badge.is_some()).count();
        pins += state.position.pieces.iter().filter(|piece| !piece.pins.is_empty()).count();
        checks += usize::from(state.position.check.is_some());
    }
    println!("{compared} positions of {variants:?}, {refused} refused; {badges} badges, {pins} pins, {checks} checks");
    assert!(compared >= 700 && badges > 1000 && pins > 50 && checks > 50);
    assert_eq!(variants.len(), nanboku::rules::Variant::ALL.len());
}

//! What the board shows is what the mailbox implementation says: badges, pins, checks and targets of positions of every
//! variant.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use mailbox::{Move, Position, Rules, Square, Variant};
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

fn kinds(position: &Position, square: Square) -> BTreeSet<String> {
    position.moves_as(square).into_iter().map(|kind| kind.movement().to_string()).collect()
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
        let own = BTreeSet::from([kind.movement().to_string()]);
        let badge = view.badge.as_ref().map(|kinds| kinds.iter().map(ToString::to_string).collect::<BTreeSet<_>>());
        assert_eq!(badge, (there != own).then_some(there), "badge on {square} in {game}");
    }
    let checks: BTreeSet<String> = position.checkers().iter().map(ToString::to_string).collect();
    let pins = Square::all().flat_map(|square| {
        let by = position.pinned_by(square).into_iter();
        by.map(move |by| (square.to_string(), by.to_string()))
    });
    let pins: BTreeSet<(String, String)> = pins.collect();
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

//! From a setup to rules and a start position, and what there is to choose from.

use std::str::FromStr;

use nanboku::position::Position;
use nanboku::rules::{
    DeadEnd, Impasse, MovedNifu, NamedSet, NifuCheck, PawnDropMate, Repetition, RuleSet, Rules, Variant,
};
use nanboku::search::skill::LEVELS;
use nanboku::types::{Color, Square};

use super::editor::Board;
use super::event::{Catalog, HandicapEntry, RuleEntry, VariantEntry};
use super::setup::{ClockSetup, Player, Setup, Start};
use super::values::Kind;

/// The most lines of an analysis.
pub const MOST_LINES: u32 = 5;
/// The longest period of Tide.
const LONGEST_PERIOD: u32 = 1000;
/// The longest time that a setup may name, in milliseconds: a day.
const LONGEST_TIME: u64 = 86_400_000;
/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 60;

/// A single rule: its name, its values, and how it changes a set.
struct Rule {
    name: &'static str,
    values: &'static [&'static str],
    set: fn(&mut RuleSet, &str) -> Result<(), ()>,
}

const RULES: [Rule; 6] = [
    Rule { name: "moved_nifu", values: MovedNifu::NAMES, set: |set, text| put(&mut set.moved_nifu, text) },
    Rule { name: "nifu_check", values: NifuCheck::NAMES, set: |set, text| put(&mut set.nifu_check, text) },
    Rule { name: "dead_end", values: DeadEnd::NAMES, set: |set, text| put(&mut set.dead_end, text) },
    Rule { name: "pawn_drop_mate", values: PawnDropMate::NAMES, set: |set, text| put(&mut set.pawn_drop_mate, text) },
    Rule { name: "repetition", values: Repetition::NAMES, set: |set, text| put(&mut set.repetition, text) },
    Rule { name: "impasse", values: Impasse::NAMES, set: |set, text| put(&mut set.impasse, text) },
];

fn put<T: FromStr>(place: &mut T, text: &str) -> Result<(), ()> {
    *place = text.parse().map_err(|_| ())?;
    Ok(())
}

/// A handicap: its name, its name in Japanese, and the squares from which White's pieces are taken.
struct Handicap {
    name: &'static str,
    ja: &'static str,
    squares: &'static [&'static str],
}

const HANDICAPS: [Handicap; 9] = [
    Handicap { name: "none", ja: "平手", squares: &[] },
    Handicap { name: "lance", ja: "香落ち", squares: &["1a"] },
    Handicap { name: "bishop", ja: "角落ち", squares: &["2b"] },
    Handicap { name: "rook", ja: "飛車落ち", squares: &["8b"] },
    Handicap { name: "rook_lance", ja: "飛香落ち", squares: &["8b", "1a"] },
    Handicap { name: "two_pieces", ja: "二枚落ち", squares: &["8b", "2b"] },
    Handicap { name: "four_pieces", ja: "四枚落ち", squares: &["8b", "2b", "1a", "9a"] },
    Handicap { name: "five_pieces", ja: "五枚落ち", squares: &["8b", "2b", "1a", "9a", "8a"] },
    Handicap { name: "six_pieces", ja: "六枚落ち", squares: &["8b", "2b", "1a", "9a", "8a", "2a"] },
];

fn squares(handicap: &Handicap) -> impl Iterator<Item = Square> {
    handicap.squares.iter().filter_map(|text| text.parse().ok())
}

/// What can be chosen in a setup.
pub fn catalog() -> Catalog {
    let standard = Board::of_sfen(Variant::Shogi.start());
    Catalog {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        variants: Variant::ALL.map(variant_entry).to_vec(),
        rule_sets: NamedSet::NAMES.iter().map(|&name| name.to_owned()).collect(),
        rules: RULES
            .iter()
            .map(|rule| RuleEntry {
                name: rule.name.to_owned(),
                values: rule.values.iter().map(|&value| value.to_owned()).collect(),
            })
            .collect(),
        handicaps: HANDICAPS
            .iter()
            .map(|handicap| HandicapEntry {
                name: handicap.name.to_owned(),
                ja: handicap.ja.to_owned(),
                without: squares(handicap)
                    .filter_map(|square| standard.squares[square.index()].map(|piece| Kind(piece.kind())))
                    .collect(),
            })
            .collect(),
        levels: LEVELS.len(),
        lines: MOST_LINES,
    }
}

fn variant_entry(variant: Variant) -> VariantEntry {
    VariantEntry {
        name: variant.name().to_owned(),
        ja: variant.japanese().to_owned(),
        sentence: variant.movement().sentence.to_owned(),
        start: variant.start().to_owned(),
        tide: variant.opposite().is_some(),
        rule_set: NamedSet::of(variant, false).to_string(),
    }
}

/// The variant, rule set and Tide of a setup.
///
/// # Errors
///
/// Names what is wrong.
pub fn rules(setup: &Setup) -> Result<Rules, String> {
    let variant: Variant = setup
        .variant
        .parse()
        .map_err(|()| format!("'{}' is no variant; there are {}", short(&setup.variant), Variant::list()))?;
    if !(1..=LONGEST_PERIOD).contains(&setup.tide_period) {
        return Err(format!("a period of the Tide has 1 to {LONGEST_PERIOD} moves, not {}", setup.tide_period));
    }
    let tide = setup.tide && variant.opposite().is_some();
    let named = named_set(&setup.rule_set)?.unwrap_or(NamedSet::of(variant, tide));
    let mut set = named.rules(variant);
    for (name, value) in &setup.rules {
        let rule = RULES
            .iter()
            .find(|rule| rule.name == name)
            .ok_or_else(|| format!("'{}' is no single rule", short(name)))?;
        if value != "auto" {
            (rule.set)(&mut set, value).map_err(|()| {
                format!("'{}' is no value of {name}; there are {}", short(value), rule.values.join(", "))
            })?;
        }
    }
    let rules = Rules { set, ..Rules::new(variant, Some(named)) };
    Ok(if tide { rules.with_tide(setup.tide_period) } else { rules })
}

/// The named set of a setup; `None` is that of the variant.
pub fn named_set(text: &str) -> Result<Option<NamedSet>, String> {
    if text == "auto" {
        return Ok(None);
    }
    let wrong = |()| format!("'{}' is no rule set; there are auto, {}", short(text), NamedSet::NAMES.join(", "));
    text.parse().map(Some).map_err(wrong)
}

/// The start position of a setup.
///
/// # Errors
///
/// Names what is wrong.
pub fn start(setup: &Setup, rules: &Rules) -> Result<Position, String> {
    let handicap = HANDICAPS
        .iter()
        .find(|handicap| handicap.name == setup.handicap)
        .ok_or_else(|| format!("'{}' is no handicap", short(&setup.handicap)))?;
    let of = match setup.start {
        Start::Auto => rules.variant,
        Start::Advanced => Variant::Annan,
        Start::Standard => Variant::Shogi,
        Start::Position if !handicap.squares.is_empty() => {
            return Err("a position of its own has no handicap".to_owned());
        }
        Start::Position => {
            let sfen = setup.sfen.as_deref().ok_or("the position is missing")?;
            return Position::from_sfen(sfen, rules).map_err(|error| error.to_string());
        }
    };
    let mut board = Board::of_sfen(of.start());
    for square in squares(handicap) {
        board.squares[square.index()] = None;
        board.side = Color::White;
    }
    Position::from_sfen(&board.sfen(), rules).map_err(|error| error.to_string())
}

/// Looks at the players and times of a setup.
///
/// # Errors
///
/// Names what is wrong.
pub fn check(setup: &Setup) -> Result<(), String> {
    for player in [&setup.black, &setup.white] {
        check_player(player)?;
    }
    if let Some(clock) = &setup.clock {
        check_clock(clock)?;
    }
    check_think(setup.think_ms)
}

/// Looks at a player.
///
/// # Errors
///
/// Names what is wrong.
pub fn check_player(player: &Player) -> Result<(), String> {
    match player {
        Player::Engine { level } => check_level(*level),
        Player::Human { name } if name.chars().count() > LONGEST_NAME => {
            Err(format!("a name has at most {LONGEST_NAME} characters"))
        }
        Player::Human { .. } => Ok(()),
    }
}

/// Looks at a level.
///
/// # Errors
///
/// If there is no such level.
pub fn check_level(level: usize) -> Result<(), String> {
    let levels = 1..=LEVELS.len();
    if levels.contains(&level) { Ok(()) } else { Err(format!("the levels are 1 to {}, not {level}", LEVELS.len())) }
}

/// Looks at clocks.
///
/// # Errors
///
/// Names what is wrong.
pub fn check_clock(clock: &ClockSetup) -> Result<(), String> {
    if [clock.main_ms, clock.byoyomi_ms, clock.increment_ms].iter().any(|&ms| ms > LONGEST_TIME) {
        return Err("a clock holds at most a day".to_owned());
    }
    if clock.main_ms + clock.byoyomi_ms < 1_000 {
        return Err("a clock holds at least a second".to_owned());
    }
    Ok(())
}

/// Looks at the engine's time for a move.
///
/// # Errors
///
/// If it is too short or too long.
pub fn check_think(ms: u64) -> Result<(), String> {
    if (10..=LONGEST_TIME).contains(&ms) {
        return Ok(());
    }
    Err(format!("the engine thinks for 10 to {LONGEST_TIME} ms, not {ms}"))
}

/// At most forty characters, for messages.
pub fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

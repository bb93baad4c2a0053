//! The options: what they hold, how they are set, and how they are told to the other side.
//!
//! The table in [`super::table`] is the one place where they are declared. The `option` lines, reading and checking values,
//! the defaults, and the description in `engine-options.md` all come from it.

use std::str::FromStr;
use std::time::Duration;

use super::error::{UsiError, short};
use super::row::Row;
use super::table::TABLE;
use crate::position::{Position, SfenError};
use crate::rules::{
    DeadEnd, Impasse, MovedNifu, NamedSet, NifuCheck, PawnDropMate, Repetition, RuleSet, Rules, Variant,
};
use crate::search::{Settings, Skill};
use crate::types::{Score, score};

/// The value of every option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the table, in mebibytes.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Whether the engine may think in the opponent's time.
    pub ponder: bool,
    /// Number of lines.
    pub multi_pv: usize,
    /// The variant to play.
    pub variant: Variant,
    /// Whether the direction of borrowing flips.
    pub tide: bool,
    /// Plies between two flips.
    pub tide_period: u32,
    /// The rule set; `None` is the variant's own, as in the fields below.
    pub rule_set: Option<NamedSet>,
    /// Overrides the set.
    pub moved_nifu: Option<MovedNifu>,
    /// Overrides the set.
    pub nifu_check: Option<NifuCheck>,
    /// Overrides the set.
    pub dead_end: Option<DeadEnd>,
    /// Overrides the set.
    pub pawn_drop_mate: Option<PawnDropMate>,
    /// Overrides the set.
    pub repetition: Option<Repetition>,
    /// Overrides the set.
    pub impasse: Option<Impasse>,
    /// What `startpos` is.
    pub start: Option<Start>,
    /// Resign below minus this, in centipawns.
    pub resign_value: Score,
    /// How well to play, 1 to 5.
    pub skill_level: usize,
    /// What decides where weaknesses strike; 0: chance.
    pub skill_seed: u32,
    /// The ply at which a game is drawn; 0 is never.
    pub max_moves: u32,
    /// Held back from every planned time, in milliseconds.
    pub network_delay: u32,
    /// Held back in the last second, in milliseconds.
    pub network_delay2: u32,
    /// Shortest time for a move, in milliseconds.
    pub minimum_thinking_time: u32,
    /// Percent of the planned time.
    pub slow_mover: u32,
    /// Whether positions are analysed: no resignation, no weakness.
    pub analyse: bool,
    /// Name of the protocol log; empty for none.
    pub log_file: String,
    /// Whether the table is to be emptied before the next search.
    pub clear_hash: bool,
    /// Whether the search is blind to the flips of Tide.
    #[cfg(feature = "tuning")]
    pub freeze_direction: bool,
}

/// Start positions that `startpos` can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// That of Annan shogi, whose pawns before bishop and rook stand one rank further on.
    Advanced,
    /// That of ordinary shogi.
    Standard,
}

impl Start {
    /// The names of all values, in order.
    pub const NAMES: &[&str] = &["advanced", "standard"];
}

impl FromStr for Start {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "advanced" => Ok(Self::Advanced),
            "standard" => Ok(Self::Standard),
            _ => Err(()),
        }
    }
}

/// A score of this and beyond is never resigned at.
const NEVER_RESIGN: Score = 99_999;

impl Default for Options {
    /// What the table says.
    fn default() -> Self {
        let mut options = Self {
            hash: 0,
            threads: 0,
            ponder: false,
            multi_pv: 0,
            variant: Variant::default(),
            tide: false,
            tide_period: 0,
            rule_set: None,
            moved_nifu: None,
            nifu_check: None,
            dead_end: None,
            pawn_drop_mate: None,
            repetition: None,
            impasse: None,
            start: None,
            resign_value: 0,
            skill_level: 0,
            skill_seed: 0,
            max_moves: 0,
            network_delay: 0,
            network_delay2: 0,
            minimum_thinking_time: 0,
            slow_mover: 0,
            analyse: false,
            log_file: String::new(),
            clear_hash: false,
            #[cfg(feature = "tuning")]
            freeze_direction: false,
        };
        for row in TABLE {
            if let Some(value) = row.kind.read(&row.kind.default_text()) {
                (row.set)(&mut options, &value);
            }
        }
        options
    }
}

impl Options {
    /// Sets an option by name. Returns its row in the table, or `None` for a name that is known, accepted and ignored.
    ///
    /// # Errors
    ///
    /// If there is no such option or the value does not fit it; nothing has changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Option<&'static Row>, UsiError> {
        let wanted = normalized(name);
        if IGNORED.iter().any(|&name| normalized(name) == wanted) {
            return Ok(None);
        }
        #[cfg(feature = "tuning")]
        if let Some(parameter) = name.strip_prefix(super::table::TUNING) {
            let number = value.and_then(|value| value.parse().ok());
            if number.is_some_and(|number| crate::search::params::set(parameter, number)) {
                // What was searched with other values is of no use.
                self.clear_hash = true;
                return Ok(None);
            }
        }
        let row = TABLE
            .iter()
            .find(|row| normalized(row.name) == wanted || row.aliases.iter().any(|&alias| normalized(alias) == wanted))
            .ok_or_else(|| UsiError::UnknownOption(short(name)))?;
        let text = value.unwrap_or_default();
        let read = row.kind.read(text).ok_or_else(|| UsiError::OptionValue {
            option: row.name,
            value: short(text),
            wanted: row.kind.wanted(),
            kept: (row.get)(self),
        })?;
        (row.set)(self, &read);
        Ok(Some(row))
    }

    /// The rules that the next position is played by.
    pub fn rules(&self) -> Rules {
        let tide = self.tide && self.variant.opposite().is_some();
        let named = self.rule_set.unwrap_or(NamedSet::of(self.variant, tide));
        let set = named.rules(self.variant);
        let set = RuleSet {
            moved_nifu: self.moved_nifu.unwrap_or(set.moved_nifu),
            nifu_check: self.nifu_check.unwrap_or(set.nifu_check),
            dead_end: self.dead_end.unwrap_or(set.dead_end),
            pawn_drop_mate: self.pawn_drop_mate.unwrap_or(set.pawn_drop_mate),
            repetition: self.repetition.unwrap_or(set.repetition),
            impasse: self.impasse.unwrap_or(set.impasse),
            ..set
        };
        let rules = Rules { set, ..Rules::new(self.variant, Some(named)) };
        if tide { rules.with_tide(self.tide_period) } else { rules }
    }

    /// Whether Tide is set but the variant has no direction that could flip.
    pub fn tide_is_ignored(&self) -> bool {
        self.tide && self.variant.opposite().is_none()
    }

    /// What `startpos` is.
    ///
    /// # Errors
    ///
    /// Never, as the start positions are sound.
    pub fn start_position(&self, rules: &Rules) -> Result<Position, SfenError> {
        let of = match self.start {
            None => rules.variant,
            Some(Start::Advanced) => Variant::Annan,
            Some(Start::Standard) => Variant::Shogi,
        };
        Position::from_sfen(of.start(), rules)
    }

    /// What the next search is told.
    pub fn settings(&self) -> Settings {
        let milliseconds = |number| Duration::from_millis(u64::from(number));
        // Who thinks in the opponent's time too can spend more of his own: some of it comes back with every ponderhit.
        let slow_mover = if self.ponder { self.slow_mover * 5 / 4 } else { self.slow_mover };
        Settings {
            multi_pv: self.multi_pv,
            network_delay: milliseconds(self.network_delay),
            network_delay2: milliseconds(self.network_delay2),
            minimum_thinking_time: milliseconds(self.minimum_thinking_time),
            slow_mover,
            max_moves: (self.max_moves > 0).then_some(self.max_moves),
            skill: Skill { level: self.skill_level, seed: self.skill_seed },
            resignation: self.resignation(),
            #[cfg(feature = "tuning")]
            freeze_direction: self.freeze_direction,
        }
    }

    /// The score below which the engine resigns, if it may. Being mated is below every such score.
    fn resignation(&self) -> Option<Score> {
        (self.resign_value < NEVER_RESIGN && !self.analyse).then(|| (-self.resign_value).max(1 - score::MATE_IN_MAX))
    }
}

/// Names that clients set without asking, of features that the engine does not have and whose absence surprises nobody.
const IGNORED: [&str; 3] = ["USI_OwnBook", "OwnBook", "USI_ShowCurrLine"];

/// A name in lower case, with `_` as a space.
fn normalized(name: &str) -> String {
    let words = name.split(|c: char| c == '_' || c.is_whitespace());
    words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::row::Kind;
    use super::*;

    #[test]
    fn every_default_is_a_value() {
        for row in TABLE {
            let text = row.kind.default_text();
            assert!(row.kind.read(&text).is_some(), "{}", row.name);
            if !matches!(row.kind, Kind::Button) {
                assert_eq!((row.get)(&Options::default()), text, "{}", row.name);
            }
        }
        assert_eq!(Options::default().settings(), Settings::default());
        assert_eq!(Options::default().rules(), Rules::default());
    }

    #[test]
    fn names_are_found_in_any_spelling_and_differ() {
        for row in TABLE {
            assert!(!row.name.contains(' '));
            for name in [row.name].iter().chain(row.aliases) {
                for name in [name.to_lowercase(), name.to_uppercase(), name.replace('_', " ")] {
                    let text = row.kind.default_text();
                    let found = Options::default().set(&name, Some(&text)).unwrap().unwrap();
                    assert_eq!(found.name, row.name, "{name}");
                }
            }
        }
    }

    #[test]
    fn every_value_of_every_combo_reaches_its_field() {
        for row in TABLE {
            for word in row.kind.words() {
                let mut options = Options::default();
                options.set(row.name, Some(word)).unwrap();
                let kept = (row.get)(&options);
                assert!(kept == word || word == "annanshogi" && kept == "annan", "{} {word} {kept}", row.name);
            }
        }
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        for row in TABLE {
            for text in ["", "x", "-1", "99999999999999999999999", "1e99", "nan", "0.5", "auto1", "tru"] {
                let mut options = Options::default();
                let result = options.set(row.name, Some(text));
                match row.kind {
                    Kind::File | Kind::Button => assert!(result.is_ok()),
                    // Any number is moved into the range.
                    Kind::Level { .. } if text.parse().is_ok_and(|number: f64| number.fract() == 0.0) => {
                        assert!(result.is_ok());
                    }
                    _ => {
                        assert!(matches!(result, Err(UsiError::OptionValue { .. })), "{} {text}", row.name);
                        assert_eq!(options, Options::default());
                    }
                }
            }
        }
        assert_eq!(Options::default().set("Nonsense", None).err(), Some(UsiError::UnknownOption("Nonsense".into())));
    }

    #[test]
    fn rules_follow_the_options() {
        let mut options = Options::default();
        options.set("Tide", Some("true")).unwrap();
        assert_eq!(options.rules(), Rules::new(Variant::Annan, Some(NamedSet::App)).with_tide(10));
        options.set("RuleSet", Some("mihara")).unwrap();
        options.set("Rule_Impasse", Some("points27")).unwrap();
        let rules = options.rules();
        assert_eq!((rules.set.moved_nifu, rules.set.impasse), (MovedNifu::Forbidden, Impasse::Points27));
        options.set("USI_Variant", Some("shogi")).unwrap();
        assert!(options.tide_is_ignored() && options.rules().tide.is_none());
        let mut options = Options::default();
        assert!(options.set("variant", Some("shogi")).is_err());
        options.set("UCI_Variant", Some("Standard")).unwrap();
        assert_eq!(options.rules(), Rules::new(Variant::Shogi, Some(NamedSet::Standard)));
    }

    #[test]
    fn options_for_measuring_come_with_their_feature_alone() {
        assert_eq!(TABLE.iter().any(|row| row.name.starts_with("Tuning_")), cfg!(feature = "tuning"));
    }

    #[test]
    #[cfg(feature = "tuning")]
    fn the_direction_can_be_frozen() {
        let mut options = Options::default();
        assert!(!options.settings().freeze_direction);
        options.set("Tuning_FreezeDirection", Some("true")).unwrap();
        assert!(options.settings().freeze_direction);
    }

    #[test]
    fn skill_is_moved_into_its_range_and_counts_in_analysis_too() {
        for (text, level) in
            [("-9", 1), ("0", 1), ("1", 1), ("4", 4), ("5", 5), ("20", 5), ("3.0", 3), ("1e99", 5), ("-1e99", 1)]
        {
            for name in ["Skill_Level", "Skill Level", "SkillLevel", "USI_SkillLevel", "usi skilllevel"] {
                let mut options = Options::default();
                options.set("Skill_Seed", Some("7")).unwrap();
                options.set(name, Some(text)).unwrap();
                assert_eq!(options.settings().skill, Skill { level, seed: 7 }, "{name} {text}");
                options.set("USI_AnalyseMode", Some("true")).unwrap();
                assert_eq!(options.settings().skill.level, level);
            }
        }
        assert_eq!(Options::default().settings().skill, Skill::FULL);
    }

    #[test]
    fn resignation_is_off_by_default() {
        let mut options = Options::default();
        assert_eq!(options.resignation(), None);
        options.set("ResignValue", Some("3000")).unwrap();
        assert_eq!(options.resignation(), Some(-3000));
        options.set("ResignValue", Some("99998")).unwrap();
        assert!(options.resignation().is_some_and(|limit| score::mated_in(score::MAX_PLY) < limit));
        options.set("USI_AnalyseMode", Some("true")).unwrap();
        assert_eq!(options.resignation(), None);
    }
}

//! Which game is played: variant, rule set and Tide, as the command line and records name them.

use std::fmt;
use std::str::FromStr;

use nanboku::position::Position;
use nanboku::rules::{NamedSet, Rules, Variant};
use serde::{Deserialize, Serialize};

/// Texts in records for values that have a text form.
pub mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    /// Writes the value's text.
    pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads the value from its text.
    pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| de::Error::custom(format!("'{text}' is not understood")))
    }
}

/// A named rule set, or the one that belongs to the variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetChoice(pub Option<NamedSet>);

impl fmt::Display for SetChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(set) => set.fmt(f),
            None => f.write_str("auto"),
        }
    }
}

impl FromStr for SetChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("auto") {
            return Ok(Self(None));
        }
        let names = NamedSet::NAMES.join(", ");
        text.parse().map(|set| Self(Some(set))).map_err(|()| format!("the rule sets are auto, {names}"))
    }
}

fn read_variant(text: &str) -> Result<Variant, String> {
    text.parse().map_err(|()| format!("the variants are {}", Variant::list()))
}

/// Which game is played.
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The variant, which decides how pieces move and where they start; a wrong name lists all
    #[cfg_attr(feature = "clap", arg(long, default_value = "annan", value_parser = read_variant))]
    #[serde(with = "text")]
    pub variant: Variant,
    /// The rule set: auto, lishogi, app, mihara, shogitter, wfp or standard
    #[cfg_attr(feature = "clap", arg(long, default_value = "auto"))]
    #[serde(with = "text")]
    pub rules: SetChoice,
    /// Play the Tide rule: the direction of borrowing flips every few plies
    #[cfg_attr(feature = "clap", arg(long))]
    pub tide: bool,
    /// With --tide, the plies between two flips
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000)))]
    pub tide_period: u32,
}

impl Default for Ruling {
    /// Annan by its own rule set.
    fn default() -> Self {
        Self { variant: Variant::Annan, rules: SetChoice(None), tide: false, tide_period: 10 }
    }
}

impl Ruling {
    /// A variant by its own rule set.
    pub fn of(variant: Variant) -> Self {
        Self { variant, ..Self::default() }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        let tide = self.tide && self.variant.opposite().is_some();
        let set = self.rules.0.unwrap_or(NamedSet::of(self.variant, tide));
        let rules = Rules::new(self.variant, Some(set));
        if tide { rules.with_tide(self.tide_period) } else { rules }
    }

    /// The start position.
    pub fn start(&self) -> Position {
        Position::start(&self.rules())
    }

    /// The USI options that tell an engine about it.
    pub fn options(&self) -> [(&'static str, String); 4] {
        [
            ("USI_Variant", self.variant.to_string()),
            ("RuleSet", self.rules.to_string()),
            ("Tide", self.tide.to_string()),
            ("TidePeriod", self.tide_period.to_string()),
        ]
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, rules {}", self.variant, self.rules)?;
        if self.tide { write!(f, ", tide {}", self.tide_period) } else { Ok(()) }
    }
}

impl FromStr for Ruling {
    type Err = String;

    /// Reads what [`fmt::Display`] writes.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(", ");
        let mut ruling = Self::of(read_variant(parts.next().unwrap_or_default())?);
        for part in parts {
            match part.split_once(' ') {
                Some(("rules", set)) => ruling.rules = set.parse()?,
                Some(("tide", period)) => {
                    ruling.tide = true;
                    ruling.tide_period = period.parse().map_err(|_| format!("'{period}' is no number of plies"))?;
                }
                _ => return Err(format!("'{part}' is not understood")),
            }
        }
        Ok(ruling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in ["annan, rules auto", "annboku, rules wfp, tide 7", "shogi, rules standard"] {
            assert_eq!(text.parse::<Ruling>().unwrap().to_string(), text);
        }
        assert!("chess".parse::<Ruling>().is_err());
        assert!("annan, rules none".parse::<Ruling>().unwrap_err().contains("lishogi"));
    }
}

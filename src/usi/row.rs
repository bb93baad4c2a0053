//! What an option is: its name, its type and range, and how its values are read.

use std::str::FromStr;

use vampirc_uci::{Serializable, UciMessage, UciOptionConfig};

use super::options::Options;

/// An option in the table.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Other names that are accepted. Case and the difference between `_` and a space never count.
    pub aliases: &'static [&'static str],
    /// Type, default and range.
    pub kind: Kind,
    /// Takes a value over.
    pub set: fn(&mut Options, &Value),
    /// The current value, for messages.
    pub get: fn(&Options) -> String,
    /// What it does, in a line, for the table of the document.
    pub summary: &'static str,
    /// When to change it, for the document.
    pub advice: &'static str,
    /// A value for the example in the document.
    pub example: &'static str,
}

/// Type, default and range of an option.
pub enum Kind {
    /// A number.
    Spin {
        /// The default.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A number; one outside the range stands for the nearer end.
    Level {
        /// The default.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// On or off.
    Check {
        /// The default.
        default: bool,
    },
    /// One of several words, the first of which is the default.
    Combo {
        /// Whether `auto` comes first.
        auto: bool,
        /// The words.
        values: &'static [&'static str],
        /// More words that are accepted.
        also: &'static [&'static str],
    },
    /// The name of a file, or none.
    File,
    /// Something to be done.
    Button,
}

/// A value that fits its option.
pub enum Value {
    /// Of a spin.
    Number(i64),
    /// Of a check.
    Switch(bool),
    /// Of a combo (in lower case) or a file (empty for none); nothing for a button.
    Text(String),
}

impl Value {
    /// The number, within the range of its option.
    pub fn number<T: TryFrom<i64> + Default>(&self) -> T {
        match self {
            Self::Number(number) => T::try_from(*number).unwrap_or_default(),
            _ => T::default(),
        }
    }

    /// Whether it is on.
    pub fn is_on(&self) -> bool {
        matches!(self, Self::Switch(true))
    }

    /// The text.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    /// The value that the word stands for; `None` for `auto`.
    pub fn chosen<T: FromStr>(&self) -> Option<T> {
        self.text().parse().ok()
    }
}

impl Kind {
    /// The words of a combo.
    pub(super) fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Combo { auto, values, .. } => {
                auto.then_some("auto").into_iter().chain(values.iter().copied()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The default as it stands in the `option` line.
    pub(super) fn default_text(&self) -> String {
        match self {
            Self::Spin { default, .. } | Self::Level { default, .. } => default.to_string(),
            Self::Check { default } => default.to_string(),
            Self::Combo { .. } => self.words().first().copied().unwrap_or_default().to_owned(),
            Self::File => "<empty>".to_owned(),
            Self::Button => String::new(),
        }
    }

    /// What a value must be, for messages and the document.
    pub(super) fn wanted(&self) -> String {
        match self {
            Self::Spin { min, max, .. } | Self::Level { min, max, .. } => format!("a number from {min} to {max}"),
            Self::Check { .. } => "true or false".to_owned(),
            Self::Combo { .. } => format!("one of {}", self.words().join(", ")),
            Self::File => "a file name".to_owned(),
            Self::Button => "nothing".to_owned(),
        }
    }

    /// Reads a value; `None` if it does not fit.
    pub(super) fn read(&self, text: &str) -> Option<Value> {
        let lower = text.to_ascii_lowercase();
        match self {
            Self::Spin { min, max, .. } => {
                let whole = |number: &f64| number.fract() == 0.0 && number.abs() < 1e15;
                let number = text.parse().ok().or_else(|| text.parse().ok().filter(whole).map(|n: f64| n as i64))?;
                (*min..=*max).contains(&number).then_some(Value::Number(number))
            }
            Self::Level { min, max, .. } => {
                let number: f64 = text.parse().ok().filter(|number: &f64| number.fract() == 0.0)?;
                Some(Value::Number((number as i64).clamp(*min, *max)))
            }
            Self::Check { .. } => match lower.as_str() {
                "true" | "on" | "1" => Some(Value::Switch(true)),
                "false" | "off" | "0" => Some(Value::Switch(false)),
                _ => None,
            },
            Self::Combo { also, .. } => {
                let is = |word: &&str| word.eq_ignore_ascii_case(&lower);
                let fits = self.words().iter().any(is) || also.iter().any(is);
                fits.then_some(Value::Text(lower))
            }
            Self::File if lower == "<empty>" => Some(Value::Text(String::new())),
            Self::File => Some(Value::Text(text.to_owned())),
            Self::Button => Some(Value::Text(String::new())),
        }
    }
}

impl Row {
    /// The line that declares the option.
    pub fn line(&self) -> String {
        let name = self.name.to_owned();
        let config = match self.kind {
            Kind::Spin { default, min, max } | Kind::Level { default, min, max } => {
                UciOptionConfig::Spin { name, default: Some(default), min: Some(min), max: Some(max) }
            }
            Kind::Check { default } => UciOptionConfig::Check { name, default: Some(default) },
            Kind::Combo { .. } => UciOptionConfig::Combo {
                name,
                default: Some(self.kind.default_text()),
                var: self.kind.words().into_iter().map(str::to_owned).collect(),
            },
            Kind::Button => UciOptionConfig::Button { name },
            // A type that UCI does not have.
            Kind::File => return format!("option name {name} type filename default {}", self.kind.default_text()),
        };
        UciMessage::Option(config).serialize()
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::TABLE;
    use super::*;

    #[test]
    fn lines_declare_type_default_and_range() {
        let line = |name| TABLE.iter().find(|row| row.name == name).map(Row::line).unwrap_or_default();
        assert_eq!(line("USI_Hash"), "option name USI_Hash type spin default 64 min 1 max 65536");
        assert_eq!(line("Tide"), "option name Tide type check default false");
        assert_eq!(line("Clear_Hash"), "option name Clear_Hash type button");
        assert_eq!(line("Debug_Log_File"), "option name Debug_Log_File type filename default <empty>");
        assert_eq!(
            line("USI_Variant"),
            "option name USI_Variant type combo default annan var annan var annanshogi var annboku var shogi \
             var taimen var haimen var tenjiku var tenkyo var madrasi var kmadrasi var neko var nekoneko var yokoneko var yokonekoneko var antouzai var anki"
        );
    }
}

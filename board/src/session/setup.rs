//! How a game is set up.

use serde::{Deserialize, Serialize};

/// Who plays what. Everything that is absent has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The variant, by its name in the catalog.
    pub variant: String,
    /// The rule set, by its name in the catalog, or `auto`.
    pub rule_set: String,
    /// The single rules that differ from the set: name and value from the catalog.
    pub rules: std::collections::BTreeMap<String, String>,
    /// Whether the direction of borrowing flips.
    pub tide: bool,
    /// Moves between two flips, 1 to 1000.
    pub tide_period: u32,
    /// The start position.
    pub start: Start,
    /// The position for the start `position`, as SFEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sfen: Option<String>,
    /// The handicap, by its name in the catalog.
    pub handicap: String,
    /// Who has Black.
    pub black: Player,
    /// Who has White.
    pub white: Player,
    /// The clocks; none if absent.
    pub clock: Option<ClockSetup>,
    /// Time of the engine for a move without a clock, in milliseconds.
    pub think_ms: u64,
}

/// The start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// That of the variant.
    #[default]
    Auto,
    /// That of Annan shogi.
    Advanced,
    /// That of ordinary shogi.
    Standard,
    /// The SFEN of the setup.
    Position,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "player", rename_all = "snake_case", deny_unknown_fields)]
pub enum Player {
    /// Somebody at a page.
    Human {
        /// A name, for records.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
    },
    /// The engine.
    Engine {
        /// Its level, 1 to 5.
        level: usize,
    },
}

/// The clocks of a game; all in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSetup {
    /// The main time of each player.
    pub main_ms: u64,
    /// Time for each move once the main time is used up.
    #[serde(default)]
    pub byoyomi_ms: u64,
    /// Time added after each move.
    #[serde(default)]
    pub increment_ms: u64,
}

impl Default for Setup {
    /// A human with Black against the third level.
    fn default() -> Self {
        Self {
            variant: nanboku::rules::Variant::default().name().to_owned(),
            rule_set: "auto".to_owned(),
            rules: Default::default(),
            tide: false,
            tide_period: 10,
            start: Start::Auto,
            sfen: None,
            handicap: "none".to_owned(),
            black: Player::Human { name: String::new() },
            white: Player::Engine { level: 3 },
            clock: None,
            think_ms: 1_000,
        }
    }
}

//! Limits for a move, clocks for a game, and what an engine is told of them.

use std::fmt::{self, Write as _};
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};

use nanboku::types::{Color, PerColor};

/// What a player may spend; times in milliseconds.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Milliseconds for each move
    #[arg(long, value_name = "MS")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth of each search, in plies
    #[arg(long, value_name = "D")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds on the clock at the start of a game
    #[arg(long, value_name = "MS")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// Milliseconds for each move once the clock has run out
    #[arg(long, value_name = "MS")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byoyomi: Option<u64>,
    /// Milliseconds added to the clock after each move
    #[arg(long, value_name = "MS")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inc: Option<u64>,
}

impl Limit {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a clock runs.
    pub fn has_clock(&self) -> bool {
        self.clock.is_some() || self.byoyomi.is_some() || self.inc.is_some()
    }

    /// Changes one limit, given as on the command line without its dashes: `nodes`, `80000`. Setting a limit of another kind
    /// (nodes, say, instead of a time) replaces those that are there.
    ///
    /// # Errors
    ///
    /// If there is no such limit, or the value is no number.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number: u64 = value.parse().map_err(|_| format!("'{value}' is not a number of {name}"))?;
        if !self.has_clock() || !matches!(name, "clock" | "byoyomi" | "inc") {
            *self = Self::default();
        }
        let some = Some(number);
        match name {
            "movetime" => self.movetime = some,
            "nodes" => self.nodes = some,
            "depth" => self.depth = Some(u32::try_from(number).map_err(|_| format!("depth {value} is too large"))?),
            "clock" => self.clock = some,
            "byoyomi" => self.byoyomi = some,
            "inc" => self.inc = some,
            _ => return Err(format!("'{name}' is none of movetime, nodes, depth, clock, byoyomi, inc")),
        }
        Ok(())
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("movetime", self.movetime, " ms"),
            ("nodes", self.nodes, ""),
            ("depth", self.depth.map(u64::from), ""),
            ("clock", self.clock, " ms"),
            ("byoyomi", self.byoyomi, " ms"),
            ("inc", self.inc, " ms"),
        ];
        let texts = parts.iter().filter_map(|(name, value, unit)| value.map(|value| format!("{name} {value}{unit}")));
        f.write_str(&texts.collect::<Vec<_>>().join(", "))
    }
}

/// The clocks of one game.
#[derive(Clone, Debug)]
pub struct Clocks {
    limits: PerColor<Limit>,
    left: PerColor<Duration>,
    margin: Duration,
}

impl Clocks {
    /// Clocks at the start of a game. A move counts as late only when it comes more than `margin` after its time.
    pub fn new(limits: PerColor<Limit>, margin: Duration) -> Self {
        let start = |color: Color| Duration::from_millis(limits[color].clock.unwrap_or(0));
        Self { left: PerColor([start(Color::Black), start(Color::White)]), limits, margin }
    }

    /// The `go` line for the side to move.
    pub fn go(&self, side: Color) -> String {
        let limit = &self.limits[side];
        let mut line = "go".to_owned();
        let mut add = |name: &str, value: Option<u128>| {
            if let Some(value) = value {
                // Writing to a string cannot fail.
                let _ = write!(line, " {name} {value}");
            }
        };
        let wide = |number: Option<u64>| number.map(u128::from);
        if limit.has_clock() {
            add("btime", Some(self.left[Color::Black].as_millis()));
            add("wtime", Some(self.left[Color::White].as_millis()));
            match limit.byoyomi {
                Some(_) => add("byoyomi", wide(limit.byoyomi)),
                None => {
                    add("binc", wide(self.limits[Color::Black].inc.or(Some(0))));
                    add("winc", wide(self.limits[Color::White].inc.or(Some(0))));
                }
            }
            if limit.byoyomi.is_some() && limit.inc.is_some() {
                add("binc", wide(self.limits[Color::Black].inc));
                add("winc", wide(self.limits[Color::White].inc));
            }
        }
        add("movetime", wide(limit.movetime));
        add("nodes", wide(limit.nodes));
        add("depth", limit.depth.map(u128::from));
        line
    }

    /// What the clock of a side shows.
    pub fn left(&self, side: Color) -> Duration {
        self.left[side]
    }

    /// The longest time that the side to move may take, without the margin; `None` if time does not count.
    pub fn allowed(&self, side: Color) -> Option<Duration> {
        let limit = &self.limits[side];
        let by_clock = limit.has_clock().then(|| self.left[side] + Duration::from_millis(limit.byoyomi.unwrap_or(0)));
        let by_move = limit.movetime.map(Duration::from_millis);
        [by_clock, by_move].into_iter().flatten().min()
    }

    /// Takes the time for a move off. Whether it was in time.
    pub fn spend(&mut self, side: Color, taken: Duration) -> bool {
        let in_time = self.allowed(side).is_none_or(|allowed| taken <= allowed + self.margin);
        let increment = Duration::from_millis(self.limits[side].inc.unwrap_or(0));
        self.left[side] = self.left[side].saturating_sub(taken) + increment;
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn limit(words: &str) -> Limit {
        let mut limit = Limit::default();
        for (name, value) in words.split(' ').filter_map(|word| word.split_once('=')) {
            limit.set(name, value).unwrap();
        }
        limit
    }

    #[test]
    fn what_an_engine_is_told() {
        for (words, line) in [
            ("movetime=100", "go movetime 100"),
            ("nodes=5", "go nodes 5"),
            ("depth=3", "go depth 3"),
            ("clock=1000", "go btime 1000 wtime 1000 binc 0 winc 0"),
            ("clock=1000 inc=10", "go btime 1000 wtime 1000 binc 10 winc 10"),
            ("clock=1000 byoyomi=50", "go btime 1000 wtime 1000 byoyomi 50"),
            ("byoyomi=50", "go btime 0 wtime 0 byoyomi 50"),
        ] {
            let clocks = Clocks::new(PerColor([limit(words), limit(words)]), ms(0));
            assert_eq!(clocks.go(Color::Black), line, "{words}");
        }
    }

    #[test]
    fn a_limit_of_another_kind_replaces() {
        let mut changed = limit("clock=1000 byoyomi=50");
        changed.set("byoyomi", "70").unwrap();
        assert_eq!(changed, limit("clock=1000 byoyomi=70"));
        changed.set("nodes", "5").unwrap();
        assert_eq!(changed, limit("nodes=5"));
        assert!(changed.set("hours", "5").unwrap_err().contains("'hours'"));
        assert!(changed.set("nodes", "x").unwrap_err().contains("'x'"));
    }

    #[test]
    fn clocks_run_down_then_byoyomi_then_late() {
        let limits = limit("clock=100 byoyomi=50");
        let mut clocks = Clocks::new(PerColor([limits.clone(), limits]), ms(5));
        assert_eq!(clocks.allowed(Color::Black), Some(ms(150)));
        assert!(clocks.spend(Color::Black, ms(80)));
        assert!(clocks.spend(Color::Black, ms(75)));
        assert_eq!(clocks.allowed(Color::Black), Some(ms(50)));
        assert!(!clocks.spend(Color::Black, ms(56)));
        assert_eq!(clocks.allowed(Color::White), Some(ms(150)));

        let limits = limit("clock=100 inc=30");
        let mut clocks = Clocks::new(PerColor([limits.clone(), limits]), ms(0));
        assert!(clocks.spend(Color::White, ms(90)));
        assert_eq!(clocks.allowed(Color::White), Some(ms(40)));
        assert!(!clocks.spend(Color::White, ms(41)));

        let mut free = Clocks::new(PerColor([limit("nodes=5"), limit("movetime=10")]), ms(3));
        assert!(free.spend(Color::Black, ms(100_000)));
        assert!(free.spend(Color::White, ms(13)));
        assert!(!free.spend(Color::White, ms(14)));
    }
}

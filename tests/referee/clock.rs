//! Time controls and the clocks of a game.

use std::str::FromStr;
use std::time::Duration;

use mailbox::Color;

/// How later than `movetime` an answer may be.
const MOVETIME_GRACE: Duration = Duration::from_millis(50);

/// What limits a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for each move, all of which may be used.
    pub movetime: Option<Duration>,
    /// Time on the clock.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Time for each move once the clock has run out.
    pub byoyomi: Duration,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth for each move.
    pub depth: Option<u64>,
}

impl FromStr for TimeControl {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut control = Self::default();
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.chunks(2) {
            let [name, number] = pair else { return Err(()) };
            let number: u64 = number.parse().map_err(|_| ())?;
            let time = Duration::from_millis(number);
            match *name {
                "movetime" => control.movetime = Some(time),
                "time" => control.time = time,
                "inc" => control.increment = time,
                "byoyomi" => control.byoyomi = time,
                "nodes" => control.nodes = Some(number),
                "depth" => control.depth = Some(number),
                _ => return Err(()),
            }
        }
        Ok(control)
    }
}

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// Time used, and time that there was to use.
    used: [Duration; 2],
    moves: [u32; 2],
    /// The least time that was left when a move came; below zero is an overrun. In milliseconds.
    pub margin: Option<f64>,
}

impl Clocks {
    /// Before the first move.
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: [control.time; 2], used: [Duration::ZERO; 2], moves: [0; 2], margin: None }
    }

    fn has_clock(&self) -> bool {
        let TimeControl { time, increment, byoyomi, .. } = self.control;
        time + increment + byoyomi > Duration::ZERO
    }

    /// The line that asks for a move.
    pub fn go(&self) -> String {
        let mut line = "go".to_owned();
        let TimeControl { movetime, increment, byoyomi, nodes, depth, .. } = self.control;
        if self.has_clock() {
            line += &format!(" btime {} wtime {}", self.left[0].as_millis(), self.left[1].as_millis());
            if increment > Duration::ZERO {
                line += &format!(" binc {0} winc {0}", increment.as_millis());
            } else {
                line += &format!(" byoyomi {}", byoyomi.as_millis());
            }
        }
        if let Some(time) = movetime {
            line += &format!(" movetime {}", time.as_millis());
        }
        if let Some(nodes) = nodes {
            line += &format!(" nodes {nodes}");
        }
        if let Some(depth) = depth {
            line += &format!(" depth {depth}");
        }
        line
    }

    /// The longest that a move of this side may take; `None` if nothing limits it.
    fn limit(&self, side: Color) -> Option<Duration> {
        let clock = self.has_clock().then(|| self.left[side as usize] + self.control.byoyomi);
        let movetime = self.control.movetime.map(|time| time + MOVETIME_GRACE);
        clock.into_iter().chain(movetime).min()
    }

    /// How long to wait for a move before the engine counts as hanging.
    pub fn patience(&self, side: Color) -> Duration {
        self.limit(side).unwrap_or(Duration::from_secs(60)) + Duration::from_secs(10)
    }

    /// Takes note of a move. Returns by how much it was late.
    pub fn moved(&mut self, side: Color, took: Duration) -> Duration {
        let index = side as usize;
        self.used[index] += took;
        self.moves[index] += 1;
        let mut late = Duration::ZERO;
        if let Some(limit) = self.limit(side) {
            let margin = limit.as_secs_f64() - took.as_secs_f64();
            self.margin = Some(self.margin.map_or(margin * 1000.0, |least| least.min(margin * 1000.0)));
            late = took.saturating_sub(limit);
        }
        self.left[index] = self.left[index].saturating_sub(took) + self.control.increment;
        late
    }

    /// The part of the time that there was which has been used by a side, if time is limited.
    pub fn use_of(&self, side: Color) -> Option<f64> {
        let index = side as usize;
        let TimeControl { movetime, time, increment, byoyomi, .. } = self.control;
        let moves = self.moves[index];
        let all = if self.has_clock() { time + (increment + byoyomi) * moves } else { movetime? * moves };
        (moves > 0).then(|| self.used[index].as_secs_f64() / all.as_secs_f64())
    }
}

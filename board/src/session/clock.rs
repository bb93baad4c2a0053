//! The clocks of a game. Times are in milliseconds.

use nanboku::types::{Color, PerColor};

use super::setup::ClockSetup;
use super::values;
use super::{ClockView, Clocks};

/// Main time left.
pub type Left = u64;

/// Both clocks.
#[derive(Clone, Debug)]
pub struct Clock {
    setup: ClockSetup,
    left: PerColor<Left>,
    /// Whose clock runs, and since when.
    running: Option<(Color, u64)>,
}

impl Clock {
    /// Full clocks that stand still.
    pub fn new(setup: ClockSetup) -> Self {
        Self { setup, left: PerColor([setup.main_ms; 2]), running: None }
    }

    /// How it was set up.
    pub fn setup(&self) -> &ClockSetup {
        &self.setup
    }

    /// The main times at the beginning of the turn.
    pub fn left(&self) -> PerColor<Left> {
        self.left
    }

    /// Sets the main times, and stops.
    pub fn restore(&mut self, left: PerColor<Left>) {
        self.left = left;
        self.running = None;
    }

    /// Lets the clock of a player run.
    pub fn start(&mut self, color: Color, now: u64) {
        self.running = Some((color, now));
    }

    /// Stops the clock of the player whose turn it was and takes what was used; with `moved`, the increment is added.
    pub fn stop(&mut self, now: u64, moved: bool) {
        if let Some((color, since)) = self.running.take() {
            self.left[color] = self.left[color].saturating_sub(now.saturating_sub(since));
            if moved {
                self.left[color] += self.setup.increment_ms;
            }
        }
    }

    /// When the flag of the player whose clock runs falls.
    pub fn flag(&self) -> Option<(Color, u64)> {
        self.running.map(|(color, since)| (color, since + self.left[color] + self.setup.byoyomi_ms))
    }

    /// What the page sees.
    pub fn view(&self, now: u64) -> Clocks {
        let view = |color: Color| {
            let used =
                self.running.filter(|(runs, _)| *runs == color).map_or(0, |(_, since)| now.saturating_sub(since));
            let over = used.saturating_sub(self.left[color]);
            let byoyomi = self.setup.byoyomi_ms;
            ClockView {
                main_ms: self.left[color].saturating_sub(used),
                byoyomi_ms: (byoyomi > 0).then(|| byoyomi.saturating_sub(over)),
            }
        };
        Clocks {
            black: view(Color::Black),
            white: view(Color::White),
            running: self.running.map(|(color, _)| values::Color(color)),
        }
    }
}

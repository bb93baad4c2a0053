//! How much time a move may take.

use std::time::{Duration, Instant};

use super::control::Control;
use super::engine::Settings;
use super::limits::{Clock, Limits};
use crate::types::Color;

/// When a search by the clock should and must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this time no new iteration is worth beginning, if all is as usual.
    pub soft: Duration,
    /// After this time the answer must be given.
    pub hard: Duration,
}

/// Longest time that is ever planned; clocks beyond it are as good as endless.
const LONGEST: Duration = Duration::from_secs(86_400);

/// The hard end is at most this many times the soft one: an iteration that drags on is rarely worth the clock of several
/// moves.
const MOST_SHARES: u32 = 4;
/// How many times the network delay is kept on the clock for later where there is no byoyomi.
const RESERVED_DELAYS: u32 = 8;

impl Budget {
    /// Plans the time for one move of `side` at this ply.
    pub fn plan(clock: &Clock, side: Color, ply: u32, settings: &Settings) -> Self {
        let left = clock.left[side].unwrap_or(Duration::ZERO).min(LONGEST);
        let increment = clock.increment[side].min(LONGEST);
        let byoyomi = clock.byoyomi.min(LONGEST);

        // What there is at most for this move, less what is lost on the way to the other end. Increment is added after the
        // move, so it cannot be used up front.
        let all = left + byoyomi;
        let last_second = all <= Duration::from_secs(1) || left.is_zero();
        let delay = if last_second { settings.network_delay2 } else { settings.network_delay };
        let available = all - delay.min(all / 2);

        // Without byoyomi a clock that runs out loses, so a reserve is kept for long games and slow ways.
        let reserve =
            if byoyomi.is_zero() { (settings.network_delay * RESERVED_DELAYS).min(left / 2) } else { Duration::ZERO };
        let left_to_share = left - reserve;
        // A game goes on for some hundred plies; the nearer that is, the fewer moves share the rest.
        let moves_to_go = (80_u32.saturating_sub(ply / 2)).clamp(24, 50);
        let share = left_to_share / moves_to_go + increment.mul_f64(0.85) + byoyomi;
        let soft = share.mul_f64(f64::from(settings.slow_mover) / 100.0);
        // With byoyomi alone there is nothing to save for later.
        let hard = if left.is_zero() && increment.is_zero() {
            available
        } else {
            (left_to_share.mul_f64(0.25) + increment + byoyomi).min(soft * MOST_SHARES).max(soft).min(available)
        };
        let soft = if left.is_zero() && increment.is_zero() { available } else { soft.min(hard) };
        let least = settings.minimum_thinking_time.min(available);
        Self { soft: soft.max(least), hard: hard.max(least) }
    }
}

/// Watches the time of one search.
#[derive(Debug)]
pub struct Timer {
    start: Instant,
    side: Color,
    ply: u32,
    movetime: Option<Duration>,
    clock: Option<Clock>,
    settings: Settings,
}

impl Timer {
    /// Starts now.
    pub fn new(limits: &Limits, side: Color, ply: u32, settings: &Settings) -> Self {
        Self {
            start: Instant::now(),
            side,
            ply,
            movetime: limits.movetime,
            clock: if limits.infinite { None } else { limits.clock },
            settings: settings.clone(),
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The budget and the moment from which its hard end counts; `None` while pondering or without a clock. The soft end
    /// counts from the beginning of the search, since what was thought while pondering need not be thought again.
    fn budget(&self, control: &Control) -> Option<(Budget, Instant)> {
        if control.is_pondering() {
            return None;
        }
        let hit = control.hit();
        let clock = hit.and_then(|hit| hit.clock).or(self.clock);
        let from = hit.map_or(self.start, |hit| hit.at);
        let mut budget = clock.map(|clock| Budget::plan(&clock, self.side, self.ply, &self.settings));
        if let Some(movetime) = self.movetime {
            let by_movetime = Budget { soft: movetime, hard: movetime };
            budget = Some(match budget {
                Some(planned) if planned.hard < movetime => planned,
                _ => by_movetime,
            });
        }
        budget.map(|budget| (budget, from))
    }

    /// The moment at which the answer is due, if there is one yet.
    pub fn deadline(&self, control: &Control) -> Option<Instant> {
        self.budget(control).map(|(budget, from)| from + budget.hard)
    }

    /// Whether another iteration should not begin. `scale` stretches (above 1) or shortens the planned time.
    pub fn is_soft_limit_reached(&self, control: &Control, scale: f64) -> bool {
        let Some((budget, from)) = self.budget(control) else { return false };
        // Fixed times are used to their end.
        if budget.soft == budget.hard {
            return from.elapsed() >= budget.hard;
        }
        self.start.elapsed() >= budget.soft.mul_f64(scale)
    }

    /// Whether the move may come already: when playing by the clock there may be a shortest time.
    pub fn is_minimum_reached(&self, control: &Control) -> bool {
        match self.budget(control) {
            Some((budget, from)) if self.is_by_clock(control) => {
                from.elapsed() >= self.settings.minimum_thinking_time.min(budget.hard)
            }
            _ => true,
        }
    }

    /// Whether a clock, and not a fixed time alone, limits the move.
    pub fn is_by_clock(&self, control: &Control) -> bool {
        self.clock.is_some() || control.hit().is_some_and(|hit| hit.clock.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PerColor;

    fn clock(left: u64, increment: u64, byoyomi: u64) -> Clock {
        Clock {
            left: PerColor([Some(Duration::from_millis(left)); 2]),
            increment: PerColor([Duration::from_millis(increment); 2]),
            byoyomi: Duration::from_millis(byoyomi),
        }
    }

    fn plan(clock: &Clock) -> (u64, u64) {
        let budget = Budget::plan(clock, Color::Black, 20, &Settings::default());
        (budget.soft.as_millis() as u64, budget.hard.as_millis() as u64)
    }

    #[test]
    fn never_more_than_there_is_less_the_delay() {
        for left in [0, 1, 7, 50, 300, 999, 1001, 10_000, 600_000] {
            for increment in [0, 10, 100, 5_000] {
                for byoyomi in [0, 1, 100, 1_000, 30_000] {
                    let (soft, hard) = plan(&clock(left, increment, byoyomi));
                    let all = left + byoyomi;
                    assert!(soft <= hard, "{left} {increment} {byoyomi}");
                    assert!(hard <= all - (all / 2).min(120), "{left} {increment} {byoyomi}: {hard}");
                }
            }
        }
    }

    #[test]
    fn byoyomi_is_spent() {
        assert_eq!(plan(&clock(0, 0, 100)), (50, 50));
        assert_eq!(plan(&clock(0, 0, 10_000)), (9_700, 9_700));
    }

    #[test]
    fn absurd_settings_do_no_harm() {
        let settings = Settings {
            slow_mover: 1000,
            minimum_thinking_time: Duration::from_secs(100),
            network_delay: Duration::from_secs(10),
            network_delay2: Duration::from_secs(10),
            ..Settings::default()
        };
        for left in [0, 1, 100, 100_000] {
            let clock = clock(left, 0, 0);
            let budget = Budget::plan(&clock, Color::White, 500, &settings);
            assert!(budget.hard <= Duration::from_millis(left));
        }
        let endless = Clock { byoyomi: Duration::MAX, ..Clock::default() };
        let _ = Budget::plan(&endless, Color::Black, 0, &settings);
    }
}

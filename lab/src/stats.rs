//! What the results of a match say: Elo with error bars, likelihood of superiority, and the sequential test.
//!
//! Games come in pairs with the same opening and colours swapped, and the two games of a pair depend on each other. So
//! everything that needs a variance counts pairs, by the points that they gave (the pentanomial model): 0, 1/2, 1, 3/2 or
//! 2. The sequential test is the generalised likelihood ratio test for the mean of such a distribution, as Michel Van den
//! Bergh describes it ("A practical introduction to the GSPRT"; "Comments on normalized Elo").

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// The score of a pair by its points: 0, 1/2, 1, 3/2, 2.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// In place of a count of zero in the sequential test, so that what never happened yet stays possible.
const REGULARIZATION: f64 = 1e-3;
/// Two-sided confidence of every interval.
const CONFIDENCE: f64 = 0.95;

/// The score that is expected at an Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference at which this score is expected; infinite for 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Results from the point of view of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn, cut ones too.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by their points: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The lower bound.
    pub low: f64,
    /// The value.
    pub value: f64,
    /// The upper bound.
    pub high: f64,
}

impl Tally {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Adds a game that gave so many half points.
    pub fn add_game(&mut self, half_points: u64) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a complete pair that gave so many half points.
    pub fn add_pair(&mut self, half_points: u64) {
        self.pairs[half_points.min(4) as usize] += 1;
    }

    /// Adds the results of another tally.
    pub fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, other) in self.pairs.iter_mut().zip(other.pairs) {
            *own += other;
        }
    }

    /// The same from the other player's point of view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// Points a game, over all games; 1/2 if there is none.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    fn pair_count(&self) -> f64 {
        self.pairs.iter().sum::<u64>() as f64
    }

    /// Mean and variance of a pair's score.
    fn moments(&self) -> (f64, f64) {
        moments(&self.pairs.map(|count| count as f64))
    }

    /// The score over complete pairs with its interval; `None` without a pair.
    ///
    /// Where all pairs came out alike there is no variance to build an interval on. What was never seen in `n` pairs has,
    /// with the same confidence, a probability of at most `1 - 0.025^(1/n)`, and the interval is as wide as that allows.
    pub fn score_estimate(&self) -> Option<Estimate> {
        let count = self.pair_count();
        if count == 0.0 {
            return None;
        }
        let (mean, variance) = self.moments();
        let (below, above) = if variance > 0.0 {
            let width = quantile(CONFIDENCE) * (variance / count).sqrt();
            (width, width)
        } else {
            let unseen = 1.0 - ((1.0 - CONFIDENCE) / 2.0).powf(1.0 / count);
            (mean * unseen, (1.0 - mean) * unseen)
        };
        Some(Estimate { low: (mean - below).max(0.0), value: mean, high: (mean + above).min(1.0) })
    }

    /// The Elo difference with its interval; `None` without a pair. Bounds may be infinite.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score_estimate()?;
        Some(Estimate { low: elo_of(score.low), value: elo_of(score.value), high: elo_of(score.high) })
    }

    /// The probability that the player is the stronger one; `None` without a pair.
    pub fn superiority(&self) -> Option<f64> {
        let count = self.pair_count();
        if count == 0.0 {
            return None;
        }
        let (mean, variance) = self.moments();
        if variance > 0.0 {
            return Some(phi((mean - 0.5) / (variance / count).sqrt()));
        }
        // All pairs alike: what a uniform prior for the share of such pairs says after so many of them.
        let against = 0.5f64.powf(count + 1.0);
        Some(if mean > 0.5 {
            1.0 - against
        } else if mean < 0.5 {
            against
        } else {
            0.5
        })
    }
}

fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let count: f64 = counts.iter().sum();
    let mean = counts.iter().zip(SCORES).map(|(n, score)| n * score).sum::<f64>() / count;
    let variance = counts.iter().zip(SCORES).map(|(n, score)| n * (score - mean).powi(2)).sum::<f64>() / count;
    (mean, variance)
}

/// The distribution function of the standard normal distribution.
fn phi(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// How many standard deviations on both sides hold this much of the standard normal distribution.
fn quantile(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, confidence))
}

/// A sequential test of the hypothesis that the difference is `elo0` against the one that it is `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative, greater than `elo0`.
    pub elo1: f64,
    /// Probability of taking `elo1` for true when `elo0` is.
    pub alpha: f64,
    /// Probability of taking `elo0` for true when `elo1` is.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing yet.
    Continue,
    /// The null hypothesis.
    AcceptNull,
    /// The alternative.
    AcceptAlternative,
}

impl Sprt {
    /// The log-likelihood ratios at which the test ends: accepting the null hypothesis, accepting the alternative.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses after these pairs.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        if tally.pair_count() == 0.0 {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| if count == 0 { REGULARIZATION } else { count as f64 });
        let null = log_likelihood(&counts, expected_score(self.elo0));
        let alternative = log_likelihood(&counts, expected_score(self.elo1));
        alternative - null
    }

    /// Whether the test ends here.
    pub fn decide(&self, tally: &Tally) -> Decision {
        let (low, high) = self.bounds();
        match self.ratio(tally) {
            ratio if ratio <= low => Decision::AcceptNull,
            ratio if ratio >= high => Decision::AcceptAlternative,
            _ => Decision::Continue,
        }
    }
}

/// The greatest log-likelihood of the counts among the distributions with this mean, less that among all distributions.
///
/// With the frequencies `p` and the scores `a`, that distribution is `p / (1 + x (a - mean))`, where `x` solves
/// `sum of p (a - mean) / (1 + x (a - mean)) = 0`; the left side falls with `x`.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let total: f64 = counts.iter().sum();
    let distances = SCORES.map(|score| score - mean);
    let slope = |x: f64| counts.iter().zip(distances).map(|(n, d)| n / total * d / (1.0 + x * d)).sum::<f64>();
    // Between the poles, where every probability is positive.
    let (mut low, mut high) = (-1.0 / distances[4], -1.0 / distances[0]);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    -counts.iter().zip(distances).map(|(n, d)| n * (x * d).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, tolerance: f64) {
        assert!((left - right).abs() <= tolerance, "{left} is not {right}");
    }

    fn pairs(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn elo_and_score_are_inverse() {
        close(elo_of(0.75), 190.848_5, 1e-4);
        close(elo_of(expected_score(-37.5)), -37.5, 1e-9);
        assert_eq!(elo_of(1.0), f64::INFINITY);
        assert_eq!(elo_of(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn intervals_and_superiority_come_from_the_pairs() {
        let tally = pairs([5, 20, 50, 20, 5]);
        let (mean, variance) = tally.moments();
        close(mean, 0.5, 1e-12);
        // (2 * 5 * 0.25 + 2 * 20 * 0.0625) / 100
        close(variance, 0.05, 1e-12);
        let score = tally.score_estimate().unwrap();
        close(score.high, 0.5 + 1.959_964 * (0.05f64 / 100.0).sqrt(), 1e-6);
        close(tally.superiority().unwrap(), 0.5, 1e-9);
        let better = pairs([5, 15, 50, 25, 5]);
        // Mean 0.525, variance 0.049375: z = 0.025 / sqrt(0.00049375) = 1.125088
        close(better.superiority().unwrap(), 0.869_72, 1e-4);
        close(better.superiority().unwrap() + better.reversed().superiority().unwrap(), 1.0, 1e-9);
        assert_eq!(pairs([0; 5]).elo(), None);
    }

    #[test]
    fn pairs_that_are_all_alike_still_have_an_interval() {
        let even = pairs([0, 0, 100, 0, 0]);
        let elo = even.elo().unwrap();
        assert!(elo.low < -5.0 && elo.value == 0.0 && elo.high > 5.0, "{elo:?}");
        assert_eq!(even.superiority(), Some(0.5));
        let won = pairs([0, 0, 0, 0, 10]);
        let elo = won.elo().unwrap();
        assert!(elo.low > 100.0 && elo.low < 200.0 && elo.high.is_infinite(), "{elo:?}");
        close(won.superiority().unwrap(), 1.0 - 1.0 / 2048.0, 1e-12);
        assert_eq!(pairs([10, 0, 0, 0, 0]).elo().unwrap().value, f64::NEG_INFINITY);
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (low, high) = TEST.bounds();
        close(low, -2.944_439, 1e-6);
        close(high, 2.944_439, 1e-6);
    }

    #[test]
    fn two_outcomes_give_the_binomial_ratio() {
        // With only lost and won pairs the ratio is W ln(s1/s0) + L ln((1-s1)/(1-s0)), up to the regularization.
        let tally = pairs([400, 0, 0, 0, 450]);
        let (s0, s1) = (expected_score(0.0), expected_score(5.0));
        let exact = 450.0 * (s1 / s0).ln() + 400.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        close(TEST.ratio(&tally), exact, 1e-3);
    }

    #[test]
    fn many_pairs_give_the_normal_ratio() {
        // N (s1 - s0) (2 mean - s0 - s1) / (2 variance), to the first order.
        let tally = pairs([1000, 9000, 20_000, 9600, 1100]);
        let (mean, variance) = tally.moments();
        let (s0, s1) = (expected_score(0.0), expected_score(5.0));
        let count = tally.pair_count();
        let normal = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = TEST.ratio(&tally);
        assert!((ratio - normal).abs() < 0.02 * normal.abs().max(1.0), "{ratio} against {normal}");
    }

    #[test]
    fn the_test_is_fair_to_both_sides() {
        let tally = pairs([10, 30, 60, 45, 12]);
        let mirrored = Sprt { elo0: -5.0, elo1: 0.0, ..TEST };
        close(TEST.ratio(&tally), -mirrored.ratio(&tally.reversed()), 1e-9);
        let symmetric = Sprt { elo0: -5.0, elo1: 5.0, ..TEST };
        close(symmetric.ratio(&pairs([3, 7, 90, 7, 3])), 0.0, 1e-9);
    }

    #[test]
    fn without_variance_the_test_decides_or_goes_on() {
        assert_eq!(TEST.decide(&pairs([0; 5])), Decision::Continue);
        // Nothing but even pairs: were it 5 Elo, about one pair in seventy would have been won 2-0.
        assert_eq!(TEST.decide(&pairs([0, 0, 250, 0, 0])), Decision::AcceptNull);
        assert_eq!(TEST.decide(&pairs([0, 0, 0, 0, 250])), Decision::AcceptAlternative);
        assert_eq!(TEST.decide(&pairs([250, 0, 0, 0, 0])), Decision::AcceptNull);
        let symmetric = Sprt { elo0: -5.0, elo1: 5.0, ..TEST };
        assert_eq!(symmetric.decide(&pairs([0, 0, 100_000, 0, 0])), Decision::Continue);
    }

    #[test]
    fn tallies_add_up() {
        let mut tally = Tally::default();
        tally.add_game(2);
        tally.add_game(1);
        tally.add_pair(3);
        assert_eq!(tally.score(), 0.75);
        assert_eq!(tally.pairs, [0, 0, 0, 1, 0]);
        let mut sum = tally;
        sum.add(&tally.reversed());
        assert_eq!((sum.games(), sum.score(), sum.pairs), (4, 0.5, [0, 1, 0, 1, 0]));
    }
}

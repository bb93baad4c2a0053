//! Simultaneous perturbation stochastic approximation (Spall, 1992): all parameters are moved at random at once, the two
//! ways are compared by games, and each parameter takes a step towards the better way.
//!
//! The gains shrink as Spall recommends (exponents 0.602 and 0.101), and are set by their values at the end, as is usual for
//! chess engines: a perturbation that still matters, and a step in proportion to it.

use rand::{Rng, RngExt};

/// Exponent of the step.
const ALPHA: f64 = 0.602;
/// Exponent of the perturbation.
const GAMMA: f64 = 0.101;

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// Its value so far.
    pub value: f64,
    /// Its least value.
    pub min: f64,
    /// Its greatest value.
    pub max: f64,
    /// The perturbation in the last iteration.
    pub perturbation: f64,
}

/// The state of a tuning run.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The parameters.
    pub tuned: Vec<Tuned>,
    /// Number of all iterations.
    pub iterations: usize,
    /// Step for each point of difference in the last iteration, in perturbations.
    pub rate: f64,
}

/// One way to try, and the other.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Which way each parameter goes in the first one.
    signs: Vec<f64>,
    /// Values to be set, rounded.
    pub values: [Vec<i32>; 2],
}

impl Spsa {
    /// The perturbation of a parameter in an iteration, counted from 1.
    fn perturbation(&self, tuned: &Tuned, iteration: usize) -> f64 {
        tuned.perturbation * (self.iterations as f64 / iteration as f64).powf(GAMMA)
    }

    /// What to try in an iteration, counted from 1.
    pub fn trial(&self, iteration: usize, rng: &mut impl Rng) -> Trial {
        let signs: Vec<f64> = self.tuned.iter().map(|_| if rng.random::<bool>() { 1.0 } else { -1.0 }).collect();
        let mut values = |way: f64| -> Vec<i32> {
            let each = self.tuned.iter().zip(&signs).map(|(tuned, sign)| {
                let value = tuned.value + way * sign * self.perturbation(tuned, iteration);
                // Rounded by chance, so that perturbations below one are felt too.
                let rounded = (value + rng.random::<f64>()).floor();
                rounded.clamp(tuned.min, tuned.max) as i32
            });
            each.collect()
        };
        let values = [values(1.0), values(-1.0)];
        Trial { signs, values }
    }

    /// Learns that the first way of the trial was better by so many points a pair of games, from -2 to 2.
    pub fn learn(&mut self, iteration: usize, trial: &Trial, difference: f64) {
        // After a tenth of the iterations steps begin to shrink noticeably.
        let stability = self.iterations as f64 / 10.0;
        let shrink = ((stability + self.iterations as f64) / (stability + iteration as f64)).powf(ALPHA);
        let widened = (self.iterations as f64 / iteration as f64).powf(GAMMA);
        for (tuned, sign) in self.tuned.iter_mut().zip(&trial.signs) {
            let step = self.rate * tuned.perturbation * shrink / widened;
            tuned.value = (tuned.value + step * difference * sign).clamp(tuned.min, tuned.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn finds_the_top_of_a_hill() {
        let tuned =
            |name: &str, value| Tuned { name: name.to_owned(), value, min: -100.0, max: 100.0, perturbation: 4.0 };
        let mut spsa = Spsa { tuned: vec![tuned("a", -40.0), tuned("b", 60.0)], iterations: 4_000, rate: 0.05 };
        let mut rng = Pcg64::seed_from_u64(1);
        let height = |values: &[i32]| -(f64::from(values[0] - 10).powi(2) + f64::from(values[1] + 20).powi(2)) / 100.0;
        for iteration in 1..=spsa.iterations {
            let trial = spsa.trial(iteration, &mut rng);
            let difference = (height(&trial.values[0]) - height(&trial.values[1])).clamp(-2.0, 2.0);
            spsa.learn(iteration, &trial, difference);
        }
        assert!((spsa.tuned[0].value - 10.0).abs() < 5.0, "{:?}", spsa.tuned);
        assert!((spsa.tuned[1].value + 20.0).abs() < 5.0, "{:?}", spsa.tuned);
    }
}

//! Fitting the weights of the evaluation to the results of games: logistic regression over quiet positions, known among
//! chess programmers as Texel's method (Österlund, 2014), here with the gradient and Adam (Kingma and Ba, 2015) in place of
//! a local search.

use std::fmt::Write as _;

use rayon::prelude::*;

use super::client::Score;
use super::record::{GameRecord, Header};
use nanboku::eval::layout::{BLOCKS, COUNT};
use nanboku::eval::terms::{self, Sink};
use nanboku::eval::{GRAIN, Weights};
use nanboku::movegen;
use nanboku::position::Position;
use nanboku::search::see;
use nanboku::types::{Color, Move};
use nanboku_records::GameResult;

/// Positions with a score beyond this, in centipawns, are decided and teach nothing.
const DECIDED: i64 = 3_000;

/// A capture that gains this much, in centipawns, makes a position too lively for its evaluation to count.
const WINNING: i32 = 150;

/// A position by its terms.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Indices of weights, and how often each counts for Black less for White.
    terms: Vec<(u16, i16)>,
    /// What Black can expect, from 0 to 1: a mixture of the game's result and the score of the search.
    target: f64,
    /// The result alone.
    result: f64,
}

/// Collects terms.
struct Collector(Vec<i16>);

impl Sink for Collector {
    fn add(&mut self, color: Color, index: usize, times: i32) {
        let times = times as i16;
        self.0[index] += if color == Color::Black { times } else { -times };
    }
}

fn terms_of(position: &Position) -> Vec<(u16, i16)> {
    let mut collector = Collector(vec![0; COUNT]);
    terms::visit(position, &mut collector);
    let seen = collector.0.into_iter().enumerate().filter(|&(_, times)| times != 0);
    seen.map(|(index, times)| (index as u16, times)).collect()
}

/// The quiet positions of a game: not in check, not decided, and no capture or promotion wins anything at once.
///
/// The target counts the result with the share `result_share`, the rest is the search's score through the sigmoid with this
/// `scale` (centipawns).
///
/// # Errors
///
/// If the record cannot be replayed.
pub fn samples(header: &Header, game: &GameRecord, scale: f64, result_share: f64) -> Result<Vec<Sample>, String> {
    let result = match game.result {
        GameResult::Black => 1.0,
        GameResult::White => 0.0,
        GameResult::Draw => 0.5,
        GameResult::Void => return Ok(Vec::new()),
    };
    // A game that was cut is no draw.
    if game.reason == nanboku_records::EndReason::MoveLimit || game.reason.is_fault() {
        return Ok(Vec::new());
    }
    let mut position = crate::games::from_record(header, game)?.start_position()?;
    let mut samples = Vec::new();
    for record in &game.moves {
        let mv: Move = record.text.parse().map_err(|error| format!("{error}"))?;
        if let Some(Score::Cp(score)) = record.score
            && i64::from(score).abs() <= DECIDED
            && !position.in_check()
            && is_quiet(&position)
        {
            let black = if position.side_to_move() == Color::Black { score } else { -score };
            let target = result_share * result + (1.0 - result_share) * sigmoid(f64::from(black) / scale);
            samples.push(Sample { terms: terms_of(&position), target, result });
        }
        position.play(mv);
    }
    Ok(samples)
}

/// Whether no capture and no promotion wins anything at once.
fn is_quiet(position: &Position) -> bool {
    let wins = |mv: &Move| {
        let noisy = mv.promotes() || position.piece_at(mv.to()).is_some();
        noisy && see::gains_at_least(position, *mv, WINNING)
    };
    !movegen::legal_moves(position).iter().any(wins)
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Weights while they are fitted, in centipawns.
pub type Fitted = Vec<f64>;

/// Weights in centipawns.
pub fn in_centipawns(weights: &Weights) -> Fitted {
    weights.iter().map(|&weight| f64::from(weight) / f64::from(GRAIN)).collect()
}

fn eval(sample: &Sample, weights: &[f64]) -> f64 {
    sample.terms.iter().map(|&(index, times)| weights[usize::from(index)] * f64::from(times)).sum()
}

/// The mean squared error of the expected result.
pub fn loss(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let error = |sample: &Sample| (sigmoid(eval(sample, weights) / scale) - sample.target).powi(2);
    samples.par_iter().map(error).sum::<f64>() / samples.len().max(1) as f64
}

/// The scale, in centipawns, with which the evaluation predicts results best, by golden-section search.
pub fn best_scale(samples: &[Sample], weights: &[f64]) -> f64 {
    let loss = |scale: f64| {
        let error = |sample: &Sample| (sigmoid(eval(sample, weights) / scale) - sample.result).powi(2);
        samples.par_iter().map(error).sum::<f64>()
    };
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (50.0, 3_000.0);
    while high - low > 1.0 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(a) < loss(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Centipawns of the sigmoid.
    pub scale: f64,
    /// Step of Adam, in centipawns.
    pub step: f64,
    /// How strongly weights are held to where they began.
    pub decay: f64,
}

/// Adam's state.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights so far.
    pub weights: Fitted,
    begin: Fitted,
    first: Vec<f64>,
    second: Vec<f64>,
    steps: i32,
}

impl Fit {
    /// From these weights on.
    pub fn new(weights: Fitted) -> Self {
        let zeros = vec![0.0; weights.len()];
        Self { begin: weights.clone(), weights, first: zeros.clone(), second: zeros, steps: 0 }
    }

    /// One step over all samples.
    pub fn step(&mut self, samples: &[Sample], settings: &Settings) {
        let zeros = || vec![0.0; COUNT];
        let gradient = samples
            .par_chunks(4_096)
            .map(|chunk| {
                let mut gradient = zeros();
                for sample in chunk {
                    let expected = sigmoid(eval(sample, &self.weights) / settings.scale);
                    let slope = (expected - sample.target) * expected * (1.0 - expected);
                    for &(index, times) in &sample.terms {
                        gradient[usize::from(index)] += slope * f64::from(times);
                    }
                }
                gradient
            })
            // In order, so that the same data give the same weights on any number of cores.
            .collect::<Vec<_>>()
            .into_iter()
            .fold(zeros(), |sum, part| sum.into_iter().zip(part).map(|(a, b)| a + b).collect());
        self.steps += 1;
        let (keep_first, keep_second) = (0.9, 0.999);
        for (i, gradient) in gradient.into_iter().enumerate() {
            let held = settings.decay * (self.weights[i] - self.begin[i]);
            let gradient = gradient / samples.len().max(1) as f64 + held;
            self.first[i] = keep_first * self.first[i] + (1.0 - keep_first) * gradient;
            self.second[i] = keep_second * self.second[i] + (1.0 - keep_second) * gradient * gradient;
            let first = self.first[i] / (1.0 - f64::powi(keep_first, self.steps));
            let second = self.second[i] / (1.0 - f64::powi(keep_second, self.steps));
            self.weights[i] -= settings.step * first / (second.sqrt() + 1e-12);
        }
    }
}

/// The weights as the source file that the evaluation includes.
pub fn source(weights: &[f64], about: &str) -> String {
    let mut text =
        String::from("//! Written by `nanboku-lab fit`; not to be changed by hand.\n\nuse nanboku::eval::Weights;\n\n");
    let _ = writeln!(text, "/// {about}");
    text.push_str("#[rustfmt::skip]\npub static WEIGHTS: Weights = [\n");
    for block in BLOCKS {
        let _ = writeln!(text, "    // {}", block.name);
        for row in weights[block.begin..block.begin + block.len].chunks(block.row) {
            let row: Vec<String> = row.iter().map(|weight| format!("{:.0}", weight * f64::from(GRAIN))).collect();
            let _ = writeln!(text, "    {},", row.join(", ").replace("-0,", "0,"));
        }
    }
    text.push_str("];\n");
    text
}

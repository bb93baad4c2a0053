//! Positions to measure with, and short measurements.

use std::path::Path;
use std::time::Duration;

use criterion::Criterion;
use nanboku::position::Position;
use nanboku::rules::{NamedSet, Rules, Variant};

/// Annan under the set lishogi.
pub fn annan() -> Rules {
    Rules::new(Variant::Annan, Some(NamedSet::Lishogi))
}

/// The positions of `tests/data/annan_moves.jsonl`, most of them from random games.
pub fn positions(rules: &Rules) -> Vec<Position> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/annan_moves.jsonl");
    let text = std::fs::read_to_string(path).expect("the truth data");
    let read = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        Position::from_sfen(row["sfen"].as_str().expect("an SFEN"), rules).expect("a position")
    };
    text.lines().map(read).collect()
}

/// Criterion with some three seconds for each figure.
pub fn short() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_millis(2500))
        .without_plots()
}

//! A referee: two engine processes play each other over pipes by the game loop of the lab, and the slow implementation of
//! the rules judges every move, every line of thought and every result.
//!
//! A few fast games run with the other tests. A long run prints its figures:
//!
//! ```text
//! NANBOKU_GAMES=200 NANBOKU_TC="movetime 50" cargo test --release --test referee -- --ignored --nocapture
//! ```
//!
//! | variable | default | |
//! |---|---|---|
//! | `NANBOKU_GAMES` | 40 | number of games |
//! | `NANBOKU_TC` | `movetime 50` | `movetime 50`, `byoyomi 100`, `clock 10000`, `clock 1000 inc 100`, `nodes 5000`, `depth 3`; milliseconds |
//! | `NANBOKU_VARIANT` | `annan` | variant |
//! | `NANBOKU_RULES` | `auto` | rule set |
//! | `NANBOKU_TIDE` | none | period of Tide |
//! | `NANBOKU_OPTIONS` | none | more options for both sides: `MultiPV=3,USI_Hash=16` |
//! | `NANBOKU_OPENING` | 6 | random plies before the engines play |
//! | `NANBOKU_MAX_PLIES` | 512 | ply at which a game is drawn |
//! | `NANBOKU_PARALLEL` | 1 | games at a time |
//! | `NANBOKU_SEED` | 1 | of the openings |
//! | `NANBOKU_ENGINE` | the one just built | the program that plays |
//! | `NANBOKU_OPPONENT` | the same | the program that plays against it |
//! | `NANBOKU_SLACK` | 0 | milliseconds that an answer may be late before it is a fault |

// The engine is driven by the process driver of the lab.
mod game;
mod player;
mod run;
#[path = "../../../tests/support/mod.rs"]
mod support;

use std::str::FromStr;
use std::time::Duration;

use nanboku_records::ruling::Ruling;
use run::{Settings, limit, play_all};

/// What an environment variable says.
fn variable<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(format!("NANBOKU_{name}")).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("NANBOKU_{name}: '{text}' makes no sense")))
}

/// The game with these names, and with the period of Tide if it is on.
fn ruling(variant: &str, set: &str, tide: Option<u32>) -> Ruling {
    let off = Ruling::default();
    Ruling {
        variant: variant.parse().unwrap_or_else(|()| panic!("there is no variant '{variant}'")),
        rules: set.parse().unwrap_or_else(|error| panic!("{error}")),
        tide: tide.is_some(),
        tide_period: tide.unwrap_or(off.tide_period),
    }
}

/// Fast games of every kind. A machine that does other things as well may be late.
#[test]
fn fast_games_have_no_fault() {
    let slack = Duration::from_millis(400);
    for (games, time, variant, tide) in [
        (4, "movetime 15", "annan", None),
        (2, "byoyomi 40", "annan", None),
        (2, "clock 600 inc 10", "annan", Some(10)),
        (2, "nodes 2000", "annboku", None),
        (2, "movetime 15", "annboku", Some(3)),
        (2, "movetime 15", "shogi", None),
    ] {
        let settings = Settings {
            games,
            limit: limit(time),
            ruling: ruling(variant, "auto", tide),
            max_plies: 160,
            slack,
            ..Settings::default()
        };
        let tally = play_all(&settings);
        println!("{tally}");
        assert!(tally.faults.is_empty(), "{tally}");
        assert_eq!(tally.games, games);
    }
}

/// The long run.
#[test]
#[ignore = "long; see the head of the file"]
fn games() {
    let default = Settings::default();
    let settings = Settings {
        games: variable("GAMES").unwrap_or(40),
        limit: variable("TC").map_or(default.limit, |text: String| limit(&text)),
        ruling: ruling(
            &variable("VARIANT").unwrap_or("annan".to_owned()),
            &variable("RULES").unwrap_or("auto".to_owned()),
            variable("TIDE"),
        ),
        options: variable("OPTIONS").unwrap_or(default.options),
        opening: variable("OPENING").unwrap_or(default.opening),
        max_plies: variable("MAX_PLIES").unwrap_or(default.max_plies),
        parallel: variable("PARALLEL").unwrap_or(1),
        seed: variable("SEED").unwrap_or(default.seed),
        engines: [
            variable("ENGINE").unwrap_or(default.engines[0].clone()),
            variable("OPPONENT").or(variable("ENGINE")).unwrap_or(default.engines[1].clone()),
        ],
        slack: Duration::from_millis(variable("SLACK").unwrap_or(0)),
        talkative: true,
    };
    let tally = play_all(&settings);
    println!("{tally}");
    assert!(tally.faults.is_empty());
}

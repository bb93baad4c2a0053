//! One game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use mailbox::{Game, Outcome, Position, start_sfen};
use nanboku::types::{Color, PerColor};
use nanboku_lab::judge::{JudgeKind, slow_rules};
use nanboku_lab::play::{Played, Terms, play as play_by};
use nanboku_lab::player::Player;
use nanboku_records::Opening;
use nanboku_records::{EndReason, GameResult};

use super::player::Strict;
use super::run::Settings;
use super::support::{Fault, Random};

/// How long to wait for an answer beyond its time, or altogether where time does not count.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game that has ended.
pub struct Finished {
    pub reason: EndReason,
    pub result: GameResult,
    pub plies: usize,
    /// What was wrong.
    pub fault: Option<Fault>,
    /// The least time that was left when a move came, in milliseconds, if time counts.
    pub margin: Option<i64>,
    /// The part of the time that there was which has been used, if time counts.
    pub used: Option<f64>,
}

/// A game of the slow rules from the start position.
fn start(settings: &Settings) -> Game {
    let rules = slow_rules(&settings.ruling.rules()).expect("a known movement");
    Game::new(Position::from_sfen(start_sfen(rules.variant), &rules).expect("a start position"))
}

/// A game after random moves, which has not ended by them.
fn opening(settings: &Settings, seed: u64) -> Game {
    let mut random = Random(seed);
    loop {
        let mut game = start(settings);
        for _ in 0..settings.opening {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(*random.pick(&moves)).expect("a legal move");
        }
        // A king that hangs at once makes no game.
        if game.result() == Outcome::Ongoing && game.moves().len() == settings.opening {
            return game;
        }
    }
}

/// Plays a game: the first of the players is Black.
pub fn play(settings: &Settings, seed: u64, [black, white]: [&mut Strict; 2]) -> Finished {
    let mut game = opening(settings, seed);
    let opening = Opening { sfen: None, moves: game.moves().iter().map(ToString::to_string).collect() };
    let terms = Terms {
        ruling: &settings.ruling,
        judge: JudgeKind::Mailbox,
        opening: &opening,
        clocks: settings.clocks(),
        patience: PATIENCE,
        max_plies: settings.max_plies - settings.opening,
        adjudication: None,
    };
    let players: [&mut dyn Player; 2] = [black, white];
    let played = play_by(&terms, PerColor(players), PerColor::default(), &AtomicBool::new(false))
        .expect("the opening is legal")
        .expect("nobody calls it off");
    for mv in &played.moves {
        game.push(mv.text.parse().expect("a move")).expect("the lab has judged it");
    }
    let line = position_line(&game);
    let fault = match played.fault {
        _ if played.reason == EndReason::Dispute => Some(format!("{line}: {}", played.detail)),
        Some(color) => Some(format!("{color}, {line}: {}", played.detail)),
        None => {
            let state = match played.reason {
                EndReason::MoveLimit => "state max moves".to_owned(),
                _ => format!("state {}", game.result()),
            };
            let agreed = [black, white].map(|player| player.agrees(&line, &state, game.position()));
            agreed.into_iter().find_map(Result::err).map(|fault| format!("{line}: {fault}"))
        }
    };
    let (margin, used) = use_of_time(settings, &played);
    Finished { reason: played.reason, result: played.result, plies: game.moves().len(), fault, margin, used }
}

/// The `position` line of a game.
fn position_line(game: &Game) -> String {
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    format!("position {}", Opening { sfen: None, moves })
}

/// The least time left over at a move in milliseconds, and the part of all the time that was used.
fn use_of_time(settings: &Settings, played: &Played) -> (Option<i64>, Option<f64>) {
    let mut clocks = settings.clocks();
    let (mut margin, mut used) = (None, Duration::ZERO);
    // Black begins the opening.
    let first = if settings.opening.is_multiple_of(2) { Color::Black } else { Color::White };
    for (ply, mv) in played.moves.iter().enumerate() {
        let side = if ply.is_multiple_of(2) { first } else { !first };
        let taken = Duration::from_millis(mv.ms);
        if let Some(allowed) = clocks.allowed(side) {
            let left = allowed.as_millis() as i64 - mv.ms as i64;
            margin = Some(margin.map_or(left, |least: i64| least.min(left)));
        }
        clocks.spend(side, taken);
        used += taken;
    }
    let limit = &settings.limit;
    let each = limit.movetime.or(limit.byoyomi).or(limit.inc).unwrap_or(0) * played.moves.len() as u64;
    let all = each + 2 * limit.clock.unwrap_or(0);
    (margin, (margin.is_some() && all > 0).then(|| used.as_secs_f64() * 1e3 / all as f64))
}

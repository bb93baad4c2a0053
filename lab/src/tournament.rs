//! Many games: who plays whom from where, several at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::client::Failure;
use super::clock::{Clocks, Limit};
use super::judge::JudgeKind;
use super::play::{Adjudication, Played, Terms, milliseconds_since, play};
use super::player::{Player, PlayerSpec};
use super::record::GameRecord;
use super::standings::Standings;
use super::stats::{Decision, Sprt};
use nanboku::types::{Color, PerColor, scramble};
use nanboku_records::Opening;
use nanboku_records::ruling::Ruling;

/// How often an interruption is looked for.
const POLL: Duration = Duration::from_millis(20);

/// Everything that decides the games of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// What each player may spend.
    pub limits: Vec<Limit>,
    /// Which game is played.
    pub ruling: Ruling,
    /// Number of games between every two players, an even number.
    pub games: usize,
    /// Number of moves after which a game is cut.
    pub max_plies: usize,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Where the openings come from.
    pub source: String,
    /// The opening of each pair of games, in USI notation.
    pub openings: Vec<String>,
    /// Who judges.
    pub judge: JudgeKind,
    /// Milliseconds by which a move may be late.
    pub margin: u64,
    /// Milliseconds to wait for an answer beyond the time allowed, or altogether where time does not count.
    pub patience: u64,
    /// Whether every game gets freshly started players.
    pub restart: bool,
    /// When both players agree on a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Adjudication>,
    /// The sequential test that ends the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

impl Plan {
    /// Number of games of the whole match.
    pub fn total_games(&self) -> usize {
        let players = self.players.len();
        self.games / 2 * 2 * (players * players.saturating_sub(1) / 2)
    }

    /// The seed of a game.
    fn seed_of(&self, number: usize) -> u64 {
        scramble(self.seed ^ scramble(number as u64))
    }
}

/// Players that are running, by their numbers.
pub type Running = Vec<Option<Box<dyn Player>>>;

/// Starts every player once, so that one that cannot play is found before the first game.
///
/// # Errors
///
/// Names the player that cannot be started.
pub fn start_all(plan: &Plan, stop: &AtomicBool) -> Result<Running, String> {
    let start = |spec: &PlayerSpec| match spec.start(&plan.ruling, stop) {
        Ok(player) => Ok(Some(player)),
        Err(failure) => Err(format!("player '{}': {failure}", spec.command)),
    };
    plan.players.iter().map(start).collect()
}

/// What a worker tells.
enum Told {
    Game(Box<GameRecord>),
    Trouble(String),
}

/// Plays the games that are not among those already in `standings` (whose numbers are `played`), `concurrency` at a time,
/// and tells each one when it is over. Ends early when `stop` is set, the sequential test decides, or `tell` fails; games
/// that are going on then are dropped.
///
/// # Errors
///
/// If an opening cannot be played or `tell` fails.
pub fn run(
    plan: &Plan,
    running: Running,
    played: &[usize],
    concurrency: usize,
    standings: &mut Standings,
    stop: &AtomicBool,
    mut tell: impl FnMut(&GameRecord, &Standings) -> Result<(), String>,
) -> Result<(), String> {
    let pairings: Vec<(usize, usize)> =
        standings.pairings.iter().map(|pairing| (pairing.first, pairing.second)).collect();
    let jobs: Vec<Vec<Job>> = (0..plan.total_games() / 2)
        .map(|pair| {
            let (first, second) = pairings[pair % pairings.len()];
            let opening = pair / pairings.len();
            let game = |number, black, white| Job { number, black, white, opening };
            let both = [game(2 * pair, first, second), game(2 * pair + 1, second, first)];
            both.into_iter().filter(|job| !played.contains(&job.number)).collect()
        })
        .filter(|jobs: &Vec<Job>| !jobs.is_empty())
        .collect();
    if standings.decision() != Decision::Continue {
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    // Ends the workers, beside `stop`, which belongs to the caller.
    let over = AtomicBool::new(false);
    let (sender, told) = channel();
    let mut ready = Some(running);
    let mut trouble = None;
    thread::scope(|scope| {
        for _ in 0..concurrency.clamp(1, jobs.len().max(1)) {
            let running = ready.take().unwrap_or_else(|| plan.players.iter().map(|_| None).collect());
            let worker = Worker { plan, running, over: &over, sender: sender.clone() };
            let (jobs, next) = (&jobs, &next);
            scope.spawn(move || worker.run(jobs, next));
        }
        drop(sender);
        loop {
            let message = told.recv_timeout(POLL);
            over.fetch_or(stop.load(Ordering::Relaxed), Ordering::Relaxed);
            let message = match message {
                Ok(message) => message,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => continue,
            };
            // What comes after a decision would make the match depend on chance.
            if over.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                continue;
            }
            let end = match message {
                Told::Trouble(text) => Err(text),
                Told::Game(game) => {
                    standings.add(&game);
                    tell(&game, standings).map(|()| standings.decision() != Decision::Continue)
                }
            };
            match end {
                Ok(false) => {}
                Ok(true) => over.store(true, Ordering::Relaxed),
                Err(text) => {
                    trouble.get_or_insert(text);
                    over.store(true, Ordering::Relaxed);
                }
            }
        }
    });
    trouble.map_or(Ok(()), Err)
}

/// A game to be played.
#[derive(Clone, Copy, Debug)]
struct Job {
    number: usize,
    black: usize,
    white: usize,
    opening: usize,
}

/// Plays pairs of games, one after the other.
struct Worker<'a> {
    plan: &'a Plan,
    running: Running,
    over: &'a AtomicBool,
    sender: Sender<Told>,
}

impl Worker<'_> {
    fn run(mut self, jobs: &[Vec<Job>], next: &AtomicUsize) {
        while let Some(pair) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            for &job in pair {
                let told = match self.play(job) {
                    Ok(Some(game)) => Told::Game(Box::new(game)),
                    Ok(None) => return,
                    Err(text) => Told::Trouble(text),
                };
                // Nobody listens any more when the match is over.
                if self.sender.send(told).is_err() || self.over.load(Ordering::Relaxed) {
                    return;
                }
            }
        }
    }

    fn play(&mut self, job: Job) -> Result<Option<GameRecord>, String> {
        let plan = self.plan;
        let began = Instant::now();
        let text = plan.openings.get(job.opening).ok_or("there are fewer openings than pairs of games")?;
        let opening: Opening = text.parse()?;
        let limits = PerColor([job.black, job.white].map(|player| plan.limits[player].clone()));
        let terms = Terms {
            ruling: &plan.ruling,
            judge: plan.judge,
            opening: &opening,
            clocks: Clocks::new(limits, Duration::from_millis(plan.margin)),
            patience: Duration::from_millis(plan.patience),
            max_plies: plan.max_plies,
            adjudication: plan.adjudication,
        };
        let seed = plan.seed_of(job.number);
        let Some(played) = self.play_by(&terms, job, seed)? else { return Ok(None) };
        let player_of = |color: Color| if color == Color::Black { job.black } else { job.white };
        Ok(Some(GameRecord {
            number: job.number,
            black: job.black,
            white: job.white,
            opening: opening.to_string(),
            seed,
            result: played.result,
            reason: played.reason,
            fault: played.fault.map(player_of),
            detail: played.detail,
            ms: milliseconds_since(began),
            moves: played.moves,
        }))
    }

    fn play_by(&mut self, terms: &Terms<'_>, job: Job, seed: u64) -> Result<Option<Played>, String> {
        let mut black = match self.start(job.black) {
            Ok(player) => player,
            Err(failure) => return Ok(Played::unplayed(Color::Black, failure)),
        };
        let mut white = match self.start(job.white) {
            Ok(player) => player,
            Err(failure) => {
                self.running[job.black] = Some(black);
                return Ok(Played::unplayed(Color::White, failure));
            }
        };
        let players: [&mut dyn Player; 2] = [black.as_mut(), white.as_mut()];
        let played = play(terms, PerColor(players), PerColor([seed, scramble(seed)]), self.over)?;
        let lost = played.as_ref().and_then(|played| played.lost_player);
        if !self.plan.restart {
            // A player that crashed or hangs is ended here, and started anew for its next game.
            if lost != Some(Color::Black) {
                self.running[job.black] = Some(black);
            }
            if lost != Some(Color::White) {
                self.running[job.white] = Some(white);
            }
        }
        Ok(played)
    }

    fn start(&mut self, player: usize) -> Result<Box<dyn Player>, Failure> {
        match self.running[player].take() {
            Some(player) => Ok(player),
            None => self.plan.players[player].start(&self.plan.ruling, self.over),
        }
    }
}

//! Whoever chooses moves: a USI engine, or one of the built-in players.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};

use super::client::{Client, Failure, Thought};
use nanboku::movegen;
use nanboku::position::{Game, Position};
use nanboku::types::{Kind, Move};
use nanboku_records::ruling::Ruling;

/// The names of the built-in players, which stand for themselves where an engine's command is expected.
pub const BUILT_IN: [&str; 2] = ["random", "greedy"];

/// How a player is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSpec {
    /// The command line of a USI engine, or the name of a built-in player.
    pub command: String,
    /// USI options, in the order in which they are set.
    #[serde(default)]
    pub options: Vec<(String, String)>,
}

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The same as a `position` line.
    pub position: &'a str,
    /// The `go` line.
    pub go: &'a str,
    /// How long to wait for the answer.
    pub patience: Duration,
    /// Calls the wait off.
    pub stop: &'a AtomicBool,
}

/// What a player answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// A move, `resign` or `win`, as the player said it.
    pub best: String,
    /// How long it took.
    pub taken: Duration,
    /// What the player told about its thoughts.
    pub thought: Thought,
}

/// Chooses moves.
pub trait Player: Send {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// A new game begins. The seed decides whatever is left to chance.
    ///
    /// # Errors
    ///
    /// If the player cannot go on.
    fn new_game(&mut self, seed: u64, stop: &AtomicBool) -> Result<(), Failure>;

    /// Chooses a move. There is at least one.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    fn choose(&mut self, question: &Question<'_>) -> Result<Reply, Failure>;

    /// The game is over, with this result for the player: `win`, `lose` or `draw`.
    fn game_over(&mut self, result: &str);
}

/// The words of a command line, with or without the backslash as an escape.
fn split(command: &str, escapes: bool) -> Option<Vec<String>> {
    if escapes { shlex::split(command) } else { shlex::split(&command.replace('\\', r"\\")) }
}

impl PlayerSpec {
    /// A player without options.
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), options: Vec::new() }
    }

    /// The words of the command line. On Windows a backslash stands between the folders of a path and escapes nothing.
    ///
    /// # Errors
    ///
    /// If a quotation mark is open, or there is no word.
    pub fn words(&self) -> Result<Vec<String>, String> {
        split(&self.command, !cfg!(windows))
            .filter(|words| !words.is_empty())
            .ok_or_else(|| format!("'{}' is not a command line", self.command))
    }

    /// Starts the player and tells it which game is played.
    ///
    /// # Errors
    ///
    /// If it cannot be started or does not get ready.
    pub fn start(&self, ruling: &Ruling, stop: &AtomicBool) -> Result<Box<dyn Player>, Failure> {
        match self.command.as_str() {
            "random" => return Ok(Box::new(Chance { greedy: false, rng: Pcg64::seed_from_u64(0) })),
            "greedy" => return Ok(Box::new(Chance { greedy: true, rng: Pcg64::seed_from_u64(0) })),
            _ => {}
        }
        Ok(Box::new(Engine(self.start_client(ruling, stop)?)))
    }

    /// Starts a USI engine, tells it which game is played, sets its options and waits until it is ready.
    ///
    /// # Errors
    ///
    /// If it cannot be started or does not get ready.
    pub fn start_client(&self, ruling: &Ruling, stop: &AtomicBool) -> Result<Client, Failure> {
        let mut client = Client::start(&self.words().map_err(Failure::Crash)?, stop)?;
        for (name, value) in ruling.options() {
            let told = self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
            if client.declares(name) && !told {
                client.set(name, &value)?;
            }
        }
        for (name, value) in &self.options {
            client.set(name, value)?;
        }
        client.get_ready(stop)?;
        Ok(client)
    }
}

/// A USI engine.
struct Engine(Client);

impl Player for Engine {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn new_game(&mut self, _seed: u64, stop: &AtomicBool) -> Result<(), Failure> {
        self.0.send("usinewgame")?;
        self.0.get_ready(stop)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Reply, Failure> {
        let answer = self.0.ask(question.position, question.go, question.patience, question.stop)?;
        Ok(Reply { best: answer.best, taken: answer.taken, thought: answer.thought })
    }

    fn game_over(&mut self, result: &str) {
        // Whether it still listens is seen at the next question.
        let _ = self.0.send(&format!("gameover {result}"));
    }
}

/// The built-in players.
struct Chance {
    greedy: bool,
    rng: Pcg64,
}

impl Player for Chance {
    fn name(&self) -> &str {
        if self.greedy { "greedy" } else { "random" }
    }

    fn new_game(&mut self, seed: u64, _stop: &AtomicBool) -> Result<(), Failure> {
        self.rng = Pcg64::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Reply, Failure> {
        let started = Instant::now();
        let position = question.game.position();
        let mut moves = movegen::legal_moves(position);
        // The generator promises no order, and the same seed is to give the same move.
        moves.sort_unstable_by_key(|mv| mv.bits());
        let mv = if self.greedy { greedy(position, &moves, &mut self.rng) } else { any(&moves, &mut self.rng) };
        let best = mv.map_or_else(|| "resign".to_owned(), |mv| mv.to_string());
        Ok(Reply { best, taken: started.elapsed(), thought: Thought::default() })
    }

    fn game_over(&mut self, _result: &str) {}
}

/// One of the moves, each as likely as any other.
pub fn any(moves: &[Move], rng: &mut Pcg64) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())])
}

/// One of the moves after which the mover has most material, mate before everything.
pub fn greedy(position: &Position, moves: &[Move], rng: &mut Pcg64) -> Option<Move> {
    let gain = |mv: Move| {
        let mut next = *position;
        next.play(mv);
        if !movegen::has_legal_move(&next) {
            return i32::MAX;
        }
        let captured = position.piece_at(mv.to()).map_or(0, |piece| both_ways(piece.kind()));
        let moved = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind());
        let promoted = moved.filter(|_| mv.promotes()).and_then(|kind| Some(value(kind.promoted()?) - value(kind)));
        captured + promoted.unwrap_or(0)
    };
    let gains: Vec<(Move, i32)> = moves.iter().map(|&mv| (mv, gain(mv))).collect();
    let most = gains.iter().map(|&(_, gain)| gain).max()?;
    let best: Vec<Move> = gains.into_iter().filter(|&(_, gain)| gain == most).map(|(mv, _)| mv).collect();
    any(&best, rng)
}

/// What a captured piece is worth: it leaves the enemy and comes to the own hand.
fn both_ways(kind: Kind) -> i32 {
    value(kind) + value(kind.unpromoted())
}

/// The worth of a piece for [`greedy`]. Fixed, so that the player stays a fixed measure when the evaluation is tuned.
const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Lance | Kind::Knight => 3,
        Kind::Silver => 5,
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => 6,
        Kind::Bishop => 8,
        Kind::Rook | Kind::Horse => 10,
        Kind::Dragon => 12,
        Kind::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn paths_of_windows_and_of_others() {
        let words = |command, escapes| split(command, escapes).unwrap();
        assert_eq!(words(r"/opt/my\ engine --fast", true), ["/opt/my engine", "--fast"]);
        let windows = r#""C:\Program Files\南北\nanboku.exe" --fast D:\x.bin"#;
        assert_eq!(words(windows, false), [r"C:\Program Files\南北\nanboku.exe", "--fast", r"D:\x.bin"]);
        assert_eq!(split("\"open", false), None);
    }
}

//! `nanboku-lab player`: a built-in player as a USI engine, for programs that know nothing of the lab.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;

use crate::player::{BUILT_IN, Player, PlayerSpec, Question};
use nanboku::movegen;
use nanboku::position::Game;
use nanboku::types::scramble;
use nanboku_records::Opening;
use nanboku_records::ruling::Ruling;

/// Options of `player`.
#[derive(Args)]
pub struct Arguments {
    /// random or greedy
    #[arg(value_parser = BUILT_IN)]
    name: String,
    /// Decides everything that is left to chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// A player at the other end of a pipe.
struct Session {
    player: Box<dyn Player>,
    ruling: Ruling,
    game: Game,
    /// Whether a move is to be told only at `stop` or `ponderhit`.
    waiting: bool,
    seed: u64,
}

impl Session {
    /// Obeys a line. What is to be printed, or `None` at the end.
    fn obey(&mut self, line: &str) -> Option<String> {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        Some(match first {
            "usi" => {
                let options = "option name USI_Variant type combo default annan var annan var annboku var shogi\n\
                               option name RuleSet type combo default auto var auto var lishogi var app var mihara \
                               var shogitter var wfp var standard\n\
                               option name Tide type check default false\n\
                               option name TidePeriod type spin default 10 min 1 max 1000\n";
                format!("id name {}\nid author the authors of Nanboku\n{options}usiok\n", self.player.name())
            }
            "isready" => "readyok\n".to_owned(),
            "setoption" => self.set(line),
            "usinewgame" => {
                self.seed = scramble(self.seed);
                self.begin()
            }
            "position" => match line.parse::<Opening>().and_then(|opening| opening.game(&self.ruling)) {
                Ok(game) => {
                    self.game = game;
                    String::new()
                }
                Err(error) => format!("info string {error}\n"),
            },
            "go" => {
                self.waiting = words.any(|word| word == "infinite" || word == "ponder");
                if self.waiting { String::new() } else { self.answer() }
            }
            "stop" | "ponderhit" if self.waiting => {
                self.waiting = false;
                self.answer()
            }
            "quit" => return None,
            _ => String::new(),
        })
    }

    fn set(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["setoption", "name", name, "value", value] = words[..] else { return String::new() };
        let before = self.ruling;
        let known = match name {
            "USI_Variant" => value.parse().map(|variant| self.ruling.variant = variant).is_ok(),
            "RuleSet" => value.parse().map(|rules| self.ruling.rules = rules).is_ok(),
            "Tide" => value.parse().map(|tide| self.ruling.tide = tide).is_ok(),
            "TidePeriod" => value.parse().map(|period| self.ruling.tide_period = period).is_ok(),
            _ => true,
        };
        if self.ruling != before {
            self.game = Game::new(self.ruling.start());
        }
        if known { String::new() } else { format!("info string {name} cannot be {value}\n") }
    }

    fn begin(&mut self) -> String {
        // A built-in player cannot fail.
        let _ = self.player.new_game(self.seed, &AtomicBool::new(false));
        String::new()
    }

    fn answer(&mut self) -> String {
        if !movegen::has_legal_move(self.game.position()) {
            return "bestmove resign\n".to_owned();
        }
        let stop = AtomicBool::new(false);
        let question = Question { game: &self.game, position: "", go: "go", patience: Duration::MAX, stop: &stop };
        let best = self.player.choose(&question).map_or_else(|_| "resign".to_owned(), |reply| reply.best);
        format!("bestmove {best}\n")
    }
}

/// Talks USI on standard input and output until `quit` or the end of the input.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let ruling = Ruling::default();
    let player = PlayerSpec::new(&arguments.name)
        .start(&ruling, &AtomicBool::new(false))
        .map_err(|failure| anyhow::anyhow!("{failure}"))?;
    let game = Game::new(ruling.start());
    let mut session = Session { player, ruling, game, waiting: false, seed: scramble(arguments.seed) };
    session.begin();
    for line in std::io::stdin().lock().lines() {
        let Some(answer) = session.obey(&line?) else { break };
        let mut out = std::io::stdout().lock();
        out.write_all(answer.as_bytes())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

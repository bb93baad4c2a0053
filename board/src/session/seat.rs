//! The seat of the engine: what it is to do next, and what becomes of its answers.
//!
//! The session asks its host for one search at a time by a [`Request`] and hears of it by a [`Report`]. A search that is no
//! longer wanted is stopped, and its answer ignored.

use nanboku::position::{Game, Position};
use nanboku::types::{Color, Move};
use serde::{Deserialize, Serialize};

use super::rules;
use super::setup::Setup;
use super::values::Usi;
use super::{Analysis, Line, Score};

/// What the session wants of its host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Begin a search. No other one is running.
    Start {
        /// Its number, for reports.
        id: u64,
        /// What to search.
        job: Box<Job>,
    },
    /// End a search at once; its last report is still owed.
    Stop {
        /// Its number.
        id: u64,
    },
}

/// Something to search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Variant and rules.
    pub setup: Setup,
    /// Where the game began, as SFEN.
    pub start: String,
    /// The moves since.
    pub moves: Vec<Usi>,
    /// Whether it is the first search of a game.
    pub new_game: bool,
    /// What to find out.
    pub task: Task,
}

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// A move to play.
    Think {
        /// The level.
        level: usize,
        /// Time, in milliseconds, or the clocks.
        time: ThinkTime,
        /// Whether the search before this one broke down: a short one will do.
        careful: bool,
    },
    /// The best lines, at full strength.
    Analyse {
        /// How many.
        lines: u32,
        /// How long, in milliseconds; until it is stopped if absent.
        ms: Option<u64>,
    },
    /// A mate by the side to move.
    Mate {
        /// How long at most, in milliseconds.
        ms: u64,
    },
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThinkTime {
    /// So many milliseconds.
    Fixed(u64),
    /// By the clocks, in milliseconds.
    Clock {
        /// Left on Black's.
        black: u64,
        /// Left on White's.
        white: u64,
        /// For each move afterwards.
        byoyomi: u64,
        /// Added after each move.
        increment: u64,
    },
}

impl Job {
    /// The game.
    ///
    /// # Errors
    ///
    /// If it is none, which a session never asks for.
    pub fn game(&self) -> Result<Game, String> {
        let rules = rules::rules(&self.setup)?;
        let mut game = Game::new(Position::from_sfen(&self.start, &rules).map_err(|error| error.to_string())?);
        for Usi(mv) in &self.moves {
            if !nanboku::movegen::is_legal(game.position(), *mv) {
                return Err(format!("{mv} is illegal in {}", game.position()));
            }
            game.make(*mv);
        }
        Ok(game)
    }
}

/// What the host tells of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A line.
    Line {
        /// Its rank, from 1.
        rank: usize,
        /// Its depth, in plies.
        depth: u32,
        /// Nodes of the search so far.
        nodes: u64,
        /// Nodes a second.
        nps: u64,
        /// Its score, for the side to move.
        score: nanboku::types::Score,
        /// Its moves.
        moves: Vec<Move>,
    },
    /// It is over.
    Done(Answer),
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Of [`Task::Think`] and [`Task::Analyse`]: the best move; `None` if there is no legal one.
    Move(Option<Move>),
    /// Of [`Task::Mate`]: the mate.
    Mate(Vec<Move>),
    /// Of [`Task::Mate`]: there is none.
    NoMate,
    /// Of [`Task::Mate`]: stopped before it was known.
    Unknown,
    /// The engine broke down.
    Failed(String),
}

/// Why something is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To move in the game.
    Think { node: u32 },
    /// To show the best move.
    Show { node: u32 },
    /// To find a mate.
    Mate { node: u32, ms: u64 },
    /// To analyse the game.
    Whole { node: u32 },
    /// To analyse the position that is shown.
    Analyse { node: u32, lines: u32 },
}

/// The search that runs.
#[derive(Clone, Debug)]
pub struct Running {
    /// Its number.
    pub id: u64,
    /// Why.
    pub purpose: Purpose,
    /// Since when.
    pub since: u64,
    /// Whether it was asked to stop.
    pub stopping: bool,
    /// Whether its answer is of no use any more.
    pub stale: bool,
    /// The lines that it told.
    pub found: Found,
}

/// The lines of a search, the best first.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The depth of the first line.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Depth, score for the side to move, and moves.
    pub lines: Vec<(u32, nanboku::types::Score, Vec<Move>)>,
    /// Whether the page does not know them yet.
    pub news: bool,
}

impl Found {
    /// Takes a line in.
    pub fn take(&mut self, report: Report) {
        let Report::Line { rank, depth, nodes, nps, score, moves } = report else { return };
        if rank == 1 {
            self.depth = depth;
        }
        (self.nodes, self.nps, self.news) = (nodes, nps, true);
        let line = (depth, score, moves);
        let place = rank.wrapping_sub(1);
        if place < self.lines.len() {
            self.lines[place] = line;
        } else if place == self.lines.len() {
            self.lines.push(line);
        }
    }
}

/// The analysis of a game under way.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The nodes of its line, from the start.
    pub line: Vec<u32>,
    /// How many are still to be done, from the start: the last comes first.
    pub left: usize,
    /// Time for each, in milliseconds.
    pub ms: u64,
}

/// Everything about the engine.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// The search that runs.
    pub running: Option<Running>,
    /// The number of the next search.
    pub next: u64,
    /// Whether the position that is shown is to be analysed.
    pub analysing: bool,
    /// Where the best move is to be shown.
    pub show: Option<u32>,
    /// Where a mate is to be found, and within what time.
    pub mate: Option<(u32, u64)>,
    /// The game that is to be analysed.
    pub whole: Option<Whole>,
    /// Whether the next search is the first of a game.
    pub new_game: bool,
    /// How many searches for a move have failed since the last one.
    pub failures: u32,
    /// The last analysis that was told, for pages that come.
    pub told: Option<Analysis>,
    /// When it was told.
    pub told_at: u64,
    /// A move that was found too soon to be seen, and when it is to be played.
    pub held: Option<(Move, u64)>,
    /// An analysis that ended by itself, for it is not to be begun again.
    pub finished: Option<Purpose>,
}

/// A score seen from Black.
pub fn score(value: nanboku::types::Score, side: Color) -> Score {
    use nanboku::types::score;
    let of_mover = match value {
        _ if !score::is_mate(value) => Score::Cp(value),
        _ if value > 0 => Score::Mate(score::MATE - value),
        _ => Score::Mate(-score::MATE - value),
    };
    match (side, of_mover) {
        (Color::Black, score) => score,
        (Color::White, Score::Cp(value)) => Score::Cp(-value),
        (Color::White, Score::Mate(plies)) => Score::Mate(-plies),
    }
}

/// Black's chance of winning, in permille, where `to_move` is the side to move.
pub fn chance(score: Score, to_move: Color) -> u16 {
    let black = match score {
        Score::Cp(value) => nanboku::eval::chance_of_winning(value),
        Score::Mate(0) => f64::from(u8::from(to_move == Color::White)),
        Score::Mate(plies) => f64::from(u8::from(plies > 0)),
    };
    (1000.0 * black).round() as u16
}

/// The lines as the page shows them.
pub fn lines(found: &Found, game: &Game, last: Option<Move>) -> Vec<Line> {
    let side = game.position().side_to_move();
    let line = |(depth, value, moves): &(u32, nanboku::types::Score, Vec<Move>)| Line {
        score: score(*value, side),
        chance: chance(score(*value, side), side),
        depth: *depth,
        moves: super::notation::line(game.position(), last, moves),
    };
    found.lines.iter().map(line).collect()
}

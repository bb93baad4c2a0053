//! A game looked at move by move.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;

use super::client::{Client, Failure, Score};
use super::player::PlayerSpec;
use nanboku::position::Game;
use nanboku::search::{Control, Engine, Limits, Report};
use nanboku::types::{Color, score};
use nanboku_records::GameResult;
use nanboku_records::{End, Kifu};

/// Scores beyond this count as this when losses are computed, in centipawns: nobody loses much by mating in nine plies
/// instead of seven.
pub const DECIDED: i32 = 3000;
/// How long a program may take beyond its limits.
const PATIENCE: Duration = Duration::from_secs(600);

/// What is known about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The best move, in USI notation.
    pub best: Option<String>,
    /// The line that shows it.
    pub pv: Vec<String>,
    /// Depth, in plies.
    pub depth: u32,
}

/// Whoever judges positions.
pub enum Analyst {
    /// The library, with its limits.
    Library(Box<Engine>, Limits),
    /// A USI engine, with its `go` line.
    Program(Box<Client>, String),
}

impl Analyst {
    /// The library with a table of so many mebibytes.
    pub fn library(table: usize, limits: Limits) -> Self {
        let mut engine = Engine::new();
        engine.resize_table(table);
        Self::Library(Box::new(engine), limits)
    }

    /// A USI engine.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn program(spec: &PlayerSpec, kifu: &Kifu, go: String, stop: &AtomicBool) -> Result<Self, Failure> {
        let mut client = spec.start_client(&kifu.ruling, stop)?;
        client.send("usinewgame")?;
        client.get_ready(stop)?;
        Ok(Self::Program(Box::new(client), go))
    }

    /// Looks at a position that has a legal move.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub fn look(&mut self, game: &Game, position: &str, stop: &AtomicBool) -> Result<Verdict, Failure> {
        match self {
            Self::Library(engine, limits) => {
                let mut last = Verdict::default();
                let answer = engine.search(game, limits, &Control::default(), &mut |report| {
                    if let Report::Line(line) = report
                        && line.rank == 1
                    {
                        last.depth = line.depth;
                        last.pv = line.pv.iter().map(ToString::to_string).collect();
                    }
                });
                Ok(Verdict {
                    score: answer.score.map(score_of),
                    best: answer.best.map(|best| best.to_string()),
                    ..last
                })
            }
            Self::Program(client, go) => {
                let answer = client.ask(position, go, PATIENCE, stop)?;
                let best = Some(answer.best).filter(|best| best != "resign" && best != "win");
                let thought = answer.thought;
                Ok(Verdict { score: thought.score, best, pv: thought.pv, depth: thought.depth.unwrap_or(0) })
            }
        }
    }
}

/// A score of the library as USI tells it.
fn score_of(value: score::Score) -> Score {
    match value {
        _ if !score::is_mate(value) => Score::Cp(value),
        _ if value > 0 => Score::Mate(score::MATE - value),
        _ => Score::Mate(-score::MATE - value),
    }
}

/// A move and what it was worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// Number of the move in the game, from 1.
    pub ply: usize,
    /// Who moved: `black` or `white`.
    pub side: String,
    /// The move that was played.
    #[serde(rename = "move")]
    pub played: String,
    /// The score after it for the mover, `cp` or `mate`; none where the game was over.
    pub score: Option<String>,
    /// The same in centipawns from Black's point of view, mates beyond 30,000.
    pub black_centipawns: i32,
    /// The best move before it.
    pub best: Option<String>,
    /// The score of that for the mover.
    pub best_score: Option<String>,
    /// The line that the best move begins.
    pub pv: String,
    /// How much the move gave away, in centipawns.
    pub loss: i32,
    /// Depth of the search before the move.
    pub depth: u32,
}

/// What the end says about the last position, for the side that would move.
fn score_at_end(end: Option<End>, side: Color) -> Option<Score> {
    let result = end?.result;
    let winner = match result {
        GameResult::Black => Color::Black,
        GameResult::White => Color::White,
        GameResult::Draw => return Some(Score::Cp(0)),
        GameResult::Void => return None,
    };
    Some(Score::Mate(if winner == side { 1 } else { -1 }))
}

/// Looks at every move of a game, from the last to the first, so that what is found out about later positions helps with
/// the earlier ones. `tell` hears how many positions are done.
///
/// # Errors
///
/// If the game cannot be played or there is no answer.
pub fn analyse(
    kifu: &Kifu,
    analyst: &mut Analyst,
    stop: &AtomicBool,
    mut tell: impl FnMut(usize),
) -> Result<Vec<Judged>, String> {
    let mut game = kifu.game()?;
    let start = kifu.start_position()?.sfen();
    let texts: Vec<String> = kifu.moves.iter().map(|played| played.mv.to_string()).collect();
    let mut verdicts = Vec::new();
    for number in (0..=texts.len()).rev() {
        let side = game.position().side_to_move();
        let over = End::of(game.outcome(), side);
        let verdict = if number == texts.len() && over.is_some() {
            Verdict { score: score_at_end(over, side), ..Verdict::default() }
        } else {
            let moves = if number == 0 { String::new() } else { format!(" moves {}", texts[..number].join(" ")) };
            let position = format!("position sfen {start}{moves}");
            analyst.look(&game, &position, stop).map_err(|failure| failure.to_string())?
        };
        verdicts.push(verdict);
        tell(verdicts.len());
        game.unmake();
    }
    verdicts.reverse();
    let first = kifu.start_position()?.side_to_move();
    Ok(texts
        .into_iter()
        .enumerate()
        .map(|(number, played)| {
            let side = if number % 2 == 0 { first } else { !first };
            judge(number, side, played, &verdicts[number], &verdicts[number + 1])
        })
        .collect())
}

fn judge(number: usize, side: Color, played: String, before: &Verdict, after: &Verdict) -> Judged {
    let capped = |score: Score| score.centipawns().clamp(-DECIDED, DECIDED);
    let reached = after.score.map(|score| match score {
        Score::Cp(value) => Score::Cp(-value),
        Score::Mate(plies) => Score::Mate(-plies),
    });
    let loss = match (before.score, reached) {
        _ if before.best.as_deref() == Some(played.as_str()) => 0,
        (Some(best), Some(reached)) => (capped(best) - capped(reached)).max(0),
        _ => 0,
    };
    let for_mover = reached.or(before.score).map_or(0, Score::centipawns);
    Judged {
        ply: number + 1,
        side: side.to_string(),
        played,
        score: reached.map(|score| score.to_string()),
        black_centipawns: if side == Color::Black { for_mover } else { -for_mover },
        best: before.best.clone(),
        best_score: before.score.map(|score| score.to_string()),
        pv: before.pv.join(" "),
        loss,
        depth: before.depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(score: Score, best: &str) -> Verdict {
        Verdict { score: Some(score), best: Some(best.to_owned()), ..Verdict::default() }
    }

    #[test]
    fn losses_are_what_the_best_move_would_have_kept() {
        let before = verdict(Score::Cp(50), "7g7f");
        let after = verdict(Score::Cp(30), "3c3d");
        let judged = judge(0, Color::Black, "2g2f".to_owned(), &before, &after);
        assert_eq!((judged.loss, judged.black_centipawns, judged.score.as_deref()), (80, -30, Some("cp -30")));
        let best = judge(0, Color::Black, "7g7f".to_owned(), &before, &after);
        assert_eq!(best.loss, 0);
        let white = judge(1, Color::White, "2g2f".to_owned(), &before, &after);
        assert_eq!(white.black_centipawns, 30);
        let slow_mate =
            judge(0, Color::Black, "a".to_owned(), &verdict(Score::Mate(3), "b"), &verdict(Score::Mate(-8), "c"));
        assert_eq!(slow_mate.loss, 0);
        let thrown =
            judge(0, Color::Black, "a".to_owned(), &verdict(Score::Mate(3), "b"), &verdict(Score::Mate(5), "c"));
        assert_eq!(thrown.loss, 2 * DECIDED);
    }

    #[test]
    fn mates_are_told_in_plies() {
        assert_eq!(score_of(score::mate_in(3)), Score::Mate(3));
        assert_eq!(score_of(score::mated_in(4)), Score::Mate(-4));
        assert_eq!(score_of(-12), Score::Cp(-12));
    }
}

//! One game between two players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::client::{Failure, Score};
use super::clock::Clocks;
use super::judge::{Judge, JudgeKind, Refusal};
use super::player::{Player, Question, Reply};
use super::record::MoveRecord;
use nanboku::position::Outcome;
use nanboku::types::{Color, PerColor};
use nanboku_records::Opening;
use nanboku_records::ruling::Ruling;
use nanboku_records::{EndReason, GameResult};

/// The score beyond which, and for how many plies in a row, both players must agree for the game to be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Adjudication {
    /// In centipawns.
    pub score: i32,
    /// In plies.
    pub plies: usize,
}

/// How a game is played.
#[derive(Clone, Debug)]
pub struct Terms<'a> {
    /// Which game it is.
    pub ruling: &'a Ruling,
    /// Who judges.
    pub judge: JudgeKind,
    /// Where it begins.
    pub opening: &'a Opening,
    /// The clocks.
    pub clocks: Clocks,
    /// How long to wait for an answer beyond the time allowed, or altogether where time does not count.
    pub patience: Duration,
    /// Number of moves after which the game is cut.
    pub max_plies: usize,
    /// Whether the players may agree on a result.
    pub adjudication: Option<Adjudication>,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it came out.
    pub result: GameResult,
    /// Why.
    pub reason: EndReason,
    /// Whose fault it was.
    pub fault: Option<Color>,
    /// Whether the player at fault cannot be asked any more.
    pub lost_player: Option<Color>,
    /// What exactly happened.
    pub detail: String,
    /// The moves.
    pub moves: Vec<MoveRecord>,
}

/// How a game ended.
struct End {
    result: GameResult,
    reason: EndReason,
    fault: Option<Color>,
    lost_player: Option<Color>,
    detail: String,
}

const fn won_by(color: Color) -> GameResult {
    match color {
        Color::Black => GameResult::Black,
        Color::White => GameResult::White,
    }
}

impl End {
    fn won(winner: Color, reason: EndReason) -> Self {
        Self { result: won_by(winner), reason, fault: None, lost_player: None, detail: String::new() }
    }

    fn drawn(reason: EndReason) -> Self {
        Self { result: GameResult::Draw, reason, fault: None, lost_player: None, detail: String::new() }
    }

    fn at_fault(loser: Color, reason: EndReason, detail: String) -> Self {
        Self { fault: Some(loser), detail, ..Self::won(!loser, reason) }
    }

    fn void(detail: String) -> Self {
        Self { detail, result: GameResult::Void, ..Self::drawn(EndReason::Dispute) }
    }

    /// A player that gives no answer.
    fn failed(loser: Color, failure: Failure) -> Option<Self> {
        let (reason, gone) = match &failure {
            Failure::Crash(_) => (EndReason::Crash, true),
            Failure::Hang(_) => (EndReason::Hang, true),
            Failure::Garbage(_) => (EndReason::Garbage, false),
            Failure::Interrupted => return None,
        };
        Some(Self { lost_player: gone.then_some(loser), ..Self::at_fault(loser, reason, failure.to_string()) })
    }

    /// What the rules say, if the game is over.
    fn of(outcome: Outcome, side: Color) -> Option<Self> {
        Some(match outcome {
            Outcome::Ongoing => return None,
            Outcome::Checkmate => Self::won(!side, EndReason::Checkmate),
            Outcome::Stalemate => Self::won(!side, EndReason::Stalemate),
            Outcome::Impasse { winner } => Self::won(winner, EndReason::Impasse),
            Outcome::RepetitionDraw => Self::drawn(EndReason::Repetition),
            Outcome::Perpetual { loser } => Self::won(!loser, EndReason::Perpetual),
            Outcome::BareKings => Self::drawn(EndReason::BareKings),
        })
    }
}

/// Plays a game; `None` if it was called off.
///
/// # Errors
///
/// If the opening cannot be played.
pub fn play(
    terms: &Terms<'_>,
    players: PerColor<&mut dyn Player>,
    seeds: PerColor<u64>,
    stop: &AtomicBool,
) -> Result<Option<Played>, String> {
    let position = terms.opening.start(terms.ruling)?;
    let start = position.sfen();
    let mut judge = Judge::new(terms.judge, position)?;
    for text in &terms.opening.moves {
        judge.play(text).map_err(|refusal| format!("opening: {refusal}"))?;
    }
    let clocks = terms.clocks.clone();
    let mut course = Course { terms, start, judge, players, clocks, moves: Vec::new(), agreed: (None, 0) };
    let Some(end) = course.run(seeds, stop) else { return Ok(None) };
    for color in Color::ALL {
        if end.lost_player != Some(color) {
            let result = match end.result {
                GameResult::Black | GameResult::White if end.result == won_by(color) => "win",
                GameResult::Black | GameResult::White => "lose",
                GameResult::Draw | GameResult::Void => "draw",
            };
            course.players[color].game_over(result);
        }
    }
    Ok(Some(Played::from(end, course.moves)))
}

impl Played {
    fn from(end: End, moves: Vec<MoveRecord>) -> Self {
        let End { result, reason, fault, lost_player, detail } = end;
        Self { result, reason, fault, lost_player, detail, moves }
    }

    /// A game that is lost before it begins because a player cannot be started; `None` if that was called off.
    pub fn unplayed(loser: Color, failure: Failure) -> Option<Self> {
        End::failed(loser, failure).map(|end| Self::from(end, Vec::new()))
    }
}

/// A game that is going on.
struct Course<'a, 'p> {
    terms: &'a Terms<'a>,
    /// The position before the opening's moves, as SFEN.
    start: String,
    judge: Judge,
    players: PerColor<&'p mut dyn Player>,
    clocks: Clocks,
    moves: Vec<MoveRecord>,
    /// The winner on whom the scores have agreed, and for how many plies.
    agreed: (Option<Color>, usize),
}

impl Course<'_, '_> {
    fn run(&mut self, seeds: PerColor<u64>, stop: &AtomicBool) -> Option<End> {
        for color in Color::ALL {
            if let Err(failure) = self.players[color].new_game(seeds[color], stop) {
                return End::failed(color, failure);
            }
        }
        let mut line = self.position_line();
        while !stop.load(Ordering::Relaxed) {
            let side = self.judge.side_to_move();
            match self.judge.outcome() {
                Err(dispute) => return Some(End::void(dispute.to_string())),
                Ok(outcome) => {
                    if let Some(end) = End::of(outcome, side) {
                        return Some(end);
                    }
                }
            }
            if let (Some(winner), plies) = self.agreed
                && self.terms.adjudication.is_some_and(|adjudication| plies >= adjudication.plies)
            {
                return Some(End::won(winner, EndReason::Adjudication));
            }
            if self.moves.len() >= self.terms.max_plies {
                return Some(End::drawn(EndReason::MoveLimit));
            }
            let question = Question {
                game: self.judge.game(),
                position: &line,
                go: &self.clocks.go(side),
                patience: self.clocks.allowed(side).unwrap_or_default() + self.terms.patience,
                stop,
            };
            let reply = match self.players[side].choose(&question) {
                Ok(reply) => reply,
                Err(failure) => return End::failed(side, failure),
            };
            if let Some(end) = self.take(side, reply) {
                return Some(end);
            }
            if let Some(last) = self.moves.last() {
                if self.moves.len() == 1 && self.terms.opening.moves.is_empty() {
                    line.push_str(" moves");
                }
                line.push(' ');
                line.push_str(&last.text);
            }
        }
        None
    }

    /// The `position` line before the first move. The start position is written out, as engines differ about `startpos`.
    fn position_line(&self) -> String {
        let sfen = self.start.clone();
        format!("position {}", Opening { sfen: Some(sfen), moves: self.terms.opening.moves.clone() })
    }

    /// Takes a reply in; the end of the game if it ends by it.
    fn take(&mut self, side: Color, reply: Reply) -> Option<End> {
        let allowed = self.clocks.allowed(side);
        if !self.clocks.spend(side, reply.taken) {
            let allowed = allowed.unwrap_or_default().as_millis();
            let detail = format!("{} came after {} ms of {allowed} ms", reply.best, reply.taken.as_millis());
            return Some(End::at_fault(side, EndReason::Time, detail));
        }
        match reply.best.as_str() {
            "resign" => return Some(End::won(!side, EndReason::Resignation)),
            // A side that has won by points is told so before it is asked.
            "win" => {
                let detail = format!("there is no win by points in {}", self.judge.game().position().sfen());
                return Some(End::at_fault(side, EndReason::FalseClaim, detail));
            }
            _ => {}
        }
        match self.judge.play(&reply.best) {
            Ok(_) => {}
            Err(Refusal::Dispute(dispute)) => return Some(End::void(dispute.to_string())),
            Err(refusal @ Refusal::NoMove(_)) => {
                return Some(End::at_fault(side, EndReason::Garbage, refusal.to_string()));
            }
            Err(refusal @ Refusal::Illegal { .. }) => {
                return Some(End::at_fault(side, EndReason::IllegalMove, refusal.to_string()));
            }
        }
        self.note_score(side, reply.thought.score);
        self.moves.push(MoveRecord {
            text: reply.best,
            ms: u64::try_from(reply.taken.as_millis()).unwrap_or(u64::MAX),
            score: reply.thought.score,
            depth: reply.thought.depth,
            nodes: reply.thought.nodes,
        });
        None
    }

    fn note_score(&mut self, side: Color, score: Option<Score>) {
        let Some(adjudication) = self.terms.adjudication else { return };
        let winner = match score.map_or(0, Score::centipawns) {
            score if score >= adjudication.score => Some(side),
            score if score <= -adjudication.score => Some(!side),
            _ => None,
        };
        self.agreed = if winner == self.agreed.0 { (winner, self.agreed.1 + 1) } else { (winner, 1) };
    }
}

/// Milliseconds since then.
pub fn milliseconds_since(then: Instant) -> u64 {
    u64::try_from(then.elapsed().as_millis()).unwrap_or(u64::MAX)
}

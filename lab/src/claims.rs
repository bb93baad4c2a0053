//! Mates that players announced in recorded games, held against an exact search and against the games themselves.
//!
//! The exact search looks at every legal move of both sides, quiet ones too, and shares nothing with the engine's search or
//! its mate solver but the rules of moves; repetition, impasse and move limits are left out.

use std::collections::HashMap;
use std::fmt;

use rayon::prelude::*;

use super::client::Score;
use super::record::{GameRecord, Header};
use nanboku::movegen;
use nanboku::position::Position;
use nanboku::types::{Color, Move};
use nanboku_records::Opening;
use nanboku_records::{EndReason, GameResult};

/// Positions that the exact search may look at for one announcement.
const MOST_POSITIONS: u64 = 200_000_000;

/// What became of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The exact search finds the mate within the number of plies that was announced.
    Proved,
    /// The exact search shows that there is none.
    Refuted,
    /// The exact search was given up.
    Unknown,
    /// Too long for the exact search; the game ended in mate within the number of plies that was announced.
    BorneOut,
    /// Too long for the exact search; the side that announced to be mated was mated later than that, or not: its opponent
    /// need not have seen it.
    Missed,
    /// Too long for the exact search; the side that announced to mate did not do so in time.
    Contradicted,
    /// Too long for the exact search; the game was cut off before that could be seen.
    Open,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 7] =
        [Self::Proved, Self::Refuted, Self::Unknown, Self::BorneOut, Self::Missed, Self::Contradicted, Self::Open];

    /// Whether the announcement was wrong.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::Refuted | Self::Contradicted)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
            Self::BorneOut => "borne out",
            Self::Missed => "missed by the opponent",
            Self::Contradicted => "contradicted",
            Self::Open => "open",
        })
    }
}

/// An announcement of mate and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Number of the game in its match.
    pub game: usize,
    /// Moves of the game before it, after the opening.
    pub ply: usize,
    /// Plies to mate; negative if the side to move announced its own end.
    pub mate: i32,
    /// The position, as SFEN.
    pub sfen: String,
    /// The move that was played.
    pub played: String,
    /// What became of it.
    pub verdict: Verdict,
}

/// Judges all announcements of mate in the games, in order. Those of up to `exact` plies are searched exactly, the others
/// are held against the games.
///
/// # Errors
///
/// Names the game that cannot be replayed.
pub fn judge(
    header: &Header,
    games: &[GameRecord],
    exact: u32,
    progress: impl Fn() + Sync,
) -> Result<Vec<Claim>, String> {
    let judged: Result<Vec<Vec<Claim>>, String> = games
        .par_iter()
        .map(|game| {
            let claims = of_game(header, game, exact).map_err(|error| format!("game {}: {error}", game.number));
            progress();
            claims
        })
        .collect();
    Ok(judged?.into_iter().flatten().collect())
}

fn of_game(header: &Header, record: &GameRecord, exact: u32) -> Result<Vec<Claim>, String> {
    let mut game = record.opening.parse::<Opening>()?.game(&header.plan.ruling)?;
    let mut claims = Vec::new();
    for (ply, played) in record.moves.iter().enumerate() {
        let position = *game.position();
        let mv: Move = played.text.parse().map_err(|error| format!("{error}"))?;
        if !movegen::is_legal(&position, mv) {
            // The game ended with it.
            break;
        }
        if let Some(Score::Mate(mate)) = played.score {
            let verdict = if mate.unsigned_abs() <= exact {
                let mut search = Exact::new(MOST_POSITIONS);
                search.judge(&position, mate, mv)
            } else {
                let winner = if mate > 0 { position.side_to_move() } else { !position.side_to_move() };
                by_the_game(record, ply, mate, winner)
            };
            let played = played.text.clone();
            claims.push(Claim { game: record.number, ply, mate, sfen: position.sfen(), played, verdict });
        }
        game.make(mv);
    }
    Ok(claims)
}

/// What the game itself says of an announcement made before its move number `ply`, from 0.
fn by_the_game(record: &GameRecord, ply: usize, mate: i32, winner: Color) -> Verdict {
    let after = record.moves.len() - ply;
    let announced = mate.unsigned_abs() as usize;
    let winner = match winner {
        Color::Black => GameResult::Black,
        Color::White => GameResult::White,
    };
    let by_mate = matches!(record.reason, EndReason::Checkmate | EndReason::Stalemate);
    match record.reason {
        _ if by_mate && record.result == winner && after <= announced => Verdict::BorneOut,
        EndReason::Resignation if record.result == winner && after < announced => Verdict::Open,
        EndReason::Adjudication | EndReason::Abandoned | EndReason::MoveLimit | EndReason::Dispute
            if after < announced =>
        {
            Verdict::Open
        }
        reason if reason.is_fault() && after < announced => Verdict::Open,
        _ if mate > 0 => Verdict::Contradicted,
        _ => Verdict::Missed,
    }
}

/// A search over all moves of both sides, to a number of plies.
#[derive(Debug)]
pub struct Exact {
    known: HashMap<(u64, u32), bool>,
    positions: u64,
    most: u64,
}

impl Exact {
    /// A search that looks at so many positions at most.
    pub fn new(most: u64) -> Self {
        Self { known: HashMap::new(), positions: 0, most }
    }

    /// Whether the side to move mates in `mate` plies at most (is mated, if negative). `first` is tried first.
    pub fn judge(&mut self, position: &Position, mate: i32, first: Move) -> Verdict {
        let plies = mate.unsigned_abs();
        let found = if mate > 0 { self.mates(position, plies, Some(first)) } else { self.is_mated(position, plies) };
        match found {
            Some(true) => Verdict::Proved,
            Some(false) => Verdict::Refuted,
            None => Verdict::Unknown,
        }
    }

    /// Whether the side to move can mate within so many plies; `None` if the search was given up.
    fn mates(&mut self, position: &Position, plies: u32, first: Option<Move>) -> Option<bool> {
        if plies == 0 {
            return Some(false);
        }
        let key = (position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let mut moves = movegen::legal_moves(position);
        moves.sort_by_cached_key(|&mv| (Some(mv) != first, !position.gives_check(mv)));
        let mut found = false;
        for mv in moves {
            let mut next = *position;
            next.play(mv);
            if self.is_mated(&next, plies - 1)? {
                found = true;
                break;
            }
        }
        self.known.insert(key, found);
        Some(found)
    }

    /// Whether the side to move is mated within so many plies whatever it does; `None` if the search was given up.
    fn is_mated(&mut self, position: &Position, plies: u32) -> Option<bool> {
        self.positions += 1;
        if self.positions > self.most {
            return None;
        }
        if plies < 2 {
            return Some(!movegen::has_legal_move(position));
        }
        let key = (position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let mut mated = true;
        let mut moves = movegen::legal_moves(position);
        // What takes something or gives check is the likeliest way out.
        moves.sort_by_cached_key(|&mv| (!position.gives_check(mv), position.piece_at(mv.to()).is_none()));
        for mv in moves {
            let mut next = *position;
            next.play(mv);
            if !self.mates(&next, plies - 1, None)? {
                mated = false;
                break;
            }
        }
        self.known.insert(key, mated);
        Some(mated)
    }
}

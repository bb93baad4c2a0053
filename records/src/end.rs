//! How games end.

use std::fmt;
use std::str::FromStr;

use nanboku::position::Outcome;
use nanboku::types::Color;
use serde::{Deserialize, Serialize};

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// It does not count: the judges differ.
    Void,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check.
    Stalemate,
    /// A win by points.
    Impasse,
    /// A draw by repetition.
    Repetition,
    /// A loss by repetition with perpetual check.
    Perpetual,
    /// Two bare kings.
    BareKings,
    /// A player gave up.
    Resignation,
    /// Both players agreed for long enough on who wins; only where that was asked for.
    Adjudication,
    /// A player made an illegal move.
    IllegalMove,
    /// A player claimed a win that it had not.
    FalseClaim,
    /// A player answered with something that is no move.
    Garbage,
    /// A player's program ended.
    Crash,
    /// A player gave no answer.
    Hang,
    /// A player answered too late.
    Time,
    /// The game was cut: a draw of its own kind.
    MoveLimit,
    /// The judges differ.
    Dispute,
    /// It was broken off; found in records from elsewhere.
    Abandoned,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [Self; 17] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Impasse,
        Self::Repetition,
        Self::Perpetual,
        Self::BareKings,
        Self::Resignation,
        Self::Adjudication,
        Self::IllegalMove,
        Self::FalseClaim,
        Self::Garbage,
        Self::Crash,
        Self::Hang,
        Self::Time,
        Self::MoveLimit,
        Self::Dispute,
        Self::Abandoned,
    ];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Impasse => "impasse",
            Self::Repetition => "repetition",
            Self::Perpetual => "perpetual",
            Self::BareKings => "bare-kings",
            Self::Resignation => "resignation",
            Self::Adjudication => "adjudication",
            Self::IllegalMove => "illegal-move",
            Self::FalseClaim => "false-claim",
            Self::Garbage => "garbage",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Time => "time",
            Self::MoveLimit => "move-limit",
            Self::Dispute => "dispute",
            Self::Abandoned => "abandoned",
        }
    }

    /// Whether a player broke down or broke the rules, rather than being beaten.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::IllegalMove | Self::FalseClaim | Self::Garbage | Self::Crash | Self::Hang | Self::Time)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Why.
    pub reason: EndReason,
    /// Who won.
    pub result: GameResult,
}

impl fmt::Display for End {
    /// As comments say it: `stalemate, black wins`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.result {
            GameResult::Black => "black wins",
            GameResult::White => "white wins",
            GameResult::Draw => "draw",
            GameResult::Void => "no result",
        };
        write!(f, "{}, {result}", self.reason)
    }
}

impl FromStr for End {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (reason, result) = text.split_once(", ").ok_or(())?;
        let reason = EndReason::ALL.into_iter().find(|known| known.name() == reason).ok_or(())?;
        let result = match result {
            "black wins" => GameResult::Black,
            "white wins" => GameResult::White,
            "draw" => GameResult::Draw,
            "no result" => GameResult::Void,
            _ => return Err(()),
        };
        Ok(Self { reason, result })
    }
}

impl End {
    /// A loss of this player.
    pub const fn lost_by(loser: Color, reason: EndReason) -> Self {
        let result = match loser {
            Color::Black => GameResult::White,
            Color::White => GameResult::Black,
        };
        Self { reason, result }
    }

    /// A draw.
    pub const fn drawn(reason: EndReason) -> Self {
        Self { reason, result: GameResult::Draw }
    }

    /// A game that was broken off.
    pub const ABANDONED: Self = Self { reason: EndReason::Abandoned, result: GameResult::Void };

    /// What the rules say, if the game is over by them.
    pub const fn of(outcome: Outcome, side: Color) -> Option<Self> {
        Some(match outcome {
            Outcome::Ongoing => return None,
            Outcome::Checkmate => Self::lost_by(side, EndReason::Checkmate),
            Outcome::Stalemate => Self::lost_by(side, EndReason::Stalemate),
            Outcome::Impasse { winner: Color::Black } => Self::lost_by(Color::White, EndReason::Impasse),
            Outcome::Impasse { winner: Color::White } => Self::lost_by(Color::Black, EndReason::Impasse),
            Outcome::RepetitionDraw => Self::drawn(EndReason::Repetition),
            Outcome::Perpetual { loser } => Self::lost_by(loser, EndReason::Perpetual),
            Outcome::BareKings => Self::drawn(EndReason::BareKings),
        })
    }
}

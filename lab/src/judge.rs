//! What is legal, and how a game ends: by the library, and by the slow rules beside it if that is asked for.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use nanboku::movegen;
use nanboku::position::{Game, Outcome, Position};
use nanboku::rules::{DeadEnd, Impasse, MovedNifu, NifuCheck, PawnDropMate, Repetition, Rules};
use nanboku::types::{Color, Move};

/// Who judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgeKind {
    /// The library that the engine is made of
    #[default]
    Library,
    /// The library, and beside it the slow rules that share no code with it; games on which the two differ do not count
    Mailbox,
}

/// Why a move is not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It is no move at all.
    #[error("'{0}' is not a move")]
    NoMove(String),
    /// It is illegal.
    #[error("{mv} is illegal in {sfen}")]
    Illegal {
        /// The move.
        mv: Move,
        /// The position.
        sfen: String,
    },
    /// The judges differ.
    #[error(transparent)]
    Dispute(#[from] Dispute),
}

/// The two judges differ.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the judges differ in {sfen}: {what}: {library} by the library, {slow} by the slow rules")]
pub struct Dispute {
    /// The position.
    pub sfen: String,
    /// About what.
    pub what: String,
    /// What the library says.
    pub library: String,
    /// What the slow rules say.
    pub slow: String,
}

/// A game and its judges.
#[derive(Clone, Debug)]
pub struct Judge {
    game: Game,
    slow: Option<mailbox::Game>,
}

/// The same rules for the slow implementation, rule by rule.
///
/// # Errors
///
/// If the slow implementation does not know the movement.
pub fn slow_rules(rules: &Rules) -> Result<mailbox::Rules, String> {
    let name = rules.movement.name;
    Ok(mailbox::Rules {
        variant: mailbox::Variant::from_name(name).ok_or_else(|| format!("the slow rules have no movement {name}"))?,
        moved_nifu_allowed: rules.set.moved_nifu == MovedNifu::Allowed,
        nifu_check_valid: rules.set.nifu_check == NifuCheck::Valid,
        dead_end_allowed: rules.set.dead_end == DeadEnd::Allowed,
        pawn_drop_mate: match rules.set.pawn_drop_mate {
            PawnDropMate::Strict => mailbox::PawnDropMate::Strict,
            PawnDropMate::Front => mailbox::PawnDropMate::Front,
        },
        fourfold: rules.set.repetition == Repetition::Fourfold,
        impasse27: rules.set.impasse == Impasse::Points27,
        bare_kings_draw: rules.set.bare_kings_draw,
        tide_period: rules.tide.map(|tide| tide.period),
    })
}

impl Judge {
    /// A game from this position.
    ///
    /// # Errors
    ///
    /// If the slow rules cannot read the position.
    pub fn new(kind: JudgeKind, position: Position) -> Result<Self, String> {
        let slow = match kind {
            JudgeKind::Library => None,
            JudgeKind::Mailbox => {
                let start = mailbox::Position::from_sfen(&position.sfen(), &slow_rules(position.rules())?)?;
                Some(mailbox::Game::new(start))
            }
        };
        Ok(Self { game: Game::new(position), slow })
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The player to move.
    pub fn side_to_move(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    ///
    /// If it is no move, not legal, or the judges differ about that; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<Move, Refusal> {
        let mv: Move = text.parse().map_err(|_| Refusal::NoMove(text.chars().take(40).collect()))?;
        let position = self.game.position();
        let legal = movegen::is_legal(position, mv);
        if let Some(slow) = &mut self.slow {
            let slow_legal = text.parse().is_ok_and(|mv| slow.push(mv).is_ok());
            if legal != slow_legal {
                let word = |legal| if legal { "legal" } else { "illegal" }.to_owned();
                let (library, slow) = (word(legal), word(slow_legal));
                return Err(Dispute { sfen: position.sfen(), what: text.to_owned(), library, slow }.into());
            }
        }
        if !legal {
            return Err(Refusal::Illegal { mv, sfen: position.sfen() });
        }
        self.game.make(mv);
        Ok(mv)
    }

    /// Whether and how the game has ended.
    ///
    /// # Errors
    ///
    /// If the judges differ.
    pub fn outcome(&self) -> Result<Outcome, Dispute> {
        let outcome = self.game.outcome();
        if let Some(slow) = &self.slow {
            let (library, slow) = (outcome.to_string(), slow.result().to_string());
            if library != slow {
                let sfen = self.game.position().sfen();
                return Err(Dispute { sfen, what: "result".to_owned(), library, slow });
            }
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_judges_play_and_refuse_alike() {
        for kind in [JudgeKind::Library, JudgeKind::Mailbox] {
            let mut judge = Judge::new(kind, Position::start(&Rules::default())).unwrap();
            assert!(matches!(judge.play("hello"), Err(Refusal::NoMove(_))));
            assert!(matches!(judge.play("5i5a"), Err(Refusal::Illegal { .. })));
            judge.play("2f2e").unwrap();
            assert_eq!(judge.outcome(), Ok(Outcome::Ongoing));
            assert_eq!(judge.side_to_move(), Color::White);
        }
    }
}

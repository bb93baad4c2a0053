//! What can be wrong with a line of the protocol.

use thiserror::Error;

use crate::position::SfenError;

/// Why a line, or a part of it, was not obeyed. Its text becomes one `info string`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UsiError {
    /// The line begins with no known command.
    #[error("unknown command: {0}")]
    UnknownCommand(String),
    /// Something must follow a word, and nothing does.
    #[error("{after}: {wanted} is missing")]
    Missing {
        /// The word.
        after: String,
        /// What should follow.
        wanted: &'static str,
    },
    /// A perft that would not end.
    #[error("perft: the depth {found} is more than {most}")]
    PerftDepth {
        /// The depth asked for.
        found: String,
        /// The largest depth.
        most: u32,
    },
    /// A word after `go` means nothing.
    #[error("go: '{0}' is not understood")]
    GoWord(String),
    /// A number was expected.
    #[error("{after}: '{found}' is not a number")]
    Number {
        /// The word before it.
        after: String,
        /// What stands there.
        found: String,
    },
    /// `position` is followed by neither `startpos` nor `sfen`.
    #[error("position: '{0}' is neither startpos nor sfen")]
    PositionKind(String),
    /// The SFEN is none.
    #[error("position: {0}")]
    Sfen(#[from] SfenError),
    /// A text in a list of moves is no move.
    #[error("{command}: '{text}' is not a move in USI notation (number {number} in the list)")]
    MoveText {
        /// The command that the list belongs to.
        command: &'static str,
        /// The text.
        text: String,
        /// Its number in the list, from 1.
        number: usize,
    },
    /// A move of the list is illegal.
    #[error("{command}: {mv} is illegal in {variant} (number {number} in the list){hint}")]
    IllegalMove {
        /// The command that the list belongs to.
        command: &'static str,
        /// The move.
        mv: String,
        /// Its number in the list, from 1.
        number: usize,
        /// The variant that is played.
        variant: &'static str,
        /// What to do about it, or nothing.
        hint: &'static str,
    },
    /// No option has this name.
    #[error("unknown option: {0}")]
    UnknownOption(String),
    /// The value does not fit the option.
    #[error("{option}: '{value}' is not {wanted}; it stays {kept}")]
    OptionValue {
        /// The option.
        option: &'static str,
        /// The value.
        value: String,
        /// What would fit.
        wanted: String,
        /// The value that it keeps.
        kept: String,
    },
    /// The log file cannot be written.
    #[error("Debug_Log_File: cannot write '{file}': {reason}")]
    LogFile {
        /// The name of the file.
        file: String,
        /// Why not.
        reason: String,
    },
}

/// At most sixty characters of a token, for messages.
pub(super) fn short(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

//! What a page says to the session.

use serde::{Deserialize, Serialize};

use super::setup::{ClockSetup, Player, Setup};
use super::values::{Color, Kind, Piece, Square, Usi};

/// One message from a page. `docs/board.md` shows each as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Send the whole state again.
    Refresh,
    /// Begin a new game; the tree of the last one is gone.
    NewGame {
        /// Who plays what.
        setup: Box<Setup>,
    },
    /// Begin again with the same setup and the colours changed.
    Rematch,
    /// Go on playing from the position that is shown.
    PlayOn {
        /// Who has Black.
        black: Player,
        /// Who has White.
        white: Player,
        /// The clocks; none if absent.
        #[serde(default)]
        clock: Option<ClockSetup>,
    },
    /// Play a move in the position that is shown.
    Move {
        /// The move.
        usi: Usi,
    },
    /// Take back the last move of a human, and what the engine answered to it.
    TakeBack,
    /// Give up: the side to move if a human has it, else the other one.
    Resign,
    /// End a running game without a result.
    Abort,
    /// Show another position of the tree.
    Go {
        /// Its node.
        node: u32,
    },
    /// Show another position of the tree, relative to the one that is shown.
    Step {
        /// Which way.
        to: Step,
    },
    /// Add these moves to the tree after the position that is shown and show the last of them.
    PlayLine {
        /// The moves; each one legal after the ones before.
        moves: Vec<Usi>,
    },
    /// Make the line to this node the first one wherever it branches off.
    PromoteBranch {
        /// The node.
        node: u32,
    },
    /// Delete a node and everything after it.
    DeleteBranch {
        /// The node.
        node: u32,
    },
    /// Change the comment on a node.
    Comment {
        /// The node.
        node: u32,
        /// The new comment; empty for none.
        text: String,
    },
    /// Change settings; what is absent stays.
    Set {
        /// Whether targets, badges and pins are to be shown.
        #[serde(default)]
        hints: Option<bool>,
        /// Number of lines of the analysis, 1 to 5.
        #[serde(default)]
        lines: Option<u32>,
        /// Level of every engine that plays, 1 to 5.
        #[serde(default)]
        level: Option<usize>,
        /// Time of the engine for a move without a clock, in milliseconds.
        #[serde(default)]
        think_ms: Option<u64>,
    },
    /// Switch the analysis of the position that is shown on or off.
    Analyse {
        /// Whether it is to run.
        on: bool,
    },
    /// Find the best move in the position that is shown, by a short search at full strength.
    ShowMe,
    /// Look for a mate by the side to move in the position that is shown.
    Mate {
        /// Longest time, in milliseconds; 10 000 if absent.
        #[serde(default)]
        ms: Option<u64>,
    },
    /// Analyse every position of the line to which the position that is shown belongs.
    AnalyseGame {
        /// Time for each position, in milliseconds; 500 if absent.
        #[serde(default)]
        ms: Option<u64>,
    },
    /// Stop what `show_me`, `mate` or `analyse_game` began.
    Stop,
    /// Make the engine move at once.
    MoveNow,
    /// Open the editor on the position that is shown.
    EditBegin,
    /// Change the position in the editor.
    Edit {
        /// How.
        change: Change,
    },
    /// Close the editor and analyse the position in it, if it is sound.
    EditDone,
    /// Close the editor and forget what it holds.
    EditCancel,
    /// Read a position or a game: SFEN, USI, KIF or CSA.
    Load {
        /// The text.
        text: String,
    },
    /// The same from the bytes of a file, in UTF-8 or Shift-JIS.
    LoadBytes {
        /// The bytes, in base 64.
        base64: String,
    },
    /// Write the game or the position. The answer is the event `export`, for the page that asked.
    Export {
        /// The format.
        format: ExportFormat,
        /// The encoding of a file.
        #[serde(default)]
        encoding: TextEncoding,
    },
    /// Draw the position that is shown as SVG. The answer is the event `export`.
    Svg {
        /// Whether White is at the bottom.
        #[serde(default)]
        flipped: bool,
    },
}

/// A step through the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// To the start position.
    First,
    /// One move back.
    Back,
    /// One move on, by the first branch.
    On,
    /// To the end of the line.
    Last,
    /// To the branch before this one.
    BranchBefore,
    /// To the branch after this one.
    BranchAfter,
    /// To the position in which the running game stands.
    Live,
}

/// A change in the editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// Put a piece on a square, or clear it.
    Put {
        /// The square.
        square: Square,
        /// The piece; `null` clears.
        piece: Option<Piece>,
    },
    /// Move what stands on a square to another one.
    Shift {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
    /// Set how many pieces of a kind a player holds.
    Hand {
        /// Whose hand.
        color: Color,
        /// The kind.
        kind: Kind,
        /// How many.
        count: u8,
    },
    /// Set the side to move.
    Side {
        /// Who is to move.
        color: Color,
    },
    /// Set the move number, on which Tide depends.
    MoveNumber {
        /// From 1.
        number: u32,
    },
    /// Play another game: variant, rules and Tide of this setup; its players and clocks are left aside.
    Rules {
        /// The setup.
        setup: Box<Setup>,
    },
    /// Clear the board and the hands.
    Clear,
    /// Set up the start position of the variant.
    Start,
    /// Give all pieces that are nowhere to a hand.
    Rest {
        /// Whose hand.
        color: Color,
    },
}

/// What a game can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// The position that is shown.
    Sfen,
    /// A USI position line.
    Usi,
    /// KIF.
    Kif,
    /// CSA 3.0.
    Csa,
}

/// How text is encoded in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextEncoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// Shift-JIS, which older Japanese programs expect.
    ShiftJis,
}

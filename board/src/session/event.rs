//! What the session says to its pages.

use serde::{Deserialize, Serialize};

use super::command::{ExportFormat, Step};
use super::snapshot::{Clocks, MoveText, Problem, Progress, Score, State};
use super::values::{Kind, Square, Usi};

/// One message to a page. `docs/board.md` shows each as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// What can be chosen: sent once to every page that comes.
    Catalog(Box<Catalog>),
    /// Everything that there is to draw: sent after every change.
    State(Box<State>),
    /// The clocks, between two states.
    Clocks(Clocks),
    /// Lines of the analysis of the position that is shown.
    Analysis(Analysis),
    /// The best move, after `show_me`.
    Hint(Hint),
    /// What the mate solver found.
    Mate(MateAnswer),
    /// How far the analysis of the game has come. What it found stands in the tree.
    Progress(Progress),
    /// A sentence for the reader.
    Notice(Notice),
    /// What `export` or `svg` asked for, for the page that asked.
    Export(Export),
}

/// What can be chosen in a set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Catalog {
    /// Version of the program.
    pub version: String,
    /// The variants.
    pub variants: Vec<VariantEntry>,
    /// The named rule sets; `auto` besides them is the one of the variant.
    pub rule_sets: Vec<String>,
    /// The single rules and their values; `auto` besides them is what the rule set says.
    pub rules: Vec<RuleEntry>,
    /// The handicaps, `none` first.
    pub handicaps: Vec<HandicapEntry>,
    /// The highest level.
    pub levels: usize,
    /// The most lines of an analysis.
    pub lines: u32,
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantEntry {
    /// The name in a setup.
    pub name: String,
    /// The name in Japanese.
    pub ja: String,
    /// How a piece moves, in an English sentence without capital and full stop.
    pub sentence: String,
    /// Its start position.
    pub start: String,
    /// Whether Tide means something.
    pub tide: bool,
    /// The rule set that `auto` stands for.
    pub rule_set: String,
}

/// A single rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleEntry {
    /// Its name in the `rules` of a setup.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// A handicap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandicapEntry {
    /// The name in a setup.
    pub name: String,
    /// The name in Japanese.
    pub ja: String,
    /// The kinds of the pieces that White plays without.
    pub without: Vec<Kind>,
}

/// Lines of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The node that is analysed.
    pub node: u32,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// The lines, the best first.
    pub lines: Vec<Line>,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What it is worth, seen from Black.
    pub score: Score,
    /// Black's chance of winning, in permille.
    pub chance: u16,
    /// The depth at which it was found.
    pub depth: u32,
    /// Its moves.
    pub moves: Vec<MoveText>,
}

/// The best move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// The node for which it was looked for.
    pub node: u32,
    /// The line that begins with it; without moves if there is no legal one.
    pub line: Line,
}

/// What the mate solver found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MateAnswer {
    /// The node for which it was looked for.
    pub node: u32,
    /// What it found.
    pub verdict: MateVerdict,
    /// The line to mate.
    pub moves: Vec<MoveText>,
}

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MateVerdict {
    /// There is.
    Mate,
    /// There is none by checks alone.
    NoMate,
    /// It was not found out in time.
    Unknown,
}

/// A sentence for the reader. The page has the sentences; the parameters are their blanks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "key", rename_all = "snake_case")]
pub enum NoticeKey {
    /// A move that is not legal.
    IllegalMove {
        /// The move.
        usi: Usi,
        /// Why not.
        reason: IllegalReason,
        /// The piece that would capture the king, where that is the reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Square>,
    },
    /// No move can be made now: it is not a human's turn, or the position that is shown is not the game's.
    NotYourTurn,
    /// The running game has to be ended first.
    GameRuns,
    /// The command means nothing now.
    NotNow,
    /// There is no such node.
    NoSuchNode {
        /// The node.
        node: u32,
    },
    /// The step leads nowhere.
    NoStep {
        /// The step.
        step: Step,
    },
    /// The setup cannot be played.
    BadSetup {
        /// In English: what is wrong.
        detail: String,
    },
    /// What was pasted or dropped could not be read, or not to its end.
    Unreadable {
        /// In English: what is wrong.
        detail: String,
        /// Its line; `null` if it is about the whole.
        line: Option<usize>,
        /// Whether something was read all the same and is shown.
        partly: bool,
        /// What is wrong with the position, where that is the trouble.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        problems: Vec<Problem>,
    },
    /// A game was read.
    Loaded {
        /// Number of moves of its main line.
        moves: usize,
        /// Number of games in the text; the first is shown.
        games: usize,
    },
    /// The position in the editor is not sound: see its problems.
    Unsound,
    /// The tree is full.
    TreeFull {
        /// The most nodes that it holds.
        most: usize,
    },
    /// The engine broke down; the game goes on with its next search.
    EngineFailed {
        /// What it said.
        detail: String,
    },
    /// A message that could not be understood.
    BadMessage {
        /// In English: what is wrong.
        detail: String,
    },
}

/// A [`NoticeKey`] with its weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// How much it matters.
    pub level: Level,
    /// Which sentence, with its parameters.
    #[serde(flatten)]
    pub key: NoticeKey,
}

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Good to know.
    Info,
    /// What was asked for was not done, or not as asked.
    Warning,
    /// Something broke.
    Error,
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IllegalReason {
    /// There is no such piece of the side to move.
    NoPiece,
    /// The piece does not move like that.
    Movement,
    /// A piece of its own stands there.
    Occupied,
    /// It cannot promote there, or at all.
    Promotion,
    /// The king could then be captured.
    King,
    /// Two unpromoted pawns would stand on one file.
    Nifu,
    /// It could never move again.
    DeadEnd,
    /// The drop of a pawn would mate.
    PawnDropMate,
}

/// A file for the page to save or copy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Export {
    /// What was asked for; `null` for SVG.
    pub format: Option<ExportFormat>,
    /// A name for the file.
    pub name: String,
    /// The text.
    pub text: String,
    /// The bytes of the file in base 64, where they are not the text in UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

//! What the board looks like: the complete state that every page receives after every change.

use serde::{Deserialize, Serialize};

use super::setup::Setup;
use super::values::{Color, Kind, Square, Usi};

/// Everything that there is to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Grows with every state.
    pub revision: u64,
    /// What the session is doing.
    pub mode: Mode,
    /// How the game was set up.
    pub setup: Setup,
    /// The settings.
    pub settings: Settings,
    /// The position that is shown.
    pub position: PositionView,
    /// The side for which a human may move now in the position that is shown; its moves are the `targets`.
    pub to_play: Option<Color>,
    /// The legal moves, by where they come from.
    pub targets: Vec<Targets>,
    /// The game.
    pub game: GameView,
    /// The clocks; `null` without.
    pub clocks: Option<Clocks>,
    /// The moves.
    pub tree: Tree,
    /// What the engine does.
    pub engine: EngineView,
    /// The editor, in the mode `edit`.
    pub editor: Option<Editor>,
}

/// What the session is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// A game is being played.
    Play,
    /// No game is being played: both sides can be moved anywhere in the tree.
    Free,
    /// The editor is open.
    Edit,
}

/// The settings that can be changed at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Whether targets, badges and pins are to be shown.
    pub hints: bool,
    /// Number of lines of the analysis.
    pub lines: u32,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionView {
    /// As SFEN.
    pub sfen: String,
    /// The number of the move to come.
    pub move_number: u32,
    /// Who is to move.
    pub side: Color,
    /// What stands on the board.
    pub pieces: Vec<PieceView>,
    /// The hands.
    pub hands: Hands,
    /// The check, if there is one.
    pub check: Option<Check>,
    /// The move that led here.
    pub last_move: Option<LastMove>,
    /// The name of the movement rule by which each player moves next.
    pub movement: Sides<String>,
    /// The Tide, where it is on.
    pub tide: Option<TideView>,
    /// How the rules end the game here, if they do.
    pub outcome: Option<GameEnd>,
    /// How often this position has occurred, where repetition ends games; from 1.
    pub occurrences: Option<usize>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceView {
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
    /// The kinds that it moves as; none if it cannot move.
    pub moves_as: Vec<Kind>,
    /// The same if that is not its own movement, else absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub badge: Option<Vec<Kind>>,
    /// The squares of the pieces to which it owes its movement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub givers: Vec<Square>,
    /// Why it may not leave its line, if it may not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<Pin>,
}

/// A piece that would capture the king if another one left the line between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pin {
    /// Where the attacker stands.
    pub by: Square,
    /// What it is.
    pub kind: Kind,
    /// The kinds that it moves as.
    pub moves_as: Vec<Kind>,
    /// Where the king stands.
    pub king: Square,
    /// The squares between attacker and king.
    pub line: Vec<Square>,
}

/// Something for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides<T> {
    /// Of Black.
    pub black: T,
    /// Of White.
    pub white: T,
}

/// The pieces that the players hold, the most valuable first.
pub type Hands = Sides<Vec<Held>>;

/// Pieces of a kind in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The kind.
    pub kind: Kind,
    /// How many.
    pub count: u8,
}

/// A check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Where the king stands that is in check.
    pub king: Square,
    /// The pieces that give it.
    pub by: Vec<Square>,
}

/// The move that led to a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LastMove {
    /// The move.
    pub usi: Usi,
    /// The square left; `null` for a drop.
    pub from: Option<Square>,
    /// The square entered.
    pub to: Square,
    /// What was captured.
    pub captured: Option<Kind>,
    /// Whether the direction of borrowing flipped after it.
    pub flipped: bool,
}

/// The state of the Tide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TideView {
    /// The movement rule for the move to come.
    pub now: String,
    /// The rule after the next flip.
    pub next: String,
    /// Moves until it flips, the move to come among them.
    pub plies_left: u32,
    /// Moves between two flips.
    pub period: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// Why.
    pub reason: EndReason,
    /// Who won; `null` for a draw or no result.
    pub winner: Option<Color>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// No legal move, in check: lost.
    Checkmate,
    /// No legal move, not in check: lost.
    Stalemate,
    /// Won by points with an entered king.
    Impasse,
    /// Drawn by repetition.
    Repetition,
    /// Lost by giving check all through a repetition.
    Perpetual,
    /// Drawn: two bare kings.
    BareKings,
    /// A player gave up.
    Resignation,
    /// A flag fell.
    Time,
    /// An illegal move; in games that were read.
    IllegalMove,
    /// A limit of moves; in games that were read.
    MoveLimit,
    /// Broken off without a result.
    Abandoned,
    /// Any other end, in games that were read.
    Other,
}

/// The moves of a piece or of a kind in hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Targets {
    /// The square, such as `7g`, or the kind in hand, such as `P*`.
    pub from: String,
    /// Where it may go.
    pub to: Vec<Target>,
}

/// A square to which a piece may go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The square.
    pub square: Square,
    /// Whether something is captured.
    pub capture: bool,
    /// Whether it may go there without promoting (or be dropped there).
    pub plain: bool,
    /// Whether it may promote.
    pub promote: bool,
}

/// How the game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameView {
    /// The node in which the game stands; `null` if none was played.
    pub live: Option<u32>,
    /// How it ended; `null` while it goes on.
    pub end: Option<GameEnd>,
    /// What can be done now, for the buttons.
    pub can: Can,
}

/// Which commands make sense now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // They are the commands of the same name.
pub struct Can {
    pub take_back: bool,
    pub resign: bool,
    pub abort: bool,
    pub rematch: bool,
    pub play_on: bool,
    pub move_now: bool,
    pub analyse: bool,
    pub analyse_game: bool,
    pub edit: bool,
}

/// The clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// Of Black.
    pub black: ClockView,
    /// Of White.
    pub white: ClockView,
    /// Whose clock runs.
    pub running: Option<Color>,
}

/// A clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockView {
    /// Milliseconds of main time left.
    pub main_ms: u64,
    /// Milliseconds of byoyomi left for this move; `null` without byoyomi.
    pub byoyomi_ms: Option<u64>,
}

/// The tree of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// The node of the position that is shown.
    pub cursor: u32,
    /// Every node, each after its parent; the first is the start position. The first child of a node continues its line, the others branch
    /// off.
    pub nodes: Vec<Node>,
}

/// A node of the tree: a move and the position after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Its number.
    pub id: u32,
    /// The node before; `null` for the start position.
    pub parent: Option<u32>,
    /// The move; `null` for the start position.
    #[serde(rename = "move")]
    pub mv: Option<MoveText>,
    /// The number of the move.
    pub number: u32,
    /// Milliseconds that it took, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// The comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What the analysis of the game says of the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Black's chance of winning, in permille, by the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<u16>,
    /// How bad the move was, by the analysis of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// What would have been better, by the analysis of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<MoveText>,
}

/// A move in three notations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveText {
    /// Who moves.
    pub color: Color,
    /// As USI.
    pub usi: Usi,
    /// In Japanese, with the sign of the player: ▲７六歩.
    pub ja: String,
    /// In Western notation: P-7f.
    pub en: String,
}

/// An evaluation, seen from Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Mate in so many plies; negative if White mates. 0: the side to move is mated.
    Mate(i32),
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// It lost some of the chance to win.
    Inaccuracy,
    /// It lost much of it.
    Mistake,
    /// It lost most of it.
    Blunder,
}

/// What the engine does.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EngineView {
    /// The side for which it looks for a move.
    pub thinking: Option<Color>,
    /// Whether the analysis is on.
    pub analysing: bool,
    /// Whether it looks for the best move to show.
    pub showing: bool,
    /// Whether it looks for a mate.
    pub solving: bool,
    /// How far the analysis of the game has come.
    pub game: Option<Progress>,
}

/// How far something has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Positions done.
    pub done: usize,
    /// Positions in all.
    pub of: usize,
}

/// The editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Editor {
    /// What it holds, as SFEN.
    pub sfen: String,
    /// What is wrong with it; nothing if it can be played.
    pub problems: Vec<Problem>,
    /// For each kind in hand the number of pieces that are nowhere.
    pub missing: Vec<Held>,
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// Which sentence.
    pub key: ProblemKey,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    /// Whose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// What.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// In English, with the details.
    pub detail: String,
}

/// The ways in which a position can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKey {
    /// A side has more than one king.
    TwoKings,
    /// Neither side has a king.
    NoKings,
    /// There are more pieces of a kind than a set holds.
    TooMany,
    /// Two unpromoted pawns of a side on a file, where the rules never allow that.
    DoubledPawns,
    /// A piece stands where it could never move again.
    DeadEnd,
    /// The side that has just moved left its king to be captured.
    KingCanBeCaptured,
    /// Anything else; the detail says it.
    Other,
}

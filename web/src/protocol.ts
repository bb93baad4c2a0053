// The messages between the page and the session, as docs/board.md describes them.

export type Color = "black" | "white";
/** Black's point of view. */
export type Score = { cp?: number; mate?: number };
export type MoveText = { color: Color; usi: string; ja: string; en: string };

export type Player = { player: "human" | "engine"; level?: number; name?: string };
export type ClockSetup = { main_ms: number; byoyomi_ms: number; increment_ms: number };
export type Setup = {
  variant: string;
  rule_set: string;
  rules: Record<string, string>;
  tide: boolean;
  tide_period: number;
  start: string;
  sfen?: string;
  handicap: string;
  black: Player;
  white: Player;
  clock: ClockSetup | null;
  think_ms: number;
};

export type Pin = { by: string; kind: string; moves_as?: string[]; king: string; line?: string[] };
export type Piece = {
  square: string;
  color: Color;
  kind: string;
  moves_as?: string[];
  badge?: string[];
  givers?: string[];
  pins?: Pin[];
};
export type Held = { kind: string; count: number };
export type Position = {
  sfen: string;
  move_number: number;
  side: Color;
  pieces: Piece[];
  hands: Record<Color, Held[]>;
  check: { king: string; by: string[] } | null;
  last_move: { usi: string; from: string | null; to: string; captured: string | null; flipped: boolean } | null;
  movement: Record<Color, string>;
  tide: { now: string; next: string; plies_left: number; period: number } | null;
  outcome: Ending | null;
  occurrences: number | null;
};
export type Ending = { reason: string; winner: Color | null };
export type Target = { square: string; capture: boolean; plain: boolean; promote: boolean };
export type Targets = { from: string; to: Target[] };
export type Can = {
  take_back: boolean;
  resign: boolean;
  abort: boolean;
  rematch: boolean;
  play_on: boolean;
  move_now: boolean;
  analyse: boolean;
  analyse_game: boolean;
  edit: boolean;
};
export type ClockLeft = { main_ms: number; byoyomi_ms: number | null };
export type Clocks = { black: ClockLeft; white: ClockLeft; running: Color | null };
export type TreeNode = {
  id: number;
  parent: number | null;
  move: MoveText | null;
  number: number;
  ms?: number;
  comment?: string;
  score?: Score;
  /** Black's chance of winning, in permille. */
  chance?: number;
  mark?: string;
  better?: MoveText[];
};
export type Problem = { key: string; color?: Color; square?: string; kind?: string; detail: string };

export type State = {
  type: "state";
  revision: number;
  mode: "play" | "free" | "edit";
  setup: Setup;
  settings: { hints: boolean; lines: number };
  position: Position;
  to_play: Color | null;
  targets: Targets[];
  game: { live: number; end: Ending | null; can: Can };
  clocks: Clocks | null;
  tree: { cursor: number; nodes: TreeNode[] };
  engine: {
    thinking: Color | null;
    analysing: boolean;
    showing: boolean;
    solving: boolean;
    game: { done: number; of: number } | null;
  };
  editor: { sfen: string; problems: Problem[]; missing: Held[] } | null;
};

export type Variant = {
  name: string;
  ja: string;
  sentence: string;
  start: string;
  tide: boolean;
  rule_set: string;
};
export type Catalog = {
  type: "catalog";
  version: string;
  variants: Variant[];
  rule_sets: string[];
  rules: { name: string; values: string[] }[];
  handicaps: { name: string; ja: string; without: string[] }[];
  levels: number;
  lines: number;
};
export type Line = { score: Score; chance: number; depth: number; moves: MoveText[] };
export type Analysis = { type: "analysis"; node: number; depth: number; nodes: number; nps: number; lines: Line[] };
export type Hint = { type: "hint"; node: number; line: Line | null };
export type Mate = { type: "mate"; node: number; verdict: "mate" | "no_mate" | "unknown"; moves: MoveText[] };
export type Exported = { type: "export"; format: string | null; name: string; text: string; base64?: string };
export type Notice = { type: "notice"; level: "info" | "warning" | "error"; key: string } & Record<string, unknown>;
export type Event =
  | State
  | Catalog
  | ({ type: "clocks" } & Clocks)
  | Analysis
  | Hint
  | Mate
  | { type: "progress"; done: number; of: number }
  | Exported
  | Notice;

export type Command = { do: string } & Record<string, unknown>;

// What the page knows, and what it sends.

import { Connection } from "./connection";
import * as prefs from "./prefs";
import type {
  Analysis,
  Catalog,
  Clocks,
  Color,
  Command,
  Event,
  Exported,
  Hint,
  Mate,
  Notice,
  Piece,
  Problem,
  State,
  Target,
  TreeNode,
} from "./protocol";
import { Words } from "./texts";

export type Dialog = "new" | "records" | "looks" | "help" | null;
export type Message = { id: number; level: "info" | "warning" | "error"; text: string };

/** How long a message stays, in milliseconds. */
const MESSAGE_MS = 7000;

export class App {
  prefs = prefs.load();
  words = new Words(this.prefs.lang);
  connected = true;
  state: State | null = null;
  catalog: Catalog | null = null;
  clocks: (Clocks & { at: number }) | null = null;
  analysis: Analysis | null = null;
  hint: Hint | null = null;
  mate: Mate | null = null;
  /** The square whose piece is chosen, or `P*` for a piece in hand. */
  chosen: string | null = null;
  /** The square under the pointer. */
  hovered: string | null = null;
  /** The square that the arrow keys lead to. */
  focused = "5i";
  /** A move that may promote or not. */
  asking: { from: string; to: string } | null = null;
  dialog: Dialog = null;
  /** What a click puts down in the editor: a piece, nothing (eraser), or the hand. */
  tool: { color: Color; kind: string } | "hand" | "erase" = "hand";
  lifted: string | null = null;
  messages: Message[] = [];
  /** What a screen reader says next. */
  spoken = "";
  exported: ((exported: Exported) => void) | null = null;

  private readonly connection: Connection;
  private count = 0;

  constructor(private readonly draw: () => void) {
    this.connection = new Connection(
      (event) => this.hear(event),
      (open) => {
        this.connected = open;
        draw();
      },
    );
  }

  send(command: Command): void {
    this.connection.send(command);
  }

  /** Changes something on the page alone. */
  change(change: () => void): void {
    change();
    this.draw();
  }

  setPrefs(changed: Partial<prefs.Prefs>): void {
    this.prefs = { ...this.prefs, ...changed };
    this.words = new Words(this.prefs.lang);
    prefs.save(this.prefs);
    this.draw();
  }

  say(text: string, level: Message["level"] = "info"): void {
    const id = ++this.count;
    this.messages = [...this.messages.slice(-3), { id, level, text }];
    this.spoken = text;
    setTimeout(() => this.change(() => this.dismiss(id)), MESSAGE_MS);
    this.draw();
  }

  dismiss(id: number): void {
    this.messages = this.messages.filter((message) => message.id !== id);
  }

  private hear(event: Event): void {
    switch (event.type) {
      case "catalog":
        this.catalog = event;
        break;
      case "state":
        this.take(event);
        break;
      case "clocks":
        this.clocks = { ...event, at: performance.now() };
        break;
      case "analysis":
        this.analysis = event;
        break;
      case "hint":
        this.hint = event;
        if (event.line?.moves[0]) this.say(this.words.say("hint_is", { move: this.move(event.line.moves[0]) }));
        break;
      case "mate":
        this.mate = event;
        break;
      case "progress":
        if (this.state) this.state.engine.game = { done: event.done, of: event.of };
        break;
      case "export":
        this.exported?.(event);
        this.exported = null;
        break;
      case "notice":
        this.say(this.notice(event), event.level);
        break;
    }
    this.draw();
  }

  private take(state: State): void {
    const before = this.state;
    // Who opens an empty board wants to play.
    if (!before && state.mode === "free" && state.tree.nodes.length === 1 && state.setup.start !== "position") this.dialog = "new";
    const moved = before?.tree.cursor !== state.tree.cursor || before?.position.sfen !== state.position.sfen;
    this.state = state;
    this.clocks = state.clocks ? { ...state.clocks, at: performance.now() } : null;
    if (moved) {
      this.chosen = null;
      this.asking = null;
      this.hint = null;
      this.analysis = null;
      this.mate = null;
      const last = this.node(state.tree.cursor)?.move;
      if (last && before) this.spoken = this.status();
    }
    if (state.position.last_move?.flipped && moved && before && state.position.tide) {
      this.say(this.words.say("tide_flipped", { direction: this.direction(state.position.tide.now) }));
    }
    if (state.game.end && !before?.game.end && before) this.say(this.ending());
  }

  // Words

  move(move: { ja: string; en: string }): string {
    return this.prefs.notation === "ja" ? move.ja : move.en;
  }

  direction(name: string): string {
    const variant = this.catalog?.variants.find((variant) => variant.name === name);
    return variant ? this.words.variant(variant) : name;
  }

  color(color: Color): string {
    const handicap = this.state?.setup.handicap ?? "none";
    return this.words.color(color, handicap !== "none");
  }

  ending(): string {
    const end = this.state?.game.end ?? this.state?.position.outcome;
    if (!end) return "";
    const what = this.words.find(`end_${end.reason}`, "end_other");
    const drawn = ["repetition", "bare_kings", "move_limit"].includes(end.reason);
    const who = end.winner
      ? this.words.say("wins", { color: this.color(end.winner) })
      : this.words.say(drawn ? "drawn" : "no_result");
    return this.words.lang === "ja" ? `${what}${who}。` : `${what} ${who}.`;
  }

  /** Where things stand, in one sentence. */
  status(): string {
    const { state, words } = this;
    if (!state) return "";
    if (state.mode === "edit") return words.say("editing");
    const atEnd = state.game.end && state.tree.cursor === state.game.live;
    if (atEnd || state.position.outcome) return this.ending();
    const color = this.color(state.position.side);
    const check = state.position.check ? ` ${words.say("check")}` : "";
    if (state.mode === "free") return words.say("exploring", { color }) + check;
    if (state.tree.cursor !== state.game.live) return words.say("looking_back");
    if (state.engine.thinking) return words.say("thinking", { color: this.color(state.engine.thinking) }) + check;
    const both = state.setup.black.player === "human" && state.setup.white.player === "human";
    return words.say(both ? "to_move" : "your_move", { color }) + check;
  }

  private notice(notice: Notice): string {
    const { words } = this;
    const params: Record<string, unknown> = { ...notice };
    if (notice.key === "illegal_move") {
      params["move"] = String(notice["usi"] ?? "");
      params["why"] = words.find(`illegal_${String(notice["reason"])}`, "illegal_movement");
    }
    const problems = (notice["problems"] ?? []) as Problem[];
    if (problems.length) return problems.map((problem) => words.problem(problem)).join(" ");
    if (notice.key === "unreadable" && notice["line"] == null) return words.say("notice_unreadable_all", params);
    return words.find(`notice_${notice.key}`, "notice_other", { detail: notice.key, ...params });
  }

  // What is on the board

  piece(square: string): Piece | undefined {
    return this.state?.position.pieces.find((piece) => piece.square === square);
  }

  node(id: number): TreeNode | undefined {
    return this.state?.tree.nodes.find((node) => node.id === id);
  }

  targets(from: string | null): Target[] {
    return this.state?.targets.find((targets) => targets.from === from)?.to ?? [];
  }

  /** Whether a human may move what stands there. */
  movable(from: string): boolean {
    return this.state?.targets.some((targets) => targets.from === from) ?? false;
  }

  /** A click, or Enter, on a square. */
  touch(square: string): void {
    if (this.state?.mode === "edit") return this.edit(square);
    if (this.chosen !== null && this.chosen !== square && this.go(this.chosen, square)) return;
    this.change(() => {
      this.asking = null;
      this.chosen = this.chosen === square || !this.piece(square) ? null : square;
    });
  }

  /** Takes a piece in hand. */
  touchHand(color: Color, kind: string): void {
    if (this.state?.position.side !== color) return;
    const from = `${kind}*`;
    if (!this.movable(from)) return;
    this.change(() => {
      this.asking = null;
      this.chosen = this.chosen === from ? null : from;
    });
  }

  /** Moves, or asks whether to promote. Returns whether the square is a target. */
  go(from: string, to: string): boolean {
    const target = this.targets(from).find((target) => target.square === to);
    if (!target) return false;
    if (target.plain && target.promote) {
      this.change(() => (this.asking = { from, to }));
    } else {
      this.play(from, to, target.promote);
    }
    return true;
  }

  play(from: string, to: string, promote: boolean): void {
    this.send({ do: "move", usi: `${from}${to}${promote ? "+" : ""}` });
    this.focused = to;
    this.change(() => {
      this.chosen = null;
      this.asking = null;
    });
  }

  private edit(square: string): void {
    const { tool } = this;
    const put = (piece: unknown) => this.send({ do: "edit", change: { edit: "put", square, piece } });
    if (tool === "erase") return put(null);
    if (tool !== "hand") {
      const there = this.piece(square);
      return put(there?.color === tool.color && there.kind === tool.kind ? null : tool);
    }
    this.change(() => {
      if (this.lifted && this.lifted !== square) {
        this.send({ do: "edit", change: { edit: "shift", from: this.lifted, to: square } });
        this.lifted = null;
      } else {
        this.lifted = this.lifted === square || !this.piece(square) ? null : square;
      }
    });
  }
}

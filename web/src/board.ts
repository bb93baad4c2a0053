// The board and the stands for pieces in hand.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { App } from "./app";
import { drawPiece, drawSign } from "./pieces";
import type { Color, Piece } from "./protocol";

const FILES = "987654321";
const RANKS = "abcdefghi";
const RANK_NAMES = "一二三四五六七八九";
const HELD = ["R", "B", "G", "S", "N", "L", "P"];

/** The squares from the left top to the right bottom as they are shown. */
function squares(flipped: boolean): string[] {
  const all = [...RANKS].flatMap((rank) => [...FILES].map((file) => file + rank));
  return flipped ? all.reverse() : all;
}

/** The middle of a square, in squares from the left top. */
function middle(square: string, flipped: boolean): [number, number] {
  const x = FILES.indexOf(square[0] ?? "") + 0.5;
  const y = RANKS.indexOf(square[1] ?? "") + 0.5;
  return flipped ? [9 - x, 9 - y] : [x, y];
}

function pieceImage(app: App, piece: { color: Color; kind: string }): TemplateResult {
  const down = (piece.color === "white") !== app.prefs.flipped;
  return html`<svg class="piece ${down ? "down" : ""}" viewBox="-50 -50 100 100" aria-hidden="true">
    ${drawPiece(piece.kind, app.prefs.pieces)}
  </svg>`;
}

/** What a screen reader says of a square. */
function label(app: App, square: string, piece: Piece | undefined, target: string): string {
  const { words } = app;
  const parts = [
    piece
      ? words.say("piece_on", {
          square: words.square(square),
          color: app.color(piece.color),
          piece: words.piece(piece.kind),
        })
      : words.say("empty_square", { square: words.square(square) }),
  ];
  const { hints } = app.state!.settings;
  if (hints && piece?.badge) {
    parts.push(
      piece.badge.length ? words.say("moves_as", { kinds: words.kinds(piece.badge) }) : words.say("cannot_move"),
    );
  }
  if (hints && piece?.pins?.length) parts.push(words.say("is_pinned"));
  if (target) parts.push(words.say(target === "capture" ? "can_capture_here" : "can_go_here"));
  return parts.join(words.lang === "ja" ? "、" : ", ");
}

function badge(app: App, piece: Piece): TemplateResult | typeof nothing {
  if (!piece.badge || !app.state?.settings.hints) return nothing;
  const kinds = piece.badge.slice(0, 2);
  return html`<span class="badge ${kinds.length > 1 ? "two" : ""}" aria-hidden="true">
    ${kinds.length
      ? kinds.map((kind) => html`<svg viewBox="-58 -58 116 116">${drawSign(kind, app.prefs.pieces)}</svg>`)
      : html`<svg viewBox="-58 -58 116 116"><path class="sign" d="M-30-40 40 30 30 40-40-30ZM30-40-40 30-30 40 40-30Z" /></svg>`}
    ${piece.badge.length > 2 ? html`<i>+</i>` : nothing}
  </span>`;
}

function squareButton(app: App, square: string): TemplateResult {
  const state = app.state!;
  const { position, settings } = state;
  const piece = app.piece(square);
  const shown = settings.hints && state.mode !== "edit";
  const pins = settings.hints && piece?.pins?.length ? piece.pins : null;
  const target = shown ? app.targets(app.chosen).find((target) => target.square === square) : undefined;
  const kind = target ? (target.capture ? "capture" : "move") : "";
  const last = position.last_move;
  const classes = [
    "square",
    last && (last.to === square || last.from === square) && state.mode !== "edit" ? "last" : "",
    position.check?.king === square ? "check" : "",
    position.check?.by.includes(square) ? "checker" : "",
    app.chosen === square || app.lifted === square ? "chosen" : "",
    kind ? `target to-${kind}` : "",
  ];
  return html`<button
    type="button"
    role="gridcell"
    class=${classes.filter(Boolean).join(" ")}
    data-square=${square}
    data-piece=${piece ? `${piece.color} ${piece.kind}` : nothing}
    data-badge=${settings.hints && piece?.badge ? piece.badge.join(" ") : nothing}
    data-pinned=${pins ? pins.map((pin) => pin.by).join(" ") : nothing}
    data-target=${kind || nothing}
    tabindex=${app.focused === square ? 0 : -1}
    aria-label=${label(app, square, piece, kind)}
    aria-selected=${app.chosen === square ? "true" : "false"}
  >
    ${piece ? pieceImage(app, piece) : nothing} ${piece ? badge(app, piece) : nothing}
    ${pins ? html`<span class="pin" aria-hidden="true">!</span>` : nothing}
    ${kind === "move" ? html`<span class="dot" aria-hidden="true"></span>` : nothing}
  </button>`;
}

function arrow(app: App, from: string, to: string, style: string): TemplateResult | typeof nothing {
  const drop = from.endsWith("*");
  const [x2, y2] = middle(to, app.prefs.flipped);
  if (drop) {
    return svg`<circle class="arrow ${style}" cx=${x2} cy=${y2} r="0.42" data-arrow=${`${from}${to}`} />` as TemplateResult;
  }
  const [x1, y1] = middle(from, app.prefs.flipped);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - 0.18 * dx, y2 - 0.18 * dy];
  const point = (along: number, aside: number) =>
    `${(ex - along * dx + aside * -dy).toFixed(3)},${(ey - along * dy + aside * dx).toFixed(3)}`;
  return svg`<g class="arrow ${style}" data-arrow=${`${from}${to}`}>
    <line x1=${x1 + 0.2 * dx} y1=${y1 + 0.2 * dy} x2=${ex - 0.25 * dx} y2=${ey - 0.25 * dy} />
    <polygon points="${point(0, 0)} ${point(0.34, 0.19)} ${point(0.34, -0.19)}" />
  </g>` as TemplateResult;
}

function usiArrow(app: App, usi: string, style: string): TemplateResult | typeof nothing {
  return arrow(app, usi.slice(0, 2), usi.slice(2, 4), style);
}

function arrows(app: App): (TemplateResult | typeof nothing)[] {
  const state = app.state!;
  const drawn: (TemplateResult | typeof nothing)[] = [];
  const looked = app.hovered ?? (app.chosen?.endsWith("*") ? null : app.chosen);
  const piece = looked && state.settings.hints ? app.piece(looked) : undefined;
  for (const giver of piece?.givers ?? []) drawn.push(arrow(app, giver, piece!.square, "giver"));
  for (const pin of piece?.pins ?? []) drawn.push(arrow(app, pin.by, pin.king, "pinning"));
  if (app.analysis && state.engine.analysing) {
    app.analysis.lines.slice(0, 3).forEach((line, i) => {
      const move = line.moves[0];
      if (move) drawn.push(usiArrow(app, move.usi, `best best${i + 1}`));
    });
  }
  const hint = app.hint?.node === state.tree.cursor ? app.hint.line?.moves[0] : undefined;
  if (hint) drawn.push(usiArrow(app, hint.usi, "hint"));
  return drawn;
}

function promotion(app: App): TemplateResult | typeof nothing {
  if (!app.asking) return nothing;
  const { from, to } = app.asking;
  const piece = app.piece(from);
  if (!piece) return nothing;
  const [x, y] = middle(to, app.prefs.flipped);
  const left = Math.min(Math.max(x - 1, 0), 7);
  const choice = (kind: string, promote: boolean) => html`<button
    type="button"
    data-promote=${promote ? "yes" : "no"}
    aria-label=${app.words.say(promote ? "promote" : "decline")}
    @click=${() => app.play(from, to, promote)}
  >
    ${pieceImage(app, { color: piece.color, kind })}
    <span>${app.words.say(promote ? "promote" : "decline")}</span>
  </button>`;
  return html`<div
    class="promotion"
    role="dialog"
    aria-modal="true"
    aria-label=${app.words.say("promotion")}
    .style=${`left:${(100 * left) / 9}%;top:${(100 * Math.min(Math.max(y - 0.5, 0), 7.3)) / 9}%`}
  >
    ${choice(`+${piece.kind}`, true)}${choice(piece.kind, false)}
  </div>`;
}

export function stand(app: App, color: Color, place: "upper" | "lower"): TemplateResult {
  const state = app.state!;
  const held = state.position.hands[color];
  const { words } = app;
  const running = state.clocks?.running === color;
  const seat = state.setup[color];
  const name =
    seat.player === "engine"
      ? words.say("engine_level", { level: seat.level ?? "" })
      : seat.name || words.say("human");
  const thinking = state.engine.thinking === color;
  return html`<section class="stand ${place} ${state.position.side === color ? "turn" : ""}" aria-label=${words.say("hand_of", { color: app.color(color) })}>
    <header>
      <span class="who"><b class="mark" aria-hidden="true">${color === "black" ? "☗" : "☖"}</b> ${app.color(color)}</span>
      <span class="seat">${name}${thinking ? html`<span class="busy" aria-hidden="true"></span>` : nothing}</span>
      ${clock(app, color, running)}
    </header>
    <div class="held">
      ${HELD.map((kind) => {
        const count = held.find((held) => held.kind === kind)?.count ?? 0;
        const from = `${kind}*`;
        const movable = state.position.side === color && app.movable(from);
        if (state.mode === "edit") return editCount(app, color, kind, count);
        if (!count) return nothing;
        return html`<button
          type="button"
          class="hand ${app.chosen === from && movable ? "chosen" : ""}"
          data-hand=${`${color} ${kind}`}
          data-count=${count}
          aria-pressed=${app.chosen === from && movable ? "true" : "false"}
          aria-label=${words.say("in_hand", { piece: words.piece(kind), count })}
          aria-disabled=${movable ? "false" : "true"}
          @click=${() => app.touchHand(color, kind)}
        >
          ${pieceImage(app, { color, kind })}
          ${count > 1 ? html`<span class="count" aria-hidden="true">${count}</span>` : nothing}
        </button>`;
      })}
    </div>
  </section>`;
}

function editCount(app: App, color: Color, kind: string, count: number): TemplateResult {
  const change = (count: number) => app.send({ do: "edit", change: { edit: "hand", color, kind, count } });
  const name = app.words.say("edit_hand", { piece: app.words.piece(kind), color: app.color(color) });
  return html`<span class="editcount">
    ${pieceImage(app, { color, kind })}
    <button type="button" aria-label=${`${name} −`} ?disabled=${count === 0} @click=${() => change(count - 1)}>−</button>
    <b aria-label=${`${name}: ${count}`} role="img">${count}</b>
    <button type="button" aria-label=${`${name} +`} @click=${() => change(count + 1)}>+</button>
  </span>`;
}

function time(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (value: number) => String(value).padStart(2, "0");
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function clock(app: App, color: Color, running: boolean): TemplateResult | typeof nothing {
  const { clocks } = app;
  if (!clocks) return nothing;
  const { main_ms, byoyomi_ms } = clocks[color];
  let passed = running ? performance.now() - clocks.at : 0;
  const main = Math.max(main_ms - passed, 0);
  passed = Math.max(passed - main_ms, 0);
  const byoyomi = byoyomi_ms === null ? null : Math.max(byoyomi_ms - passed, 0);
  const inByoyomi = main === 0 && byoyomi !== null;
  const left = inByoyomi ? byoyomi : main;
  return html`<span class="clock ${running ? "running" : ""} ${running && left < 10_000 ? "short" : ""}" role="timer">
    ${time(left)}${byoyomi !== null && !inByoyomi ? html`<small>+${Math.round(byoyomi / 1000)}</small>` : nothing}
  </span>`;
}

/** The board with its coordinates. */
export function board(app: App): TemplateResult {
  const { flipped } = app.prefs;
  const files = flipped ? [...FILES].reverse() : [...FILES];
  const ranks = flipped ? [...RANKS].reverse() : [...RANKS];
  const rows = squares(flipped);
  const rankName = (rank: string) => (app.prefs.lang === "ja" ? RANK_NAMES[RANKS.indexOf(rank)] : rank);
  return html`<div class="boardframe ${app.prefs.board}">
    <div class="files" aria-hidden="true">${files.map((file) => html`<span>${file}</span>`)}</div>
    <div class="ranks" aria-hidden="true">${ranks.map((rank) => html`<span>${rankName(rank)}</span>`)}</div>
    <div class="board" id="board" role="grid" aria-label=${app.words.say("board")}>
      ${Array.from({ length: 9 }, (_, i) => rows.slice(9 * i, 9 * i + 9)).map(
        (row) => html`<div class="row" role="row">${row.map((square) => squareButton(app, square))}</div>`,
      )}
      <svg class="overlay" viewBox="0 0 9 9" preserveAspectRatio="none" aria-hidden="true">
        ${[3, 6].flatMap((x) => [3, 6].map((y) => svg`<circle class="star" cx=${x} cy=${y} r="0.07" />`))}
        ${arrows(app)}
      </svg>
      ${promotion(app)}
    </div>
  </div>`;
}

// Input

/** A piece that is being dragged. */
type Drag = { from: string; x: number; y: number; ghost: HTMLElement | null; source: HTMLElement };

const DRAG_AFTER = 6;

/** Listens to pointer and keyboard, on elements that are there from the beginning. */
export function listen(app: App, root: HTMLElement): void {
  let drag: Drag | null = null;
  let dragged = false;
  const squareAt = (target: EventTarget | Element | null): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>("[data-square]") : null;

  root.addEventListener("click", (event) => {
    if (dragged) {
      dragged = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const square = squareAt(event.target)?.dataset["square"];
    if (square) {
      app.focused = square;
      app.touch(square);
    }
  }, true);

  root.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.button !== 0 || app.state?.mode === "edit") return;
    const source = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-square],[data-hand]") : null;
    const [color, kind] = (source?.dataset["hand"] ?? "").split(" ");
    const from = source?.dataset["square"] ?? (kind && color === app.state?.position.side ? `${kind}*` : "");
    if (source && from && app.movable(from)) drag = { from, x: event.clientX, y: event.clientY, ghost: null, source };
  });
  window.addEventListener("pointermove", (event) => {
    if (drag) {
      if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_AFTER) {
        const image = drag.source.querySelector(".piece");
        const size = drag.source.getBoundingClientRect().width;
        drag.ghost = document.createElement("div");
        drag.ghost.className = "ghost";
        drag.ghost.style.width = `${size}px`;
        if (image) drag.ghost.append(image.cloneNode(true));
        document.body.append(drag.ghost);
        const { from } = drag;
        app.change(() => {
          app.chosen = from;
          app.asking = null;
        });
      }
      if (drag.ghost) {
        drag.ghost.style.left = `${event.clientX}px`;
        drag.ghost.style.top = `${event.clientY}px`;
      }
    } else {
      const square = event.pointerType === "mouse" ? (squareAt(event.target)?.dataset["square"] ?? null) : null;
      if (square !== app.hovered) app.change(() => (app.hovered = square));
    }
  });
  const end = (event: PointerEvent) => {
    if (!drag) return;
    const { from, ghost } = drag;
    drag = null;
    if (!ghost) return;
    ghost.remove();
    dragged = true;
    setTimeout(() => (dragged = false), 0);
    const square = squareAt(document.elementFromPoint(event.clientX, event.clientY))?.dataset["square"];
    if (event.type === "pointercancel" || !square || !app.go(from, square)) {
      app.change(() => (app.chosen = square === from ? from : null));
    }
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || app.dialog) return;
    const onBoard = squareAt(event.target);
    if (event.key === "Escape" && (app.chosen || app.asking || app.lifted)) {
      event.preventDefault();
      app.change(() => {
        app.chosen = null;
        app.asking = null;
        app.lifted = null;
      });
      focusSquare(app.focused);
      return;
    }
    if (!onBoard) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      event.preventDefault();
      const shown = squares(app.prefs.flipped);
      const at = shown.indexOf(onBoard.dataset["square"] ?? "");
      const x = Math.min(Math.max((at % 9) + (step[0] ?? 0), 0), 8);
      const y = Math.min(Math.max(Math.floor(at / 9) + (step[1] ?? 0), 0), 8);
      app.change(() => (app.focused = shown[9 * y + x] ?? app.focused));
      focusSquare(app.focused);
      return;
    }
    const kind = event.key.toUpperCase();
    if (HELD.includes(kind) && app.state && app.state.mode !== "edit") {
      event.preventDefault();
      app.touchHand(app.state.position.side, kind);
    }
  });
}

export function focusSquare(square: string): void {
  document.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
}

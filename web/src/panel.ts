// What stands beside the board: buttons, moves, analysis.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { App } from "./app";
import type { Line, MoveText, Score, TreeNode } from "./protocol";
import type { Key } from "./texts";

export function button(app: App, key: Key, act: () => void, more: { disabled?: boolean; pressed?: boolean; class?: string; title?: string; params?: Record<string, unknown> } = {}): TemplateResult {
  return html`<button
    type="button"
    data-action=${key}
    class=${more.class ?? nothing}
    ?disabled=${more.disabled ?? false}
    aria-pressed=${more.pressed === undefined ? nothing : String(more.pressed)}
    title=${more.title ?? nothing}
    @click=${act}
  >
    ${app.words.say(key, more.params)}
  </button>`;
}

export function actions(app: App): TemplateResult {
  const state = app.state!;
  const { can } = state.game;
  const { engine } = state;
  const offered = (key: Key, possible: boolean, command: string) =>
    possible ? button(app, key, () => app.send({ do: command })) : nothing;
  const busy = engine.showing || engine.solving || engine.game !== null;
  return html`<div class="actions" role="toolbar" aria-label=${app.words.say("title")}>
    ${button(app, "new_game", () => app.change(() => (app.dialog = "new")), { class: "main" })}
    ${offered("take_back", can.take_back, "take_back")} ${offered("resign", can.resign, "resign")}
    ${offered("move_now", can.move_now && engine.thinking !== null, "move_now")}
    ${offered("abort", can.abort, "abort")} ${offered("rematch", can.rematch, "rematch")}
    ${can.play_on
      ? button(app, "play_on", () => app.send({ do: "play_on", black: state.setup.black, white: state.setup.white, clock: state.setup.clock }))
      : nothing}
    ${button(app, "flip", () => app.setPrefs({ flipped: !app.prefs.flipped }))}
    ${button(app, "hints", () => app.send({ do: "set", hints: !state.settings.hints }), {
      pressed: state.settings.hints,
      title: app.words.say("hints_title"),
    })}
    ${state.mode === "edit"
      ? nothing
      : html`${button(app, "show_me", () => app.send({ do: "show_me" }), { disabled: engine.thinking !== null })}
          ${button(app, "mate_question", () => app.send({ do: "mate", ms: 20_000 }), { disabled: engine.thinking !== null })}
          ${button(app, "analyse", () => app.send({ do: "analyse", on: !engine.analysing }), {
            pressed: engine.analysing,
            disabled: !can.analyse && !engine.analysing,
          })}
          ${button(app, "analyse_game", () => app.send({ do: "analyse_game", ms: 300 }), { disabled: !can.analyse_game })}
          ${button(app, "edit", () => app.send({ do: "edit_begin" }), { disabled: !can.edit })}`}
    ${button(app, "records", () => app.change(() => (app.dialog = "records")))}
    ${busy ? button(app, "stop", () => app.send({ do: "stop" }), { class: "main" }) : nothing}
  </div>`;
}

/** A score as text, for Black. */
export function scoreText(score: Score): string {
  if (score.mate !== undefined) return score.mate === 0 ? "#" : `${score.mate > 0 ? "+" : "−"}#${Math.abs(score.mate)}`;
  const cp = score.cp ?? 0;
  return `${cp > 0 ? "+" : cp < 0 ? "−" : ""}${(Math.abs(cp) / 100).toFixed(1)}`;
}

export function evaluationBar(app: App): TemplateResult | typeof nothing {
  const known = app.analysis?.lines[0] ?? app.node(app.state!.tree.cursor);
  if (!known?.score || known.chance === undefined) return nothing;
  const { score } = known;
  const percent = Math.round(known.chance / 10);
  const text = app.words.say("chance", { percent });
  return html`<div class="evalbar ${app.prefs.flipped ? "flipped" : ""}" role="img" aria-label=${text} title=${text} data-percent=${percent}>
    <div class="blackpart" .style=${`flex-basis:${percent}%`}></div>
    <b>${scoreText(score)}</b>
  </div>`;
}

function lineMoves(app: App, line: MoveText[]): TemplateResult {
  const play = (count: number) => app.send({ do: "play_line", moves: line.slice(0, count).map((move) => move.usi) });
  return html`<span class="pv">
    ${line.slice(0, 14).map((move, i) => {
      const text = app.move(move);
      return html`<button type="button" aria-label=${app.words.say("line_play", { move: text })} @click=${() => play(i + 1)}>
        ${text}
      </button>`;
    })}
  </span>`;
}

export function analysis(app: App): TemplateResult | typeof nothing {
  const state = app.state!;
  const { words } = app;
  const { engine } = state;
  const parts: TemplateResult[] = [];
  if (engine.game) {
    const { done, of } = engine.game;
    parts.push(html`<p class="progress">
      <progress max=${of} value=${done} aria-label=${words.say("analyse_game")}></progress>
      ${words.say("progress", { done, of })}
    </p>`);
  }
  if (engine.solving) parts.push(html`<p class="progress"><span class="busy"></span> ${words.say("searching_mate")}</p>`);
  if (engine.showing) parts.push(html`<p class="progress"><span class="busy"></span> ${words.say("searching_hint")}</p>`);
  if (app.mate) {
    const { verdict, moves } = app.mate;
    const key = verdict === "mate" ? "mate_found" : verdict === "no_mate" ? "mate_none" : "mate_unknown";
    parts.push(html`<div class="mate" data-verdict=${verdict}>
      <p>${words.say(key, { plies: moves.length })}</p>
      ${moves.length
        ? html`${lineMoves(app, moves)}
          ${state.mode === "free" ? button(app, "play_out", () => app.send({ do: "play_line", moves: moves.map((move) => move.usi) })) : nothing}`
        : nothing}
    </div>`);
  }
  if (engine.analysing) {
    const known = app.analysis;
    parts.push(html`<div class="lines">
      <p class="linehead">
        <label
          >${words.say("lines")}
          <select
            data-setting="lines"
            .value=${String(state.settings.lines)}
            @change=${(event: Event) => app.send({ do: "set", lines: Number((event.target as HTMLSelectElement).value) })}
          >
            ${Array.from({ length: app.catalog?.lines ?? 5 }, (_, i) => i + 1).map(
              (n) => html`<option value=${n} ?selected=${n === state.settings.lines}>${n}</option>`,
            )}
          </select></label
        >
        <span class="quiet">
          ${known
            ? `${words.say("depth", { depth: known.depth })} · ${words.say("nodes", {
                nodes: short(known.nodes),
                nps: short(known.nps),
              })}`
            : html`<span class="busy"></span>`}
        </span>
      </p>
      <ol>
        ${(known?.lines ?? []).map((line, i) => analysisLine(app, line, i))}
      </ol>
    </div>`);
  }
  return parts.length ? html`<section class="analysis" aria-label=${words.say("analyse")}>${parts}</section>` : nothing;
}

function analysisLine(app: App, line: Line, index: number): TemplateResult {
  return html`<li class=${`rank${index + 1}`}><b class="score">${scoreText(line.score)}</b> ${lineMoves(app, line.moves)}</li>`;
}

function short(value: number): string {
  if (value >= 10_000_000) return `${Math.round(value / 1_000_000)}M`;
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(1)}M`;
  if (value >= 10_000) return `${Math.round(value / 1000)}k`;
  return String(value);
}

/** The nodes from the root through the one that is shown to the end of its line. */
export function lineOf(app: App): TreeNode[] {
  const { nodes, cursor } = app.state!.tree;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const line: TreeNode[] = [];
  for (let node = byId.get(cursor); node; node = node.parent === null ? undefined : byId.get(node.parent)) line.unshift(node);
  const firstChild = new Map<number, TreeNode>();
  for (const node of nodes) if (node.parent !== null && !firstChild.has(node.parent)) firstChild.set(node.parent, node);
  for (let next = firstChild.get(cursor); next; next = firstChild.get(next.id)) line.push(next);
  return line;
}

export function moveList(app: App): TemplateResult {
  const state = app.state!;
  const { words } = app;
  const { cursor, nodes } = state.tree;
  const line = lineOf(app);
  const siblings = (node: TreeNode) =>
    nodes.filter((other) => other.parent === node.parent && other.id !== node.id && other.move);
  const step = (key: Key, to: string, icon: string) => html`<button
    type="button"
    data-step=${to}
    aria-label=${words.say(key)}
    title=${words.say(key)}
    @click=${() => app.send({ do: "step", to })}
  >
    <span aria-hidden="true">${icon}</span>
  </button>`;
  const current = line.find((node) => node.id === cursor);
  return html`<section class="moves" aria-label=${words.say("moves")}>
    <div class="steps" role="toolbar" aria-label=${words.say("moves")}>
      ${step("first", "first", "«")}${step("back", "back", "‹")}${step("on", "on", "›")}${step("last", "last", "»")}
      ${button(app, "notation_switch", () => app.setPrefs({ notation: app.prefs.notation === "ja" ? "en" : "ja" }), {
        class: "small",
        params: { name: words.say(app.prefs.notation === "ja" ? "notation_ja" : "notation_en") },
      })}
    </div>
    <ol class="movelist" tabindex="0" aria-label=${words.say("moves")}>
      ${line.map((node) => {
        const others = siblings(node);
        return html`<li>
          <button
            type="button"
            class="move ${node.id === cursor ? "current" : ""} ${node.mark ?? ""}"
            data-node=${node.id}
            aria-current=${node.id === cursor ? "step" : nothing}
            @click=${() => app.send({ do: "go", node: node.id })}
          >
            <i>${node.number || ""}</i>
            <span>${node.move ? app.move(node.move) : words.say("start_position")}</span>
            ${node.mark ? html`<em>${markSign(node.mark)} ${words.find(`mark_${node.mark}`, "mark_mistake")}</em>` : nothing}
            ${node.score ? html`<small>${scoreText(node.score)}</small>` : nothing}
          </button>
          ${others.length
            ? html`<span class="others" role="group" aria-label=${words.say("branch")}>
                ${others.map(
                  (other) => html`<button type="button" class="other" data-node=${other.id} @click=${() => app.send({ do: "go", node: other.id })}>
                    ${app.move(other.move!)}
                  </button>`,
                )}
              </span>`
            : nothing}
        </li>`;
      })}
    </ol>
    ${current?.mark && current.better?.[0]
      ? html`<p class="better">${words.say("better", { move: app.move(current.better[0]) })}</p>`
      : nothing}
    ${current?.comment ? html`<p class="comment">${current.comment}</p>` : nothing}
    ${state.mode === "free" && current?.parent != null
      ? html`<div class="branchtools">
          ${siblings(current).length ? button(app, "promote_branch", () => app.send({ do: "promote_branch", node: cursor }), { class: "small" }) : nothing}
          ${button(app, "delete_branch", () => app.send({ do: "delete_branch", node: cursor }), { class: "small" })}
        </div>`
      : nothing}
  </section>`;
}

function markSign(mark: string): string {
  return mark === "blunder" ? "??" : mark === "mistake" ? "?" : "?!";
}

/** The curve of the chance of winning. */
export function curve(app: App): TemplateResult | typeof nothing {
  const line = lineOf(app);
  const judged = line
    .map((node, i) => ({ node, x: i, chance: node.chance }))
    .filter((point): point is { node: TreeNode; x: number; chance: number } => point.chance !== undefined);
  if (judged.length < 2) return nothing;
  const width = Math.max(line.length - 1, 1);
  const x = (i: number) => ((300 * i) / width).toFixed(1);
  const y = (chance: number) => (100 - chance / 10).toFixed(1);
  const path = judged.map((point, i) => `${i ? "L" : "M"}${x(point.x)} ${y(point.chance)}`).join("");
  const here = line.findIndex((node) => node.id === app.state!.tree.cursor);
  const choose = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const node = line[Math.round(((event.clientX - box.left) / box.width) * width)];
    if (node) app.send({ do: "go", node: node.id });
  };
  return html`<figure class="curve">
    <figcaption>${app.words.say("curve")}</figcaption>
    <svg viewBox="0 -2 300 104" preserveAspectRatio="none" role="img" aria-label=${app.words.say("curve")} @click=${choose}>
      <path class="area" d="M${x(judged[0]!.x)} 50${path.slice(0).replace("M", "L")}L${x(judged.at(-1)!.x)} 50Z" />
      <line class="even" x1="0" x2="300" y1="50" y2="50" />
      <path class="stroke" d=${path} />
      ${line.map((node, i) => (node.mark ? svg`<circle class=${node.mark} cx=${x(i)} cy=${y(node.chance ?? 500)} r="3" />` : nothing))}
      <line class="here" x1=${x(here)} x2=${x(here)} y1="0" y2="100" />
    </svg>
  </figure>`;
}

/** In words: what the chosen piece does, and why. */
export function explanation(app: App): string {
  const state = app.state!;
  const square = app.hovered ?? (app.chosen?.endsWith("*") ? null : app.chosen);
  const piece = square && state.settings.hints ? app.piece(square) : undefined;
  if (!piece) return "";
  const { words } = app;
  const name = words.piece(piece.kind);
  const on = words.square(piece.square);
  const givers = (piece.givers ?? [])
    .map((giver) => words.say("giver", { piece: words.piece(app.piece(giver)?.kind ?? ""), square: words.square(giver) }))
    .join(words.say("and"));
  const params = { piece: name, square: on, givers, kinds: words.kinds(piece.badge ?? piece.moves_as ?? []) };
  const parts: string[] = [];
  if (piece.badge && !piece.badge.length) parts.push(words.say("paralysed", params));
  else if (piece.badge) parts.push(words.say(givers ? "borrows" : "borrows_none", params));
  else parts.push(words.say("plain_move", params));
  const pin = piece.pins?.[0];
  if (pin) parts.push(words.say("pinned_why", { attacker: words.piece(pin.kind), square: words.square(pin.by) }));
  return parts.join(" ");
}

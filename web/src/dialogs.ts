// New game, records, looks, help, and the tools of the editor.

import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "./app";
import { button } from "./panel";
import { drawPiece } from "./pieces";
import type { Color, Exported, Player, Setup } from "./protocol";
import type { Key } from "./texts";

function dialog(app: App, title: Key, content: TemplateResult): TemplateResult {
  const close = () => app.change(() => (app.dialog = null));
  return html`<dialog
    class="dialog"
    data-dialog=${app.dialog ?? ""}
    aria-labelledby="dialogtitle"
    @close=${close}
    @cancel=${close}
    @click=${(event: MouseEvent) => {
      if (event.target === event.currentTarget) close();
    }}
  >
    <div class="dialogbody">
      <header>
        <h2 id="dialogtitle">${app.words.say(title)}</h2>
        <button type="button" class="closing" aria-label=${app.words.say("close")} @click=${close}>✕</button>
      </header>
      ${content}
    </div>
  </dialog>`;
}

type Option = { value: string; text: string };

function select(app: App, name: string, label: Key, value: string, options: Option[], change?: () => void): TemplateResult {
  return html`<label class="field"
    ><span>${app.words.say(label)}</span>
    <select name=${name} @change=${change ?? (() => undefined)}>
      ${options.map((option) => html`<option value=${option.value} ?selected=${option.value === value}>${option.text}</option>`)}
    </select></label
  >`;
}

function number(app: App, name: string, label: Key, value: number, more: { min: number; max: number; step?: number }): TemplateResult {
  return html`<label class="field"
    ><span>${app.words.say(label)}</span>
    <input type="number" name=${name} .value=${String(value)} min=${more.min} max=${more.max} step=${more.step ?? 1} required />
  </label>`;
}

/** What the form says, as a set-up. */
function readSetup(app: App, form: HTMLFormElement): Setup {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  const player = (color: Color): Player => {
    const seat = text(color);
    return seat === "human" ? { player: "human" } : { player: "engine", level: Number(seat) };
  };
  const rules: Record<string, string> = {};
  for (const rule of app.catalog?.rules ?? []) {
    const value = text(`rule_${rule.name}`);
    if (value) rules[rule.name] = value;
  }
  const kind = text("clock");
  const main = Math.round(60_000 * Number(text("clock_main")));
  const seconds = Math.round(1000 * Number(text("clock_seconds")));
  const clock =
    kind === "none"
      ? null
      : {
          main_ms: main,
          byoyomi_ms: kind === "byoyomi" ? seconds : 0,
          increment_ms: kind === "increment" ? seconds : 0,
        };
  const start = text("start") || "auto";
  const setup: Setup = {
    variant: text("variant"),
    rule_set: text("rule_set") || "auto",
    rules,
    tide: data.get("tide") === "on",
    tide_period: Number(text("tide_period")) || 10,
    start,
    handicap: start === "position" ? "none" : text("handicap") || "none",
    black: player("black"),
    white: player("white"),
    clock,
    think_ms: Math.round(1000 * Number(text("think"))) || 1000,
  };
  if (start === "position" && app.state) setup.sfen = app.state.position.sfen;
  return setup;
}

/** The form as it was last filled in, while the dialog is open. */
let draft: Setup | null = null;

function newGame(app: App): TemplateResult {
  const { words } = app;
  const catalog = app.catalog!;
  const setup: Setup = { ...app.state!.setup, start: "auto", ...(app.prefs.setup ?? {}), ...(draft ?? {}) };
  const variant = catalog.variants.find((variant) => variant.name === setup.variant) ?? catalog.variants[0]!;
  const seats: Option[] = [
    { value: "human", text: words.say("human") },
    ...Array.from({ length: catalog.levels }, (_, i) => {
      const level = i + 1;
      const name = level === 1 ? "level_1" : level === catalog.levels ? "level_5" : null;
      return { value: String(level), text: words.say("engine_level", { level }) + (name ? ` (${words.say(name)})` : "") };
    }),
  ];
  const seat = (color: Color) => {
    const player = setup[color];
    return html`<label class="field"
      ><span>${words.color(color, setup.handicap !== "none")} ${color === "black" ? "☗" : "☖"}</span>
      <select name=${color}>
        ${seats.map(({ value, text }) => {
          const own = player.player === "human" ? "human" : String(player.level);
          return html`<option value=${value} ?selected=${value === own}>${text}</option>`;
        })}
      </select></label
    >`;
  };
  const clock = setup.clock === null ? "none" : setup.clock.byoyomi_ms ? "byoyomi" : setup.clock.increment_ms ? "increment" : "sudden";
  const seconds = setup.clock ? Math.max(setup.clock.byoyomi_ms, setup.clock.increment_ms) / 1000 : 10;
  const setName = (name: string) => words.find(`set_${name}`, "set_standard");
  const begin = (event: SubmitEvent) => {
    event.preventDefault();
    const setup = readSetup(app, event.currentTarget as HTMLFormElement);
    const { sfen: _, ...kept } = setup;
    app.setPrefs({ setup: { ...kept, start: setup.start === "position" ? "auto" : setup.start } });
    if (setup.black.player === "engine" && setup.white.player === "human") app.setPrefs({ flipped: true });
    if (setup.black.player === "human") app.setPrefs({ flipped: false });
    app.send({ do: "new_game", setup });
    draft = null;
    app.change(() => (app.dialog = null));
  };
  return dialog(
    app,
    "setup_title",
    html`<form class="setup" @submit=${begin}>
      ${app.state!.mode === "play" && !app.state!.game.end && app.state!.tree.nodes.length > 1
        ? html`<p class="warning">${words.say("game_running")}</p>`
        : nothing}
      ${select(
        app,
        "variant",
        "variant",
        variant.name,
        catalog.variants.map((variant) => ({ value: variant.name, text: words.variant(variant) })),
        undefined,
      )}
      <p class="sentence">${capital(words.sentence(variant))}${words.lang === "ja" ? "。" : "."}</p>
      ${variant.tide
        ? html`<label class="check"><input type="checkbox" name="tide" ?checked=${setup.tide} /> ${words.say("tide")}</label>
            ${setup.tide ? number(app, "tide_period", "tide_period", setup.tide_period, { min: 1, max: 1000 }) : nothing}`
        : nothing}
      <fieldset>
        <legend>${words.say("you_play")}</legend>
        ${seat("black")}${seat("white")}
        ${number(app, "think", "think", setup.think_ms / 1000, { min: 0.1, max: 600, step: 0.1 })}
      </fieldset>
      <fieldset>
        <legend>${words.say("clock")}</legend>
        ${select(
          app,
          "clock",
          "clock",
          clock,
          (["none", "sudden", "byoyomi", "increment"] as const).map((value) => ({ value, text: words.say(`clock_${value}`) })),
        )}
        ${clock === "none"
          ? nothing
          : html`${number(app, "clock_main", "clock_main", (setup.clock?.main_ms ?? 600_000) / 60_000, { min: 0, max: 600, step: 0.5 })}
            ${clock === "sudden" ? nothing : number(app, "clock_seconds", "clock_seconds", seconds || 10, { min: 1, max: 600 })}`}
      </fieldset>
      <fieldset>
        <legend>${words.say("start")}</legend>
        ${select(
          app,
          "start",
          "start",
          setup.start,
          (["auto", "advanced", "standard", "position"] as const).map((value) => ({
            value,
            text: words.say(value === "position" ? "start_position_shown" : `start_${value}`),
          })),
        )}
        ${setup.start === "position"
          ? nothing
          : select(
              app,
              "handicap",
              "handicap",
              setup.handicap,
              catalog.handicaps.map(({ name, ja }) => ({
                value: name,
                text: words.lang === "ja" ? ja : words.find(`handicap_${name}`, "handicap_none"),
              })),
            )}
      </fieldset>
      <details ?open=${setup.rule_set !== "auto" || Object.keys(setup.rules).length > 0}>
        <summary>${words.say("rule_set")} · ${words.say("single_rules")}</summary>
        ${select(app, "rule_set", "rule_set", setup.rule_set, [
          { value: "auto", text: words.say("rule_auto", { name: setName(variant.rule_set) }) },
          ...catalog.rule_sets.map((name) => ({ value: name, text: setName(name) })),
        ])}
        ${catalog.rules.map((rule) =>
          select(app, `rule_${rule.name}`, ruleKey(rule.name), setup.rules[rule.name] ?? "", [
            { value: "", text: words.say("as_set") },
            ...rule.values.map((value) => ({ value, text: words.find(`value_${value}`, "value_none") })),
          ]),
        )}
      </details>
      <p class="buttons"><button type="submit" class="main" data-action="begin">${words.say("begin")}</button></p>
    </form>`,
  );

  function ruleKey(name: string): Key {
    const keys: Record<string, Key> = {
      moved_nifu: "rule_moved_nifu",
      nifu_check: "rule_nifu_check",
      dead_end: "rule_dead_end",
      pawn_drop_mate: "rule_pawn_drop_mate",
      repetition: "rule_repetition",
      impasse: "rule_impasse",
    };
    return keys[name] ?? "single_rules";
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Records

function download(exported: Exported): void {
  const bytes = exported.base64
    ? Uint8Array.from(atob(exported.base64), (letter) => letter.charCodeAt(0))
    : new TextEncoder().encode(exported.text);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  link.download = exported.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function copy(app: App, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  app.say(app.words.say("copied"));
}

/** Sends a file to the session. */
export async function readFile(app: App, file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  app.send({ do: "load_bytes", base64: btoa(letters) });
  app.change(() => (app.dialog = null));
}

function records(app: App): TemplateResult {
  const { words } = app;
  const ask = (format: string, then: (exported: Exported) => void) => {
    const shiftJis = document.querySelector<HTMLInputElement>("[name=shift_jis]")?.checked ?? false;
    app.exported = then;
    if (format === "svg") app.send({ do: "svg", flipped: app.prefs.flipped });
    else app.send({ do: "export", format, encoding: shiftJis && format === "kif" ? "shift_jis" : "utf8" });
  };
  const read = () => {
    const text = document.querySelector<HTMLTextAreaElement>("[name=record]")?.value ?? "";
    app.send({ do: "load", text });
    app.change(() => (app.dialog = null));
  };
  const formats = ["kif", "csa", "usi", "sfen", "svg"];
  return dialog(
    app,
    "records_title",
    html`<div class="records">
      <label class="field tall"
        ><span>${words.say("paste_label")}</span><textarea name="record" rows="5" spellcheck="false"></textarea></label
      >
      <p class="buttons">
        <button type="button" class="main" data-action="read_text" @click=${read}>${words.say("read_text")}</button>
        <label class="filebutton"
          >${words.say("open_file")}
          <input
            type="file"
            accept=".kif,.kifu,.ki2,.csa,.usi,.sfen,.txt,.jkf,.json"
            @change=${(event: Event) => {
              const file = (event.target as HTMLInputElement).files?.[0];
              if (file) void readFile(app, file);
            }}
        /></label>
      </p>
      <p class="quiet">${words.say("drop_note")}</p>
      <h3>${words.say("save_as")}</h3>
      <table class="formats">
        <tbody>
          ${formats.map(
            (format) => html`<tr>
              <th scope="row">${format.toUpperCase()}</th>
              <td>
                <button type="button" data-save=${format} aria-label=${`${words.say("save")}: ${format.toUpperCase()}`} @click=${() => ask(format, download)}>
                  ${words.say("save")}
                </button>
              </td>
              <td>
                <button
                  type="button"
                  data-copy=${format}
                  aria-label=${`${words.say("copy")}: ${format.toUpperCase()}`}
                  @click=${() => ask(format, (exported) => void copy(app, exported.text))}
                >
                  ${words.say("copy")}
                </button>
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
      <label class="check"><input type="checkbox" name="shift_jis" /> ${words.say("shift_jis")}</label>
    </div>`,
  );
}

// Looks and help

function looks(app: App): TemplateResult {
  const { words, prefs } = app;
  const choice = <K extends "theme" | "board" | "pieces">(name: K, label: Key, values: readonly (typeof prefs)[K][], key: (value: string) => Key) =>
    html`<fieldset class="choice">
      <legend>${words.say(label)}</legend>
      ${values.map(
        (value) => html`<label
          ><input type="radio" name=${name} value=${value} ?checked=${prefs[name] === value} @change=${() => app.setPrefs({ [name]: value })} />
          ${words.say(key(value))}</label
        >`,
      )}
    </fieldset>`;
  return dialog(
    app,
    "looks_title",
    html`<div class="looks">
      ${choice("theme", "theme", ["auto", "light", "dark"], (value) => `theme_${value}` as Key)}
      ${choice("board", "board_style", ["wood", "plain"], (value) => `board_${value}` as Key)}
      ${choice("pieces", "piece_set", ["kanji", "international"], (value) => `pieces_${value}` as Key)}
    </div>`,
  );
}

function help(app: App): TemplateResult {
  const { words } = app;
  const variant = app.catalog?.variants.find((variant) => variant.name === app.state?.setup.variant);
  return dialog(
    app,
    "help_title",
    html`<div class="help">
      ${variant ? html`<p class="sentence">${words.say("help_rule", { sentence: words.sentence(variant) })}</p>` : nothing}
      <p>${words.say("help_move")}</p>
      <p>${words.say("help_badge")}</p>
      <p>${words.say("help_pin")}</p>
      <p>${words.say("help_keys")}</p>
    </div>`,
  );
}

export function dialogs(app: App): TemplateResult | typeof nothing {
  if (!app.state || !app.catalog) return nothing;
  switch (app.dialog) {
    case "new":
      return newGame(app);
    case "records":
      return records(app);
    case "looks":
      return looks(app);
    case "help":
      return help(app);
    default:
      draft = null;
      return nothing;
  }
}

/** Keeps what was filled in when the form is drawn anew. */
export function formChanged(app: App, event: Event): void {
  const form = event.target instanceof Element ? event.target.closest<HTMLFormElement>("form.setup") : null;
  if (form) app.change(() => (draft = readSetup(app, form)));
}

// The editor

const KINDS = ["K", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P"];

export function editor(app: App): TemplateResult | typeof nothing {
  const state = app.state!;
  if (state.mode !== "edit" || !state.editor) return nothing;
  const { words } = app;
  const { editor } = state;
  const edit = (change: Record<string, unknown>) => app.send({ do: "edit", change });
  const is = (color: Color, kind: string) => typeof app.tool === "object" && app.tool.color === color && app.tool.kind === kind;
  const tool = (color: Color, kind: string) => html`<button
    type="button"
    class="tool"
    data-tool=${`${color} ${kind}`}
    aria-pressed=${is(color, kind) ? "true" : "false"}
    aria-label=${words.say("piece_on", { square: "", color: words.color(color), piece: words.piece(kind) }).replace(/^[、, ]+/, "")}
    @click=${() => app.change(() => ((app.tool = { color, kind }), (app.lifted = null)))}
  >
    <svg class="piece ${(color === "white") !== app.prefs.flipped ? "down" : ""}" viewBox="-50 -50 100 100" aria-hidden="true">
      ${drawPiece(kind, app.prefs.pieces)}
    </svg>
  </button>`;
  const plain = (name: "hand" | "erase", key: Key) => html`<button
    type="button"
    data-tool=${name}
    aria-pressed=${app.tool === name ? "true" : "false"}
    @click=${() => app.change(() => (app.tool = name))}
  >
    ${words.say(key)}
  </button>`;
  const missing = editor.missing.map(({ kind, count }) => `${words.piece(kind)} ${count}`).join(words.lang === "ja" ? "、" : ", ");
  return html`<section class="editor" aria-label=${words.say("edit_title")}>
    <h2>${words.say("edit_title")}</h2>
    <p class="quiet">${words.say("edit_help")}</p>
    <div class="tools">${plain("hand", "edit_move")}${plain("erase", "edit_erase")}</div>
    <div class="tools pieces">${KINDS.map((kind) => tool("black", kind))}</div>
    <div class="tools pieces">${KINDS.map((kind) => tool("white", kind))}</div>
    <div class="tools">
      <label
        >${words.say("edit_turn")}
        <select data-edit="side" @change=${(event: Event) => edit({ edit: "side", color: (event.target as HTMLSelectElement).value })}>
          ${(["black", "white"] as const).map(
            (color) => html`<option value=${color} ?selected=${state.position.side === color}>${words.color(color)}</option>`,
          )}
        </select></label
      >
      <label
        >${words.say("variant")}
        <select
          data-edit="variant"
          @change=${(event: Event) =>
            edit({ edit: "rules", setup: { ...state.setup, variant: (event.target as HTMLSelectElement).value } })}
        >
          ${app.catalog!.variants.map(
            (variant) => html`<option value=${variant.name} ?selected=${variant.name === state.setup.variant}>${words.variant(variant)}</option>`,
          )}
        </select></label
      >
      <label
        >${words.say("edit_number")}
        <input
          type="number"
          min="1"
          max="9999"
          .value=${String(state.position.move_number)}
          @change=${(event: Event) => edit({ edit: "move_number", number: Number((event.target as HTMLInputElement).value) })}
      /></label>
    </div>
    <div class="tools">
      ${button(app, "edit_clear", () => edit({ edit: "clear" }))} ${button(app, "edit_start", () => edit({ edit: "start" }))}
      <button type="button" @click=${() => edit({ edit: "rest", color: "white" })}>
        ${words.say("edit_rest", { color: words.color("white") })}
      </button>
    </div>
    ${missing ? html`<p class="quiet">${words.say("edit_missing", { pieces: missing })}</p>` : nothing}
    ${editor.problems.length
      ? html`<ul class="problems" role="alert">
          ${editor.problems.map(
            (problem) =>
              html`<li data-problem=${problem.key}>
                ${words.problem(problem)}
              </li>`,
          )}
        </ul>`
      : html`<p class="fine">${words.say("edit_fine")}</p>`}
    <p class="buttons">
      ${button(app, "done", () => app.send({ do: "edit_done" }), { class: "main" })}
      ${button(app, "cancel", () => app.send({ do: "edit_cancel" }))}
    </p>
  </section>`;
}

// The page: draws what the session says.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { App } from "./app";
import { board, focusSquare, listen, stand } from "./board";
import { dialogs, editor, formChanged, readFile } from "./dialogs";
import { actions, analysis, curve, evaluationBar, explanation, moveList } from "./panel";

const root = document.getElementById("app")!;
let pending = false;

/** Draws at the end of this turn, once for however many changes. */
function draw(): void {
  if (pending) return;
  pending = true;
  queueMicrotask(() => {
    pending = false;
    show();
  });
}

const app = new App(draw);

function header(): TemplateResult {
  const { words, prefs } = app;
  return html`<header class="top">
    <a class="skip" href="#board" @click=${(event: Event) => {
      event.preventDefault();
      document.querySelector<HTMLElement>(`[data-square="${app.focused}"]`)?.focus();
    }}>${words.say("skip")}</a>
    <h1><span lang="ja">南北</span> <small>${words.say("subtitle")}</small></h1>
    <nav aria-label=${words.say("looks")}>
      <button type="button" data-action="looks" @click=${() => app.change(() => (app.dialog = "looks"))}>${words.say("looks")}</button>
      <button type="button" data-action="help" @click=${() => app.change(() => (app.dialog = "help"))}>${words.say("help")}</button>
      <button
        type="button"
        data-action="language"
        lang=${prefs.lang === "ja" ? "en" : "ja"}
        aria-label=${words.say("language_label")}
        @click=${() => app.setPrefs({ lang: prefs.lang === "ja" ? "en" : "ja", notation: prefs.lang === "ja" ? "en" : "ja" })}
      >
        ${words.say("language")}
      </button>
    </nav>
  </header>`;
}

function tide(): TemplateResult | typeof nothing {
  const tide = app.state!.position.tide;
  if (!tide) return nothing;
  const { words } = app;
  const left = tide.plies_left === 1 ? "tide_left_one" : "tide_left";
  return html`<p class="tide" data-tide=${tide.now} data-left=${tide.plies_left}>
    <b>${words.say("tide_now", { direction: app.direction(tide.now) })}</b>
    <span>${words.say(left, { next: app.direction(tide.next), plies: tide.plies_left })}</span>
    <progress max=${tide.period} value=${tide.period - tide.plies_left} aria-hidden="true"></progress>
  </p>`;
}

function statusLine(): TemplateResult {
  const state = app.state!;
  const { words } = app;
  const looking = state.mode === "play" && state.tree.cursor !== state.game.live;
  const often = state.position.occurrences ?? 1;
  const variant = app.catalog?.variants.find((variant) => variant.name === state.setup.variant);
  return html`<div class="status">
    <p class="variant">${variant ? words.variant(variant) : state.setup.variant}</p>
    <p
      class="now ${state.position.check ? "incheck" : ""} ${state.game.end ? "ended" : ""}"
      data-mode=${state.mode}
      data-end=${state.game.end?.reason ?? state.position.outcome?.reason ?? nothing}
      data-winner=${state.game.end?.winner ?? state.position.outcome?.winner ?? nothing}
    >
      ${app.status()}
    </p>
    ${looking
      ? html`<button type="button" class="small" data-action="live" @click=${() => app.send({ do: "step", to: "live" })}>
          ${words.say("back_to_game")}
        </button>`
      : nothing}
    ${often > 1 ? html`<p class="quiet">${words.say("occurrences", { count: often })}</p>` : nothing}
  </div>`;
}

function page(): TemplateResult {
  const { state, words } = app;
  if (!state || !app.catalog) {
    return html`${header()}<main><p class="loading" role="status">${app.connected ? "" : words.say("connecting")}</p></main>`;
  }
  const [upper, lower] = app.prefs.flipped ? (["black", "white"] as const) : (["white", "black"] as const);
  return html`${header()}
    <main class=${`mode-${state.mode}`} data-revision=${state.revision}>
      <div class="table">
        ${statusLine()} ${tide()}
        <div class="play">
          ${evaluationBar(app)} ${stand(app, upper, "upper")} ${board(app)} ${stand(app, lower, "lower")}
        </div>
        <p class="explanation" aria-live="polite">${explanation(app)}</p>
      </div>
      <div class="side">
        ${actions(app)} ${editor(app)} ${analysis(app)} ${state.mode === "edit" ? nothing : html`${moveList(app)} ${curve(app)}`}
      </div>
    </main>
    ${dialogs(app)}
    <section class="messages" aria-label=${words.say("messages")}>
      ${app.connected ? nothing : html`<p class="message warning">${words.say("connecting")}</p>`}
      ${app.messages.map(
        (message) => html`<p class="message ${message.level}" data-message=${message.level}>
          <span>${message.text}</span>
          <button type="button" aria-label=${words.say("close")} @click=${() => app.change(() => app.dismiss(message.id))}>✕</button>
        </p>`,
      )}
    </section>
    <p class="spoken" role="status" aria-live="polite">${app.spoken}</p>`;
}

let opened: string | null = null;
let shownNode = -1;
let asked = false;

function show(): void {
  const { prefs, state } = app;
  const html = document.documentElement;
  html.lang = prefs.lang;
  html.dataset["theme"] = prefs.theme;
  document.title = state ? `${app.status()} – ${app.words.say("title")}` : app.words.say("title");
  render(page(), root);
  const dialog = root.querySelector<HTMLDialogElement>("dialog.dialog");
  if (dialog && !dialog.open) dialog.showModal();
  if (opened && !app.dialog) root.querySelector<HTMLElement>(`[data-action="${opened === "new" ? "new_game" : opened}"]`)?.focus();
  opened = app.dialog;
  if (asked && !app.asking) focusSquare(app.focused);
  asked = app.asking !== null;
  const asking = root.querySelector<HTMLElement>(".promotion button");
  if (asking && !root.querySelector(".promotion")?.contains(document.activeElement)) asking.focus();
  if (state && state.tree.cursor !== shownNode) {
    shownNode = state.tree.cursor;
    const list = root.querySelector<HTMLElement>(".movelist");
    const current = list?.querySelector<HTMLElement>(".current");
    if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}

listen(app, root);
root.addEventListener("change", (event) => formChanged(app, event));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text/plain");
  if (file) void readFile(app, file);
  else if (text) app.send({ do: "load", text });
});
document.addEventListener("paste", (event) => {
  if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
  const text = event.clipboardData?.getData("text/plain");
  if (text) app.send({ do: "load", text });
});
// Running clocks are drawn between the events, too.
setInterval(() => {
  if (app.clocks?.running) draw();
}, 200);
show();

// What the page shows of positions of every variant is what the slow implementation of the rules says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { HUMAN, sit } from "./table.mjs";

let table;
before(async () => (table = await sit()));
after(async () => table.leave());

/** Everything that the page shows: badges, pins, the check, and where each piece may go. */
function shown() {
  const sorted = (names) => [...names].sort();
  const facts = { badges: {}, pins: [], checked: null, checkers: [], moves: [] };
  for (const square of document.querySelectorAll("[data-square]")) {
    const name = square.dataset.square;
    if (square.dataset.badge !== undefined) facts.badges[name] = sorted(square.dataset.badge.split(" ").filter(Boolean));
    if (square.dataset.pinned) facts.pins.push(name);
    if (square.classList.contains("check")) facts.checked = name;
    if (square.classList.contains("checker")) facts.checkers.push(name);
  }
  facts.pins.sort();
  facts.checkers.sort();
  return facts;
}

/** Clicks every piece and reads the lit squares. */
async function targets() {
  const turn = () => new Promise((done) => queueMicrotask(() => queueMicrotask(done)));
  const found = [];
  const names = [...document.querySelectorAll('[data-piece], [data-hand][aria-disabled="false"]')].map(
    (element) => element.dataset.square ?? element.dataset.hand,
  );
  for (const name of names) {
    const find = () => document.querySelector(`[data-square="${name}"], [data-hand="${name}"]`);
    find().click();
    await turn();
    const from = name.includes(" ") ? `${name.split(" ")[1]}*` : name;
    for (const target of document.querySelectorAll("[data-target]")) {
      found.push(`${from}${target.dataset.square}${target.dataset.target === "capture" ? "x" : ""}`);
    }
    if (document.querySelector('[aria-selected="true"], .hand[aria-pressed="true"]')) find().click();
    await turn();
  }
  return found.sort();
}

test("500 positions of all variants", { timeout: 400_000 }, async () => {
  const rows = readFileSync(new URL("facts.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(rows.length >= 500, `${rows.length}`);
  const variants = new Set();
  for (const row of rows) {
    const { variant, rules, sfen, facts } = row;
    variants.add(variant);
    await table.begin({ variant, ...rules, start: "position", sfen, black: HUMAN, white: HUMAN });
    const page = await table.page.evaluate(shown);
    const moves = await table.page.evaluate(targets);
    assert.deepEqual({ ...page, moves }, facts, `${variant} ${sfen}`);
  }
  console.log(`${rows.length} positions of ${[...variants].join(", ")}`);
});

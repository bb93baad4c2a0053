// What everybody should be able to see and hear: automated accessibility checks, screenshots, sizes and times.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { engine, sit } from "./table.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOTS = process.env.SCREENSHOTS;
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

let table;
before(async () => (table = await sit()));
after(async () => table.leave());

async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

async function check(page, name) {
  await page.waitForTimeout(50);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
  );
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
  assert.deepEqual(told, [], name);
  await shot(page, name);
}

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

for (const [size, box] of Object.entries(SIZES)) {
  for (const scheme of ["light", "dark"]) {
    for (const locale of ["en-US", "ja-JP"]) {
      const name = `${size}-${scheme}-${locale.slice(0, 2)}`;
      test(`${name} is accessible, and nothing sticks out`, { timeout: 120_000 }, async () => {
        await table.begin({ variant: "annan", tide: true, white: engine(1), think_ms: 50 });
        // Playwright's way around the page's own policy, for the checker alone.
        const page = await table.open({ ...box, scheme, locale, bypassCSP: true });
        await page.addScriptTag({ content: AXE });
        const sizes = async () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        const fits = async (what) => {
          const [content, window] = await sizes();
          assert.ok(content <= window, `${name}, ${what}: ${content} > ${window}`);
        };
        await page.locator('[data-square="8h"]').click();
        await check(page, `${name}-game`);
        await fits("game");
        for (const dialog of ["new_game", "records", "looks", "help"]) {
          await page.locator(`[data-action="${dialog}"]`).first().click();
          await page.waitForSelector("dialog[open]");
          if (dialog === "new_game") await page.locator("details summary").click();
          await check(page, `${name}-${dialog}`);
          await fits(dialog);
          await page.keyboard.press("Escape");
          await page.waitForFunction(() => !document.querySelector("dialog"));
        }
        await page.locator('[data-action="abort"]').click();
        await page.locator('[data-action="edit"]').click();
        await page.waitForSelector(".editor");
        await check(page, `${name}-editor`);
        await fits("editor");
        await page.locator('[data-action="cancel"]').click();
        await page.locator('[data-action="analyse"]').click();
        await page.waitForSelector(".lines li .pv button");
        await page.waitForTimeout(SHOTS ? 1500 : 0);
        await page.locator('[data-action="analyse"]').click();
        await page.waitForFunction(() => !document.querySelector(".lines"));
        await check(page, `${name}-analysis`);
        await fits("analysis");
        await page.locator('[data-action="new_game"]').click();
        await page.waitForSelector("dialog[open]");
        await page.keyboard.press("Escape");
        await page.context().close();
      });
    }
  }
}

test("the international set and the plain board", async () => {
  const { page } = table;
  await table.begin({ variant: "annan", start: "position", sfen: "lnsgkgsnl/7b1/p1ppppp1p/1p5p1/9/1+P3+R1P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1" });
  await page.locator('[data-action="looks"]').click();
  await page.locator('input[value="international"]').check();
  await page.locator('input[value="plain"]').check();
  await page.keyboard.press("Escape");
  await page.waitForSelector(".boardframe.plain");
  await shot(page, "international");
});

/** Runs in the page before anything else: times from each message that changes the board until the change is laid out. */
function watch() {
  window.delays = [];
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", (message) => {
        const began = performance.now();
        const board = document.querySelector("#board");
        if (!board || !message.data.includes('"type":"state"')) return;
        const seen = new MutationObserver(() => {
          seen.disconnect();
          board.getBoundingClientRect();
          window.delays.push(performance.now() - began);
        });
        seen.observe(board, { childList: true, subtree: true, attributes: true });
      });
    }
  };
}

/** The middle of the numbers. */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

test("it is quick", { timeout: 120_000 }, async () => {
  const page = await table.open();
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const bytes = await page.evaluate(async () => {
    const names = ["/", "/app.js", "/app.css", "/icon.svg"];
    const sizes = await Promise.all(names.map(async (name) => (await (await fetch(name)).arrayBuffer()).byteLength));
    return sizes.reduce((sum, size) => sum + size);
  });
  await table.begin({ variant: "annan" });
  await page.waitForSelector('[data-square="7g"][data-piece]');
  const clicks = await page.evaluate(async () => {
    const times = [];
    const click = async (square, lit) => {
      const began = performance.now();
      document.querySelector(`[data-square="${square}"]`).click();
      await new Promise((done) => setTimeout(done, 0));
      while ((document.querySelectorAll("[data-target]").length > 0) !== lit) await new Promise((done) => setTimeout(done, 0));
      document.body.getBoundingClientRect();
      times.push(performance.now() - began);
    };
    for (let i = 0; i < 100; i++) {
      await click("7g", true);
      await click("7g", false);
    }
    return times.filter((_, i) => i % 2 === 0);
  });
  await page.context().close();

  // From the message with the engine's move to the drawn board, both as the page itself sees them.
  const watching = await table.open({ before: watch });
  const seen = () => watching.evaluate(() => window.delays.length);
  while ((await seen()) < 100) {
    await table.begin({ variant: "annan", black: engine(1), white: engine(1), think_ms: 50 });
    await watching.waitForFunction(() => document.querySelector(".now[data-end]"), null, { timeout: 100_000 });
  }
  const moves = await watching.evaluate(() => window.delays);
  await watching.context().close();
  console.log(`first paint ${Math.round(paint)} ms; page ${bytes} bytes`);
  console.log(`click to targets: median ${median(clicks).toFixed(1)} ms of ${clicks.length}`);
  console.log(`engine's move to drawn board: median ${median(moves).toFixed(1)} ms of ${moves.length}`);
  assert.ok(bytes < 300 * 1024, `${bytes}`);
  // Four times what is promised: machines are shared.
  assert.ok(paint < 2000 && median(clicks) < 120 && median(moves) < 200, `${paint} ${median(clicks)} ${median(moves)}`);
});

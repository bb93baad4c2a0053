// Games on the board, by mouse and by keyboard.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { engine, random, sit } from "./table.mjs";

let table;
before(async () => (table = await sit()));
after(async () => table.leave());

/** All moves that the page offers: each piece is clicked, and the lit squares are read. */
async function offered(page) {
  return page.evaluate(async () => {
    const drawn = () => new Promise((done) => setTimeout(done, 0));
    const moves = [];
    const sources = [...document.querySelectorAll('[data-piece], [data-hand][aria-disabled="false"]')];
    const names = sources.map((element) => element.dataset.square ?? element.dataset.hand);
    for (const name of names) {
      const find = () => document.querySelector(`[data-square="${name}"], [data-hand="${name}"]`);
      find().click();
      await drawn();
      for (const target of document.querySelectorAll("[data-target]")) {
        moves.push({ name, to: target.dataset.square, captures: target.dataset.target === "capture" });
      }
      if (document.querySelector('[aria-selected="true"], .hand[aria-pressed="true"]')) find().click();
      await drawn();
    }
    return moves;
  });
}

test("a whole game against level 1 by clicks", { timeout: 240_000 }, async () => {
  const { page } = table;
  await page.locator('[data-action="new_game"]').click();
  await page.locator('select[name="white"]').selectOption("1");
  await page.locator('input[name="think"]').fill("0.1");
  await page.locator('[data-action="begin"]').click();
  await table.ply(0);
  const pick = random(7);
  let ply = 0;
  while ((await table.now("data-end")) === null) {
    const moves = await offered(page);
    assert.ok(moves.length > 0, `no move at ply ${ply}`);
    const captures = moves.filter((move) => move.captures);
    const from = captures.length && pick(2) ? captures : moves;
    const { name, to } = from[pick(from.length)];
    await page.locator(`[data-square="${name}"], [data-hand="${name}"]`).click();
    await table.square(to).click();
    const asked = page.locator('[data-promote="yes"]');
    if (await asked.count()) await asked.click();
    ply += 1;
    await page.waitForFunction(
      (ply) => Number(document.querySelector(".move.current i").textContent) > ply || document.querySelector(".now[data-end]"),
      ply,
    );
    ply = Number(await page.locator(".move.current i").textContent());
  }
  assert.match(await page.locator(".status .now").textContent(), /wins|Draw/);
  console.log(`ended after ${ply} plies: ${await table.now("data-end")}`);
});

test("a game by the keyboard alone", async () => {
  const { page } = table;
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  // The position comes from the dialog for records, the game from the button for playing on.
  await page.locator('[data-action="records"]').focus();
  await press("Enter");
  await page.locator("textarea").focus();
  await page.keyboard.insertText("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2P 1");
  await press("Tab", "Enter");
  await page.waitForFunction(() => document.querySelector('[data-square="5c"]')?.dataset.piece === "black P");
  await page.locator('[data-square][tabindex="0"]').focus();
  const walk = async (to) => {
    const shown = async () => page.evaluate(() => document.activeElement.dataset.square);
    for (let at = await shown(); at !== to; at = await shown()) {
      if (at[0] > to[0]) await press("ArrowRight");
      else if (at[0] < to[0]) await press("ArrowLeft");
      else await press(at[1] < to[1] ? "ArrowDown" : "ArrowUp");
    }
  };
  await walk("5i");
  await press("Enter");
  await walk("5h");
  await press("Enter");
  await table.ply(1);
  await walk("5a");
  await press("Enter");
  await walk("4a");
  await press("Enter");
  await table.ply(2);
  await press("p");
  assert.equal(await page.locator('.hand[aria-pressed="true"]').getAttribute("data-hand"), "black P");
  await press("Escape");
  assert.equal(await page.locator('.hand[aria-pressed="true"]').count(), 0);
  await walk("5c");
  await press("Enter");
  await walk("5b");
  await press("Enter");
  // Asked whether to promote: the first answer has the focus.
  await press("Enter");
  await table.ply(3);
  assert.equal(await table.piece("5b"), "black +P");
  await walk("4a");
  await press("Enter");
  await walk("3a");
  await press("Enter");
  await table.ply(4);
  await press("g");
  await walk("4b");
  await press("Enter");
  await table.ply(5);
  assert.equal(await table.piece("4b"), "black G");
});

test("drag and drop", async () => {
  const { page } = table;
  await table.begin({ variant: "annan" });
  const drag = async (from, to) => {
    const [a, b] = [await table.square(from).boundingBox(), await table.square(to).boundingBox()];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
    await page.mouse.up();
  };
  await drag("7g", "7e");
  await drag("7g", "7f");
  await table.ply(1);
  assert.equal(await table.piece("7f"), "black P");
  assert.equal(await table.piece("7g"), null);
});

test("promotion both ways", async () => {
  for (const [choice, piece] of [
    ["+", "black +S"],
    ["=", "black S"],
  ]) {
    await table.begin({ variant: "annan", start: "position", sfen: "k8/9/9/4S4/9/9/9/9/4K4 b - 1" });
    await table.click(`5d5c${choice}`);
    await table.ply(1);
    assert.equal(await table.piece("5c"), piece);
  }
});

test("a drop of each kind", async () => {
  for (const kind of "RBGSNLP") {
    await table.begin({ variant: "annan", start: "position", sfen: "k8/9/9/9/9/9/9/9/4K4 b RBGSNLP 1" });
    await table.click(`${kind}*5e`);
    await table.ply(1);
    assert.equal(await table.piece("5e"), `black ${kind}`);
    assert.equal(await table.page.locator(`[data-hand="black ${kind}"]`).count(), 0);
  }
});

test("taking back", async () => {
  const { page } = table;
  await table.begin({ variant: "annan", white: engine(1), think_ms: 100 });
  await table.click("7g7f");
  await table.ply(2);
  await page.locator('[data-action="take_back"]').click();
  await table.ply(0);
  assert.equal(await table.piece("7g"), "black P");
  await table.click("2f2e");
  await table.ply(2);
});

test("Tide through two flips", async () => {
  const { page } = table;
  await table.begin({ variant: "annan", tide: true, tide_period: 2 });
  const tide = async () => page.locator(".tide").getAttribute("data-tide");
  assert.equal(await tide(), "annan");
  // The bishop on 8h has the knight behind it, and the pawn on 8f in front of nothing.
  assert.equal(await table.badge("8h"), "N");
  assert.equal(await table.badge("8i"), null);
  await table.click("7g7f");
  await table.click("3c3d");
  await page.waitForFunction(() => document.querySelector(".tide").dataset.tide === "annboku");
  assert.equal(await table.badge("8h"), null);
  assert.equal(await table.badge("8i"), "B");
  assert.match(await page.locator(".messages").textContent(), /tide has turned/);
  await table.click("1g1f");
  await table.click("1c1d");
  await page.waitForFunction(() => document.querySelector(".tide").dataset.tide === "annan");
  assert.equal(await table.badge("8h"), "N");
});

test("a draw by repetition", async () => {
  await table.begin({ variant: "annan", start: "position", sfen: "k8/9/9/9/9/9/9/9/K7R b - 1" });
  for (let round = 0; round < 3; round++) {
    for (const move of ["1i1h", "9a9b", "1h1i", "9b9a"]) await table.click(move);
    await table.ply(4 * round + 4);
  }
  assert.equal(await table.now("data-end"), "repetition");
  assert.match(await table.page.locator(".status .now").textContent(), /fourth time.*Draw/);
});

test("an illegal position is told in words, and the board stays", async () => {
  const { page } = table;
  await table.begin({ variant: "annan" });
  await page.locator('[data-action="abort"]').click();
  await page.locator('[data-action="records"]').click();
  await page.locator("textarea").fill("sfen k3k4/9/9/9/9/9/9/9/4K4 b - 1");
  await page.locator('[data-action="read_text"]').click();
  const message = page.locator(".message.warning").last();
  await message.waitFor();
  assert.match(await message.textContent(), /two kings/);
  assert.equal(await table.piece("7g"), "black P");
});

test("what is wrong with a position is told in Japanese to who reads Japanese", async () => {
  await table.begin({ variant: "annan" });
  await table.page.locator('[data-action="abort"]').click();
  const page = await table.open({ locale: "ja-JP" });
  await page.locator('[data-action="records"]').click();
  await page.locator("textarea").fill("sfen k3k4/9/9/9/9/9/9/9/4K4 b - 1");
  await page.locator('[data-action="read_text"]').click();
  await page.waitForFunction(() => document.querySelector(".messages").textContent.includes("後手の玉が二枚あります。"));
  await page.context().close();
});

test("a reload in the middle of a game finds it again, and two pages show the same", async () => {
  const { page } = table;
  await table.begin({ variant: "annboku", white: engine(1), think_ms: 100 });
  await table.click("7g7f");
  await table.ply(2);
  const board = (page) =>
    page.locator("[data-piece]").evaluateAll((all) => all.map((one) => one.dataset.square + one.dataset.piece).join());
  const before = await board(page);
  await page.reload();
  await page.waitForSelector("[data-square]");
  await table.ply(2);
  assert.equal(await board(page), before);
  const other = await table.open();
  await table.click("2g2f");
  await table.ply(4);
  await other.waitForFunction(() => document.querySelector(".move.current i").textContent === "4");
  assert.equal(await board(other), await board(page));
  await other.context().close();
});

test("engine against engine", async () => {
  await table.begin({ variant: "annan", black: engine(1), white: engine(2), think_ms: 50 });
  await table.ply(8, 60_000);
  await table.page.locator('[data-action="abort"]').click();
  await table.page.waitForFunction(() => document.querySelector(".now").dataset.end === "abandoned");
});

test("every choice of the dialog has a name of its own", async () => {
  const { page } = table;
  await page.locator('[data-action="new_game"]').click();
  await page.locator("details summary").click();
  for (const select of await page.locator("form.setup select").all()) {
    const names = await select.locator("option").allTextContents();
    assert.equal(new Set(names).size, names.length, names.join(", "));
  }
  await page.keyboard.press("Escape");
});

test("hints, show me, mate and analysis", async () => {
  const { page } = table;
  await table.begin({ variant: "annan", start: "position", sfen: "k8/9/9/9/9/4r4/9/4G4/4K4 b - 1" });
  const signs = () => page.locator(".badge, .pin, [data-badge], [data-pinned]").count();
  assert.equal(await table.badge("5h"), "K");
  assert.equal(await signs(), 3);
  await page.locator('[data-action="hints"]').click();
  await page.waitForSelector('[data-action="hints"][aria-pressed="false"]');
  assert.equal(await signs(), 0);
  await page.locator('[data-action="hints"]').click();
  await page.waitForSelector('[data-action="hints"][aria-pressed="true"]');
  await table.begin({ variant: "shogi", start: "position", sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G2P 1" });
  await page.locator('[data-action="show_me"]').click();
  await page.waitForSelector("[data-arrow].hint");
  await page.locator('[data-action="mate_question"]').click();
  await page.waitForSelector('[data-verdict="mate"]');
  await page.locator('[data-action="hints"]').click();
  await page.waitForSelector('[data-action="hints"][aria-pressed="false"]');
  await table.square("5c").click();
  assert.equal(await page.locator("[data-target]").count(), 0);
  await page.locator('[data-action="hints"]').click();
  await page.waitForSelector('[data-action="hints"][aria-pressed="true"]');
  await page.locator('[data-action="abort"]').click();
  await page.locator('[data-action="analyse"]').click();
  await page.waitForSelector(".lines li .pv button");
  await page.waitForSelector(".evalbar");
  await page.locator('[data-action="analyse"]').click();
});

test("branches stay, records go out and come in", async () => {
  const { page } = table;
  await table.begin({ variant: "annan" });
  await page.locator('[data-action="abort"]').click();
  for (const move of ["7g7f", "3c3d", "2f2e"]) await table.click(move);
  await page.locator('[data-step="first"]').click();
  await table.click("1g1f");
  await table.ply(1);
  assert.equal(await page.locator(".other").count(), 1);
  await page.locator(".other").click();
  await page.locator('[data-step="last"]').click();
  await table.ply(3);
  for (const format of ["kif", "csa", "usi"]) {
    await page.locator('[data-action="records"]').click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-save="${format}"]`).click()]);
    const file = await download.path();
    await page.locator('input[type="file"]').setInputFiles({
      name: download.suggestedFilename(),
      mimeType: "text/plain",
      buffer: (await import("node:fs")).readFileSync(file),
    });
    await page.waitForFunction(() => !document.querySelector("dialog"));
    await page.waitForFunction(() => document.querySelectorAll(".movelist > li").length === 4);
    await page.locator('[data-step="last"]').click();
    await table.ply(3);
    assert.equal(await table.piece("2e"), "black P", format);
  }
});

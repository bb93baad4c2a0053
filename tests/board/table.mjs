// A program, a browser, and pages that look at the board.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chromium } from "playwright-core";
import WebSocket from "ws";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the program and a browser. */
export async function sit(options = {}) {
  const program = spawn(process.env.NANBOKU_BOARD, ["--no-open", "--stay"], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  while (!said.includes("\n")) {
    const [chunk] = await once(program.stdout, "data");
    said += chunk;
  }
  const address = said.match(/http:\/\/\S+/)[0];
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
  const table = new Table(program, browser, address);
  await table.open(options);
  return table;
}

export const HUMAN = { player: "human" };
export const engine = (level) => ({ player: "engine", level });

export class Table {
  faults = [];

  constructor(program, browser, address) {
    Object.assign(this, { program, browser, address });
  }

  /** Opens a page; the first one is `this.page`. */
  async open({ width = 1280, height = 800, scheme = "light", locale = "en-US", before, ...more } = {}) {
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      locale,
      reducedMotion: "reduce",
      ...more,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    if (before) await page.addInitScript(before);
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.faults.push(message.text());
    });
    await page.goto(this.address);
    await page.waitForSelector("[data-square]");
    await page.keyboard.press("Escape");
    this.page ??= page;
    return page;
  }

  async leave() {
    await this.browser.close();
    this.program.kill("SIGINT");
    await once(this.program, "exit");
    if (this.faults.length) throw new Error(`the page complained: ${this.faults.join("; ")}`);
  }

  /** A connection of its own to the session that the page looks at. */
  async connect() {
    const url = new URL(this.address);
    const token = url.hash.slice(1);
    const socket = new WebSocket(`ws://${url.host}/ws?token=${token}&session=main`, { origin: url.origin });
    await once(socket, "open");
    return socket;
  }

  /** Begins a game by a message, as another page would. */
  async begin(setup) {
    this.socket ??= await this.connect();
    const before = await this.page.locator("main").getAttribute("data-revision");
    this.socket.send(JSON.stringify({ do: "new_game", setup: { black: HUMAN, white: HUMAN, ...setup } }));
    await this.page.waitForFunction((before) => document.querySelector("main").dataset.revision !== before, before);
  }

  square(square) {
    return this.page.locator(`[data-square="${square}"]`);
  }

  /** Waits until the last move in the list is the current one and has this number. */
  async ply(number, timeout = 20_000) {
    await this.page.waitForFunction(
      (number) => document.querySelector(".move.current i")?.textContent === (number ? String(number) : ""),
      number,
      { timeout },
    );
  }

  /** Plays by clicks: `7g7f`, `8h2b+`, `8h2b=` where the page asks, `P*5e`. */
  async click(move) {
    const [from, to, choice] = [move.slice(0, 2), move.slice(2, 4), move[4]];
    if (from[1] === "*") await this.page.locator(`[data-hand$=" ${from[0]}"][aria-disabled="false"]`).click();
    else await this.square(from).click();
    await this.square(to).click();
    if (choice) await this.page.locator(`[data-promote="${choice === "+" ? "yes" : "no"}"]`).click();
  }

  async now(attribute) {
    return this.page.locator(".status .now").getAttribute(attribute);
  }

  async badge(square) {
    return this.square(square).getAttribute("data-badge");
  }

  async piece(square) {
    return this.square(square).getAttribute("data-piece");
  }
}

/** Reproducible random numbers. */
export function random(seed) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

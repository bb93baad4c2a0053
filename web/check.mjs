// Looks that dist/ is what the sources build, that the page is small enough, and that both languages say the same.
import { build } from "esbuild";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const LARGEST = 300 * 1024;
const faults = [];

const fresh = await mkdtemp(join(tmpdir(), "nanboku-page-"));
execFileSync(process.execPath, [here("build.mjs"), fresh], { stdio: "inherit" });
const names = async (folder) => (await readdir(folder)).sort();
const [built, committed] = [await names(fresh), await names(here("dist"))];
if (built.join() !== committed.join()) faults.push(`dist/ holds ${committed}, but the sources build ${built}`);
let size = 0;
for (const name of built) {
  const bytes = await readFile(join(fresh, name));
  size += bytes.length;
  const old = await readFile(join(here("dist"), name)).catch(() => null);
  if (!old?.equals(bytes)) faults.push(`dist/${name} is not what the sources build: run npm run build`);
}
await rm(fresh, { recursive: true });
if (size > LARGEST) faults.push(`the page has ${size} bytes, more than ${LARGEST}`);

const bundled = await build({ entryPoints: [here("src/texts.ts")], bundle: true, format: "esm", write: false });
const { TEXTS } = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`);
const parameters = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort().join(" ");
for (const [key, { en, ja }] of Object.entries(TEXTS)) {
  if (!en || !ja) faults.push(`the text ${key} is missing in a language`);
  if (parameters(en) !== parameters(ja)) faults.push(`the text ${key} has other parameters in Japanese`);
}

// Keys that are put together begin with one of these.
const FAMILIES = /^(board|clock|end|handicap|illegal|level|mark|notation|notice|pieces|problem|rule|set|start|theme|value)_/;
const sources = await Promise.all((await names(here("src"))).map((name) => readFile(join(here("src"), name), "utf8")));
for (const key of Object.keys(TEXTS)) {
  if (!FAMILIES.test(key) && !sources.some((text) => text.includes(`"${key}"`))) faults.push(`nothing says the text ${key}`);
}

for (const fault of faults) console.error(`error: ${fault}`);
console.log(`the page: ${size} bytes in ${built.length} files, ${Object.keys(TEXTS).length} texts in two languages`);
process.exit(faults.length ? 1 : 0);

// Builds the page into a folder: `node build.mjs [FOLDER]`, dist/ without one. The same sources give the same bytes.
import { build } from "esbuild";
import { cp, mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = process.argv[2] ?? here("dist");

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  entryPoints: { app: here("src/main.ts") },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "eof",
  absWorkingDir: here("."),
});
await build({ entryPoints: { app: here("src/app.css") }, outdir: out, minify: true, absWorkingDir: here(".") });
await cp(here("static"), out, { recursive: true });

// How pieces are drawn: five-sided, pointing at the enemy.

import { svg, type SVGTemplateResult } from "lit-html";
import { GLYPHS } from "./glyphs";

const KANJI: Record<string, string> = {
  P: "歩",
  L: "香",
  N: "桂",
  S: "銀",
  G: "金",
  B: "角",
  R: "飛",
  K: "玉",
  "+P": "と",
  "+L": "杏",
  "+N": "圭",
  "+S": "全",
  "+B": "馬",
  "+R": "龍",
};

/** The international set: a drawing for each kind, in a box of 100 by 100 around 0. Promoted pieces have a bar below. */
const SIGNS: Record<string, string> = {
  // A chevron.
  P: "M-26 22 0-20 26 22 26 38 0-2-26 38Z",
  // A spear.
  L: "M0-46 14-14 5-14 5 42-5 42-5-14-14-14Z",
  // A horse's head.
  N: "M-22 40C-22 16-6 8-4-6L-20 6-30-4C-26-20-16-32-2-36L2-46 12-34C28-22 30 6 28 40Z",
  // A crescent.
  S: "M8-40C-16-36-32-18-30 6-28 28-10 42 14 40-4 30-10 14-8-4-6-20 0-32 8-40Z",
  // A shield.
  G: "M-30-34C-18-32-8-36 0-42 8-36 18-32 30-34 32-2 24 28 0 42-24 28-32-2-30-34Z",
  // A mitre.
  B: "M0-46C8-34 24-20 24 0 24 10 18 18 12 22L20 40-20 40-12 22C-18 18-24 10-24 0-24-20-8-34 0-46ZM-4-14-4-6-12-6-12 2-4 2-4 12 4 12 4 2 12 2 12-6 4-6 4-14Z",
  // A tower.
  R: "M-28-38-16-38-16-28-6-28-6-38 6-38 6-28 16-28 16-38 28-38 28-14 18-8 18 24 28 40-28 40-18 24-18-8-28-14Z",
  // A crown.
  K: "M-34-26-16-6 0-40 16-6 34-26 26 24-26 24ZM-26 30 26 30 26 40-26 40Z",
};

const SHAPE = "M0-46C8-44 20-38 27-32L38 44C14 47-14 47-38 44L-27-32C-20-38-8-44 0-46Z";

/** A piece, drawn in a box of 100 by 100 around 0 as its owner sees it. */
export function drawPiece(kind: string, set: "kanji" | "international"): SVGTemplateResult {
  const promoted = kind.startsWith("+");
  const base = kind.replace("+", "");
  const style = promoted ? "sign promoted" : "sign";
  if (set === "kanji") {
    return svg`<path class="body" d=${SHAPE} /><path class=${style} transform="translate(0 5) scale(.52)"
      d=${GLYPHS[KANJI[kind] ?? "歩"] ?? ""} />`;
  }
  const bar = promoted ? svg`<path class="sign promoted" d="M-22 32 22 32 22 38-22 38Z" />` : "";
  return svg`<path class="body" d=${SHAPE} /><path class=${style} fill-rule="evenodd"
    transform=${promoted ? "translate(0 -2) scale(.5)" : "translate(0 4) scale(.56)"} d=${SIGNS[base] ?? ""} />${bar}`;
}

/** The small sign of a movement. */
export function drawSign(kind: string, set: "kanji" | "international"): SVGTemplateResult {
  const promoted = kind.startsWith("+") ? "sign promoted" : "sign";
  const d = set === "kanji" ? GLYPHS[KANJI[kind] ?? "歩"] : SIGNS[kind.replace("+", "")];
  return svg`<path class=${promoted} fill-rule="evenodd" d=${d ?? ""} />`;
}

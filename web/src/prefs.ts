// What the browser remembers of this page.

import type { Setup } from "./protocol";

export type Prefs = {
  lang: "ja" | "en";
  theme: "auto" | "light" | "dark";
  board: "wood" | "plain";
  pieces: "kanji" | "international";
  notation: "ja" | "en";
  flipped: boolean;
  setup: Partial<Setup> | null;
};

const KEY = "nanboku";

function defaults(): Prefs {
  const lang = (navigator.languages ?? [navigator.language]).find((name) => /^(ja|en)/.test(name)) ?? "en";
  const own = lang.startsWith("ja") ? "ja" : "en";
  return { lang: own, theme: "auto", board: "wood", pieces: "kanji", notation: own, flipped: false, setup: null };
}

export function load(): Prefs {
  try {
    return { ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>) };
  } catch {
    return defaults();
  }
}

export function save(prefs: Prefs): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that remembers nothing shows the page all the same.
  }
}

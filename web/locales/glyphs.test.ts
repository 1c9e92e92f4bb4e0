import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";
import { describe, expect, test } from "vitest";
import { flatten } from "../lib/compile-messages.ts";

const stylesheet = readFileSync(new URL("../fonts.css", import.meta.url), "utf8");

/** The letters of a face: those that its file draws and for which a browser would fetch it. */
function lettersOf(face: string): Set<number> {
  const [, file = ""] = /url\("([^"]+)"\)/.exec(face) ?? [];
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file)));
  if (!("characterSet" in font)) throw new Error(`${file} is one font`);
  const drawn = new Set(font.characterSet);
  const ranges = face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g);
  const asked = [...ranges].flatMap(([, first = "", last = first]) => {
    const start = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, n) => start + n);
  });
  return new Set(asked.filter((letter) => drawn.has(letter)));
}

const faces = stylesheet.split("@font-face").slice(1);

/** What every device has: Latin letters with accents, punctuation and the rupee sign. */
const EVERYWHERE = /[\u0020-\u024f\u2010-\u2026\u20b9]/u;

const catalogues = import.meta.glob<object>("./*.json", { eager: true, import: "default" });

describe.each([400, 600])("the fonts of weight %i", (weight) => {
  const letters = faces.filter((face) => face.includes(`font-weight: ${weight};`)).map(lettersOf);
  test.each(Object.entries(catalogues))("draw every letter of %s", (_name, catalogue) => {
    const used = new Set(Object.values(flatten(catalogue)).join(""));
    const missing = [...used].filter(
      (letter) =>
        !EVERYWHERE.test(letter) && !letters.some((face) => face.has(letter.codePointAt(0) ?? 0)),
    );
    expect(missing).toEqual([]);
  });
});

test("fonts hold letters, and not all of them", () => {
  const [first] = faces.map(lettersOf);
  expect(first?.has("क".codePointAt(0) ?? 0)).toBe(true);
  expect(first?.has("ক".codePointAt(0) ?? 0)).toBe(false);
});

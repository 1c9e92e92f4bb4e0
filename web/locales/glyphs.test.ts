import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";
import { describe, expect, test } from "vitest";
import { flatten } from "../lib/compile-messages.ts";

const stylesheet = readFileSync(new URL("../fonts.css", import.meta.url), "utf8");

/** The code points of a font face: those in its unicode-range that its file can draw. */
function codePointsOf(face: string): Set<number> {
  const [, file = ""] = /url\("([^"]+)"\)/.exec(face) ?? [];
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file)));
  if (!("characterSet" in font)) throw new Error(`${file} is not a single font`);
  const drawn = new Set(font.characterSet);
  const ranges = face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g);
  const inRange = [...ranges].flatMap(([, first = "", last = first]) => {
    const start = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, n) => start + n);
  });
  return new Set(inRange.filter((codePoint) => drawn.has(codePoint)));
}

const faces = stylesheet.split("@font-face").slice(1);

/** Characters of the fonts of every device: Latin with accents, punctuation, the rupee sign. */
const ON_EVERY_DEVICE = /[\u0020-\u024f\u2010-\u2026\u20b9]/u;

const catalogues = import.meta.glob<object>("./*.json", { eager: true, import: "default" });

describe.each([400, 600])("the fonts of weight %i", (weight) => {
  const covered = faces
    .filter((face) => face.includes(`font-weight: ${weight};`))
    .map(codePointsOf);
  test.each(Object.entries(catalogues))("draw every letter of %s", (_name, catalogue) => {
    const used = new Set(Object.values(flatten(catalogue)).join(""));
    const missing = [...used].filter(
      (letter) =>
        !ON_EVERY_DEVICE.test(letter) &&
        !covered.some((face) => face.has(letter.codePointAt(0) ?? 0)),
    );
    expect(missing).toEqual([]);
  });
});

test("the first font draws Devanagari letters and no Bengali ones", () => {
  const [first] = faces.map(codePointsOf);
  expect(first?.has("क".codePointAt(0) ?? 0)).toBe(true);
  expect(first?.has("ক".codePointAt(0) ?? 0)).toBe(false);
});

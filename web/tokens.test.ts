import { describe, expect, test } from "vitest";
import tokens from "./tokens.css?raw";

/** Text on its grounds, as the parts use them; WCAG AA for text is 4.5. */
const TEXT = [
  ...["ink", "quiet", "pine", "vermilion", "marigold", "indigo"].flatMap((text) =>
    ["paper", "card"].map((ground) => [text, ground] as const),
  ),
  ["ink", "sunken"],
  ["ink", "raised"],
  ["vermilion-strong", "raised"],
  ["marigold", "raised"],
  ["quiet", "sunken"],
  ["ink", "pine-soft"],
  ["pine", "pine-soft"],
  ["vermilion", "vermilion-soft"],
  ["marigold", "marigold-soft"],
  ["indigo", "indigo-soft"],
  ["on-pine", "pine"],
  ["on-pine", "pine-strong"],
  ["on-vermilion", "vermilion"],
  ["on-vermilion", "vermilion-strong"],
] as const;

/** Amounts of money are read outdoors: AAA, 7. */
const AMOUNTS = ["ink", "credit", "debit"].flatMap((text) =>
  ["paper", "card", "sunken"].map((ground) => [text, ground] as const),
);

/** Edges of controls, the focus ring, lines of charts: 3. */
const SHAPES = ["edge", "pine", "chart-1", "chart-2", "chart-3", "chart-4"].flatMap((shape) =>
  ["paper", "card"].map((ground) => [shape, ground] as const),
);

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(TEXT)("text of %s on %s reaches AA", (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(AMOUNTS)("an amount of %s on %s reaches AAA", (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(7);
  });
  test.each(SHAPES)("a shape of %s on %s reaches 3", (shape, ground) => {
    expect(contrast(shape, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

test("black on white is 21, a colour on itself 1", () => {
  expect(ratio("#000000", "#ffffff")).toBeCloseTo(21);
  expect(ratio("#85540a", "#85540a")).toBe(1);
});

const contrast = (name: string, ground: string, theme: "light" | "dark") =>
  ratio(colour(name, theme), colour(ground, theme));

function colour(name: string, theme: "light" | "dark"): string {
  const pair = new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(tokens);
  const found = pair?.[theme === "light" ? 1 : 2];
  if (found === undefined) throw new Error(`tokens.css has no colour ${name}`);
  return found;
}

function ratio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

import { expect, test } from "vitest";
import { arcsOf, endOfAxis, pointAt, sliceColour } from "./scale.ts";

test.each([
  [0, 1],
  [1, 1],
  [11, 20],
  [20, 20],
  [20.01, 50],
  [51, 100],
  [4_999_999, 5_000_000],
])("an axis for %d ends at %d", (most, end) => {
  expect(endOfAxis(most)).toBe(end);
});

test("the slices of a pie are adjacent and fill it", () => {
  expect(arcsOf([50, 0, 25, 25])).toEqual([
    { from: 0, to: 0.5 },
    undefined,
    { from: 0.5, to: 0.75 },
    { from: 0.75, to: 1 },
  ]);
  expect(arcsOf([])).toEqual([]);
});

test("a pie runs clockwise", () => {
  for (const [turn, x, y] of [
    [0, 0, -10],
    [0.25, 10, 0],
    [0.5, 0, 10],
    [0.75, -10, 0],
  ] as const) {
    const point = pointAt(turn, 10);
    expect(point.x).toBeCloseTo(x);
    expect(point.y).toBeCloseTo(y);
  }
});

test.each(Array.from({ length: 30 }, (_, index) => index + 1))(
  "of %d slices, neighbours differ, and up to twelve are all different",
  (count) => {
    const colours = Array.from({ length: count }, (_, index) =>
      JSON.stringify(sliceColour(index, count)),
    );
    expect(new Set(colours).size).toBe(Math.min(count, 12));
    for (const [index, colour] of colours.entries()) {
      if (count > 1) expect(colour).not.toBe(colours[(index + 1) % count]);
    }
  },
);

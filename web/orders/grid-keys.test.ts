import { expect, test } from "vitest";
import { targetOfDigit, targetOfKey } from "./grid-keys.ts";

const HUNDRED = { count: 100, columns: 10 };

test.each<[string, number, number | undefined]>([
  ["ArrowRight", 44, 45],
  ["ArrowRight", 49, 50],
  ["ArrowRight", 99, undefined],
  ["ArrowLeft", 0, undefined],
  ["ArrowLeft", 50, 49],
  ["ArrowDown", 45, 55],
  ["ArrowDown", 95, undefined],
  ["ArrowUp", 45, 35],
  ["ArrowUp", 5, undefined],
  ["Home", 45, 40],
  ["End", 45, 49],
  ["PageUp", 45, 5],
  ["PageDown", 45, 95],
  ["Tab", 45, undefined],
  ["toString", 45, undefined],
])("%s moves the focus from %i to %s", (key, at, target) =>
  expect(targetOfKey(key, at, HUNDRED)).toBe(target),
);

test("a grid of ten has two rows of five", () => {
  expect(targetOfKey("ArrowDown", 2, { count: 10, columns: 5 })).toBe(7);
  expect(targetOfKey("End", 7, { count: 10, columns: 5 })).toBe(9);
});

test("the first digit moves to its decade, a second one within a second to the number", () => {
  const four = targetOfDigit(4, 1_000, 100);
  expect(four.number).toBe(40);
  expect(targetOfDigit(5, 1_900, 100, four.pending)).toEqual({ number: 45 });
  expect(targetOfDigit(5, 2_100, 100, four.pending).number).toBe(50);
});

test("in a grid of ten one digit moves to the number", () => {
  expect(targetOfDigit(7, 0, 10)).toEqual({ number: 7 });
});

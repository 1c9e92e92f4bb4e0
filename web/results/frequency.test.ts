import { expect, test } from "vitest";
import { countDigits } from "./frequency.ts";

const results = [
  { first_round: 45, second_round: 7 },
  { first_round: 40, second_round: null },
  { first_round: null, second_round: null },
];

test("house counts the tens of each round; the tens of 7 are 0", () => {
  const counts = countDigits(results, "house");
  expect(counts[4]).toEqual({ digit: 4, first: 2, second: 0 });
  expect(counts[0]).toEqual({ digit: 0, first: 0, second: 1 });
});

test("ending counts the ones of each round", () => {
  const counts = countDigits(results, "ending");
  expect(counts[5]).toEqual({ digit: 5, first: 1, second: 0 });
  expect(counts[7]).toEqual({ digit: 7, first: 0, second: 1 });
});

test("digits that never came have a count of zero", () => {
  expect(countDigits([], "house").map(({ digit }) => digit)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});

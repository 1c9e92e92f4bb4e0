import { expect, test } from "vitest";
import { mostWin } from "./most-win.ts";
import { ratedPlaysOf, shownPlaysOf } from "./shown-plays.ts";

const NUMBERS = {
  direct: [{ number: 7, round: "second" as const, amount: 10, rate: 70, won: 0 }],
  house: [],
  ending: [],
  forecast: [{ first: 4, second: 7, round: "both" as const, amount: 20, rate: 300, won: null }],
};

test("an order is shown at the rates under which it was accepted, not at those of today", () => {
  expect(shownPlaysOf(NUMBERS)).toEqual([
    { type: "direct", round: "second", digits: "07", amount: 10, rate: 70, won: 0 },
    { type: "forecast", round: "both", digits: "04 / 07", amount: 20, rate: 300, won: null },
  ]);
  expect(mostWin(ratedPlaysOf(NUMBERS))).toBe(10 * 70 + 20 * 300);
});

import { expect, test } from "vitest";
import { BET_TYPES, CURRENT_RATES, oneIn, shareReturned } from "./rules.ts";

test("oneIn agrees with counting all outcomes", () => {
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  const outcomes = numbers.flatMap((first) => numbers.map((second) => ({ first, second })));
  const wins = {
    direct: outcomes.filter(({ first }) => first === 45),
    house: outcomes.filter(({ first }) => Math.floor(first / 10) === 4),
    ending: outcomes.filter(({ first }) => first % 10 === 5),
    forecast: outcomes.filter(({ first, second }) => first === 45 && second === 7),
  };
  for (const type of BET_TYPES) expect(outcomes.length / wins[type].length).toBe(oneIn(type));
});

test("at the current rates direct returns 80 %, forecast 4 %, house and ending 100 %", () => {
  const returned = BET_TYPES.map((type) => shareReturned(type, CURRENT_RATES));
  expect(returned).toEqual([0.8, 1, 1, 0.04]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CURRENT_RATES, type Play } from "../../contract/orders/rules.ts";
import { mostWin, type RatedPlay } from "./most-win.ts";

const rated = (play: Play): RatedPlay => ({ ...play, rate: CURRENT_RATES[play.type] });

const play = (
  type: "direct" | "house" | "ending",
  round: "first" | "second",
  number: number,
  amount: number,
): Play => ({ type, round, number, amount });

const forecast = (first: number, second: number, amount: number): Play => ({
  type: "forecast",
  first,
  second,
  amount,
});

test.each<[string, Play[], number]>([
  ["no plays", [], 0],
  ["one direct play", [play("direct", "first", 45, 10)], 800],
  [
    "two direct plays of one round: the larger win",
    [play("direct", "first", 45, 10), play("direct", "first", 46, 20)],
    1_600,
  ],
  [
    "a direct play in each round: both wins",
    [play("direct", "first", 45, 10), play("direct", "second", 46, 20)],
    2_400,
  ],
  [
    "a direct play with its house and ending: all three wins",
    [
      play("direct", "first", 45, 10),
      play("house", "first", 4, 20),
      play("ending", "first", 5, 30),
    ],
    1_300,
  ],
  [
    "a direct play with another house and ending: the better win",
    [
      play("direct", "first", 45, 10),
      play("house", "first", 7, 50),
      play("ending", "first", 8, 50),
    ],
    1_000,
  ],
  [
    "two house plays of one round: one win",
    [play("house", "first", 1, 10), play("house", "first", 2, 10)],
    100,
  ],
  ["two different forecasts: the larger win", [forecast(45, 7, 10), forecast(45, 8, 20)], 8_000],
  ["the same forecast twice: both wins", [forecast(45, 7, 10), forecast(45, 7, 20)], 12_000],
  [
    "a forecast with direct plays on the same numbers: all wins",
    [forecast(45, 7, 10), play("direct", "first", 45, 10), play("direct", "second", 7, 10)],
    5_600,
  ],
  [
    "a forecast and a larger direct play on another number: the better result",
    [forecast(45, 7, 10), play("direct", "first", 46, 100), play("direct", "second", 7, 10)],
    8_800,
  ],
])("the most that can be won with %s", (_, plays, most) =>
  expect(mostWin(plays.map(rated))).toBe(most),
);

describe("compared with every possible result", () => {
  const amount = fc.integer({ min: 1, max: 100 });
  const round = fc.constantFrom("first" as const, "second" as const);
  // A small set of numbers, so that plays often match the same result.
  const number = fc.constantFrom(0, 4, 5, 40, 45, 50, 54, 99);
  const digit = fc.constantFrom(0, 4, 5, 9);
  const any_play: fc.Arbitrary<Play> = fc.oneof(
    fc.record({ type: fc.constant("direct" as const), round, number, amount }),
    fc.record({
      type: fc.constantFrom("house" as const, "ending" as const),
      round,
      number: digit,
      amount,
    }),
    fc.record({ type: fc.constant("forecast" as const), first: number, second: number, amount }),
  );

  test("mostWin is the highest payout", () => {
    fc.assert(
      fc.property(fc.array(any_play, { maxLength: 12 }), (plays) => {
        let most = 0;
        for (let first = 0; first < 100; first += 1) {
          for (let second = 0; second < 100; second += 1) {
            most = Math.max(most, payout(plays, { first, second }));
          }
        }
        expect(mostWin(plays.map(rated))).toBe(most);
      }),
      { numRuns: 40 },
    );
  });
});

function payout(plays: Play[], result: { first: number; second: number }): number {
  return plays.reduce((sum, play) => {
    if (play.type === "forecast") {
      const wins = play.first === result.first && play.second === result.second;
      return wins ? sum + play.amount * 400 : sum;
    }
    const drawn = result[play.round];
    if (play.type === "direct") return play.number === drawn ? sum + play.amount * 80 : sum;
    const digit = play.type === "house" ? Math.floor(drawn / 10) : drawn % 10;
    return play.number === digit ? sum + play.amount * 10 : sum;
  }, 0);
}

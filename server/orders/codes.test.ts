import { expect, test } from "vitest";
import { numbersOf, ROUNDS } from "../../contract/orders/rules.ts";
import {
  addUp,
  decode,
  encode,
  FIRST,
  FORECAST,
  gateOf,
  partOf,
  SECOND,
  winningCodes,
} from "./codes.ts";

/** Every selection that can be played: 240 on a single round and 10,000 forecasts. */
const selections = [
  ...(["direct", "house", "ending"] as const).flatMap((type) =>
    ROUNDS.flatMap((round) =>
      Array.from({ length: numbersOf(type) }, (_, number) => ({ type, round, number })),
    ),
  ),
  ...Array.from({ length: 100 * 100 }, (_, pair) => ({
    type: "forecast" as const,
    first: Math.floor(pair / 100),
    second: pair % 100,
  })),
];

test("every selection has a unique code that fits a smallint", () => {
  const codes = new Set(selections.map(encode));
  expect(codes.size).toBe(selections.length);
  expect(Math.min(...codes)).toBe(0);
  expect(Math.max(...codes)).toBeLessThan(2 ** 15);
});

test("decoding a code returns its selection", () => {
  for (const selection of selections) expect(decode(encode(selection))).toEqual(selection);
});

test("a forecast is a separate part and closes with the first round", () => {
  const forecast = { type: "forecast", first: 45, second: 7 } as const;
  expect(partOf(forecast)).toBe(FORECAST);
  expect(gateOf(forecast)).toBe(FIRST);
});

test.each([
  ["first", FIRST],
  ["second", SECOND],
] as const)("a play on the %s round is settled and closes with it", (round, bit) => {
  const play = { type: "direct", round, number: 45 } as const;
  expect(partOf(play)).toBe(bit);
  expect(gateOf(play)).toBe(bit);
});

test.each<[string, Parameters<typeof winningCodes>[0], number | null, number | null, number[]]>([
  ["the first round", FIRST, 45, null, [45, 204, 225]],
  ["the first round", FIRST, 0, 7, [0, 200, 220]],
  ["the first round", FIRST, 99, 7, [99, 209, 229]],
  ["the first round", FIRST, null, 7, []],
  ["the second round", SECOND, null, 7, [107, 210, 237]],
  ["the second round", SECOND, 45, null, []],
  ["the forecast", FORECAST, 45, 7, [1000 + 4507]],
  ["the forecast", FORECAST, 0, 0, [1000]],
  ["the forecast", FORECAST, 45, null, []],
  ["the forecast", FORECAST, null, 7, []],
])("in %s (%i) the numbers %s and %s win the codes %j", (_, part, first, second, codes) => {
  const winning = winningCodes(part, { first_number: first, second_number: second });
  expect(winning.map(({ code }) => code)).toEqual(codes);
});

test("plays on the same selection are added up", () => {
  const play = { type: "direct", round: "first", number: 45, amount: 10 } as const;
  const other = { ...play, round: "second" } as const;
  expect([...addUp([play, other, { ...play, amount: 5 }])]).toEqual([
    [45, 15],
    [145, 10],
  ]);
});

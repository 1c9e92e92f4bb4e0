import { describe, expect, test } from "vitest";
import { EMPTY_SLIP, type Slip } from "./slip.ts";
import { amountOf, countLeftOut, faultOf, playLinesOf, playsOf, totalOf } from "./slip-plays.ts";

const OPEN = { first: true, second: true };
const BOUNDS = { min: 10, max: 10_000, balance: 500 };

const slip: Slip = {
  direct: { first: { 45: "10", 46: "", 47: " " }, second: { 7: "30", 8: "0" } },
  house: { first: { 4: "20" }, second: {} },
  ending: { first: {}, second: { 5: "40" } },
  forecast: [
    { first: "45", second: "7", amount: "10" },
    { first: "45", second: "", amount: "10" },
    { first: "1", second: "2", amount: "" },
    { first: "45", second: "07", amount: "15" },
  ],
};

const direct = (first: Record<number, string>): Slip => ({
  ...EMPTY_SLIP,
  direct: { first, second: {} },
});

const forecast = (...amounts: string[]): Slip => ({
  ...EMPTY_SLIP,
  forecast: amounts.map((amount) => ({ first: "45", second: "07", amount })),
});

test.each([
  ["10", 10],
  [" 10 ", 10],
  ["0", 0],
  ["", undefined],
  ["10.5", undefined],
  ["-10", undefined],
  ["1e3", undefined],
  ["१०", undefined],
])("the typed amount %j is parsed as %j", (typed, rupees) => expect(amountOf(typed)).toBe(rupees));

describe("the plays of a slip", () => {
  test("are its complete lines, with equal forecasts merged", () => {
    expect(playsOf(slip, OPEN)).toEqual([
      { type: "direct", round: "first", number: 45, amount: 10 },
      { type: "house", round: "first", number: 4, amount: 20 },
      { type: "direct", round: "second", number: 7, amount: 30 },
      { type: "ending", round: "second", number: 5, amount: 40 },
      { type: "forecast", first: 45, second: 7, amount: 25 },
    ]);
    expect(totalOf(playsOf(slip, OPEN))).toBe(125);
  });

  test("exclude a closed round; forecasts close with the first round", () => {
    const second = playsOf(slip, { first: false, second: true });
    expect(second.map(({ type }) => type)).toEqual(["direct", "ending"]);
    expect(playsOf(slip, { first: false, second: false })).toEqual([]);
  });

  test("are converted to the format of the request", () => {
    expect(playLinesOf(playsOf(slip, OPEN)).slice(3)).toEqual([
      { type: "ending", round: "second", number: 5, amount: 40 },
      { type: "forecast", round: "both", forecast_fr: 45, forecast_sr: 7, amount: 25 },
    ]);
  });

  test("exclude lines that are not bought, which are counted by their reason", () => {
    expect(countLeftOut(slip, OPEN)).toEqual({
      without_amount: 3,
      incomplete_forecasts: 1,
      in_closed_round: 0,
    });
    expect(countLeftOut(slip, { first: false, second: true })).toEqual({
      without_amount: 0,
      incomplete_forecasts: 0,
      in_closed_round: 4,
    });
    expect(countLeftOut(EMPTY_SLIP, OPEN)).toEqual({
      without_amount: 0,
      incomplete_forecasts: 0,
      in_closed_round: 0,
    });
  });
});

const spotOf = (number: number) => ({ type: "direct", round: "first", number });

test.each([
  ["no lines", EMPTY_SLIP, { code: "no_plays" }],
  ["numbers without an amount", direct({ 45: "" }), { code: "no_plays" }],
  ["an amount of zero", direct({ 45: "0" }), { code: "no_plays" }],
  [
    "an incomplete forecast",
    { ...EMPTY_SLIP, forecast: [{ first: "45", second: "", amount: "10" }] },
    { code: "no_plays" },
  ],
  ["the whole balance", direct({ 45: "500" }), undefined],
  ["more than the balance", direct({ 45: "491", 46: "10" }), { code: "insufficient_balance" }],
  ["the minimum amount", direct({ 45: "10" }), undefined],
  [
    "less than the minimum",
    direct({ 45: "10", 46: "9" }),
    { code: "stake_too_low", spot: spotOf(46) },
  ],
  [
    "zero beside an amount",
    direct({ 45: "10", 46: "0" }),
    { code: "stake_too_low", spot: spotOf(46) },
  ],
  [
    "more digits than any amount may have",
    direct({ 45: "1234567890" }),
    { code: "stake_too_high", spot: spotOf(45) },
  ],
  ["half a rupee", direct({ 45: "10.5" }), { code: "not_whole", spot: spotOf(45) }],
  ["a negative amount", direct({ 45: "-5" }), { code: "stake_too_low", spot: spotOf(45) }],
  ["text that is not a number", direct({ 45: "ten" }), { code: "not_whole", spot: spotOf(45) }],
])("a slip with %s has the expected fault", (_, checked, fault) =>
  expect(faultOf(checked, OPEN, BOUNDS)).toEqual(fault),
);

test.each([
  ["the maximum", direct({ 45: "10000" }), undefined],
  ["more than the maximum", direct({ 45: "10001" }), { code: "stake_too_high", spot: spotOf(45) }],
  ["the maximum in two rows of the same forecast", forecast("5000", "5000"), undefined],
  [
    "more than the maximum in two rows",
    forecast("5000", "5001"),
    { code: "stake_too_high", spot: { type: "forecast", row: 0 } },
  ],
  [
    "a row below the minimum",
    forecast("10", "5"),
    { code: "stake_too_low", spot: { type: "forecast", row: 1 } },
  ],
])("with a large balance, a slip with %s has the expected fault", (_, checked, fault) =>
  expect(faultOf(checked, OPEN, { ...BOUNDS, balance: 1_000_000 })).toEqual(fault),
);

test("lines of a closed round are not checked", () => {
  const closed = { first: false, second: true };
  const with_invalid_line: Slip = {
    ...EMPTY_SLIP,
    direct: { first: { 45: "x" }, second: { 7: "10" } },
  };
  expect(faultOf(with_invalid_line, closed, BOUNDS)).toBeUndefined();
  expect(faultOf(direct({ 45: "10" }), closed, BOUNDS)).toEqual({ code: "no_plays" });
});

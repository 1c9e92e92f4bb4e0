import { describe, expect, test } from "vitest";
import {
  addForecast,
  addForecasts,
  addNumbers,
  applyToAll,
  chosenIn,
  clearGrid,
  EMPTY_SLIP,
  type Grid,
  isEmptySlip,
  moveToSecondRound,
  picksOf,
  quickPick,
  removeForecast,
  removeNumber,
  setAmount,
  setForecast,
  slipOfOrder,
  toggleNumber,
} from "./slip.ts";

const DIRECT: Grid = { type: "direct", round: "first" };
const HOUSE: Grid = { type: "house", round: "second" };

const chosen = [45, 7, 99].reduce((slip, number) => toggleNumber(slip, DIRECT, number), EMPTY_SLIP);

describe("numbers", () => {
  test("are chosen without an amount and listed in ascending order", () => {
    expect(chosenIn(picksOf(chosen, DIRECT))).toEqual([7, 45, 99]);
    expect(picksOf(chosen, DIRECT)).toEqual({ 7: "", 45: "", 99: "" });
  });

  test("lose their amount when they are deselected and chosen again", () => {
    const priced = setAmount(chosen, DIRECT, 45, "10");
    const back = toggleNumber(toggleNumber(priced, DIRECT, 45), DIRECT, 45);
    expect(picksOf(back, DIRECT)[45]).toBe("");
  });

  test("of one grid do not change the other grids", () => {
    const slip = toggleNumber(chosen, HOUSE, 3);
    expect(picksOf(slip, DIRECT)).toBe(picksOf(chosen, DIRECT));
    expect(picksOf(slip, HOUSE)).toEqual({ 3: "" });
  });

  test("all get the same amount from applyToAll", () => {
    const slip = applyToAll(setAmount(chosen, DIRECT, 7, "50"), DIRECT, "20");
    expect(picksOf(slip, DIRECT)).toEqual({ 7: "20", 45: "20", 99: "20" });
  });

  test("are removed one by one or all at once", () => {
    expect(chosenIn(picksOf(removeNumber(chosen, DIRECT, 45), DIRECT))).toEqual([7, 99]);
    expect(isEmptySlip(clearGrid(chosen, DIRECT))).toBe(true);
  });

  test("that are added without an amount keep their current amount", () => {
    const slip = addNumbers(setAmount(chosen, DIRECT, 7, "50"), DIRECT, { 7: "", 8: "", 45: "10" });
    expect(picksOf(slip, DIRECT)).toEqual({ 7: "50", 8: "", 45: "10", 99: "" });
  });

  test("move from the first round to the second without replacing amounts there", () => {
    const slip = setAmount(
      setAmount(chosen, DIRECT, 7, "50"),
      { ...DIRECT, round: "second" },
      7,
      "5",
    );
    const moved = moveToSecondRound(slip);
    expect(moved.direct).toEqual({ first: {}, second: { 7: "5", 45: "", 99: "" } });
  });
});

describe("quick pick", () => {
  const lowest = () => 0;
  const highest = () => 0.999;

  test("adds numbers that are not chosen yet", () => {
    expect(picksOf(quickPick(chosen, DIRECT, 2, "10", highest), DIRECT)).toEqual({
      7: "",
      45: "",
      97: "10",
      98: "10",
      99: "",
    });
    expect(picksOf(quickPick(EMPTY_SLIP, HOUSE, 3, "", lowest), HOUSE)).toEqual({
      0: "",
      1: "",
      2: "",
    });
  });

  test("stops when every number is chosen", () => {
    const all = quickPick(EMPTY_SLIP, HOUSE, 50, "", Math.random);
    expect(chosenIn(picksOf(all, HOUSE))).toHaveLength(10);
    expect(quickPick(all, HOUSE, 1, "10", lowest)).toEqual(all);
  });
});

describe("forecasts", () => {
  test("always have at least one row", () => {
    const slip = setForecast(EMPTY_SLIP, 0, { first: "45" });
    expect(slip.forecast).toEqual([{ first: "45", second: "", amount: "" }]);
    expect(removeForecast(slip, 0).forecast).toEqual(EMPTY_SLIP.forecast);
    expect(addForecast(slip).forecast).toHaveLength(2);
  });

  test("that are added replace empty rows", () => {
    const row = { first: "01", second: "02", amount: "10" };
    expect(addForecasts(EMPTY_SLIP, [row]).forecast).toEqual([row]);
    expect(addForecasts(addForecasts(EMPTY_SLIP, [row]), [row]).forecast).toEqual([row, row]);
  });
});

test("slipOfOrder returns the slip that would place the same plays again", () => {
  const settled = { amount: 20, rate: 80, won: null };
  const slip = slipOfOrder({
    direct: [
      { number: 45, round: "first", ...settled },
      { number: 46, round: "second", ...settled },
    ],
    house: [],
    ending: [{ number: 5, round: "first", ...settled }],
    forecast: [{ first: 4, second: 50, round: "both", ...settled }],
  });
  expect(slip).toEqual({
    direct: { first: { 45: "20" }, second: { 46: "20" } },
    house: { first: {}, second: {} },
    ending: { first: { 5: "20" }, second: {} },
    forecast: [{ first: "04", second: "50", amount: "20" }],
  });
});

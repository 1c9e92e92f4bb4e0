import { expect, test } from "vitest";
import { addForecasts, EMPTY_SLIP, setAmount } from "./slip.ts";
import { loadSlip, onBought, parseSlip, removeBought, saveSlip } from "./slip-storage.ts";

test("a slip survives serialisation", () => {
  const picked = setAmount(EMPTY_SLIP, { type: "direct", round: "second" }, 45, "10");
  const slip = addForecasts(picked, [{ first: "1", second: "2", amount: "3" }]);
  expect(parseSlip(JSON.stringify(slip))).toEqual(slip);
});

const owner = { user_id: 1, house_id: 2, day: "2026-11-20" };
const picked = setAmount(EMPTY_SLIP, { type: "direct", round: "first" }, 45, "10");

test("a slip is stored for one player, house and day", () => {
  saveSlip(owner, picked);
  expect(loadSlip(owner)).toEqual(picked);
  for (const other of [{ user_id: 3 }, { house_id: 3 }, { day: "2026-11-21" }]) {
    expect(loadSlip({ ...owner, ...other })).toEqual(EMPTY_SLIP);
  }
});

test("a slip of nothing but half a forecast is stored", () => {
  const slip = addForecasts(EMPTY_SLIP, [{ first: "12", second: "", amount: "" }]);
  saveSlip(owner, slip);
  expect(loadSlip(owner)).toEqual(slip);
});

test("bought lines leave the storage, and listeners of that slip only are told", () => {
  const told: unknown[] = [];
  const unsubscribes = [
    onBought(owner, (bought) => told.push(bought)),
    onBought({ ...owner, house_id: 3 }, () => told.push("other owner")),
  ];
  saveSlip(owner, picked);
  removeBought(owner, picked);
  expect(loadSlip(owner)).toEqual(EMPTY_SLIP);
  for (const unsubscribe of unsubscribes) unsubscribe();
  removeBought(owner, picked);
  expect(told).toEqual([picked]);
});

test("what was added or changed after the press stays on the slip", () => {
  const grid = { type: "direct", round: "first" } as const;
  const row = { first: "1", second: "2", amount: "30" };
  const bought = addForecasts(setAmount(picked, grid, 46, "20"), [row]);
  const other = { first: "1", second: "2", amount: "40" };
  const meanwhile = addForecasts(setAmount(setAmount(bought, grid, 46, "25"), grid, 47, ""), [
    other,
  ]);
  saveSlip(owner, meanwhile);
  removeBought(owner, bought);
  const left = setAmount(setAmount(EMPTY_SLIP, grid, 46, "25"), grid, 47, "");
  expect(loadSlip(owner)).toEqual(addForecasts(left, [other]));
});

test.each([
  ["null", null],
  ["invalid JSON", "{"],
  ["JSON of another shape", '{"direct":5,"forecast":{}}'],
  ["JSON with invalid numbers", '{"direct":{"first":{"100":"10","x":"10","5":7}}}'],
  ["JSON with a house above 9", '{"house":{"first":{"10":"10"}}}'],
])("%s is parsed as an empty slip", (_, text) => expect(parseSlip(text)).toEqual(EMPTY_SLIP));

test("missing fields of a forecast row are empty", () => {
  expect(parseSlip('{"forecast":[{"first":"45"},null]}').forecast).toEqual([
    { first: "45", second: "", amount: "" },
    { first: "", second: "", amount: "" },
  ]);
});

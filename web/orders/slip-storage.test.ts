import { expect, test } from "vitest";
import { addForecasts, EMPTY_SLIP, setAmount } from "./slip.ts";
import { emptySlip, loadSlip, onEmptied, parseSlip, saveSlip } from "./slip-storage.ts";

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

test("emptying a slip clears the storage and notifies listeners of that slip only", () => {
  const notified: string[] = [];
  const unsubscribes = [
    onEmptied(owner, () => notified.push("same owner")),
    onEmptied({ ...owner, house_id: 3 }, () => notified.push("other owner")),
  ];
  saveSlip(owner, picked);
  emptySlip(owner);
  expect(loadSlip(owner)).toEqual(EMPTY_SLIP);
  for (const unsubscribe of unsubscribes) unsubscribe();
  emptySlip(owner);
  expect(notified).toEqual(["same owner"]);
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

import { expect, test } from "vitest";
import { addForecasts, EMPTY_SLIP, setAmount } from "./slip.ts";
import { emptySlip, keepSlip, loadSlip, onEmptied, parseSlip } from "./slip-storage.ts";

test("a slip is read as it was written", () => {
  const picked = setAmount(EMPTY_SLIP, { type: "direct", round: "second" }, 45, "10");
  const slip = addForecasts(picked, [{ first: "1", second: "2", amount: "3" }]);
  expect(parseSlip(JSON.stringify(slip))).toEqual(slip);
});

const owner = { user_id: 1, house_id: 2, day: "2026-11-20" };
const picked = setAmount(EMPTY_SLIP, { type: "direct", round: "first" }, 45, "10");

test("a slip is kept for its player, house and day, and no other", () => {
  keepSlip(owner, picked);
  expect(loadSlip(owner)).toEqual(picked);
  for (const other of [{ user_id: 3 }, { house_id: 3 }, { day: "2026-11-21" }]) {
    expect(loadSlip({ ...owner, ...other })).toEqual(EMPTY_SLIP);
  }
});

test("a slip whose plays are bought is empty, also in the form that shows it", () => {
  const told: string[] = [];
  const stops = [
    onEmptied(owner, () => told.push("its own")),
    onEmptied({ ...owner, house_id: 3 }, () => told.push("another's")),
  ];
  keepSlip(owner, picked);
  emptySlip(owner);
  expect(loadSlip(owner)).toEqual(EMPTY_SLIP);
  for (const stop of stops) stop();
  emptySlip(owner);
  expect(told).toEqual(["its own"]);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["another shape", '{"direct":5,"forecast":{}}'],
  ["numbers that are none", '{"direct":{"first":{"100":"10","x":"10","5":7}}}'],
  ["a digit beyond nine", '{"house":{"first":{"10":"10"}}}'],
])("%s is an empty slip", (_, text) => expect(parseSlip(text)).toEqual(EMPTY_SLIP));

test("a row that lacks something has it empty", () => {
  expect(parseSlip('{"forecast":[{"first":"45"},null]}').forecast).toEqual([
    { first: "45", second: "", amount: "" },
    { first: "", second: "", amount: "" },
  ]);
});

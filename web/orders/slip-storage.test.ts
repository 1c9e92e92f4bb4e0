import { expect, test } from "vitest";
import { addForecasts, EMPTY_SLIP, setAmount } from "./slip.ts";
import { parseSlip } from "./slip-storage.ts";

test("a slip is read as it was written", () => {
  const picked = setAmount(EMPTY_SLIP, { type: "direct", round: "second" }, 45, "10");
  const slip = addForecasts(picked, [{ first: "1", second: "2", amount: "3" }]);
  expect(parseSlip(JSON.stringify(slip))).toEqual(slip);
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

import { expect, test } from "vitest";
import { readForecasts, readPicks } from "./paste.ts";

test.each<[string, Record<number, string>]>([
  ["23 45 67 @10", { 23: "10", 45: "10", 67: "10" }],
  ["23 45 67", { 23: "", 45: "", 67: "" }],
  ["23,45@10 67@20", { 23: "10", 45: "10", 67: "20" }],
  ["23.45.67=10", { 23: "10", 45: "10", 67: "10" }],
  ["23@10,45@20", { 23: "10", 45: "20" }],
  ["07 7 @ ₹ 050", { 7: "50" }],
  ["00-99 @Rs.100", { 0: "100", 99: "100" }],
  ["1\n2\n3 @10 4", { 1: "10", 2: "10", 3: "10", 4: "" }],
  ["", {}],
])("%j is read", (text, picks) => expect(readPicks(text, "direct")).toEqual({ picks, unread: [] }));

test.each<[string, string[]]>([
  ["hello 23", ["hello"]],
  ["123 @10", ["123"]],
  ["23 @", ["@"]],
  ["23 @10.50", ["@"]],
  ["23 @12345678", ["@", "12345678"]],
])("of %j something is not understood", (text, unread) =>
  expect(readPicks(text, "direct").unread).toEqual(unread),
);

test("a house or an ending has one digit", () => {
  expect(readPicks("4 05 @10", "house")).toEqual({ picks: { 4: "10", 5: "10" }, unread: [] });
  expect(readPicks("4 45 @10", "ending").unread).toEqual(["45"]);
});

test.each<[string, { first: string; second: string; amount: string }[]]>([
  ["45/07 @10", [{ first: "45", second: "07", amount: "10" }]],
  ["45-7", [{ first: "45", second: "07", amount: "" }]],
  [
    "45 x 07, 1/2 =20 3/4",
    [
      { first: "45", second: "07", amount: "20" },
      { first: "01", second: "02", amount: "20" },
      { first: "03", second: "04", amount: "" },
    ],
  ],
])("forecasts %j are read", (text, rows) =>
  expect(readForecasts(text)).toEqual({ rows, unread: [] }),
);

test("a forecast with one number is not understood", () => {
  expect(readForecasts("45 @10").unread).toEqual(["45"]);
  expect(readForecasts("45/123 @10").unread).toEqual(["45", "123"]);
});

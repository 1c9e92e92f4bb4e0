import { expect, test } from "vitest";
import { parseForecasts, parsePicks } from "./paste.ts";

test.each<[string, Record<number, string>]>([
  ["23 45 67 @10", { 23: "10", 45: "10", 67: "10" }],
  ["23 45 67", { 23: "", 45: "", 67: "" }],
  ["23,45@10 67@20", { 23: "10", 45: "10", 67: "20" }],
  ["23.45.67=10", { 23: "10", 45: "10", 67: "10" }],
  ["23@10,45@20", { 23: "10", 45: "20" }],
  ["07 7 @ ₹ 050", { 7: "50" }],
  ["00-99 @Rs.100", { 0: "100", 99: "100" }],
  ["२३ ৪৫ @১০", { 23: "10", 45: "10" }],
  ["1\n2\n3 @10 4", { 1: "10", 2: "10", 3: "10", 4: "" }],
  ["", {}],
])("%j is parsed", (text, picks) =>
  expect(parsePicks(text, "direct")).toEqual({ picks, unparsed: [] }),
);

test.each<[string, string[]]>([
  ["hello 23", ["hello"]],
  ["123 @10", ["123"]],
  ["23 @", ["@"]],
  ["23 @10.50", ["@"]],
  ["23 @12345678", ["@", "12345678"]],
])("part of %j is reported as unparsed", (text, unparsed) =>
  expect(parsePicks(text, "direct").unparsed).toEqual(unparsed),
);

test("a house or an ending accepts only 0 to 9", () => {
  expect(parsePicks("4 05 @10", "house")).toEqual({ picks: { 4: "10", 5: "10" }, unparsed: [] });
  expect(parsePicks("4 45 @10", "ending").unparsed).toEqual(["45"]);
});

test.each<[string, { first: string; second: string; amount: string }[]]>([
  ["45/07 @10", [{ first: "45", second: "07", amount: "10" }]],
  [
    "45/07 @10 12/34 @20",
    [
      { first: "45", second: "07", amount: "10" },
      { first: "12", second: "34", amount: "20" },
    ],
  ],
  ["45-7", [{ first: "45", second: "07", amount: "" }]],
  [
    "45 x 07, 1/2 =20 3/4",
    [
      { first: "45", second: "07", amount: "20" },
      { first: "01", second: "02", amount: "20" },
      { first: "03", second: "04", amount: "" },
    ],
  ],
])("forecasts %j are parsed", (text, rows) =>
  expect(parseForecasts(text)).toEqual({ rows, unparsed: [] }),
);

test("a forecast needs two valid numbers", () => {
  expect(parseForecasts("45 @10").unparsed).toEqual(["45"]);
  expect(parseForecasts("45/123 @10").unparsed).toEqual(["45", "123"]);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_PAISE, parseRupees, sumRupees, toRupees, wholeRupees } from "./money.ts";

describe("parseRupees", () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [0.1, 10],
    [0.29, 29],
    [1.005, undefined],
    [4.35, 435],
    [8.2, 820],
    [99.99, 9_999],
    [100, 10_000],
    [1_000.1, 100_010],
    [50_000.01, 5_000_001],
    [90_000_000_000, MAX_PAISE],
    [90_000_000_000.01, undefined],
    [1e21, undefined],
    [0.001, undefined],
    [0.1 + 0.2, undefined],
    [100.123, undefined],
    [-1.5, -150],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])("of %d is %s", (rupees, paise) => {
    expect(parseRupees(rupees)).toBe(paise);
  });

  it("reverses toRupees", () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_PAISE, max: MAX_PAISE }), (paise) => {
        expect(parseRupees(toRupees(paise))).toBe(paise);
      }),
    );
  });

  it("reverses toRupees after a round trip through JSON", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_PAISE }), (paise) => {
        const text = JSON.stringify(toRupees(paise));
        expect(text).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(parseRupees(Number(text))).toBe(paise);
      }),
    );
  });
});

describe("toRupees", () => {
  it.each([
    [0, "0"],
    [1, "0.01"],
    [10, "0.1"],
    [5_000_001, "50000.01"],
    [MAX_PAISE, "90000000000"],
  ])("of %d paise is %s in JSON", (paise, text) => {
    expect(JSON.stringify(toRupees(paise))).toBe(text);
  });
});

it("sumRupees adds exactly", () => {
  expect(sumRupees(1_000.1, 20.2, -3.3)).toBe(1_017);
  expect(sumRupees(0.1, 0.2)).toBe(0.3);
  expect(sumRupees(70, -70.05)).toBe(-0.05);
  expect(sumRupees()).toBe(0);
});

it("wholeRupees returns a hundred paise for each rupee", () => {
  expect(wholeRupees(1_000_000)).toBe(100_000_000);
});

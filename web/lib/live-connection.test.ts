import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { waitAfter } from "./live-connection.ts";

const many = (work: () => number) => Array.from({ length: 100 }, work);

test("waits grow with each failure, to a minute and a half at most, and differ", () => {
  for (const [failures, least] of [
    [0, 3_000],
    [1, 6_000],
    [4, 48_000],
    [5, 60_000],
    [500, 60_000],
  ] as const) {
    const waits = many(() => waitAfter(failures, 3_000, undefined));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...waits)).toBeLessThanOrEqual(least * 1.5);
    expect(new Set(waits).size).toBeGreaterThan(1);
  }
});

test("a page that has given way to another stays away for the minute that it was told", () => {
  expect(Math.min(...many(() => waitAfter(0, 60_000, undefined)))).toBeGreaterThanOrEqual(60_000);
});

test("a busy server is not asked before it wants to be", () => {
  const busy = new ApiError({ status: 503, code: "busy", detail: "", retry_after_seconds: 20 });
  expect(Math.min(...many(() => waitAfter(0, 3_000, busy)))).toBeGreaterThanOrEqual(20_000);
});

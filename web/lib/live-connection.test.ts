import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { waitAfter } from "./live-connection.ts";

const many = (work: () => number) => Array.from({ length: 100 }, work);

test("delays grow with each failure up to a minute and a half, with jitter", () => {
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

test("a page whose stream was ended for another waits for the minute that the server sent", () => {
  expect(Math.min(...many(() => waitAfter(0, 60_000, undefined)))).toBeGreaterThanOrEqual(60_000);
});

test("a busy server's retry-after is respected", () => {
  const busy = new ApiError({ status: 503, code: "busy", detail: "", retry_after_seconds: 20 });
  expect(Math.min(...many(() => waitAfter(0, 3_000, busy)))).toBeGreaterThanOrEqual(20_000);
});

import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { isTransient, isOutcomeUnknown, waitBeforeRetry } from "./query.ts";

const failure = (status: number, code: string, retry_after_seconds?: number) =>
  new ApiError({ status, code, detail: "", retry_after_seconds });

afterEach(() => vi.restoreAllMocks());

test("retry delays grow, or follow the server's retry-after, up to eight seconds", () => {
  const chance = vi.spyOn(Math, "random").mockReturnValue(0);
  const lost = failure(0, "network");
  expect([0, 1, 2, 9].map((failures) => waitBeforeRetry(failures, lost))).toEqual([
    500, 1_000, 2_000, 8_000,
  ]);
  expect(waitBeforeRetry(0, failure(503, "busy", 3))).toBe(3_000);
  expect(waitBeforeRetry(0, failure(429, "too_many_requests", 600))).toBe(8_000);
  // With the maximum jitter.
  chance.mockReturnValue(1);
  expect(waitBeforeRetry(0, lost)).toBe(750);
});

test.each([
  ["no answer", failure(0, "network"), true, true],
  ["a fault", failure(500, "fault"), true, true],
  ["an outcome that is not known", failure(500, "outcome_unknown"), true, true],
  ["a busy server", failure(503, "busy"), true, false],
  ["a proxy without its server", failure(502, "unexpected"), true, true],
  ["a refusal", failure(400, "insufficient_balance"), false, false],
  ["a mistake of ours", new Error("x is not a function"), false, false],
])("%s is classified as temporary and as of unknown outcome", (_, error, passing, unknown) => {
  expect([isTransient(error), isOutcomeUnknown(error)]).toEqual([passing, unknown]);
});

import { afterEach, expect, test, vi } from "vitest";
import { arrivalOf, earlyName, forgetEarly, takeEarly } from "./early-answers.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("an early response is taken once, only in its own session, only while the app starts", () => {
  const [mine, later] = [earlyName("/api/auth/me", "mine"), earlyName("/api/houses", null)];
  const answer = Promise.resolve(new Response());
  const early = new Map([mine, later].map((name) => [name, answer]));
  vi.stubGlobal("window", { early });
  expect(takeEarly(earlyName("/api/auth/me", "another's"))).toBeUndefined();
  expect(takeEarly(earlyName("/api/auth/me", null))).toBeUndefined();
  expect(takeEarly(mine)).toBe(answer);
  expect(takeEarly(mine)).toBeUndefined();
  forgetEarly();
  expect(takeEarly(later)).toBeUndefined();
});

test("an early response has its own arrival time; any other arrives now", () => {
  const early = new Response();
  vi.stubGlobal("window", { early_arrivals: new WeakMap([[early, 7]]) });
  expect(arrivalOf(early)).toBe(7);
  vi.useFakeTimers({ toFake: ["performance"] });
  expect(arrivalOf(new Response())).toBe(performance.now());
});

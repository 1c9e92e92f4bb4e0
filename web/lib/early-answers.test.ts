import { afterEach, expect, test, vi } from "vitest";
import { earlyName, forgetEarly, takeEarly } from "./early-answers.ts";

afterEach(() => vi.unstubAllGlobals());

test("what was asked for early is taken once, in its own session, while the app starts", () => {
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

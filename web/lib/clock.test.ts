import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clockText } from "./clock.ts";

/** A fresh copy of the module, as on a page that was just opened. */
async function opened() {
  vi.resetModules();
  return import("./clock.ts");
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("the server's time is unknown before a response contains it", async () => {
  const { noteServerTime, serverNow } = await opened();
  expect(serverNow()).toBeUndefined();
  noteServerTime({ nothing: true });
  noteServerTime({ server_time: "no time" });
  expect(serverNow()).toBeUndefined();
});

test("the server's time runs on from the time in a response", async () => {
  const { noteServerTime, serverNow } = await opened();
  noteServerTime({ server_time: "2026-11-20T10:00:00+05:30" });
  vi.advanceTimersByTime(90_000);
  expect(serverNow()).toBe(Date.parse("2026-11-20T04:31:30Z"));
});

test("the time in a response is the time of its arrival, even if it is read later", async () => {
  const { noteServerTime, serverNow } = await opened();
  const arrived_ms = performance.now();
  vi.advanceTimersByTime(5_000);
  noteServerTime({ server_time: "2026-11-20T10:00:00+05:30" }, arrived_ms);
  expect(serverNow()).toBe(Date.parse("2026-11-20T04:30:05Z"));
});

test("a duration is shown as hours, minutes and seconds, rounded up", () => {
  expect(clockText(3_723_000)).toBe("01:02:03");
  expect(clockText(1)).toBe("00:00:01");
  expect(clockText(0)).toBe("00:00:00");
  expect(clockText(-5)).toBe("00:00:00");
});

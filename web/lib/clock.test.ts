import { expect, test } from "vitest";
import { clockText, noteServerTime, serverNow } from "./clock.ts";

test("the server's time is unknown until an answer tells it", () => {
  expect(serverNow()).toBeUndefined();
  noteServerTime({ nothing: true });
  noteServerTime({ server_time: "no time" });
  expect(serverNow()).toBeUndefined();
});

test("the server's time runs on from what an answer told", () => {
  noteServerTime({ server_time: "2026-11-20T10:00:00+05:30" });
  const told = Date.parse("2026-11-20T04:30:00Z");
  expect(serverNow()).toBeGreaterThanOrEqual(told);
  expect(serverNow()).toBeLessThan(told + 5_000);
});

test("a span is told as hours, minutes and seconds, the last second in full", () => {
  expect(clockText(3_723_000)).toBe("01:02:03");
  expect(clockText(1)).toBe("00:00:01");
  expect(clockText(0)).toBe("00:00:00");
  expect(clockText(-5)).toBe("00:00:00");
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

test("the time at which the page was opened is known from the first response", async () => {
  const { noteServerTime, serverTimeAtOpening } = await opened();
  noteServerTime({ server_time: "no time" });
  expect(serverTimeAtOpening()).toBeUndefined();
  noteServerTime({ server_time: "2026-11-20T10:00:05Z" }, 5_000);
  // The device has slept for an hour.
  noteServerTime({ server_time: "2026-11-20T11:00:06Z" }, 6_000);
  expect(serverTimeAtOpening()).toBe(Date.parse("2026-11-20T10:00:00Z"));
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

test("a slower response does not set the time back", async () => {
  const { noteServerTime, serverNow } = await opened();
  noteServerTime({ server_time: "2026-11-20T10:00:00Z" });
  vi.advanceTimersByTime(10_000);
  noteServerTime({ server_time: "2026-11-20T10:00:02Z" });
  expect(serverNow()).toBe(Date.parse("2026-11-20T10:00:10Z"));
});

test("a faster response corrects the time of a slower one", async () => {
  const { noteServerTime, serverNow } = await opened();
  noteServerTime({ server_time: "2026-11-20T10:00:00Z" });
  noteServerTime({ server_time: "2026-11-20T10:00:08Z" });
  expect(serverNow()).toBe(Date.parse("2026-11-20T10:00:08Z"));
});

test("a server clock that was set back is followed", async () => {
  const { noteServerTime, serverNow } = await opened();
  noteServerTime({ server_time: "2026-11-20T10:00:00Z" });
  noteServerTime({ server_time: "2026-11-20T09:58:59Z" });
  expect(serverNow()).toBe(Date.parse("2026-11-20T09:58:59Z"));
});

describe("when the wall clock has moved apart from the monotonic clock", () => {
  const fetched = vi.fn<typeof fetch>();
  const about = (server_time: string) => async () => Response.json({ server_time });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", fetched.mockReset());
  });
  afterEach(() => void vi.unstubAllGlobals());

  /** A page with a running countdown, at ten o'clock. */
  async function counting() {
    const clock = await opened();
    clock.noteServerTime({ server_time: "2026-11-20T10:00:00Z" });
    clock.everyTick(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).not.toHaveBeenCalled();
    return clock;
  }

  test("by a sleep of the device, the server is asked for the time", async () => {
    const { serverNow } = await counting();
    fetched.mockImplementationOnce(about("2026-11-20T10:31:00Z"));
    vi.setSystemTime(Date.now() + 30 * 60_000);
    await vi.advanceTimersByTimeAsync(250);
    expect(fetched.mock.calls).toEqual([["/api/about"]]);
    expect(serverNow()).toBe(Date.parse("2026-11-20T10:31:00Z"));
  });

  test("and the server does not answer, it is not asked again and again", async () => {
    const { serverNow } = await counting();
    fetched.mockRejectedValueOnce(new TypeError("failed"));
    vi.setSystemTime(Date.now() + 30 * 60_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(serverNow()).toBe(Date.parse("2026-11-20T10:02:00Z"));
  });

  test("because it was set by hand, the time stays, after one request", async () => {
    const { serverNow } = await counting();
    fetched.mockImplementationOnce(about("2026-11-20T10:01:00Z"));
    vi.setSystemTime(Date.now() - 24 * 3_600_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(serverNow()).toBe(Date.parse("2026-11-20T10:02:00Z"));
  });
});

test("a duration is shown as hours, minutes and seconds, rounded up", () => {
  expect(clockText(3_723_000)).toBe("01:02:03");
  expect(clockText(1)).toBe("00:00:01");
  expect(clockText(0)).toBe("00:00:00");
  expect(clockText(-5)).toBe("00:00:00");
});

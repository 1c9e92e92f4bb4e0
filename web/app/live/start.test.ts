import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noteServerTime, serverNow } from "../../lib/clock.ts";
import { addMessages } from "../../lib/messages.ts";
import { makeQueryClient } from "../../lib/query.ts";
import { startLive } from "./start.ts";

const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("fetch", asked.mockReset());
  asked.mockImplementation(async () => new Response(new ReadableStream()));
  addMessages("en", new Map([["notifications", {}]]));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["once nothing has been fetched for a moment", false, 1_500],
  ["after ten seconds at most", true, 10_000],
])("events are asked for %s", async (_, is_fetching, after_ms) => {
  const client = makeQueryClient();
  const queryFn = () => new Promise<never>(() => {});
  if (is_fetching) client.query({ queryKey: ["GET /houses"], queryFn }).catch(() => undefined);
  const leaving = new AbortController();
  void startLive(client, leaving.signal);
  await vi.advanceTimersByTimeAsync(after_ms - 1);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.mock.calls[0]?.[0]).toBe("/api/events");
  leaving.abort();
  client.clear();
});

describe("a connected screen", () => {
  const UNREAD = 'event: notification\ndata: {"unread":0,"notification":null}\n\n';
  const NOTHING_MISSED = "event: nothing_missed\ndata: {}\n\n";

  /** A screen that shows data, and its events; `ask` has been called once for the data. */
  async function connect() {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    asked.mockImplementation(async () => {
      return new Response(new ReadableStream({ start: (opened) => void (stream = opened) }));
    });
    const client = makeQueryClient();
    const ask = vi.fn<() => Promise<unknown>>(async () => ({ wallet_balance: 1 }));
    const shown = { queryKey: ["GET /auth/me"], queryFn: ask, staleTime: Infinity, retry: false };
    new QueryObserver(client, shown).subscribe(() => {});
    const leaving = new AbortController();
    void startLive(client, leaving.signal);
    await vi.advanceTimersByTimeAsync(10_000);
    return {
      ask,
      client,
      send: async (text: string) => {
        stream?.enqueue(new TextEncoder().encode(text));
        await vi.advanceTimersByTimeAsync(1_000);
      },
      disconnect: () => stream?.close(),
      leave: () => {
        leaving.abort();
        client.clear();
      },
    };
  }

  test("renews what it shows, unless the server says that nothing was missed", async () => {
    const screen = await connect();
    // A heartbeat says nothing of that.
    await screen.send(":\n\n");
    expect(screen.ask).toHaveBeenCalledTimes(1);
    await screen.send(UNREAD);
    expect(screen.ask).toHaveBeenCalledTimes(2);
    screen.leave();

    const current = await connect();
    await current.send(NOTHING_MISSED + UNREAD);
    expect(current.ask).toHaveBeenCalledTimes(1);
    current.leave();
  });

  test("renews what could not be renewed before, even if nothing was missed", async () => {
    const screen = await connect();
    screen.ask.mockRejectedValueOnce(new Error("away"));
    await screen.client.refetchQueries();
    expect(screen.ask).toHaveBeenCalledTimes(2);
    await screen.send(NOTHING_MISSED);
    expect(screen.ask).toHaveBeenCalledTimes(3);
    screen.leave();
  });

  test("states until when it was current: when it was opened, then by heartbeats", async () => {
    const opened_ms = Date.parse("2026-11-20T10:00:00Z");
    noteServerTime({ server_time: new Date(opened_ms).toISOString() }, 0);
    const secondsOf = (call: number) => {
      const [address] = asked.mock.calls[call] ?? [];
      const search = typeof address === "string" ? address.replace("/api/events", "") : "";
      const since = new URLSearchParams(search).get("since") ?? "";
      return (Date.parse(since) - opened_ms) / 1_000;
    };
    const serverSeconds = () => ((serverNow() ?? 0) - opened_ms) / 1_000;
    const screen = await connect();
    expect(secondsOf(0)).toBe(0);

    const connected_at = serverSeconds();
    await screen.send(UNREAD);
    await vi.advanceTimersByTimeAsync(30_000);
    // The page was frozen meanwhile: a heartbeat comes twenty seconds after the one before.
    await screen.send(":\n\n");
    screen.disconnect();
    while (asked.mock.calls.length < 2) await vi.advanceTimersByTimeAsync(1_000);
    expect(secondsOf(1)).toBeLessThanOrEqual(connected_at + 20);
    expect(secondsOf(1)).toBeGreaterThan(connected_at);

    await screen.send(UNREAD);
    const reconnected_at = serverSeconds();
    for (let beat = 0; beat < 3; beat += 1) await screen.send(":\n\n");
    screen.disconnect();
    while (asked.mock.calls.length < 3) await vi.advanceTimersByTimeAsync(1_000);
    // No later than the heartbeats arrived.
    expect(secondsOf(2)).toBeLessThanOrEqual(reconnected_at + 3);
    screen.leave();
  });

  test("renews what it shows after an event of another shape, of a newer server", async () => {
    const screen = await connect();
    await screen.send(NOTHING_MISSED);
    await screen.send("event: result_published\ndata: soon\n\n");
    expect(screen.ask).toHaveBeenCalledTimes(2);
    screen.leave();
  });
});

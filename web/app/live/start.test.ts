import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noteServerTime } from "../../lib/clock.ts";
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
  expect(asked.mock.calls[0]?.[0]).toMatch(/^\/api\/events/);
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

  test("restarts a request that is on its way, even if nothing was missed", async () => {
    const screen = await connect();
    screen.ask.mockReturnValueOnce(new Promise(() => {}));
    void screen.client.refetchQueries();
    expect(screen.ask).toHaveBeenCalledTimes(2);
    await screen.send(NOTHING_MISSED);
    expect(screen.ask).toHaveBeenCalledTimes(3);
    screen.leave();
  });

  test("states when it was opened, then the instant of the last heartbeat", async () => {
    const opened = "2026-11-20T10:00:00.000Z";
    noteServerTime({ server_time: opened }, 0);
    const sinceOf = (call: number) => {
      const [address] = asked.mock.calls[call] ?? [];
      const search = typeof address === "string" ? address.replace("/api/events", "") : "";
      return new URLSearchParams(search).get("since");
    };
    const heartbeat = (data: string) => `event: heartbeat\ndata: ${data}\n\n`;
    const screen = await connect();
    const reconnect = async () => {
      const calls = asked.mock.calls.length;
      screen.disconnect();
      while (asked.mock.calls.length === calls) await vi.advanceTimersByTimeAsync(1_000);
      return sinceOf(calls);
    };
    expect(sinceOf(0)).toBe(opened);
    await screen.send(UNREAD);
    expect(await reconnect()).toBe(opened);
    await screen.send(heartbeat('{"at":"2026-11-20T10:00:10Z"}'));
    await screen.send(heartbeat('{"at":"2026-11-20T10:00:30Z"}'));
    expect(await reconnect()).toBe("2026-11-20T10:00:30Z");
    // Nothing arrives on this connection.
    expect(await reconnect()).toBe("2026-11-20T10:00:30Z");
    // Of a newer server.
    await screen.send(heartbeat("{}"));
    expect(await reconnect()).toBeNull();
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

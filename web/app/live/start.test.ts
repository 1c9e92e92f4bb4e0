import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

test("an event of another shape, of a newer server, renews what is on the screen", async () => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream({ start: (controller) => void (stream = controller) });
  asked.mockImplementation(async () => new Response(body));
  const client = makeQueryClient();
  const ask = vi.fn<() => Promise<unknown>>(async () => ({ wallet_balance: 1 }));
  const shown = { queryKey: ["GET /auth/me"], queryFn: ask, staleTime: Infinity };
  new QueryObserver(client, shown).subscribe(() => {});
  const leaving = new AbortController();
  void startLive(client, leaving.signal);
  await vi.advanceTimersByTimeAsync(10_000);
  const send = async (text: string) => {
    stream?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(1_000);
  };
  await send(":\n\n");
  expect(ask).toHaveBeenCalledTimes(2);
  await send("event: result_published\ndata: soon\n\n");
  expect(ask).toHaveBeenCalledTimes(3);
  leaving.abort();
  client.clear();
});

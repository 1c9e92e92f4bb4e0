import { type QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LiveEvent } from "../../../contract/notifications/schemas.ts";
import { noteServerTime } from "../../lib/clock.ts";
import { apiQuery, makeQueryClient } from "../../lib/query.ts";
import { takeEvent } from "./events.ts";

const TODAY = "2026-11-20";
const NUMBERS = { house_id: 1, date: TODAY, first_round: 45, second_round: null };
const ME = apiQuery("GET /auth/me").queryKey;

let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  noteServerTime({ server_time: `${TODAY}T16:00:00+05:30` });
  client = makeQueryClient();
});

afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

/** Data that a screen shows; returns how often it was fetched since. */
function onScreen(queryKey: QueryKey, answer: unknown): () => number {
  const ask = vi.fn<() => Promise<unknown>>(async () => answer);
  client.setQueryData(queryKey, answer);
  new QueryObserver(client, { queryKey, queryFn: ask, staleTime: Infinity }).subscribe(() => {});
  return () => ask.mock.calls.length;
}

/** A screen whose request awaits a response made before a change; later ones are made after it. */
function awaiting(queryKey: QueryKey, before: unknown, after: unknown): () => void {
  let release = (): void => undefined;
  const first = new Promise((answered) => (release = () => answered(before)));
  const ask = vi.fn<() => Promise<unknown>>(async () => after).mockReturnValueOnce(first);
  const observer = new QueryObserver(client, { queryKey, queryFn: ask, staleTime: Infinity });
  observer.subscribe(() => {});
  // Without data, the subscription has made the first request.
  if (client.getQueryData(queryKey) !== undefined) void observer.refetch();
  return release;
}

const publish = () => takeEvent(client, { event: "result_published", data: NUMBERS });
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

describe("a published result", () => {
  const line = (id: number, result: object | null) => ({
    house: { id, name: `House ${id}` },
    result,
  });

  test("is shown among the latest at once, without a request", async () => {
    const key = ["GET /results/latest", undefined, undefined];
    const older = { date: "2026-11-19", first_round: 1, second_round: 2 };
    const asked = onScreen(key, [line(1, older), line(2, older), line(3, null)]);
    publish();
    const { house_id: _, ...result } = NUMBERS;
    expect(client.getQueryData(key)).toEqual([line(1, result), line(2, older), line(3, null)]);
    await seconds(60);
    expect(asked()).toBe(0);
  });

  test("of an earlier day does not replace a newer one", () => {
    const key = ["GET /results/latest", undefined, undefined];
    const newer = [line(1, { date: "2026-11-21", first_round: 1, second_round: null })];
    onScreen(key, newer);
    publish();
    expect(client.getQueryData(key)).toEqual(newer);
  });

  test("is added to its lists, which are refetched a little later", async () => {
    const row = (house_id: number, date: string) => ({
      id: house_id,
      house_id,
      house_name: `House ${house_id}`,
      date,
      first_round: 9,
      second_round: 8,
    });
    const rows = [row(2, TODAY), row(1, "2026-11-19")];
    const keyOf = (query: object) => ["GET /results", undefined, query];
    const [all, own, other, entered] = [
      keyOf({ days: 7, published: "true" }),
      keyOf({ days: 7, published: "true", house_id: 1 }),
      keyOf({ days: 7, published: "true", house_id: 2 }),
      keyOf({ days: 30 }),
    ];
    const asked = [all, own, other, entered].map((key) => onScreen(key, rows));
    publish();
    const numbers = { first_round: 45, second_round: null, house_name: "House 1" };
    for (const key of [all, own]) {
      expect(client.getQueryData(key)).toMatchObject([{ ...numbers, date: TODAY }, ...rows]);
    }
    expect(client.getQueryData(other)).toEqual(rows);
    expect(client.getQueryData(entered)).toEqual(rows);
    expect(asked.map((count) => count())).toEqual([0, 0, 0, 0]);
    await seconds(6);
    expect(asked.map((count) => count())).toEqual([1, 1, 1, 1]);
  });

  test.each(["shows", "loads"])(
    "is not lost to an older response on a screen that %s its list",
    async (state) => {
      const key = ["GET /results", undefined, { days: 7, published: "true" }];
      const row = { id: 1, house_id: 1, house_name: "House 1", date: "2026-11-19" };
      if (state === "shows") client.setQueryData(key, [row]);
      const answer = awaiting(key, [row], [{ ...row, ...NUMBERS }, row]);
      publish();
      answer();
      await seconds(6);
      expect(client.getQueryData(key)).toMatchObject([NUMBERS, row]);
    },
  );

  test("of an earlier day is not added to lists of later days", () => {
    const keyOf = (days: number) => ["GET /results", undefined, { days, published: "true" }];
    const row = { id: 1, house_id: 1, house_name: "House 1", date: TODAY, first_round: 9 };
    onScreen(keyOf(1), [row]);
    onScreen(keyOf(2), [row]);
    takeEvent(client, { event: "result_published", data: { ...NUMBERS, date: "2026-11-19" } });
    expect(client.getQueryData(keyOf(1))).toEqual([row]);
    expect(client.getQueryData(keyOf(2))).toMatchObject([row, { date: "2026-11-19" }]);
  });

  test("refetches the orders on it once they are settled, and no others", async () => {
    const order = (house_id: number, status: string) => ({ house_id, play_date: TODAY, status });
    const keyOf = (query: object) => ["GET /orders", undefined, query];
    const open = onScreen(keyOf({ limit: 5 }), [order(2, "won"), order(1, "confirmed")]);
    const paged = onScreen(["GET /orders", "pages", undefined], {
      pages: [[order(2, "lost")], [order(1, "confirmed")]],
      pageParams: [0, 20],
    });
    const over = onScreen(keyOf({ limit: 6 }), [order(1, "lost"), order(2, "confirmed")]);
    const single = onScreen(["GET /orders/{id}", { id: 7 }, undefined], order(1, "confirmed"));
    publish();
    await seconds(60);
    expect([open(), paged(), over(), single()]).toEqual([0, 0, 0, 0]);
    const key = keyOf({ limit: 7 });
    awaiting(key, [order(1, "confirmed")], [order(1, "lost")]);
    takeEvent(client, { event: "result_settled", data: { house_id: 1, date: TODAY } });
    await seconds(60);
    expect([open(), paged(), over(), single()]).toEqual([1, 1, 0, 1]);
    // It was on its way.
    expect(client.getQueryData(key)).toEqual([order(1, "lost")]);
  });
});

describe("a balance", () => {
  const shown = () => client.getQueryData<{ wallet_balance: number }>(ME)?.wallet_balance;
  const tell = (balance: number) =>
    takeEvent(client, { event: "balance_changed", data: { balance, reason: "win" } });

  test("is shown at once and then refetched", async () => {
    const asked = onScreen(ME, { wallet_balance: 100 });
    await seconds(3);
    tell(900);
    expect([shown(), asked()]).toEqual([900, 0]);
    await seconds(2);
    expect(asked()).toBe(1);
  });

  test("that is already shown makes no request", async () => {
    const asked = onScreen(ME, { wallet_balance: 100 });
    tell(100);
    await seconds(60);
    expect(asked()).toBe(0);
  });

  test("does not replace one that was just fetched, but is refetched", async () => {
    const asked = onScreen(ME, { wallet_balance: 100 });
    tell(900);
    expect(shown()).toBe(100);
    await seconds(2);
    expect(asked()).toBe(1);
  });

  test("of the own order that precedes its response makes no request", async () => {
    const asked = onScreen(ME, { wallet_balance: 100 });
    await seconds(3);
    const answered = vi.fn<() => Promise<boolean>>(() => vi.waitUntil(() => shown() === 70));
    void client.getMutationCache().build(client, { mutationFn: answered }).execute(undefined);
    tell(70);
    expect(shown()).toBe(100);
    client.setQueryData(ME, { wallet_balance: 70 });
    await seconds(60);
    expect(asked()).toBe(0);
  });
});

describe("money moved on another screen", () => {
  const orders = ["GET /orders", undefined, { limit: 20 }];
  const order = ["GET /orders/{id}", { id: 1 }, undefined];
  const requests = ["GET /wallet/requests", undefined, undefined];
  type Moved = Extract<LiveEvent, { event: "balance_changed" }>["data"];
  const tell = (reason: Moved["reason"]) =>
    takeEvent(client, { event: "balance_changed", data: { balance: 90, reason } });
  const look = () => [onScreen(orders, []), onScreen(order, {}), onScreen(requests, {})];

  test.each<[Moved["reason"], number[]]>([
    ["play", [1, 1, 0]],
    ["refund", [1, 1, 0]],
    ["payment", [0, 0, 1]],
    ["win", [0, 0, 0]],
  ])("by a %s is seen in the lists too", async (reason, calls) => {
    onScreen(ME, { wallet_balance: 100 });
    const asked = look();
    await seconds(3);
    tell(reason);
    await seconds(3);
    expect(asked.map((count) => count())).toEqual(calls);
  });

  test("is not refetched on the screen that moved it", async () => {
    onScreen(ME, { wallet_balance: 90 });
    const asked = look();
    await seconds(3);
    tell("play");
    await seconds(3);
    expect(asked.map((count) => count())).toEqual([0, 0, 0]);
  });
});

test("a decided payment refetches only the payment requests", async () => {
  const requests = onScreen(["GET /wallet/requests", "pages"], { pages: [], pageParams: [] });
  const orders = onScreen(["GET /orders", undefined, undefined], []);
  takeEvent(client, { event: "payment_decided", data: { payment_id: 1, status: "approved" } });
  await seconds(1);
  expect([requests(), orders()]).toEqual([1, 0]);
});

test("after missed events everything is refetched once", async () => {
  const asked = [
    onScreen(ME, { wallet_balance: 1 }),
    onScreen(["GET /results/latest", undefined, undefined], []),
    onScreen(["GET /wallet/transactions", "pages"], { pages: [], pageParams: [] }),
    onScreen(["GET /houses", undefined, undefined], []),
  ];
  takeEvent(client, { event: "missed", data: {} });
  await seconds(60);
  expect(asked.map((count) => count())).toEqual([1, 1, 1, 0]);
});

test("after missed events an older response is not what stays", async () => {
  const orders = ["GET /orders", undefined, { limit: 5 }];
  client.setQueryData(orders, ["before"]);
  const answers = [
    awaiting(ME, { wallet_balance: 1 }, { wallet_balance: 900 }),
    awaiting(orders, ["before"], ["after"]),
  ];
  takeEvent(client, { event: "missed", data: {} });
  for (const answer of answers) answer();
  // A screen that has nothing to show yet waits for the new response only.
  await seconds(0);
  expect(client.getQueryData(ME)).toEqual({ wallet_balance: 900 });
  await seconds(60);
  expect(client.getQueryData(ME)).toEqual({ wallet_balance: 900 });
  expect(client.getQueryData(orders)).toEqual(["after"]);
});

test("an unknown event is ignored", async () => {
  const asked = onScreen(ME, { wallet_balance: 1 });
  const unknown: LiveEvent = JSON.parse('{ "event": "archer_arrived", "data": {} }');
  takeEvent(client, unknown);
  await seconds(60);
  expect(asked()).toBe(0);
});

import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { isGathered } from "./pages.ts";
import { listPages } from "./pages-sql.ts";
import { listOwnOrders } from "./service.ts";

const app = useApp();
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const aSignedInPlayer = async () => app.signIn(await aPlayer(app.db, { balance: 500 }));

const pageOf = (token: string, query: { limit?: string; skip?: string } = {}) =>
  app.ask("GET /orders", { as: token, query });

const aloneOf = (token: string, ids: number[]) =>
  Promise.all(ids.map((id) => game.order(token, id)));

/** Players with 0, 1, 2 … orders, newest first. */
async function playersWithOrders(count: number) {
  const house = await aHouse(app.db);
  return Promise.all(
    Array.from({ length: count }, async (_, orders) => {
      const token = await aSignedInPlayer();
      const ids: number[] = [];
      for (let n = 0; n < orders; n += 1) {
        ids.unshift((await game.place(token, house.id, [play.direct(n), play.ending(n)])).id);
      }
      return { token, ids };
    }),
  );
}

test("concurrent requests each get the requested page", async () => {
  const players = await playersWithOrders(8);
  const asked = players.flatMap(({ token, ids }) =>
    [1, 2, 20, 100].flatMap((limit) =>
      [0, 1, 5, 2_000].map((skip) => ({ token, ids, limit, skip })),
    ),
  );
  const pages = await Promise.all(
    asked.map(({ token, limit, skip }) =>
      pageOf(token, { limit: String(limit), skip: String(skip) }),
    ),
  );
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual(
    asked.map(({ ids, limit, skip }) => ids.slice(skip, skip + limit)),
  );
});

test("a long page is compressed and sent in one piece", async () => {
  const house = await aHouse(app.db);
  const token = await app.signIn(await aPlayer(app.db, { balance: 10_000 }));
  const plays = Array.from({ length: 100 }, (_, n) => play.direct(n));
  for (let n = 0; n < 3; n += 1) await game.place(token, house.id, plays);
  const get = (headers: Record<string, string>) =>
    app.app.inject({
      url: "/api/orders",
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const plain = await get({});
  expect(plain.rawPayload.length).toBeGreaterThan(10_000);
  expect(plain.headers).not.toHaveProperty("content-encoding");
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
  for (const name of ["gzip", "br"] as const) {
    const { headers, rawPayload } = await get({ "accept-encoding": name });
    expect(headers).toMatchObject({
      "content-encoding": name,
      "content-length": String(rawPayload.length),
      vary: "accept-encoding",
    });
    expect(unpack[name](rawPayload).toString()).toBe(plain.payload);
  }
});

test("pages by status can be requested together with pages without one", async () => {
  const [, one, two] = await playersWithOrders(3);
  if (!one || !two) throw new Error("three players");
  const [cancelled = 0, kept = 0] = two.ids;
  await app.ask("POST /orders/{id}/cancel", { as: two.token, params: { id: String(cancelled) } });
  const pages = await Promise.all([
    app.ask("GET /orders", { as: two.token, query: { status: "cancelled" } }),
    app.ask("GET /orders", { as: two.token, query: { status: "pending" } }),
    app.ask("GET /users/play-history", { as: two.token }),
    app.ask("GET /orders", { as: one.token, query: { status: "cancelled" } }),
    pageOf(one.token),
  ]);
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
    [cancelled],
    [kept],
    two.ids,
    [],
    one.ids,
  ]);
});

test("a page shows each order like a request for that order, for every status", async () => {
  const [house, other] = [await aHouse(app.db), await aHouse(app.db)];
  const admin = await app.signIn(await anAdmin(app.db));
  const token = await aSignedInPlayer();
  const all = [play.direct(45), play.house(1), play.ending(2, 10, "second"), play.forecast(45, 32)];
  const ids: number[] = [];
  const place = async (...to: Parameters<typeof game.place>) =>
    ids.unshift((await game.place(...to)).id);
  await place(token, house.id, all);
  await place(token, house.id, [play.direct(45), play.house(4, 20)]);
  await place(token, house.id, [play.direct(46)]);
  await place(token, house.id, [play.direct(46, 10, "second")]);
  await place(token, other.id, all);
  await place(token, other.id, [play.ending(3, 10, "second")]);
  await place(token, other.id, all, { play_date: TOMORROW });
  await place(token, house.id, [play.direct(45)]);
  await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(ids[0]) } });
  await setClock(app.db, at("15:00"));
  await game.publish(admin, house.id, { first_round: 45 });
  const page = await pageOf(token);
  expect(page.map(({ status }) => status)).toEqual([
    "cancelled",
    "pending",
    "pending",
    "confirmed",
    "pending",
    "lost",
    "won",
    "confirmed",
  ]);
  expect(page).toEqual(await aloneOf(token, ids));
  // Its number has won, but it has no part in the result.
  expect(page[0]?.numbers.direct).toMatchObject([{ number: 45, won: null }]);
  await setClock(app.db, at("21:00"));
  await game.publish(admin, house.id, { second_round: 32 });
  expect(await pageOf(token)).toEqual(await aloneOf(token, ids));
});

test("a page shows the reason of a voided order unchanged", async () => {
  const house = await aHouse(app.db);
  const token = await aSignedInPlayer();
  const { id } = await game.place(token, house.id, [play.direct(1)]);
  await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(id) } });
  const reason = `"a"\tb\n{c},\\d\\n|तीर`;
  await sql`update orders set cancel_reason = ${reason} where id = ${id}`.execute(app.db);
  expect(await pageOf(token)).toMatchObject([{ id, cancel_reason: reason }]);
});

test("a player without orders gets an empty page", async () => {
  expect(await pageOf(await aSignedInPlayer())).toEqual([]);
});

test.each([
  ["older", "2027-06-10T12:00:00Z"],
  ["partly recent", "2027-01-10T12:00:00Z"],
  ["recent", "2026-11-10T12:00:00Z"],
])("pages show the newest orders first when a player's orders are %s", async (_, now) => {
  const house = await aHouse(app.db);
  const player = await aPlayer(app.db, { balance: 500 });
  const token = await app.signIn(player);
  const ids: number[] = [];
  for (const [placed, play_date] of [
    ["2026-11-30", "2026-11-30"],
    ["2026-11-30", "2026-12-01"],
    ["2026-11-30", "2026-11-30"],
    ["2026-12-01", "2026-12-01"],
    ["2027-01-05", "2027-01-05"],
  ] as const) {
    await setClock(app.db, at("13:00", placed));
    ids.unshift((await game.place(token, house.id, [play.direct(7)], { play_date })).id);
  }
  const slices = [0, 1, 2, 3, 4, 5].flatMap((skip) => [1, 2, 5, 20].map((limit) => [skip, limit]));
  const requests = slices.map(([skip = 0, limit = 0]) => ({ user_id: player.id, skip, limit }));
  const pages = await listPages(app.db, requests, new Date(now));
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual(
    requests.map(({ skip, limit }) => ids.slice(skip, skip + limit)),
  );
});

test.each([
  [20, 1_000, true],
  [21, 0, false],
  [1, 1_001, false],
])("a page of %d orders after %d others is read with those of others: %s", (limit, skip, is) => {
  expect(isGathered({ user_id: 1, limit, skip })).toBe(is);
});

test("a page beyond a full queue is refused as busy, and the others are served", async () => {
  const house = await aHouse(app.db);
  const player = await aPlayer(app.db, { balance: 500 });
  const { id } = await game.place(await app.signIn(player), house.id, [play.direct(1)]);
  const page = { status: undefined, limit: 20, skip: 0 };
  // Three full batches start at once and the first after this turn; the rest fills the queue.
  const most = 3 * 16 + 4_000;
  const asked = Array.from({ length: most + 1 }, () => listOwnOrders(app.context, player.id, page));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.pop()).toEqual({ status: "rejected", reason: new Refusal("busy") });
  expect(
    outcomes.every((told) => told.status === "fulfilled" && told.value.read()[0]?.id === id),
  ).toBe(true);
});

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { transaction } from "./db/transaction.ts";
import { workTonight } from "./reports/nightly.ts";
import { appOn, useApp } from "./testing/app.ts";
import { expectBooksToBalance } from "./testing/books.ts";
import { anOrder, at, gameOf, play } from "./testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "./testing/makers.ts";
import { untilWaiting } from "./testing/waiting.ts";

const TOKEN = "token-of-the-monitoring";
const app = useApp({ metrics_token: TOKEN });
const without_token = appOn(app);
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const fetchMetrics = (headers: Record<string, string>, { app: server } = app) =>
  server.inject({ url: "/api/metrics", headers });

/** The value of a series, such as `nishana_orders_total{outcome="accepted"}`; 0 if absent. */
async function read(series: string): Promise<number> {
  const { payload } = await fetchMetrics({ authorization: `Bearer ${TOKEN}` });
  const line = payload.split("\n").find((text) => text.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

/** Polls, because a read that takes the database longer than two seconds shows the value before. */
const expectValue = (series: string, value: number) =>
  vi.waitFor(async () => expect(await read(series)).toBe(value), { timeout: 20_000 });

/** By how much the value of a series grows while the work runs. */
async function growth(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = await read(series);
  await work();
  return (await read(series)) - before;
}

async function aGame() {
  const [house, player] = await Promise.all([aHouse(app.db), aPlayer(app.db, { balance: 100 })]);
  const token = await app.signIn(player);
  await game.place(token, house.id, [play.direct(45)]);
  return { house, token };
}

describe("the metrics", () => {
  test("are served to the metrics token, and not to an admin's session token", async () => {
    const response = await fetchMetrics({ authorization: `Bearer ${TOKEN}` });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.payload).toContain("process_cpu_seconds_total");
    const admin = await app.signIn(await anAdmin(app.db));
    for (const authorization of ["", TOKEN, `Bearer ${TOKEN}x`, `Bearer ${admin}`]) {
      const refused = await fetchMetrics({ authorization });
      expect([refused.statusCode, refused.json().code]).toEqual([401, "session_required"]);
    }
  });

  test("are not served when no token is configured", async () => {
    for (const authorization of ["", "Bearer ", "Bearer undefined", `Bearer ${TOKEN}`]) {
      expect((await fetchMetrics({ authorization }, without_token)).statusCode).toBe(404);
    }
  });
});

describe("orders are counted", () => {
  test.each<[string, (token: string, house_id: number) => Promise<unknown>]>([
    ["accepted", (token, house_id) => game.place(token, house_id, [play.direct(46)])],
    ["stake_too_low", (token, house_id) => game.place(token, house_id, [play.direct(46, 1)])],
    ["insufficient_balance", (token, id) => game.place(token, id, [play.direct(46, 100)])],
  ])("as %s", async (outcome, place) => {
    const { house, token } = await aGame();
    const series = `nishana_orders_total{outcome="${outcome}"}`;
    const work = () => place(token, house.id).catch(() => undefined);
    expect(await growth(series, work)).toBe(1);
    expect(await growth("nishana_batch_orders_sum", work)).toBe(1);
  });

  test("as repeated when they are sent again with the same idempotency key", async () => {
    const { house, token } = await aGame();
    const key = randomUUID();
    const place = () => game.place(token, house.id, [play.direct(47)], { key });
    await place();
    expect(await growth('nishana_orders_total{outcome="repeated"}', place)).toBe(1);
  });

  test("as queued only while they wait for a batch", async () => {
    const { house } = await aGame();
    const pushed: Promise<unknown>[] = [];
    // The users do not exist, so every order is refused in the end.
    const push = () => {
      const order = anOrder(house.id, 1_000_000_000 + pushed.length);
      pushed.push(app.context.placing.push(order).catch(() => undefined));
    };
    await transaction(app.db, async (tx) => {
      await sql`select from draws where house_id = ${house.id} for update`.execute(tx);
      push();
      await untilWaiting(app.db, 1);
      for (let order = 0; order < 5; order += 1) push();
      expect(await read("nishana_queued_orders")).toBe(5);
    });
    await Promise.all(pushed);
    expect(await read("nishana_queued_orders")).toBe(0);
  });
});

describe("the time of the last nightly check of the books", () => {
  const BOOKS = "nishana_books_checked_timestamp_seconds";
  const began = Date.parse(at("03:00")) / 1_000;

  beforeEach(async () => {
    await sql`delete from book_checks`.execute(app.db);
    await setClock(app.db, at("03:00"));
  });

  test("is 0 before the first, and that of the last complete one", async () => {
    expect(await read(BOOKS)).toBe(0);
    await workTonight(app.context);
    await expectValue(BOOKS, began);
    await setClock(app.db, at("03:00", "2026-11-21"));
    // The state that a process leaves when it dies during the check.
    await sql`insert into book_checks (day) values ('2026-11-21')`.execute(app.db);
    expect(await read(BOOKS)).toBe(began);
    await setClock(app.db, at("03:00", "2026-11-22"));
    await workTonight(app.context);
    await expectValue(BOOKS, began + 2 * 86_400);
  });

  test("stays as it was while the database fails or does not answer", async () => {
    await workTonight(app.context);
    await expectValue(BOOKS, began);
    await sql`alter table book_checks rename to elsewhere`.execute(app.db);
    expect(await read(BOOKS)).toBe(began);
    await sql`alter table elsewhere rename to book_checks`.execute(app.db);
    await transaction(app.db, async (tx) => {
      await sql`lock table book_checks in access exclusive mode`.execute(tx);
      expect(await read(BOOKS)).toBe(began);
    });
  });
});

test("the clock by which rounds close is that of the database", async () => {
  await setClock(app.db, at("15:29"));
  await expectValue("nishana_clock_timestamp_seconds", Date.parse(at("15:29")) / 1_000);
});

describe("failures are counted:", () => {
  const callsOf = (route: string, status: number) =>
    `nishana_request_seconds_count{route="${route}",status="${status}"}`;

  test("a refusal, by route and status", async () => {
    const work = () => app.refused("GET /orders/{id}", { params: { id: "1" } });
    expect(await growth(callsOf("GET /api/orders/:id", 401), work)).toBe(1);
    const admin = await app.signIn(await anAdmin(app.db));
    const notFound = () => app.refused("GET /orders/{id}", { as: admin, params: { id: "1" } });
    expect(await growth(callsOf("GET /api/orders/:id", 404), notFound)).toBe(1);
    expect(await growth(callsOf("GET unknown", 404), () => app.app.inject("/api/no"))).toBe(1);
  });

  test("a fault", async () => {
    const token = await app.signIn(await aPlayer(app.db));
    const console_error = vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(app.context.balances, "push").mockRejectedValueOnce(new Error("the cable is out"));
    const work = () => app.call("GET /wallet/balance", { as: token });
    expect(await growth(callsOf("GET /api/wallet/balance", 500), work)).toBe(1);
    expect(console_error).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  test("an invariant of the books that does not hold, until it holds again", async () => {
    await aGame();
    const admin = await app.signIn(await anAdmin(app.db));
    const damage = (paise: number) =>
      sql`update house_side set staked_paise = staked_paise + ${paise}`.execute(app.db);
    const console_error = vi.spyOn(console, "error").mockReturnValue();
    await damage(1);
    await app.ask("GET /admin/books", { as: admin });
    const broken = console_error.mock.calls.length;
    vi.restoreAllMocks();
    expect(broken).toBeGreaterThan(0);
    expect(await read("nishana_broken_invariants")).toBe(broken);
    await damage(-1);
    await app.ask("GET /admin/books", { as: admin });
    expect(await read("nishana_broken_invariants")).toBe(0);
  });
});

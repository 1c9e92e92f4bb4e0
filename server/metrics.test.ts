import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { transaction } from "./db/transaction.ts";
import { appOn, useApp } from "./testing/app.ts";
import { expectBooksToBalance } from "./testing/books.ts";
import { anOrder, at, gameOf, play } from "./testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "./testing/makers.ts";
import { untilWaiting } from "./testing/waiting.ts";

const TOKEN = "of-whoever-watches";
const app = useApp({ metrics_token: TOKEN });
const unwatched = appOn(app);
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const ask = (headers: Record<string, string>, { app: server } = app) =>
  server.inject({ url: "/api/metrics", headers });

/** The figure of a line, such as `nishana_orders_total{outcome="accepted"}`; 0 without one. */
async function read(line: string): Promise<number> {
  const { payload } = await ask({ authorization: `Bearer ${TOKEN}` });
  const found = payload.split("\n").find((text) => text.startsWith(`${line} `));
  return Number(found?.slice(line.length) ?? 0);
}

/** By how much the figure of a line grows meanwhile. */
async function growth(line: string, work: () => Promise<unknown>): Promise<number> {
  const before = await read(line);
  await work();
  return (await read(line)) - before;
}

async function aGame() {
  const [house, player] = await Promise.all([aHouse(app.db), aPlayer(app.db, { balance: 100 })]);
  const token = await app.signIn(player);
  await game.place(token, house.id, [play.direct(45)]);
  return { house, token };
}

describe("the metrics", () => {
  test("are for who carries their token, and not for an admin's", async () => {
    const answer = await ask({ authorization: `Bearer ${TOKEN}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.payload).toContain("process_cpu_seconds_total");
    const admin = await app.signIn(await anAdmin(app.db));
    for (const authorization of ["", TOKEN, `Bearer ${TOKEN}x`, `Bearer ${admin}`]) {
      const refused = await ask({ authorization });
      expect([refused.statusCode, refused.json().code]).toEqual([401, "session_required"]);
    }
  });

  test("are not there without one", async () => {
    for (const authorization of ["", "Bearer ", "Bearer undefined", `Bearer ${TOKEN}`]) {
      expect((await ask({ authorization }, unwatched)).statusCode).toBe(404);
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
    const line = `nishana_orders_total{outcome="${outcome}"}`;
    const work = () => place(token, house.id).catch(() => undefined);
    expect(await growth(line, work)).toBe(1);
    expect(await growth("nishana_batch_orders_sum", work)).toBe(1);
  });

  test("as repeated when they come again under their key", async () => {
    const { house, token } = await aGame();
    const key = randomUUID();
    const place = () => game.place(token, house.id, [play.direct(47)], { key });
    await place();
    expect(await growth('nishana_orders_total{outcome="repeated"}', place)).toBe(1);
  });

  test("while they wait for a batch, and no longer", async () => {
    const { house } = await aGame();
    const pushed: Promise<unknown>[] = [];
    // Of people without wallets, who are refused in the end.
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

describe("what goes wrong is counted:", () => {
  const callsOf = (route: string, status: number) =>
    `nishana_request_seconds_count{route="${route}",status="${status}"}`;

  test("a refusal, by its route and status", async () => {
    const work = () => app.refused("GET /orders/{id}", { params: { id: "1" } });
    expect(await growth(callsOf("GET /api/orders/:id", 401), work)).toBe(1);
    const admin = await app.signIn(await anAdmin(app.db));
    const notFound = () => app.refused("GET /orders/{id}", { as: admin, params: { id: "1" } });
    expect(await growth(callsOf("GET /api/orders/:id", 404), notFound)).toBe(1);
    expect(await growth(callsOf("GET unknown", 404), () => app.app.inject("/api/no"))).toBe(1);
  });

  test("a fault", async () => {
    const token = await app.signIn(await aPlayer(app.db));
    const complaint = vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(app.context.balances, "push").mockRejectedValueOnce(new Error("the cable is out"));
    const work = () => app.call("GET /wallet/balance", { as: token });
    expect(await growth(callsOf("GET /api/wallet/balance", 500), work)).toBe(1);
    expect(complaint).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  test("an invariant of the books that does not hold, until it does", async () => {
    await aGame();
    const admin = await app.signIn(await anAdmin(app.db));
    const damage = (paise: number) =>
      sql`update house_side set staked_paise = staked_paise + ${paise}`.execute(app.db);
    const complaint = vi.spyOn(console, "error").mockReturnValue();
    await damage(1);
    await app.ask("GET /admin/books", { as: admin });
    const broken = complaint.mock.calls.length;
    vi.restoreAllMocks();
    expect(broken).toBeGreaterThan(0);
    expect(await read("nishana_broken_invariants")).toBe(broken);
    await damage(-1);
    await app.ask("GET /admin/books", { as: admin });
    expect(await read("nishana_broken_invariants")).toBe(0);
  });
});

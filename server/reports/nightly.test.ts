import { sql } from "kysely";
import pino from "pino";
import { beforeEach, expect, test, vi } from "vitest";
import { ensureDraw } from "../houses/service.ts";
import { createMetrics } from "../metrics.ts";
import { useApp } from "../testing/app.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, fillDraw, setClock } from "../testing/makers.ts";
import { startNightlyWork, workTonight } from "./nightly.ts";

const app = useApp();

beforeEach(async () => {
  await sql`delete from book_checks`.execute(app.db);
});

async function listChecks() {
  const { rows } = await sql<{ day: string; broken: number | null }>`
    select day, broken from book_checks order by day
  `.execute(app.db);
  return rows;
}

/** How many broken invariants the dashboard counts. */
async function brokenInvariants(): Promise<number> {
  const as = await app.signIn(await anAdmin(app.db));
  return (await app.ask("GET /admin/dashboard", { as })).broken_invariants;
}

test("the books are checked once a night, between 3 and 6 AM in India", async () => {
  await setClock(app.db, at("02:59"));
  await workTonight(app.context);
  expect(await listChecks()).toEqual([]);
  await setClock(app.db, at("03:00"));
  await Promise.all([workTonight(app.context), workTonight(app.context)]);
  expect(await listChecks()).toEqual([{ day: "2026-11-20", broken: 0 }]);
  await sql`update book_checks set broken = 7`.execute(app.db);
  await setClock(app.db, at("05:59"));
  await workTonight(app.context);
  expect(await listChecks()).toEqual([{ day: "2026-11-20", broken: 7 }]);
  await setClock(app.db, at("06:00", "2026-11-21"));
  await workTonight(app.context);
  expect(await listChecks()).toHaveLength(1);
  await setClock(app.db, at("05:59", "2026-11-22"));
  await workTonight(app.context);
  expect(await listChecks()).toHaveLength(2);
});

test("a process looks every ten minutes for work, which it finishes before it stops", async () => {
  await setClock(app.db, at("03:00"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const nightly = startNightlyWork(app.context);
    vi.advanceTimersByTime(10 * 60_000);
    await nightly.stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
  expect(await listChecks()).toEqual([{ day: "2026-11-20", broken: 0 }]);
});

test("an interrupted check is restarted an hour later", async () => {
  await setClock(app.db, at("03:00"));
  // The state that a process leaves when it dies during the check.
  await sql`insert into book_checks (day) values ('2026-11-20')`.execute(app.db);
  await setClock(app.db, at("04:00"));
  await workTonight(app.context);
  expect(await listChecks()).toEqual([{ day: "2026-11-20", broken: null }]);
  await setClock(app.db, at("04:01"));
  await workTonight(app.context);
  expect(await listChecks()).toEqual([{ day: "2026-11-20", broken: 0 }]);
});

test("tables that grow in a rush are vacuumed at night, and not by autovacuum", async () => {
  // The orders of yesterday, the last day of a month, are in another partition than today's.
  const play_date = "2026-11-30";
  await setClock(app.db, at("13:00", play_date));
  const token = await app.signIn(await aPlayer(app.db, { balance: 500 }));
  const house = await aHouse(app.db);
  await ensureDraw(app.db, house.id, play_date);
  await fillDraw(app.db, house, play_date, 500);
  // They are not in the books; their pages stay.
  await sql`delete from orders where play_date = ${play_date}`.execute(app.db);
  // A month with a single order is left out.
  for (const date of [play_date, "2026-12-01"]) {
    await gameOf(app).place(token, house.id, [play.direct(7)], { play_date: date });
  }
  await setClock(app.db, at("03:00", "2026-12-01"));
  await workTonight(app.context);
  const { rows } = await sql`
    select c.relname as name
    from pg_class c
    join pg_stat_user_tables s on s.relid = c.oid
    where
      'autovacuum_vacuum_insert_threshold=10000000' = any (c.reloptions) and s.vacuum_count > 0
    order by c.relname
  `.execute(app.db);
  expect(rows).toEqual([{ name: "ledger" }, { name: "orders_2026_11" }]);
});

test("new rows are vacuumed even if expired rows cannot be deleted", async () => {
  const { db } = app;
  await setClock(db, at("03:00"));
  const countVacuums = async () => {
    const { rows } = await sql<{ count: number }>`
      select vacuum_count::integer as count from pg_stat_user_tables where relname = 'ledger'
    `.execute(db);
    return rows[0]?.count ?? 0;
  };
  const before = await countVacuums();
  await sql`alter table reset_codes rename to elsewhere`.execute(db);
  try {
    await expect(workTonight(app.context)).rejects.toThrow('relation "reset_codes" does not exist');
  } finally {
    await sql`alter table elsewhere rename to reset_codes`.execute(db);
  }
  expect(await countVacuums()).toBe(before + 1);
});

test("expired keys, sessions and codes are deleted at night, and nothing earlier", async () => {
  const { db } = app;
  const count = async () => {
    const { rows } = await sql<{ keys: number[]; sessions: number; codes: number }>`
      select
        array(select (answer ->> 'n')::integer from idempotency_keys order by 1) as keys,
        (select count(*)::integer from sessions) as sessions,
        (select count(*)::integer from reset_codes) as codes
    `.execute(db);
    return rows[0];
  };
  await sql`delete from sessions`.execute(db);
  await setClock(db, at("04:00", "2026-09-02"));
  const player = await aPlayer(db);
  await app.signIn(player);
  await app.ask("POST /auth/forgot-password", { body: { phone: player.phone } });
  const addKeys = (n: number, many = 1) =>
    sql`
    insert into idempotency_keys (user_id, key, request_hash, answer)
    select ${player.id}, gen_random_uuid(), '', jsonb_build_object('n', ${n}::integer)
    from generate_series(1, ${many}::integer)
  `.execute(db);
  // More than one transaction deletes.
  await addKeys(1, 10_001);
  await setClock(db, at("04:01", "2026-09-02"));
  await addKeys(2);

  await setClock(db, at("04:00", "2026-10-02"));
  expect(await count()).toMatchObject({ sessions: 1, codes: 1 });
  await setClock(db, at("03:50", "2026-10-02"));
  const { phone } = await aPlayer(db);
  await app.ask("POST /auth/forgot-password", { body: { phone } });
  await setClock(db, at("03:59", "2026-10-02"));
  await workTonight(app.context);
  expect(await count()).toMatchObject({ sessions: 1, codes: 1 });
  await setClock(db, at("03:59", "2026-10-03"));
  await workTonight(app.context);
  expect(await count()).toMatchObject({ sessions: 0, codes: 0 });
  expect((await count())?.keys).toHaveLength(10_002);
  await setClock(db, at("04:01", "2026-12-01"));
  await workTonight(app.context);
  expect(await count()).toEqual({ keys: [2], sessions: 0, codes: 0 });
});

/** A log of this level, and the entries that are written to it. */
function aLog(level = "error") {
  const said: unknown[] = [];
  const write = (line: string) => void said.push(JSON.parse(line));
  return { log: pino({ level }, { write }), said };
}

test("the log tells that the night's work is done, and what the checks found", async () => {
  await setClock(app.db, at("03:00"));
  const { log, said } = aLog("info");
  await workTonight({ ...app.context, log });
  await workTonight({ ...app.context, log });
  expect(said).toMatchObject([{ msg: "the nightly work is done", day: "2026-11-20", broken: 0 }]);
});

test("a broken invariant is logged, counted in metrics and row, and on the dashboard", async () => {
  await setClock(app.db, at("03:00"));
  const { log, said } = aLog();
  const metrics = createMetrics();
  const tonight = { ...app.context, log, metrics };
  await sql`insert into house_side (draw_id, lane, paid_paise) values (1, -1, 5)`.execute(app.db);
  await workTonight(tonight);
  expect(await listChecks()).toEqual([{ day: "2026-11-20", broken: 2 }]);
  expect(await brokenInvariants()).toBe(2);
  expect(await metrics.registry.metrics()).toContain("nishana_broken_invariants 2\n");
  const msg = "an invariant of the books is broken";
  const [money, side] = [/^money in =/, /^the house side paid/].map((name) => ({
    name: expect.stringMatching(name),
    holds: false,
    milliseconds: expect.any(Number),
  }));
  expect(said).toMatchObject([
    { level: pino.levels.values["error"], msg, invariant: { ...money, figure: 5, unit: "paise" } },
    { level: pino.levels.values["error"], msg, invariant: { ...side, figure: 1, unit: "rows" } },
  ]);

  await sql`delete from house_side where lane = -1`.execute(app.db);
  await setClock(app.db, at("03:00", "2026-11-21"));
  await sql`insert into book_checks (day) values ('2026-11-22')`.execute(app.db);
  expect(await brokenInvariants()).toBe(2);
  await workTonight(tonight);
  expect(await brokenInvariants()).toBe(0);
  expect(await metrics.registry.metrics()).toContain("nishana_broken_invariants 0\n");
  expect(said).toHaveLength(2);
});

test("each active admin gets a message when checks failed, even if others do not", async () => {
  const { log, said } = aLog();
  const [one, other, former] = [
    await anAdmin(app.db),
    await anAdmin(app.db),
    await anAdmin(app.db),
  ];
  const { phone: player } = await aPlayer(app.db);
  await sql`update users set is_active = false where id = ${former.id}`.execute(app.db);
  await sql`update wallets set is_active = false where user_id = ${former.id}`.execute(app.db);
  const sent = new Map<string, string[]>();
  const send = async (phone: string, text: string) => {
    sent.set(phone, [...(sent.get(phone) ?? []), text]);
    if (phone === one.phone) throw new Error("the webhook answered 503");
  };
  const tonight = { ...app.context, log, messages: { send } };
  await setClock(app.db, at("03:00"));
  await workTonight(tonight);
  expect(sent.size).toBe(0);

  await sql`insert into house_side (draw_id, lane, paid_paise) values (1, -1, 5)`.execute(app.db);
  await setClock(app.db, at("03:00", "2026-11-21"));
  await Promise.all([workTonight(tonight), workTonight(tonight)]);
  await sql`delete from house_side where lane = -1`.execute(app.db);
  const text =
    "Nishana: checks of the books that failed tonight: 2. " +
    "Do not pay out withdrawals before the cause is found.";
  for (const { phone } of [one, other]) expect(sent.get(phone)).toEqual([text]);
  expect([sent.has(former.phone), sent.has(player)]).toEqual([false, false]);
  expect(said).toContainEqual(expect.objectContaining({ msg: "a message could not be sent" }));
  expect(await listChecks()).toContainEqual({ day: "2026-11-21", broken: 2 });
});

import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { addDays } from "../../contract/dates.ts";
import type { Db, Tx } from "../db/database.ts";
import { useDatabase } from "../testing/database.ts";
import { TODAY } from "../testing/game.ts";
import { aHouse, anAdmin } from "../testing/makers.ts";
import { findEnteredResult, listEnteredResults, listPublishedResults } from "./sql.ts";

const database = useDatabase();
const DAYS = 1_000;

/** A house with a settled result for each day up to today. */
beforeAll(async () => {
  const { db } = database;
  const [house, admin] = [await aHouse(db), await anAdmin(db)];
  await sql`
    with days as (
      select ${TODAY}::date - days_ago as day from generate_series(0, ${DAYS - 1}) as days_ago
    ),
    drawn as (
      insert into draws (house_id, play_date, first_closes_at, second_closes_at, first_number)
      select ${house.id}, day, day, day + 1, 7 from days
      returning id, play_date
    ),
    published as (
      insert into results (house_id, date, first_round, created_by, published_at)
      select ${house.id}, day, 7, ${admin.id}, day + 1 from days
      returning id, date
    )
    insert into settlements (
      result_id, draw_id, part, winning_codes, winning_types, total_orders, finished_at
    )
    select p.id, d.id, 1, '{7}', '{direct}', 0, p.date + 1
    from published p
    join drawn d on d.play_date = p.date
  `.execute(db);
  await sql`analyze`.execute(db);
});

/** The days of a list, and how many rows of some tables were read for it. */
const look = (list: (db: Db) => Promise<{ date: string }[]>) =>
  database.db.transaction().execute(async (tx) => {
    const before = await readLooks(tx);
    const results = await list(tx);
    const after = await readLooks(tx);
    return {
      days: results.map(({ date }) => date),
      clock: after.clock - before.clock,
      results: after.results - before.results,
      settlements: after.settlements - before.settlements,
    };
  });

/** The rows that this connection has read, from its unreported statistics. */
async function readLooks(tx: Tx): Promise<{ clock: number; results: number; settlements: number }> {
  const looks = { clock: 0, results: 0, settlements: 0 };
  const { rows } = await sql<{ name: keyof typeof looks; looked_at: number }>`
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as looked_at
    from pg_stat_xact_user_tables
    where relname in ('clock', 'results', 'settlements')
  `.execute(tx);
  for (const { name, looked_at } of rows) looks[name] = looked_at;
  return looks;
}

const lastThree = { house_id: undefined, date: undefined, days: 3 };
const last_three_days = [TODAY, addDays(TODAY, -1), addDays(TODAY, -2)];

test("the players' list of the last days does not read older results", async () => {
  const looked = await look((db) => listPublishedResults(db, lastThree));
  expect(looked).toEqual({ days: last_three_days, clock: 1, results: 3, settlements: 0 });
});

test("the admins' list reads the clock once, and only the settlements that it shows", async () => {
  const looked = await look((db) => listEnteredResults(db, lastThree, undefined));
  expect(looked).toEqual({ days: last_three_days, clock: 1, results: DAYS, settlements: 3 });
});

test("the admins' list of one date does not read other dates", async () => {
  const filter = { ...lastThree, date: TODAY };
  const looked = await look((db) => listEnteredResults(db, filter, undefined));
  expect(looked).toEqual({ days: [TODAY], clock: 0, results: 1, settlements: 1 });
});

test("a result is settled, and its orders are counted, when every part of it is", async () => {
  const { db } = database;
  const { rows } = await sql<{ result_id: number }>`
    insert into settlements (
      result_id, draw_id, part, winning_codes, winning_types, total_orders, finished_at
    )
    select result_id, draw_id, 4, '{1710}', '{forecast}', null, null
    from settlements
    order by id
    limit 1
    returning result_id
  `.execute(db);
  const id = rows[0]?.result_id ?? 0;
  expect(await findEnteredResult(db, id)).toMatchObject({ total_orders: null, is_settled: false });
  await sql`update settlements set total_orders = 3 where part = 4`.execute(db);
  expect(await findEnteredResult(db, id)).toMatchObject({ total_orders: 3, is_settled: false });
  await sql`update settlements set finished_at = clock_now() where part = 4`.execute(db);
  expect(await findEnteredResult(db, id)).toMatchObject({ total_orders: 3, is_settled: true });
});

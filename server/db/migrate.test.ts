import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { untilUnserved, useListeners } from "../testing/listening.ts";
import { applyMigrations, isMigrated, migrate } from "./migrate.ts";

/**
 * Data of the version before draws had their own counts. The first of three draws has three orders,
 * one of them cancelled; its first round is settled, the settlement of the second was taken back,
 * and that of the forecast is unfinished. The second draw is fully settled; the third is empty.
 */
const OLD = `
  insert into users (full_name, phone, language, password_hash)
  values
    ('Asha', '6000000001', 'en', '-'),
    (E'Biren  Singh\\u00a0Rai', '6000000002', 'en', '-');
  insert into houses
    (name, location, first_round_time, second_round_time, min_play, max_play)
  values ('Shillong Teer', 'Shillong', '3:30 PM', '4:30 PM', 10, 1000);
  insert into draws (house_id, play_date, first_closes_at, second_closes_at)
  select 1, day, day + interval '9 hours', day + interval '10 hours'
  from generate_series(timestamptz '2026-10-30Z', timestamptz '2026-11-01Z', '1 day') day;

  select make_order_partition('2026-10-30'), make_order_partition('2026-11-01');
  insert into orders
    (user_id, draw_id, play_date, total_paise, ledger_sequence, created_at, cancelled_at,
     rates_version, parts, idempotency_key, codes, stakes_paise)
  select
    1, draw_id, play_date, 1000, n, now(), case when is_cancelled then now() end,
    1, 1, gen_random_uuid(), '{7}', '{1000}'
  from (values
    (1, 1, date '2026-10-30', false),
    (2, 1, '2026-10-30', true),
    (3, 1, '2026-10-30', false),
    (4, 2, '2026-10-31', false)
  ) o (n, draw_id, play_date, is_cancelled);
  insert into house_side (draw_id, lane, staked_paise, refunded_paise, paid_paise)
  values (1, 0, 1000, 0, 0), (1, 1, 2000, 0, 0), (1, -2, 0, 1000, 0), (2, 1, 1000, 0, 0);

  insert into results (house_id, date, first_round, created_by) values (1, '2026-10-30', 7, 1);
  insert into settlements
    (result_id, draw_id, part, winning_codes, winning_types, finished_at, reversed_at)
  values
    (1, 1, 1, '{7}', '{direct}', now(), null),
    (1, 1, 2, '{7}', '{direct}', now(), now()),
    (1, 1, 4, '{7}', '{forecast}', null, null),
    (1, 2, 1, '{7}', '{direct}', now(), null),
    (1, 2, 2, '{7}', '{direct}', now(), null),
    (1, 2, 4, '{7}', '{forecast}', now(), null);
`;

const database = useDatabase("empty");
const namesakes = useDatabase("empty");
const served = useDatabase("empty");
const newListener = useListeners(served);
const newListenerOfThis = useListeners(database);

beforeAll(async () => {
  await applyMigrations(database.db, "014_users_are_found");
  await sql.raw(OLD).execute(database.db);
  await migrate(database.db);
});

test("migrating counts the orders of old draws", async () => {
  const { rows } = await sql`
    select
      draw_id, sum(staked_paise)::int as staked_paise, sum(refunded_paise)::int as refunded_paise,
      sum(placed_orders)::int as placed_orders, sum(refunded_orders)::int as refunded_orders
    from house_side
    group by draw_id
    order by draw_id
  `.execute(database.db);
  expect(rows).toEqual([
    {
      draw_id: 1,
      staked_paise: 3_000,
      refunded_paise: 1_000,
      placed_orders: 3,
      refunded_orders: 1,
    },
    { draw_id: 2, staked_paise: 1_000, refunded_paise: 0, placed_orders: 1, refunded_orders: 0 },
  ]);
});

test("migrating marks which parts of old draws are settled", async () => {
  const { rows } = await sql`select settled_parts from draws order by id`.execute(database.db);
  expect(rows).toEqual([{ settled_parts: 1 }, { settled_parts: 7 }, { settled_parts: 0 }]);
});

test("migrating sets old months' partitions to be vacuumed at night", async () => {
  const { rows } = await sql`
    select relname, 'autovacuum_vacuum_insert_threshold=10000000' = any (reloptions) as is_at_night
    from pg_class
    where relname in ('orders_2026_10', 'orders_2026_11')
    order by relname
  `.execute(database.db);
  expect(rows).toEqual([
    { relname: "orders_2026_10", is_at_night: true },
    { relname: "orders_2026_11", is_at_night: true },
  ]);
});

test("migrating tells houses of one name apart; the oldest active one keeps it", async () => {
  const { db } = namesakes;
  await applyMigrations(db, "019_vacuum_at_night");
  await sql`
    insert into houses
      (name, location, first_round_time, second_round_time, min_play, max_play, is_active)
    select name, 'Shillong', '3:30 PM', '4:30 PM', 10, 1000, is_active
    from (values
      (1, 'Jowai', false), (2, 'Jowai', true), (3, ' JOWAI ', true), (4, 'Jowai  (#1)', true),
      (5, 'Sohra', true)
    ) houses (place, name, is_active)
    order by place
  `.execute(db);
  await migrate(db);
  const { rows } = await sql<{ name: string }>`select name from houses order by id`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual([
    "Jowai (#1) (#1)",
    "Jowai",
    " JOWAI  (#3)",
    "Jowai  (#1)",
    "Sohra",
  ]);
});

test("migrating leaves one of several blanks in a row in the names of users", async () => {
  const { rows } = await sql`select full_name from users order by id`.execute(database.db);
  expect(rows).toEqual([{ full_name: "Asha" }, { full_name: "Biren Singh Rai" }]);
});

test("an older database is migrated only while no process serves it", async () => {
  const { db } = served;
  await applyMigrations(db, "018_mode");
  const serving = newListener();
  await serving.start();
  await expect(migrate(db)).rejects.toThrow("a process of another version serves it");
  const { rows } = await sql`
    select max(name) as last, to_regclass('routines') as routines from kysely_migration
  `.execute(db);
  expect(rows).toEqual([{ last: "018_mode", routines: null }]);
  await serving.close();
  await untilUnserved(db);
  await migrate(db);
  expect(await isMigrated(db)).toBe(true);
});

test("beside a process that serves it, only one with the same routines starts", async () => {
  const { db } = database;
  const serving = newListenerOfThis();
  await serving.start();
  await migrate(db);
  // As another version leaves it.
  await sql`update routines set hash = '-' where name = 'settle-chunk.sql'`.execute(db);
  await expect(migrate(db)).rejects.toThrow("a process of another version serves it");
  await serving.close();
  await untilUnserved(db);
  await migrate(db);
  const { rows } = await sql`select from routines where hash = '-'`.execute(db);
  expect(rows).toEqual([]);
});

test("an older version starts neither on a newer database nor beside a newer version", async () => {
  const { db } = database;
  await sql`insert into kysely_migration values ('999_newer', now()::text)`.execute(db);
  await expect(migrate(db)).rejects.toThrow("a newer version has changed it");
  const serving = newListenerOfThis();
  await serving.start();
  await expect(migrate(db)).rejects.toThrow("a newer version has changed it");
  await serving.close();
});

import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { untilWaiting } from "../testing/waiting.ts";
import {
  APPLICATION_NAME,
  cancelStatements,
  closeDatabase,
  openDatabase,
  runPrepared,
  takeConnection,
} from "./database.ts";
import { transaction } from "./transaction.ts";

const database = useDatabase();

describe.each(["UTC", "Asia/Kolkata"])("with sessions in %s", (zone) => {
  test.each([
    ["2026-11-20 08:00:00+00", "2026-11-20T08:00:00.000Z"],
    ["2026-11-20 08:00:00.1+00", "2026-11-20T08:00:00.100Z"],
    ["2026-11-20 08:00:00.05+00", "2026-11-20T08:00:00.050Z"],
    ["2026-11-20 08:00:00.123456+00", "2026-11-20T08:00:00.123Z"],
    ["2026-12-31 23:59:59.999999+00", "2026-12-31T23:59:59.999Z"],
    ["2027-01-01 00:00:00+05:30", "2026-12-31T18:30:00.000Z"],
  ])("the instant %s is read as %s", async (written, expected) => {
    const read = await database.db.transaction().execute(async (tx) => {
      await sql`select set_config('TimeZone', ${zone}, true)`.execute(tx);
      const { rows } = await sql<{ at: string }>`select ${written}::timestamptz as at`.execute(tx);
      return rows[0]?.at;
    });
    expect(read).toBe(expected);
  });
});

test.each([[[]], [[7]], [[-1, 0, 32_767]]])(
  "the numbers %j are read unchanged",
  async (numbers) => {
    const { rows } = await sql`
    select ${numbers}::smallint[] as small, ${numbers}::integer[] as large
  `.execute(database.db);
    expect(rows).toEqual([{ small: numbers, large: numbers }]);
  },
);

test("a connection stays open through a quiet hour", async () => {
  const pid = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      database.db,
    );
    return rows;
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const before = await pid();
    vi.advanceTimersByTime(3_600_000);
    expect(await pid()).toEqual(before);
  } finally {
    vi.useRealTimers();
  }
});

test("a prepared statement uses the values of each run", async () => {
  const twice = (number: number) =>
    runPrepared(
      database.db,
      "twice a number",
      sql<{ twice: number }>`select 2 * ${number}::integer as twice`,
    );
  for (let number = 0; number < 10; number += 1) {
    expect(await twice(number)).toEqual([{ twice: 2 * number }]);
  }
});

test.each(["", "-c cursor_tuple_fraction=0.7", "-c default_transaction_isolation=serializable"])(
  "our session settings override the database's defaults and the URL's options (%s)",
  async (options) => {
    const { db, url } = database;
    const name = sql.id(new URL(url).pathname.slice(1));
    await sql`alter database ${name} set default_transaction_isolation = 'serializable'`.execute(
      db,
    );
    await sql`alter database ${name} set datestyle = 'SQL, DMY'`.execute(db);
    await sql`alter database ${name} set statement_timeout = '7s'`.execute(db);
    await sql`alter database ${name} set lock_timeout = '7s'`.execute(db);
    await sql`alter database ${name} set idle_session_timeout = '7s'`.execute(db);
    const address = new URL(url);
    if (options) address.searchParams.set("options", options);
    address.searchParams.set("application_name", "of the URL");
    const other = openDatabase(address.href, 1);
    try {
      const { rows } = await sql`
        select
          current_setting('transaction_isolation') as isolation,
          current_setting('idle_in_transaction_session_timeout') as silence,
          '2026-11-20 08:00:00+00'::timestamptz as at,
          current_setting('statement_timeout') as statement_timeout,
          current_setting('lock_timeout') as lock_timeout,
          current_setting('idle_session_timeout') as idle_session_timeout,
          current_setting('cursor_tuple_fraction') as own,
          current_setting('application_name') as name
      `.execute(other);
      expect(rows).toEqual([
        {
          isolation: "read committed",
          silence: "30s",
          at: "2026-11-20T08:00:00.000Z",
          statement_timeout: "0",
          lock_timeout: "0",
          idle_session_timeout: "0",
          own: options.includes("0.7") ? "0.7" : "0.1",
          name: APPLICATION_NAME,
        },
      ]);
    } finally {
      await closeDatabase(other);
    }
  },
);

test("a process can cancel its own running statements", async () => {
  const { db } = database;
  const long = sql`create table half_done as select pg_sleep(600)::text as slept`.execute(db).then(
    () => "done",
    (error: Error) => error.message,
  );
  const begun = sql`
    select from pg_stat_activity
    where state = 'active' and query like 'create table half_done%'
  `;
  while ((await begun.execute(db)).rows.length === 0);
  await cancelStatements(db);
  expect(await long).toContain("canceling statement");
  const { rows } = await sql`select to_regclass('half_done') as made`.execute(db);
  expect(rows).toEqual([{ made: null }]);
});

test("a process does not cancel the statements of others", async () => {
  const { db } = database;
  const other = await takeConnection(db);
  await other.query("set application_name = 'another process'");
  const { waiting } = await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(7)`.execute(tx);
    const waiting = other.query("select pg_advisory_lock(7)");
    await untilWaiting(db, 1);
    await cancelStatements(db);
    return { waiting };
  });
  expect((await waiting).rows).toHaveLength(1);
  other.release(true);
});

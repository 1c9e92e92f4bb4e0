import { sql } from "kysely";
import { expect, test } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { clockNow, startClock } from "./clock.ts";

const database = useDatabase();

test("a test that sets no clock has a fixed time at noon", async () => {
  expect(await clockNow(database.db)).toBe("2026-11-20T06:30:00.000Z");
});

test("a clock runs on from its start instant; without one it is the database's clock", async () => {
  const readClock = async () => {
    const { rows } = await sql`
      select
        clock_now() - '2199-01-01T00:00:00Z' between interval '0' and interval '1 hour' as is_set,
        ahead_by = interval '0' as is_own, stopped_at is null as runs
      from clock
    `.execute(database.db);
    return rows[0];
  };
  await startClock(database.db, "2199-01-01T00:00:00Z");
  expect(await readClock()).toEqual({ is_set: true, is_own: false, runs: true });
  await startClock(database.db, undefined);
  expect(await readClock()).toEqual({ is_set: false, is_own: true, runs: true });
});

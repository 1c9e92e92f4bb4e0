import { sql } from "kysely";
import { type Db, theRow } from "./database.ts";

/**
 * Sets the product's clock, for every process of this database, to run on from the given instant;
 * without an instant it is the database's own clock.
 */
export async function startClock(db: Db, instant: string | undefined): Promise<void> {
  await sql`
    update clock
    set
      ahead_by = coalesce(${instant ?? null}::timestamptz - clock_timestamp(), interval '0'),
      stopped_at = null
  `.execute(db);
}

/** Stops the product's clock at an instant, for tests that must not depend on the real time. */
export async function stopClock(db: Db, instant: string): Promise<void> {
  await sql`update clock set stopped_at = ${instant}::timestamptz`.execute(db);
}

/** The clock, read once: `offset 0` keeps the planner from reading it again for each row. */
export const clock = sql`(select clock_now() as now offset 0) as clock`;

/** The instant that the product's clock shows. */
export async function clockNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_now() as now`.execute(db);
  return theRow(rows).now;
}

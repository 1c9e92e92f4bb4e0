import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** Resolves when at least this many statements on the database wait for a lock. */
export async function untilWaiting(db: Db, statements: number): Promise<void> {
  let waiting = 0;
  while (waiting < statements) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db);
    waiting = rows[0]?.waiting ?? 0;
  }
}

import { sql } from "kysely";
import pino from "pino";
import { afterEach } from "vitest";
import type { Db } from "../db/database.ts";
import { createListener, type Listener } from "../db/listener.ts";

/** Makes listeners on a database for a test, not started yet; it closes them after the test. */
export function useListeners(database: { readonly db: Db }): () => Listener {
  const made: Listener[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map((listener) => listener.close()));
  });
  return () => {
    const listener = createListener(database.db, pino({ level: "silent" }));
    made.push(listener);
    return listener;
  };
}

/** Cuts every listening connection of a database, as a restart of it does. */
export const cutListeners = (db: Db) =>
  sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'nishana listener'
  `.execute(db);

import { sql } from "kysely";
import pino from "pino";
import { afterEach } from "vitest";
import type { Db } from "../db/database.ts";
import { createListener, type Listener, listListeners } from "../db/listener.ts";

/** Creates listeners on a database, not started yet, and closes them after each test. */
export function useListeners(
  database: { readonly db: Db },
  log = pino({ level: "silent" }),
): () => Listener {
  const created: Listener[] = [];
  afterEach(async () => {
    await Promise.all(created.splice(0).map((listener) => listener.close()));
  });
  return () => {
    const listener = createListener(database.db, log);
    created.push(listener);
    return listener;
  };
}

/** Terminates every listener's connection to a database, as a restart of the server does. */
export const cutListeners = (db: Db) =>
  sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'nishana listener'
  `.execute(db);

/** Resolves when no listener is connected: the server closes a connection after its client. */
export async function untilUnserved(db: Db): Promise<void> {
  while ((await listListeners(db)).length > 0);
}

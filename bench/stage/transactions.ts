import { setTimeout as wait } from "node:timers/promises";
import { openClient } from "./postgres.ts";

/** Looks on, from a connection of its own, at how long the transactions of a server last. */
export interface TransactionWatch {
  /** Ends it; answers the longest one, in milliseconds. */
  end(): Promise<number>;
}

const LOOK_EVERY_MS = 4;

/**
 * What it has seen of a transaction may be short of its length by the time between two looks, which
 * is therefore added.
 */
export async function watchTransactions(url: string): Promise<TransactionWatch> {
  const client = await openClient(url);
  let longest = 0;
  let is_over = false;
  const watching = watch();

  async function watch() {
    let looked = performance.now();
    while (!is_over) {
      const { rows } = await client.query<{ ms: number | null }>(LONGEST);
      const now = performance.now();
      const seen = rows[0]?.ms ?? 0;
      if (seen > 0) longest = Math.max(longest, seen + now - looked);
      looked = now;
      await wait(LOOK_EVERY_MS);
    }
  }

  return {
    async end() {
      is_over = true;
      await watching;
      await client.end();
      return longest;
    },
  };
}

const LONGEST = `
  select extract(epoch from max(clock_timestamp() - xact_start))::float8 * 1000 as ms
  from pg_stat_activity
  where
    datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend' and state <> 'idle'`;

import { setTimeout as wait } from "node:timers/promises";
import { openClient } from "./postgres.ts";

/**
 * Observes the duration of a server's transactions from a separate connection: of those that begin
 * later than it, because the nightly work would be mistaken for what is measured.
 */
export interface TransactionWatch {
  /** Stops observing and returns the longest duration, in milliseconds. */
  end(): Promise<number>;
}

const POLL_MS = 4;

/**
 * Polls pg_stat_activity. A transaction may last until just before the next poll, so the time
 * between two polls is added to its observed duration.
 */
export async function watchTransactions(url: string): Promise<TransactionWatch> {
  const client = await openClient(url);
  let longest = 0;
  let is_over = false;
  const watching = watch();

  async function watch() {
    let polled_at = performance.now();
    while (!is_over) {
      const { rows } = await client.query<{ ms: number | null }>(LONGEST);
      const now = performance.now();
      const seen = rows[0]?.ms ?? 0;
      if (seen > 0) longest = Math.max(longest, seen + now - polled_at);
      polled_at = now;
      await wait(POLL_MS);
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
  select extract(epoch from max(clock_timestamp() - a.xact_start))::float8 * 1000 as ms
  from pg_stat_activity a
  join pg_stat_activity own on own.pid = pg_backend_pid()
  where
    a.datname = current_database() and a.backend_type = 'client backend' and a.state <> 'idle'
    and a.pid <> own.pid and a.xact_start > own.backend_start`;

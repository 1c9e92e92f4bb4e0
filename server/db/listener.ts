import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import pLimit from "p-limit";
import type pg from "pg";
import { type Db, takeConnection } from "./database.ts";

/**
 * Receives the notifications (NOTIFY) of all processes of this database, on a connection of its
 * own that is opened again whenever it is lost.
 */
export interface Listener {
  /**
   * The number of the current uninterrupted connection; undefined while there is none. If it is the
   * same at two moments, no notification was missed between them.
   */
  readonly epoch: number | undefined;
  /** Calls back with each payload of a channel and its sender. Must be called before `start`. */
  subscribe(channel: string, callback: Callback): void;
  /** Calls back each time listening begins: earlier notifications may have been missed. */
  onListening(act: () => void): void;
  /**
   * Calls back every few seconds with an instant of the product's clock: while it listens, all
   * notifications that were committed before it have been received.
   */
  onCaughtUp(act: (instant: string) => void): void;
  /** Resolves when all notifications committed before the call were received, if it listens. */
  catchUp(): Promise<void>;
  /** Sends a notification on the listening connection; it is dropped while there is none. */
  notify(channel: string, payload: string): void;
  /** The ids of all listeners of this database, as `subscribe` receives them as sender. */
  listPeers(): Promise<number[]>;
  /** Resolves when it listens, or when the first attempt has failed. */
  start(): Promise<void>;
  close(): Promise<void>;
}

type Callback = (payload: string, from: number) => void;
type Channels = Map<string, Callback>;

/** One connection, from its opening to its loss; `ask` is set while it listens. */
interface Epoch {
  number: number;
  ask: Ask | undefined;
}

type Ask = (text: string, values?: string[]) => Promise<pg.QueryResult<Record<string, unknown>>>;

/** Identifies listening connections in pg_stat_activity. */
const APPLICATION = "nishana listener";

/** A connection that does not answer from one ping to the next counts as lost. */
const PING_MS = 5_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

export function createListener(db: Db, log: FastifyBaseLogger): Listener {
  const channels: Channels = new Map();
  const listening_callbacks: (() => void)[] = [];
  const caught_up_callbacks: ((instant: string) => void)[] = [];
  const closing = new AbortController();
  let current: Epoch = { number: 0, ask: undefined };
  let running: Promise<void> | undefined;

  const run = async (settled: () => void) => {
    let retry_ms = FIRST_RETRY_MS;
    while (!closing.signal.aborted) {
      current = { number: current.number + 1, ask: undefined };
      const on_listening = () => {
        retry_ms = FIRST_RETRY_MS;
        if (current.number > 1) log.info("the listening connection is back");
        for (const act of listening_callbacks) act();
        settled();
      };
      const on_caught_up = (instant: string) => {
        for (const act of caught_up_callbacks) act(instant);
      };
      const callbacks = { on_listening, on_caught_up };
      await listen(db, channels, current, closing.signal, callbacks).catch((error: unknown) => {
        log.warn({ err: error }, "the listening connection is lost");
      });
      settled();
      await wait(retry_ms * (0.5 + Math.random() / 2), undefined, {
        signal: closing.signal,
      }).catch(() => undefined);
      retry_ms = Math.min(retry_ms * 2, MAX_RETRY_MS);
    }
  };

  return {
    get epoch() {
      return current.ask && current.number;
    },
    subscribe(channel, callback) {
      if (running) throw new Error("a channel is named before listening starts");
      channels.set(channel, callback);
    },
    onListening: (act) => void listening_callbacks.push(act),
    onCaughtUp: (act) => void caught_up_callbacks.push(act),
    async catchUp() {
      // The database delivers pending notifications before it answers a query.
      await current.ask?.("select 1").catch(() => undefined);
    },
    notify(channel, payload) {
      // A failure here means that the connection is lost, which is handled elsewhere.
      current.ask?.("select pg_notify($1, $2)", [channel, payload]).catch(() => undefined);
    },
    listPeers: () => listListeners(db),
    start: () =>
      new Promise((settled) => {
        running = run(settled);
      }),
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** The connections on which processes listen, one for each process that serves this database. */
export async function listListeners(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid
    from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION}
  `.execute(db);
  return rows.map(({ pid }) => pid);
}

interface ListenCallbacks {
  on_listening: () => void;
  on_caught_up: (instant: string) => void;
}

/** Listens until `closing` aborts; throws when the connection is lost. */
async function listen(
  db: Db,
  channels: Channels,
  epoch: Epoch,
  closing: AbortSignal,
  { on_listening, on_caught_up }: ListenCallbacks,
): Promise<void> {
  const client = await takeConnection(db);
  client.on("notification", ({ channel, payload, processId }) =>
    channels.get(channel)?.(payload ?? "", processId),
  );
  const ask = oneAtATime(client);
  const on_lost = () => {
    epoch.ask = undefined;
  };
  const on_pong = (instant: string) => {
    if (epoch.ask) on_caught_up(instant);
  };
  const over = endOf(client, ask, closing, { on_lost, on_pong });
  try {
    for (const channel of channels.keys()) await Promise.race([over, ask(`listen ${channel}`)]);
    // Set the name only now: a process that `listPeers` shows is expected to acknowledge.
    await Promise.race([over, ask(`set application_name = '${APPLICATION}'`)]);
    if (closing.aborted) return;
    epoch.ask = ask;
    on_listening();
    await over;
  } finally {
    epoch.ask = undefined;
    client.release(true);
  }
}

/** Runs one statement at a time, as the driver requires. */
function oneAtATime(client: pg.PoolClient): Ask {
  const limit = pLimit(1);
  return (text, values) => limit(() => client.query(text, values));
}

interface EndCallbacks {
  on_lost: () => void;
  /** A ping was answered, which read the product's clock. */
  on_pong: (instant: string) => void;
}

/**
 * Resolves when `closing` aborts and rejects when the connection is lost. Calls `on_lost` in the
 * same turn of the event loop, before any other code runs.
 */
function endOf(
  client: pg.PoolClient,
  ask: Ask,
  closing: AbortSignal,
  { on_lost, on_pong }: EndCallbacks,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const end = () => {
      clearInterval(ping);
      closing.removeEventListener("abort", stop);
      on_lost();
    };
    const lose = (reason: unknown) => {
      end();
      reject(reason);
    };
    const stop = () => {
      end();
      resolve();
    };
    const ping = startPings(ask, on_pong, lose);
    client.on("error", lose);
    client.on("end", () => lose(new Error("the connection has ended")));
    if (closing.aborted) stop();
    closing.addEventListener("abort", stop);
  });
}

function startPings(
  ask: Ask,
  on_pong: (instant: string) => void,
  lose: (reason: unknown) => void,
): NodeJS.Timeout {
  let is_waiting = false;
  const ping = setInterval(() => {
    if (is_waiting) return lose(new Error("the connection does not answer"));
    is_waiting = true;
    ask("select clock_now() as instant").then(({ rows: [row] }) => {
      is_waiting = false;
      on_pong(String(row?.["instant"]));
    }, lose);
  }, PING_MS);
  return ping.unref();
}

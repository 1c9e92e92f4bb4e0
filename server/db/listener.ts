import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type pg from "pg";
import { type Db, takeConnection } from "./database.ts";

/**
 * Hears what any process of this database says with NOTIFY, on one connection of its own that is
 * made again whenever it is lost.
 */
export interface Listener {
  /**
   * Names the unbroken stretch of listening that goes on now; undefined while nothing is heard.
   * Nothing was missed between two moments at which it is the same.
   */
  readonly stretch: number | undefined;
  /** Calls back with every payload of a channel, and who said it. To be asked before start. */
  hear(channel: string, heard: Heard): void;
  /** Calls back when it begins to listen, each time: before, something may have been missed. */
  whenListening(act: () => void): void;
  /** Resolves once everything has been heard that was committed before, if it listens. */
  catchUp(): Promise<void>;
  /** Says something on the listening connection; it goes unsaid while there is none. */
  say(channel: string, payload: string): void;
  /** Who listens now, in all processes of this database: what `say` signs with. */
  listPeers(): Promise<number[]>;
  /** Resolves once it listens, or has failed to at first. */
  start(): Promise<void>;
  close(): Promise<void>;
}

type Heard = (payload: string, from: number) => void;
type Channels = Map<string, Heard>;

/** One connection, from its making to its loss; `ask` is there while it listens. */
interface Stretch {
  number: number;
  ask: Ask | undefined;
}

type Ask = (text: string, values?: string[]) => Promise<unknown>;

/** By this name the database shows who listens. */
const APPLICATION = "nishana listener";

/** A connection that does not answer from one ping to the next counts as lost. */
const PING_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

export function createListener(db: Db, log: FastifyBaseLogger): Listener {
  const channels: Channels = new Map();
  const beginnings: (() => void)[] = [];
  const closing = new AbortController();
  let now: Stretch = { number: 0, ask: undefined };
  let running: Promise<void> | undefined;

  const run = async (settled: () => void) => {
    let retry_ms = FIRST_RETRY_MS;
    while (!closing.signal.aborted) {
      now = { number: now.number + 1, ask: undefined };
      const on_listening = () => {
        retry_ms = FIRST_RETRY_MS;
        for (const act of beginnings) act();
        settled();
      };
      await listen(db, channels, now, closing.signal, on_listening).catch((error: unknown) => {
        log.warn({ err: error }, "the listening connection is lost");
      });
      settled();
      await wait(retry_ms * (0.5 + Math.random() / 2), undefined, {
        signal: closing.signal,
      }).catch(() => undefined);
      retry_ms = Math.min(retry_ms * 2, LONGEST_RETRY_MS);
    }
  };

  return {
    get stretch() {
      return now.ask && now.number;
    },
    hear(channel, heard) {
      if (running) throw new Error("a channel is named before listening starts");
      channels.set(channel, heard);
    },
    whenListening: (act) => void beginnings.push(act),
    async catchUp() {
      // The database hands out what was committed before it answers.
      await now.ask?.("select 1").catch(() => undefined);
    },
    say(channel, payload) {
      // A connection that fails to say it is lost, which is noticed by itself.
      now.ask?.("select pg_notify($1, $2)", [channel, payload]).catch(() => undefined);
    },
    listPeers: () => listPeers(db),
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

async function listPeers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid
    from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION}
  `.execute(db);
  return rows.map(({ pid }) => pid);
}

/** Listens until the connection is lost, and then throws, or until closing. */
async function listen(
  db: Db,
  channels: Channels,
  stretch: Stretch,
  closing: AbortSignal,
  on_listening: () => void,
): Promise<void> {
  const client = await takeConnection(db);
  client.on("notification", ({ channel, payload, processId }) =>
    channels.get(channel)?.(payload ?? "", processId),
  );
  const ask = inTurn(client);
  const over = endOf(client, ask, closing, () => {
    stretch.ask = undefined;
  });
  try {
    for (const channel of channels.keys()) await Promise.race([over, ask(`listen ${channel}`)]);
    // Shown only now: whoever is shown is expected to hear.
    await Promise.race([over, ask(`set application_name = '${APPLICATION}'`)]);
    if (closing.aborted) return;
    stretch.ask = ask;
    on_listening();
    await over;
  } finally {
    stretch.ask = undefined;
    client.release(true);
  }
}

/** One statement at a time, as the driver wants it. */
function inTurn(client: pg.PoolClient): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const next = last.then(() => client.query(text, values));
    last = next.catch(() => undefined);
    return next;
  };
}

/** Settles when the connection is over; `on_lost` is called before anything else may run. */
function endOf(
  client: pg.PoolClient,
  ask: Ask,
  closing: AbortSignal,
  on_lost: () => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const end = () => {
      clearInterval(ping);
      closing.removeEventListener("abort", give_up);
      on_lost();
    };
    const lose = (reason: unknown) => {
      end();
      reject(reason);
    };
    const give_up = () => {
      end();
      resolve();
    };
    const ping = startPings(ask, lose);
    client.on("error", lose);
    client.on("end", () => lose(new Error("the connection has ended")));
    if (closing.aborted) give_up();
    closing.addEventListener("abort", give_up);
  });
}

function startPings(ask: Ask, lose: (reason: unknown) => void): NodeJS.Timeout {
  let is_waiting = false;
  const ping = setInterval(() => {
    if (is_waiting) return lose(new Error("the connection does not answer"));
    is_waiting = true;
    ask("select 1").then(() => {
      is_waiting = false;
    }, lose);
  }, PING_MS);
  return ping.unref();
}

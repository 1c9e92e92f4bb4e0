import pg from "pg";
import { codeOf } from "../error-code.ts";

/** A parsed database URL that may name several servers; the driver supports only one per URL. */
export interface Address {
  urls: string[];
  /**
   * Connect only to a server that accepts writes (`target_session_attrs=read-write`). The default
   * if several are named, because the product cannot work on a standby.
   */
  is_writable_wanted: boolean;
}

/** The part of a connection pool that this product uses. */
export interface Pool {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

const PROBE_TIMEOUT_MS = 3_000;

/** Parses `postgresql://user:password@h1:5432,h2/name?target_session_attrs=read-write`. */
export function parseAddress(database_url: string): Address {
  const [, before = "", hosts = "", after = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(database_url) ?? [];
  const fallback = hosts.includes(",") ? "read-write" : "any";
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(after)?.[1] ?? fallback;
  const rest = after.replace(/([?&])target_session_attrs=[^&]*(&|$)/, "$1").replace(/[?&]$/, "");
  return {
    urls: hosts.split(",").map((host) => `${before}${host}${rest}`),
    is_writable_wanted: wanted === "read-write" || wanted === "primary",
  };
}

/**
 * The display name of a database: its URL without account, password and query string. Undefined
 * for text that is not a URL, because any part of it may be a password.
 */
export function nameOf(database_url: string): string | undefined {
  return parseAddress(database_url).urls.every(isPlain)
    ? database_url.replace(/\/\/[^/?]*@/, "//").replace(/\?.*$/, "")
    : undefined;
}

/** The driver accepts a URL with an account and no host, for a socket; `URL` needs a host. */
function isPlain(url: string): boolean {
  const with_host = url.replace("@/", "@host/");
  if (!URL.canParse(with_host)) return false;
  const { pathname, hash } = new URL(with_host);
  return hash === "" && !pathname.includes("@");
}

/**
 * A pool on a suitable server: of those that take writes the one promoted last, or, where that does
 * not matter, the first in the order of the URL. When that server can no longer be reached, the
 * search starts again: after a failover the next connection goes to the new primary, also for those
 * who wait for one to the old.
 */
export function poolOn(address: Address, openPool: (url: string) => pg.Pool): Pool {
  let found: Promise<FoundPool> | undefined;
  const search = async (): Promise<FoundPool> => {
    try {
      return foundPool(openPool(await findUrl(address)));
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
  const connect = async (): Promise<pg.PoolClient> => {
    found ??= search();
    const used = found;
    const pool = await used;
    try {
      return await pool.connect();
    } catch (error) {
      if (found === used && !isFull(error)) {
        found = undefined;
        void pool.abandon(error).catch(() => undefined);
      }
      throw error;
    }
  };
  return {
    // Retry once: the server that was found earlier may be gone.
    connect: () => connect().catch((error) => (isFull(error) ? Promise.reject(error) : connect())),
    end: async () => (await found)?.end(),
  };
}

interface FoundPool extends Pool {
  /** Fails everybody who waits for a connection, and closes the pool. */
  abandon(reason: unknown): Promise<void>;
}

/** A closed pool neither serves those who wait in it nor fails them before their timeout. */
function foundPool(pool: pg.Pool): FoundPool {
  const waiting = new Set<(reason: unknown) => void>();
  return {
    connect: () =>
      new Promise((resolve, reject) => {
        waiting.add(reject);
        pool.connect().then(
          (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
          (error: unknown) => waiting.delete(reject) && reject(error),
        );
      }),
    async abandon(reason) {
      for (const fail of waiting) fail(reason);
      waiting.clear();
      await pool.end();
    },
    end: () => pool.end(),
  };
}

/** PostgreSQL's code for `too many connections`. */
const TOO_MANY_CONNECTIONS = "53300";

/**
 * All connections of the pool stayed in use until the timeout, or the server has no more of them,
 * which does not mean that the server is gone. Another pool would double the connections.
 */
const isFull = (error: unknown): boolean =>
  codeOf(error) === TOO_MANY_CONNECTIONS ||
  (error instanceof Error && error.message === "timeout exceeded when trying to connect");

async function findUrl({ urls, is_writable_wanted }: Address): Promise<string> {
  if (is_writable_wanted) return findWritable(urls);
  let failure: unknown = new Error("no server is named");
  for (const url of urls) {
    try {
      await probe(url);
      return url;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * Asks all servers, because a former primary that was started by mistake takes writes too. Each
 * promotion begins a higher timeline, so the highest has what was acknowledged last.
 */
async function findWritable(urls: string[]): Promise<string> {
  let newest = { url: "", timeline: -1 };
  let failure: unknown = new Error(NOT_WRITABLE);
  for (const [index, found] of (await Promise.allSettled(urls.map(probe))).entries()) {
    const timeline = found.status === "fulfilled" ? found.value : undefined;
    if (timeline !== undefined && timeline > newest.timeline) {
      newest = { url: urls[index] ?? "", timeline };
    }
    failure = found.status === "rejected" ? found.reason : new Error(NOT_WRITABLE);
  }
  if (newest.timeline < 0) throw failure;
  return newest.url;
}

const NOT_WRITABLE = "none of the named servers takes writes";

/** The timeline of a server that takes writes; undefined if it takes none. */
async function probe(url: string): Promise<number | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await takesWrites(client)) ? await timelineOf(client) : undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function takesWrites(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    "show transaction_read_only",
  );
  return rows[0]?.transaction_read_only === "off";
}

/** A log file's name begins with the timeline. 0 where the host forbids asking for it. */
async function timelineOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client
    .query<{ file: string }>("select pg_walfile_name(pg_current_wal_lsn()) as file")
    .catch(() => ({ rows: [] }));
  return Number.parseInt(rows[0]?.file.slice(0, 8) ?? "0", 16);
}

/**
 * For the pool's `verify`: fails a new connection to a server that has become a standby. A process
 * that was suspended during the switchover finds its server there again, and would stay.
 */
export function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  takesWrites(client).then(
    (is_writable) => done(is_writable ? undefined : new Error(NOT_WRITABLE)),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}

import pg from "pg";
import { codeOf } from "../error-code.ts";

/** A parsed database URL that may name several servers; the driver supports only one per URL. */
export interface Address {
  urls: string[];
  /** Connect only to a server that accepts writes (`target_session_attrs=read-write`). */
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
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(after)?.[1] ?? "any";
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
 * A pool on the first suitable server, in the order of the URL. When that server can no longer be
 * reached, the search starts again: after a failover the next connection goes to the new primary,
 * also for those who wait for one to the old.
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
  let failure: unknown = new Error("no server is named");
  for (const url of urls) {
    try {
      if ((await takesWrites(url)) || !is_writable_wanted) return url;
      failure = new Error("none of the named servers takes writes");
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>(
      "show transaction_read_only",
    );
    return rows[0]?.transaction_read_only === "off";
  } finally {
    await client.end().catch(() => undefined);
  }
}

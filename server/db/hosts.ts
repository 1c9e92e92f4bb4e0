import pg from "pg";

/** A database URL that names several servers, taken apart: the driver knows URLs of one only. */
export interface Address {
  urls: string[];
  /** Only a server that takes writes will do (`target_session_attrs=read-write`). */
  is_writable_wanted: boolean;
}

/** What a pool is to its users. */
export interface Pool {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

const TRY_MS = 3_000;

/** Reads `postgresql://user:password@h1:5432,h2/name?target_session_attrs=read-write`. */
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
 * What a database is called in front of people: its URL without account, password and parameters.
 * Undefined for what is no URL, since nobody knows then what of it is a password.
 */
export function nameOf(database_url: string): string | undefined {
  return parseAddress(database_url).urls.every(isPlain)
    ? database_url.replace(/\/\/[^/?]*@/, "//").replace(/\?.*$/, "")
    : undefined;
}

/** The driver takes an account without a host, for a socket; the platform wants one. */
function isPlain(url: string): boolean {
  const hosted = url.replace("@/", "@host/");
  if (!URL.canParse(hosted)) return false;
  const { pathname, hash } = new URL(hosted);
  return hash === "" && !pathname.includes("@");
}

/**
 * A pool on the first of the servers that will do, in the order in which they are named. When it
 * cannot be reached any more, they are gone through again: after a failover the next connection
 * is made to the new primary.
 */
export function poolOn(address: Address, openPool: (url: string) => pg.Pool): Pool {
  let found: Promise<pg.Pool> | undefined;
  const connect = async (): Promise<pg.PoolClient> => {
    found ??= findUrl(address).then(openPool);
    const used = found;
    try {
      return await (await used).connect();
    } catch (error) {
      if (found === used && !isTaken(error)) {
        found = undefined;
        void used.then((pool) => pool.end()).catch(() => undefined);
      }
      throw error;
    }
  };
  return {
    // Once more, because what was found may have gone since.
    connect: () => connect().catch((error) => (isTaken(error) ? Promise.reject(error) : connect())),
    end: async () => (await found)?.end(),
  };
}

/**
 * All connections of the pool were taken for too long, which says nothing against the server.
 * Another pool would only double them; whoever waits in this one would get none that comes free.
 */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

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
    connectionTimeoutMillis: TRY_MS,
    query_timeout: TRY_MS,
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

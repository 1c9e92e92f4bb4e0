import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from "kysely";
import pg from "pg";
import { FieldReader } from "./field-reader.ts";
import { type Pool, parseAddress, poolOn, refuseStandby } from "./hosts.ts";
import { type Watch, watchedSocket } from "./silence.ts";

/**
 * The connection pool. Statements are whole SQL texts in Kysely's `sql` tag with a row type each,
 * so there are no table types.
 */
export type Db = Kysely<unknown>;

/**
 * A transaction. Writers take a `Tx`, so that they cannot write outside of one. A writer of a
 * single statement takes the `Db`: the statement is a transaction by itself.
 */
export type Tx = Transaction<unknown>;

/** Enough for two batches of orders, gathered reads, settlement and screens on two cores. */
const POOL_SIZE = 12;
/**
 * Connections that stay open when nothing happens; others are closed after ten idle seconds. A
 * request that had to open one took 25 ms instead of 2, and its next statements were planned anew.
 */
const KEPT_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 10_000;

/** Identifies the connections of this process. */
export const APPLICATION_NAME = `nishana ${randomUUID()}`;

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const INT2_ARRAY = 1005;
const INT4_ARRAY = 1007;

/**
 * Rows are sent to clients unchanged, so values are read in their JSON form: big integers as
 * numbers (all of ours are below 2^53), dates as `yyyy-MM-dd`, instants as ISO text.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, instant],
  [INT2_ARRAY, integers],
  [INT4_ARRAY, integers],
]);

/** In UTC sessions the text is cut and joined, which is several times faster than using a Date. */
export function instant(text: string): string {
  if (!text.endsWith("+00")) return new Date(text).toISOString();
  const milliseconds = text.slice(20, -3).padEnd(3, "0").slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** Arrays hold no nulls and no nested arrays. */
function integers(text: string): number[] {
  return new FieldReader(text).integers();
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => parsers.get(id) ?? pg.types.getTypeParser(id, format),
};

/** Opens a connection pool. The URL may name several servers (hosts.ts). */
export function openDatabase(url: string, pool_size = POOL_SIZE, watch: Watch = {}): Db {
  const address = parseAddress(url);
  const is_plain = address.urls.length === 1 && !address.is_writable_wanted;
  const open_sockets = new Set<Socket>();
  const openSocket = () => {
    const socket = watchedSocket(watch);
    open_sockets.add(socket);
    return socket.once("close", () => open_sockets.delete(socket));
  };
  const settings = {
    max: pool_size,
    stream: openSocket,
    ...(address.is_writable_wanted && { verify: refuseStandby }),
  };
  const pool = is_plain
    ? openPool(url, settings)
    : poolOn(address, (one) => openPool(one, settings));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  sockets.set(db, open_sockets);
  return db;
}

/** As PostgreSQL prints it. */
export const IDLE_IN_TRANSACTION_TIMEOUT = "30s";

/**
 * Settings that the code relies on, whatever the defaults of the database and the options in the
 * URL: the isolation level of reads under locks (READ COMMITTED), the format of instants, and no
 * timeout for what is long, such as the check of the books, or for connections that are kept open.
 * A transaction that is idle for half a minute is rolled back: its process hangs or is unreachable,
 * and would keep its locks. By then PostgreSQL also notices that the machine of a process is gone.
 */
const OPTIONS = [
  "-c default_transaction_isolation=read\\ committed",
  "-c statement_timeout=0",
  "-c lock_timeout=0",
  "-c idle_session_timeout=0",
  `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT}`,
  "-c tcp_keepalives_idle=15",
  "-c tcp_keepalives_interval=5",
  "-c tcp_keepalives_count=3",
  "-c datestyle=ISO",
  "-c timezone=UTC",
].join(" ");

function openPool(url: string, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withOptions(url),
    min: KEPT_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
    ...settings,
  });
  // The pool replaces a lost connection at its next use, and its statement fails. Without these
  // listeners, for idle connections and for those in use, the error would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Set in the URL, which overrides the driver's settings; the last of repeated options wins. */
function withOptions(url: string): string {
  const [address = "", query] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set("options", `${parameters.get("options") ?? ""} ${OPTIONS}`);
  parameters.set("application_name", APPLICATION_NAME);
  return `${address}?${parameters.toString()}`;
}

const pools = new WeakMap<Db, Pool>();
const sockets = new WeakMap<Db, Set<Socket>>();

/** The row of a statement that always returns exactly one. */
export function theRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error("the statement answers a row");
  return row;
}

/** Checks a connection out of the pool. After LISTEN it must be closed by `release(true)`. */
export function takeConnection(db: Db): Promise<pg.PoolClient> {
  const pool = pools.get(db);
  if (!pool) throw new Error("the database was opened here");
  return pool.connect();
}

/**
 * Runs a prepared statement as a transaction of its own. A connection parses it once and keeps it
 * under its name, so each name must have only one text. It keeps the plan as well, unless plans for
 * the values themselves look cheaper: see `unplanned`.
 */
export async function runPrepared<Row extends object>(
  db: Db,
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db);
  const connection = await takeConnection(db);
  try {
    const { rows } = await connection.query<Row>({ name, text, values: [...parameters] });
    return rows;
  } finally {
    connection.release();
  }
}

/**
 * A parameter whose value the planner does not see. PostgreSQL plans a prepared statement anew at
 * each run for as long as plans for the values look cheaper than one for any values. They often do
 * for an array of few elements, which is guessed to have ten, and for a limit, which is guessed to
 * be a tenth of the rows. Planning a page of history took three times as long as reading it.
 */
export const unplanned = (value: unknown, type: "bigint[]" | "integer[]" | "bigint") => {
  const name = sql.raw(type);
  return sql`(select ${value}::${name})::${name}`;
};

/**
 * Cancels the statements that this process is running on its other connections, which rolls back
 * their transactions, so that a long statement does not delay a shutdown.
 */
export async function cancelStatements(db: Db): Promise<void> {
  await sql`
    select pg_cancel_backend(pid)
    from pg_stat_activity
    where
      application_name = ${APPLICATION_NAME} and datname = current_database()
      and pid <> pg_backend_pid() and state = 'active'
  `.execute(db);
}

/** Destroys all connections at once, so that nothing waits for a response on them. */
export function destroyConnections(db: Db): void {
  for (const socket of sockets.get(db) ?? []) socket.destroy();
}

export const closeDatabase = (db: Db): Promise<void> => db.destroy();

import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from "kysely";
import pg from "pg";
import { type Pool, parseAddress, poolOn } from "./hosts.ts";
import { type Watch, watchedSocket } from "./silence.ts";

/**
 * The pool. Statements are written whole with Kysely's `sql` tag and typed by their row, so no
 * table types are kept here.
 */
export type Db = Kysely<unknown>;

/**
 * A transaction: what writers take, so that nothing is written outside of one. Who writes with one
 * statement takes the database: the statement is a transaction by itself.
 */
export type Tx = Transaction<unknown>;

/** Enough for two batches of orders, gathered reads, settlement and screens on two cores. */
const POOL_SIZE = 12;
const CONNECT_TIMEOUT_MS = 10_000;

/** How the connections of this process are told from those of others. */
export const APPLICATION_NAME = `nishana ${randomUUID()}`;

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const INT2_ARRAY = 1005;
const INT4_ARRAY = 1007;

/**
 * Rows reach the wire as they are: big integers as numbers (all of ours are below 2^53), dates as
 * `yyyy-MM-dd`, instants as ISO text.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, instant],
  [INT2_ARRAY, integers],
  [INT4_ARRAY, integers],
]);

/** As it stands where sessions are in UTC, which is several times quicker than by way of a Date. */
export function instant(text: string): string {
  if (!text.endsWith("+00")) return new Date(text).toISOString();
  const thousandths = text.slice(20, -3).padEnd(3, "0").slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${thousandths}Z`;
}

const [MINUS, COMMA, DIGIT_0] = [45, 44, 48];

/**
 * Ours hold no null and no array. Digit by digit, because a page of orders has hundreds, and a
 * text for each would only be made to be thrown away.
 */
export function integers(text: string): number[] {
  if (text === "{}") return [];
  const found: number[] = [];
  let number = 0;
  let sign = 1;
  // From behind the opening brace; the closing one is left over.
  for (let place = 1; place < text.length - 1; place += 1) {
    const letter = text.charCodeAt(place);
    if (letter === COMMA) {
      found.push(sign * number);
      number = 0;
      sign = 1;
    } else if (letter === MINUS) {
      sign = -1;
    } else {
      number = number * 10 + letter - DIGIT_0;
    }
  }
  found.push(sign * number);
  return found;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => parsers.get(id) ?? pg.types.getTypeParser(id, format),
};

/** Opens a pool on a database, of which the URL may name several servers (hosts.ts). */
export function openDatabase(url: string, pool_size = POOL_SIZE, watch: Watch = {}): Db {
  const address = parseAddress(url);
  const is_plain = address.urls.length === 1 && !address.is_writable_wanted;
  const pool = is_plain
    ? openPool(url, pool_size, watch)
    : poolOn(address, (one) => openPool(one, pool_size, watch));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

/**
 * What the code is written for, whatever the defaults of the database and the options of the URL
 * are: locks and what is read under them (READ COMMITTED), and how instants come. A transaction of
 * which nothing is heard for half a minute is undone: its process stands still, or cannot be
 * reached, and all who need its locks would wait as long.
 */
const OPTIONS = [
  "-c default_transaction_isolation=read\\ committed",
  "-c idle_in_transaction_session_timeout=30s",
  "-c datestyle=ISO",
  "-c timezone=UTC",
].join(" ");

function openPool(url: string, pool_size: number, watch: Watch): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withOurs(url),
    max: pool_size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => watchedSocket(watch),
    types,
  });
  // A lost connection is replaced at the next use, and its statement fails by itself; without
  // listeners, of the idle ones and of those in use, it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** In the URL, for what that names outdoes what the driver is given; of options the last counts. */
function withOurs(url: string): string {
  const [address = "", query] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set("options", `${parameters.get("options") ?? ""} ${OPTIONS}`);
  parameters.set("application_name", APPLICATION_NAME);
  return `${address}?${parameters.toString()}`;
}

const pools = new WeakMap<Db, Pool>();

/** The row of a statement that always answers one. */
export function theRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error("the statement answers a row");
  return row;
}

/** Takes a connection out of the pool, for LISTEN; to be given back with `release(true)`. */
export function takeConnection(db: Db): Promise<pg.PoolClient> {
  const pool = pools.get(db);
  if (!pool) throw new Error("the database was opened here");
  return pool.connect();
}

/**
 * Runs a statement that is run again and again, as a transaction by itself: a connection takes it
 * apart once and keeps it by its name, which must stand for this text alone.
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
 * Breaks off what this process has the database do just now, by any connection but the one that
 * says so, which undoes its transactions: so that nothing long keeps a process that stops.
 */
export async function breakOffStatements(db: Db): Promise<void> {
  await sql`
    select pg_cancel_backend(pid)
    from pg_stat_activity
    where
      application_name = ${APPLICATION_NAME} and datname = current_database()
      and pid <> pg_backend_pid() and state = 'active'
  `.execute(db);
}

export const closeDatabase = (db: Db): Promise<void> => db.destroy();

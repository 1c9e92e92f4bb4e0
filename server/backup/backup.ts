import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import { CannotStart } from "../cannot-start.ts";
import type { Db, Tx } from "../db/database.ts";
import { findLastMigration } from "../db/migrate.ts";
import { codeOf } from "../error-code.ts";
import type { Beginning, Line } from "./file.ts";

/** Tables that migrations and the start write themselves. */
const LEFT_OUT = ["kysely_migration", "kysely_migration_lock", "routines"];
/** Tables that let somebody in: what was ended since would be open again after a restore. */
const NOT_KEPT = ["sessions", "reset_codes"];

/** A screenshot may have 5 MB, and twice as much as text. */
const ROWS_OF_FILES = 8;
const ROWS = 2_000;

/**
 * Writes everything but sessions to a new file, as of one instant, also while players play. The
 * file has its name only when it is complete. Returns the number of rows.
 */
export async function writeBackup(db: Db, file: string): Promise<number> {
  if (existsSync(file)) throw new CannotStart(`${file} is there already: name a new file.`);
  const unfinished = `${file}.unfinished`;
  try {
    const rows = await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((tx) => writeAll(tx, unfinished));
    await rename(unfinished, file);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    if (!FAULTS_OF_FILES.has(codeOf(error))) throw error;
    throw new CannotStart(`${file} cannot be written (${codeOf(error)}).`);
  }
}

const FAULTS_OF_FILES = new Set(
  "EACCES EDQUOT EFBIG EIO EISDIR ENAMETOOLONG ENOENT ENOSPC ENOTDIR EPERM EROFS".split(" "),
);

async function writeAll(tx: Tx, file: string): Promise<number> {
  let rows_in_all = 0;
  const lines = async function* () {
    yield textOf(await begin(tx));
    for (const table of await listTables(tx)) {
      if (NOT_KEPT.includes(table.name)) continue;
      for await (const rows of readTable(tx, table)) {
        rows_in_all += rows.length;
        yield textOf({ table: table.name, rows });
      }
    }
    yield textOf({ rows_in_all });
  };
  // It holds hashes of passwords, and the screenshots and phones of players.
  const output = createWriteStream(file, { mode: 0o600, flush: true });
  await pipeline(Readable.from(lines()), createGzip({ level: 3 }), output);
  return rows_in_all;
}

const textOf = (line: Line): string => `${JSON.stringify(line)}\n`;

/** The first statement fixes the instant. Sequences are read after it and may be ahead of it. */
async function begin(tx: Tx): Promise<Beginning> {
  const last_migration = await findLastMigration(tx);
  if (last_migration === undefined) throw new CannotStart("There are no data to back up.");
  const { rows: months } = await sql<{ day: string }>`
    select to_date(relname, '"orders_"YYYY_MM') as day
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    where inhparent = 'orders'::regclass
    order by day
  `.execute(tx);
  const { rows: sequences } = await sql<{ name: string; last_value: number }>`
    select sequencename as name, last_value
    from pg_sequences
    where schemaname = current_schema and last_value is not null
    order by sequencename
  `.execute(tx);
  return {
    nishana_backup: 1,
    last_migration,
    order_months: months.map(({ day }) => day),
    sequences,
  };
}

interface Table {
  name: string;
  has_files: boolean;
}

/** All tables of which migrations made the columns; a partition belongs to its parent. */
export async function listTables(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select
      relname as name,
      exists (
        select from pg_attribute where attrelid = pg_class.oid and atttypid = 'bytea'::regtype
      ) as has_files
    from pg_class
    where
      relnamespace = current_schema::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> all (${LEFT_OUT})
    order by relname
  `.execute(tx);
  return rows;
}

async function* readTable(tx: Tx, { name, has_files }: Table): AsyncGenerator<string[]> {
  const limit = sql.lit(has_files ? ROWS_OF_FILES : ROWS);
  const table = sql.id(name);
  await sql`declare backup no scroll cursor for select t::text as line from ${table} t`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${limit} from backup`.execute(tx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close backup`.execute(tx);
}

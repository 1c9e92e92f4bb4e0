import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { CannotStart } from "../cannot-start.ts";
import type { Db, Tx } from "../db/database.ts";
import { applyMigrations, findLastMigration, isKnownMigration } from "../db/migrate.ts";
import { transaction } from "../db/transaction.ts";
import { listTables } from "./backup.ts";
import { type Beginning, readBeginning, readRows } from "./file.ts";

/**
 * Fills an empty database with a backup, of this version or an earlier one; the next start applies
 * later migrations. All of it is restored, or nothing. Returns the number of rows. Throws
 * CannotStart if the database was ever used, or the file is damaged or of a newer version.
 */
export async function restoreBackup(db: Db, file: string): Promise<number> {
  const beginning = await readBeginning(file);
  const { last_migration } = beginning;
  if (!(await isKnownMigration(last_migration))) {
    throw new CannotStart(`${file} was made by a newer version: restore it with that one.`);
  }
  if (await isUsed(db)) throw new CannotStart(IN_USE);
  await applyMigrations(db, last_migration);
  const rows = await transaction(db, (tx) => fill(tx, file, beginning));
  await sql`analyze`.execute(db);
  return rows;
}

const IN_USE =
  "A backup is only restored into an empty database, and this one has been used: " +
  "move its data folder away, or set DATA_DIR to a new one.";

/** Every start of the product writes the mode, before anything else. */
async function isUsed(db: Db): Promise<boolean> {
  if ((await findLastMigration(db)) === undefined) return false;
  const { rows } = await sql`select from operation`.execute(db);
  return rows.length > 0;
}

async function fill(tx: Tx, file: string, beginning: Beginning): Promise<number> {
  // No triggers and foreign keys: the rows satisfied them, and come in no particular order.
  await sql`set local session_replication_role = replica`.execute(tx);
  await makePartitions(tx, beginning.order_months);
  // Migrations insert some rows, which the backup has too.
  const names = (await listTables(tx)).map(({ name }) => sql.id(name));
  await sql`truncate ${sql.join(names)}`.execute(tx);
  let count = 0;
  for await (const { table, rows } of readRows(file)) {
    const name = sql.id(table);
    await sql`
      insert into ${name} overriding system value
      select line.* from unnest(${rows}::${name}[]) line
    `.execute(tx);
    count += rows.length;
  }
  for (const { name, last_value } of beginning.sequences) {
    await sql`select setval(${name}::regclass, ${last_value})`.execute(tx);
  }
  return count;
}

async function makePartitions(tx: Tx, months: string[]): Promise<void> {
  const routine = new URL("../houses/make-order-partition.sql", import.meta.url);
  await sql.raw(await readFile(routine, "utf8")).execute(tx);
  for (const day of months) await sql`select make_order_partition(${day}::date)`.execute(tx);
}

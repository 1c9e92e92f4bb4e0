import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { type Migration, Migrator, sql } from "kysely";
import { type Db, theRow, type Tx } from "./database.ts";
import { listListeners } from "./listener.ts";
import { transaction } from "./transaction.ts";

const MIGRATIONS = new URL("./migrations/", import.meta.url);

/** Database functions, each in the folder of its domain; replaced when their text changes. */
const ROUTINES = [
  new URL("../houses/make-order-partition.sql", import.meta.url),
  new URL("../orders/place-orders.sql", import.meta.url),
  new URL("../results/count-orders.sql", import.meta.url),
  new URL("../results/settle-chunk.sql", import.meta.url),
  new URL("../results/finish-settlement.sql", import.meta.url),
  new URL("../results/void-settlement.sql", import.meta.url),
];

/**
 * Brings the database to this version: applies the missing migrations, then replaces the routines
 * whose text has changed. Several processes may call it at once; each step is done only once. A
 * database that some process serves is not changed: throws if it is of another version. Throws also
 * if a newer version has changed it.
 */
export async function migrate(db: Db): Promise<void> {
  if (await isNewer(db)) {
    throw new Error(
      "a newer version has changed it; start that one, or restore a backup from before the update",
    );
  }
  const routines = await readRoutines();
  // In this order: the first of several processes that start at once may have begun to serve.
  const is_served = (await listListeners(db)).length > 0;
  if (!is_served) {
    await applyMigrations(db);
    await transaction(db, (tx) => replaceRoutines(tx, routines));
  } else if (!(await isMigrated(db)) || !(await hasRoutines(db, routines))) {
    throw new Error("a process of another version serves it; stop that first");
  }
}

/** Whether a migration has been applied that this version does not have. */
async function isNewer(db: Db): Promise<boolean> {
  if (!(await hasMigrations(db))) return false;
  const names = (await listMigrations()).map(nameOf);
  const { rows: unknown } = await sql`
    select from kysely_migration where name <> all (${names}) limit 1
  `.execute(db);
  return unknown.length > 0;
}

async function hasMigrations(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there
  `.execute(db);
  return theRow(rows).is_there;
}

/** The name of the last migration that has been applied. */
export async function findLastMigration(db: Db | Tx): Promise<string | undefined> {
  if (!(await hasMigrations(db))) return undefined;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1
  `.execute(db);
  return rows[0]?.name;
}

/** Whether this version has the migration. */
export const isKnownMigration = async (name: string): Promise<boolean> =>
  (await listMigrations()).map(nameOf).includes(name);

async function hasRoutines(db: Db, routines: Routine[]): Promise<boolean> {
  const wanted = Object.fromEntries(routines.map(({ name, hash }) => [name, hash]));
  const { rows } = await sql<{ are_there: boolean }>`
    select jsonb_object_agg(name, hash) @> ${JSON.stringify(wanted)}::jsonb as are_there
    from routines
  `.execute(db);
  return theRow(rows).are_there;
}

/** Applies the missing migrations, up to and including `last`; defaults to all. */
export async function applyMigrations(db: Db, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (error) throw asError(error);
}

/** Whether every migration of this version has been applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  const names = (await listMigrations()).map(nameOf);
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name = any(${names})
  `.execute(db);
  return rows.length === names.length;
}

/** The migrator returns the thrown value, which may not be an Error. */
const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

const listMigrations = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".sql")).toSorted();

const nameOf = (file: string): string => file.replace(/\.sql$/, "");

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = await listMigrations();
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, MIGRATIONS), "utf8");
    return [nameOf(file), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(migrations));
}

async function replaceRoutines(tx: Tx, routines: Routine[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('nishana.routines'))`.execute(tx);
  await sql`
    create table if not exists routines (name text primary key, hash text not null)
  `.execute(tx);
  for (const routine of routines) await replaceRoutine(tx, routine);
}

interface Routine {
  name: string;
  text: string;
  hash: string;
}

const readRoutines = (): Promise<Routine[]> =>
  Promise.all(
    ROUTINES.map(async (url) => {
      const text = await readFile(url, "utf8");
      return {
        name: url.pathname.split("/").at(-1) ?? "",
        text,
        hash: hash("sha256", text, "hex"),
      };
    }),
  );

async function replaceRoutine(tx: Tx, { name, text, hash }: Routine): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into routines (name, hash)
    values (${name}, ${hash})
    on conflict (name) do update set hash = excluded.hash where routines.hash <> excluded.hash
  `.execute(tx);
  if (numAffectedRows) await sql.raw(text).execute(tx);
}

import { sql } from "kysely";
import type { Logger } from "pino";
import { CannotStart } from "../cannot-start.ts";
import type { Config } from "../config.ts";
import { codeOf } from "../error-code.ts";
import { oneByOne } from "../one-by-one.ts";
import { startBundledPostgres } from "./bundled-postgres.ts";
import {
  closeDatabase,
  type Db,
  IDLE_IN_TRANSACTION_TIMEOUT,
  openDatabase,
  theRow,
} from "./database.ts";
import { nameOf } from "./hosts.ts";
import { migrate } from "./migrate.ts";

const OLDEST_POSTGRESQL = 15;

/** The functions that stop what has been started; `stopAll` calls them in reverse order. */
export type Undo = (() => Promise<void>)[];

/** Stops everything, in reverse order, even if a step fails; then throws the first failure. */
export async function stopAll(undo: Undo): Promise<void> {
  await oneByOne(undo.splice(0).toReversed(), (stop) => stop());
}

/**
 * Opens and migrates the configured database: the one at DATABASE_URL, or the bundled PostgreSQL,
 * which it starts. `name` is its display name. `share` is for operators' commands: it allows the
 * use of a bundled server that the running product holds. Throws CannotStart with one sentence if
 * the database cannot be opened.
 */
export async function openProductDatabase(
  config: Config,
  log: Logger,
  undo: Undo,
  { share = false } = {},
): Promise<{ db: Db; url: string; name: string }> {
  const { url, name } = await findDatabase(config, log, undo, share);
  const db = openDatabase(url);
  undo.push(() => closeDatabase(db));
  await checkDatabase(db, name, config);
  await migrate(db).catch((error: unknown) => {
    throw new CannotStart(
      `The database (${name}) cannot be brought to this version: ${whyOf(error)}.`,
    );
  });
  return { db, url, name };
}

async function findDatabase(config: Config, log: Logger, undo: Undo, share: boolean) {
  if (config.database_url !== undefined) {
    const named = nameOf(config.database_url);
    if (named !== undefined) return { url: config.database_url, name: named };
    throw new CannotStart(
      "DATABASE_URL cannot be read: in its password / is written %2F, ? %3F, # %23 and @ %40.",
    );
  }
  const on_lost = (reason: unknown) => {
    log.fatal(reason, "The bundled PostgreSQL is lost.");
    process.exit(1);
  };
  const bundled = await startBundledPostgres({ data_dir: config.data_dir, log, on_lost, share });
  undo.push(() => bundled.stop());
  return { url: bundled.url, name: `bundled, data in ${bundled.home}` };
}

async function checkDatabase(db: Db, name: string, { mode }: Config): Promise<void> {
  const settings = await readSettings(db).catch((error: unknown) => {
    throw new CannotStart(`The database (${name}) cannot be reached: ${whyOf(error)}.`);
  });
  const { version, encoding, commit, fsync, idle_timeout } = settings;
  if (version < OLDEST_POSTGRESQL) {
    throw new CannotStart(
      `The database runs PostgreSQL ${version}; version ${OLDEST_POSTGRESQL} or newer is needed.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new CannotStart(
      `The database (${name}) has the encoding ${encoding}; it must have been created with UTF8.`,
    );
  }
  if (idle_timeout !== IDLE_IN_TRANSACTION_TIMEOUT) {
    throw new CannotStart(
      `Something before the database (${name}) drops the settings of connections, such as a ` +
        "pooler that ignores options. Nishana must reach PostgreSQL itself.",
    );
  }
  const may_lose_commits = commit === "off" || fsync === "off";
  if (mode === "licensed" && may_lose_commits) {
    throw new CannotStart(
      `The database (${name}) may lose what it has acknowledged: ` +
        "synchronous_commit and fsync must not be off.",
    );
  }
}

/** The error has a code but no message when the connection to every address of a host failed. */
const whyOf = (error: unknown): string =>
  (error instanceof Error && error.message) || codeOf(error);

async function readSettings(db: Db) {
  type Setting = "encoding" | "commit" | "fsync" | "idle_timeout";
  const { rows } = await sql<Record<Setting, string> & { version: number }>`
    select
      current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding,
      current_setting('synchronous_commit') as commit,
      current_setting('fsync') as fsync,
      current_setting('idle_in_transaction_session_timeout') as idle_timeout
  `.execute(db);
  return theRow(rows);
}

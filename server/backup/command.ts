import { CannotStart } from "../cannot-start.ts";
import { readConfig } from "../config.ts";
import { startBundledPostgres } from "../db/bundled-postgres.ts";
import { closeDatabase, type Db, openDatabase } from "../db/database.ts";
import type { Undo } from "../db/product-database.ts";
import { createLog } from "../log.ts";
import { runCommand } from "../operator-command.ts";

interface Command {
  name: "backup" | "restore";
  /** Whether it uses a running product's server, and needs data that are there. */
  share: boolean;
  /** Returns what to print. */
  work: (db: Db, file: string, home: string) => Promise<string>;
}

/**
 * Runs an operator's command on the bundled database, which is not migrated, with a file that the
 * command line names.
 */
export const runFileCommand = ({ name, share, work }: Command): Promise<void> =>
  runCommand(async (undo) => {
    const [file, ...others] = process.argv.slice(2);
    if (file === undefined || file.startsWith("-") || others.length > 0) {
      throw new CannotStart(`Usage: npm run ${name} -- FILE`);
    }
    const { db, home } = await openBundled(undo, share);
    return work(db, file, home);
  });

async function openBundled(undo: Undo, share: boolean): Promise<{ db: Db; home: string }> {
  const { database_url, data_dir } = readConfig(process.env);
  if (database_url !== undefined) {
    throw new CannotStart(
      "This is for the bundled database, and DATABASE_URL names another: " +
        "use pg_dump and pg_restore, as docs/operating.md says.",
    );
  }
  const log = createLog("warn");
  const bundled = await startBundledPostgres({ data_dir, share, log });
  undo.push(() => bundled.stop());
  const db = openDatabase(bundled.url, 1);
  undo.push(() => closeDatabase(db));
  return { db, home: bundled.home };
}

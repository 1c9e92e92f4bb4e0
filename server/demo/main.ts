import { sql } from "kysely";
import { buildApp } from "../app.ts";
import { CannotStart } from "../cannot-start.ts";
import { readConfig } from "../config.ts";
import { APPLICATION_NAME, type Db } from "../db/database.ts";
import { claimDatabase } from "../db/mode.ts";
import { openProductDatabase, stopAll, type Undo } from "../db/product-database.ts";
import { createLog } from "../log.ts";
import { ADMIN_PHONE } from "./accounts.ts";
import { fillDemo } from "./fill.ts";

/** Fills the configured database and prints the accounts. Licensed mode refuses it. */
async function run(undo: Undo, signal: AbortSignal): Promise<void> {
  const config = { ...readConfig(process.env), rate_limit: false };
  if (config.mode !== "demo") throw new CannotStart("Demo data are for MODE=demo only.");
  const log = createLog("warn");
  const { db } = await openProductDatabase(config, log, undo);
  await claimDatabase(db, config.mode);
  await refuseIfServed(db);
  const app = await buildApp({ db, config, log });
  undo.push(() => app.close());
  const { test_clock } = config;
  const { phones, password } = await fillDemo({
    db,
    app,
    test_clock,
    throwIfAborted: () => signal.throwIfAborted(),
    print: console.log,
  });
  console.log(`The demo data are there. Sign in with the password ${password} as`);
  console.log(`  admin    ${ADMIN_PHONE}\n  players  ${phones.at(0)} to ${phones.at(-1)}`);
  console.log(
    "One of the players is an agent and one is deactivated; the list of users shows them.",
  );
}

/** A running server would follow the moving clock through the thirty days. */
async function refuseIfServed(db: Db): Promise<void> {
  const { rows } = await sql`
    select
    from pg_stat_activity
    where
      datname = current_database()
      and application_name like 'nishana %' and application_name <> ${APPLICATION_NAME}
  `.execute(db);
  if (rows.length > 0) throw new CannotStart("Stop the server that uses this database first.");
}

const undo: Undo = [];
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interruption.abort());
try {
  await run(undo, interruption.signal);
} catch (error) {
  process.exitCode = 1;
  if (interruption.signal.aborted) {
    console.error("Broken off. The next `npm run demo` goes on from there.");
  } else console.error(error instanceof CannotStart ? `No demo data: ${error.message}` : error);
} finally {
  await stopAll(undo);
}

import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import { ensureFirstAdmin } from "./auth/first-admin.ts";
import { CannotStart } from "./cannot-start.ts";
import { type Config, readConfig } from "./config.ts";
import { startClock } from "./db/clock.ts";
import { cancelStatements, type Db, destroyConnections, openDatabase } from "./db/database.ts";
import { claimDatabase } from "./db/mode.ts";
import { openProductDatabase, stopAll, type Undo } from "./db/product-database.ts";
import { codeOf } from "./error-code.ts";
import { createDefaultHouses } from "./houses/service.ts";
import { acceptMore, BACKLOG } from "./http/acceptors.ts";
import { createLog } from "./log.ts";
import { createDefaultPaymentMethods } from "./payments/methods.ts";

/**
 * Limits of a shutdown, which may take ten seconds: for requests in flight, for the database to
 * respond, and for everything.
 */
const DRAIN_MS = 4000;
const DATABASE_MS = 7000;
const STOP_MS = 9500;
const CANCEL_INTERVAL_MS = 100;

/**
 * Starts the product and serves until SIGTERM or SIGINT, then exits with 0. When it cannot start,
 * it prints the reason in one sentence and exits with 1.
 */
async function run(): Promise<void> {
  const undo: Undo = [];
  const starting = start(undo).catch(async (reason: unknown) => {
    process.exitCode = 1;
    await stopAll(undo).catch(() => undefined);
    console.error(
      reason instanceof CannotStart ? `Nishana cannot start: ${reason.message}` : reason,
    );
    process.exit(1);
  });
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void starting
      .then(async (log) => {
        log.info(`${signal}: stopping`);
        await stopAll(undo);
        log.info("stopped");
      })
      .catch((reason: unknown) => {
        process.exitCode = 1;
        console.error(reason);
      })
      .then(() => process.exit());
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
  await starting;
}

/** Resolves with the log of the process when it serves. */
async function start(undo: Undo): Promise<Logger> {
  const config = readConfig(process.env);
  const log = createLog(config.log_level);
  const { db, url, name } = await openProductDatabase(config, log, undo);
  await claimDatabase(db, config.mode);
  await startClock(db, config.test_clock);
  // Create a configured admin before listening, so that nobody else can register that phone first.
  if (config.admin_phone !== undefined) await ensureFirstAdmin(db, config, log);
  await createDefaultHouses(db);
  await createDefaultPaymentMethods(db, config.mode);
  const app = await buildApp({ db, config, log });
  undo.push(() => closeApp(app, db, url));
  const address = await listen(app, config);
  const acceptNoMore = await acceptMore(app.server, log);
  undo.push(async () => acceptNoMore());
  // Create a generated admin only after listening has succeeded: its password is shown only once.
  const first_admin =
    config.admin_phone === undefined ? await ensureFirstAdmin(db, config, log) : undefined;
  console.log(describe(config, address, name, first_admin));
  return log;
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const reasons = new Map([
      ["EADDRINUSE", `Port ${port} is in use: stop what uses it, or set PORT to another.`],
      ["EACCES", `Port ${port} may not be used by this account: set PORT to another.`],
      ["EADDRNOTAVAIL", `HOST ${host} is not an address of this machine.`],
      ["ENOTFOUND", `HOST ${host} is not an address of this machine.`],
    ]);
    const sentence = reasons.get(codeOf(error));
    throw sentence === undefined ? error : new CannotStart(sentence);
  }
}

/**
 * Stops accepting connections and finishes the requests in flight. After DRAIN_MS it closes all
 * connections that are still open, such as event streams, and cancels all running statements, such
 * as a check of all books, even those whose client has gone. A database that has vanished does not
 * receive that: after DATABASE_MS its connections are destroyed.
 */
async function closeApp(app: FastifyInstance, db: Db, database_url: string): Promise<void> {
  setTimeout(() => {
    app.server.closeAllConnections();
    cancelAllStatements(database_url);
  }, DRAIN_MS).unref();
  setTimeout(
    () => setInterval(() => destroyConnections(db), CANCEL_INTERVAL_MS),
    DATABASE_MS,
  ).unref();
  await app.close();
}

/**
 * Repeats until the process ends, because more statements may wait behind the cancelled ones. Uses
 * its own connection, because those statements may hold every connection of the pool.
 */
function cancelAllStatements(database_url: string): void {
  const db = openDatabase(database_url, 1);
  setInterval(() => void cancelStatements(db).catch(() => undefined), CANCEL_INTERVAL_MS);
}

type FirstAdmin = Awaited<ReturnType<typeof ensureFirstAdmin>>;

function describe(
  config: Config,
  address: string,
  database: string,
  first_admin: FirstAdmin,
): string {
  const mode =
    config.licence === null
      ? "demo (play money)"
      : `licensed (${config.licence.name}, ${config.licence.number})`;
  const lines = [
    `Nishana is ready at ${address}`,
    `  mode      ${mode}`,
    `  database  ${database}`,
  ];
  if (config.test_clock !== undefined) lines.push(`  clock     began at ${config.test_clock}`);
  if (first_admin !== undefined) {
    lines.push(`  admin     ${first_admin.phone}, password ${first_admin.password}`);
    lines.push("            (made just now; this password is not shown again)");
  }
  return `\n${lines.join("\n")}\n`;
}

await run();

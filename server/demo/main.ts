import { randomInt } from "node:crypto";
import { sql } from "kysely";
import pino from "pino";
import { dayInIndia, instantInIndia, parseClockTime } from "../../contract/dates.ts";
import { buildApp } from "../app.ts";
import { CannotStart } from "../cannot-start.ts";
import { readConfig } from "../config.ts";
import { clockNow, startClock, stopClock } from "../db/clock.ts";
import { APPLICATION_NAME, type Db } from "../db/database.ts";
import { claimDatabase } from "../db/mode.ts";
import { openProductDatabase, stopAll, type Undo } from "../db/product-database.ts";
import { createDefaultHouses } from "../houses/service.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { type Api, apiOf } from "./api.ts";
import { seededRandom } from "./random.ts";
import { playDemo } from "./story.ts";

const SEED = 20_261_120;
const ADMIN_PHONE = "6999999999";

/**
 * Fills the database with thirty days of players, payments, orders and results. It moves the
 * product's clock while it does, so it wants the database for itself; licensed mode refuses it.
 */
async function run(undo: Undo): Promise<void> {
  const config = { ...readConfig(process.env), rate_limit: false };
  if (config.mode !== "demo") throw new CannotStart("Demo data are for MODE=demo only.");
  const log = pino({ level: "warn" });
  const { db } = await openProductDatabase(config, log, undo);
  await claimDatabase(db, config.mode);
  await refuseIfInUse(db);
  await createDefaultHouses(db);
  await createDefaultPaymentMethods(db, config.mode);
  const app = await buildApp({ db, config, log });
  undo.push(() => app.close());
  await startClock(db, config.test_clock);
  const now = await clockNow(db);
  try {
    const password = aPassword();
    const api = apiOf(app);
    await makeAdmin(db, api, password);
    const [first, ...others] = (await api("GET /houses")) ?? [];
    if (!first) throw new CannotStart("There is no active house to play on.");
    const moveTo = async (day: string, time: string) => {
      const instant = instantInIndia(day, parseClockTime(time) ?? 0);
      if (instant > now) return false;
      await stopClock(db, instant);
      return true;
    };
    const phones = await playDemo(
      {
        api,
        moveTo,
        password,
        random: seededRandom(SEED),
        admin: { phone: ADMIN_PHONE, password },
        houses: [first, ...others],
      },
      dayInIndia(now),
    );
    console.log(`The demo data are there. Sign in with the password ${password} as`);
    console.log(`  admin    ${ADMIN_PHONE}\n  players  ${phones.at(0)} to ${phones.at(-1)}`);
  } finally {
    await startClock(db, config.test_clock);
  }
}

/** An open server would live through the thirty days too. */
async function refuseIfInUse(db: Db): Promise<void> {
  const { rows } = await sql<{ has_demo: boolean; is_served: boolean }>`
    select
      exists (select from users where phone = ${ADMIN_PHONE}) as has_demo,
      exists (
        select from pg_stat_activity
        where
          datname = current_database()
          and application_name like 'nishana %' and application_name <> ${APPLICATION_NAME}
      ) as is_served
  `.execute(db);
  if (rows[0]?.has_demo) throw new CannotStart("The demo data are there already.");
  if (rows[0]?.is_served) throw new CannotStart("Stop the server that uses this database first.");
}

const aPassword = (): string =>
  Array.from({ length: 10 }, () => "abcdefghjkmnpqrstuvwxyz23456789"[randomInt(31)]).join("");

/** Nobody is signed in with this account yet, so its role may be set without ending sessions. */
async function makeAdmin(db: Db, api: Api, password: string): Promise<void> {
  await api("POST /auth/register", {
    body: { full_name: "Demo operator", phone: ADMIN_PHONE, password, is_adult: true },
  });
  await sql`update users set role = 'admin' where phone = ${ADMIN_PHONE}`.execute(db);
}

const undo: Undo = [];
try {
  await run(undo);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof CannotStart ? `No demo data: ${error.message}` : error);
} finally {
  await stopAll(undo);
}

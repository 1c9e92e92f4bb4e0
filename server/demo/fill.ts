import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { addDays, dayInIndia, instantInIndia, parseClockTime } from "../../contract/dates.ts";
import { CannotStart } from "../cannot-start.ts";
import { clockNow, startClock, stopClock } from "../db/clock.ts";
import type { Db } from "../db/database.ts";
import { createDefaultHouses } from "../houses/service.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { hashPassword } from "../users/password.ts";
import { type Api, apiOf } from "./api.ts";
import { seededRandom } from "./random.ts";
import { FIRST_PHONE, LAST_PHONE, playDemo } from "./story.ts";

export const ADMIN_PHONE = "6999999999";

const SEED = 20_261_120;

interface Filling {
  db: Db;
  app: FastifyInstance;
  test_clock: string | undefined;
  /** How many days before today are played. */
  days?: number;
  /** Asked before each call; throws when the filling is to be broken off. */
  goOn: () => void;
}

/**
 * Fills the database with thirty days of players, payments, orders and results. It moves the
 * product's clock while it does, so it wants the database for itself. One that was broken off is
 * gone on with, from the instant that it had reached; what it had in hand just then, such as a
 * result that was entered, is left for the operator. Answers who may sign in.
 */
export async function fillDemo({ db, app, test_clock, days = 30, goOn }: Filling) {
  await refuseIfWhole(db);
  await createDefaultHouses(db);
  await createDefaultPaymentMethods(db, "demo");
  await startClock(db, test_clock);
  const now = await clockNow(db);
  const today = dayInIndia(now);
  try {
    let reached = await begin(db, instantInIndia(addDays(today, -days), 0));
    const api = apiOf(app, goOn);
    const password = aPassword();
    const joined = await makePeople(db, api, password);
    const [first, ...others] = (await api("GET /houses")) ?? [];
    if (!first) throw new CannotStart("There is no active house to play on.");
    const moveTo = async (day: string, time: string) => {
      const instant = instantInIndia(day, parseClockTime(time) ?? 0);
      if (instant > now) return false;
      if (instant > reached) reached = instant;
      await sql`update demo_under_way set reached = ${reached}`.execute(db);
      await stopClock(db, reached);
      return true;
    };
    const admin = { phone: ADMIN_PHONE, password };
    const houses = [first, ...others] as const;
    const stage = { api, moveTo, password, random: seededRandom(SEED), admin, houses };
    const phones = await playDemo(stage, { first_day: dayInIndia(reached), today, joined });
    await sql`drop table demo_under_way`.execute(db);
    return { phones, password };
  } finally {
    await startClock(db, test_clock);
  }
}

/** One that was broken off is there to be gone on with. */
async function refuseIfWhole(db: Db): Promise<void> {
  const { rows } = await sql`
    select from users where phone = ${ADMIN_PHONE} and to_regclass('demo_under_way') is null
  `.execute(db);
  if (rows.length > 0) throw new CannotStart("The demo data are there already.");
}

/** The instant that a filling has reached which was broken off; of a new one, the first. */
async function begin(db: Db, first: string): Promise<string> {
  await sql`
    create table if not exists demo_under_way as select ${first}::timestamptz as reached
  `.execute(db);
  const { rows } = await sql<{ reached: string }>`select reached from demo_under_way`.execute(db);
  return rows[0]?.reached ?? first;
}

const aPassword = (): string =>
  Array.from({ length: 10 }, () => "abcdefghjkmnpqrstuvwxyz23456789"[randomInt(31)]).join("");

/**
 * The admin, and the players that have joined before the filling was broken off, all with the new
 * password: nobody was told the earlier one. Nobody is signed in with these accounts, so that their
 * rows may be written without ending sessions. Answers the players' phones.
 */
async function makePeople(db: Db, api: Api, password: string): Promise<string[]> {
  await api("POST /auth/register", {
    body: { full_name: "Demo operator", phone: ADMIN_PHONE, password, is_adult: true },
  });
  const password_hash = await hashPassword(password);
  await sql`
    update users set role = 'admin', password_hash = ${password_hash} where phone = ${ADMIN_PHONE}
  `.execute(db);
  const { rows } = await sql<{ phone: string }>`
    update users
    set password_hash = ${password_hash}
    where
      phone between ${FIRST_PHONE} and ${LAST_PHONE}
      and id > (select id from users where phone = ${ADMIN_PHONE})
    returning phone
  `.execute(db);
  return rows.map(({ phone }) => phone).toSorted();
}

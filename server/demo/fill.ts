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
import { ADMIN_PHONE, begin, join } from "./accounts.ts";
import { apiOf } from "./api.ts";
import { seededRandom } from "./random.ts";
import { playDemo } from "./story.ts";

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
  await createDefaultHouses(db);
  await createDefaultPaymentMethods(db, "demo");
  await startClock(db, test_clock);
  const now = await clockNow(db);
  const today = dayInIndia(now);
  const password = aPassword();
  const password_hash = await hashPassword(password);
  const begun = await begin(db, instantInIndia(addDays(today, -days), 0), password_hash);
  let { reached } = begun;
  try {
    const api = apiOf(app, goOn);
    const [first, ...others] = (await api("GET /houses")) ?? [];
    if (!first) throw new CannotStart("There is no active house to play on.");
    const stage = {
      api,
      join: (full_name: string) => join(db, full_name, password_hash),
      moveTo: async (day: string, time: string) => {
        const instant = instantInIndia(day, parseClockTime(time) ?? 0);
        if (instant > now) return false;
        if (instant > reached) reached = instant;
        await sql`update demo_under_way set reached = ${reached}`.execute(db);
        await stopClock(db, reached);
        return true;
      },
      password,
      random: seededRandom(SEED),
      admin: { phone: ADMIN_PHONE, password },
      houses: [first, ...others] as const,
    };
    const span = { first_day: dayInIndia(reached), today, joined: begun.joined };
    const phones = await playDemo(stage, span);
    await sql`drop table demo_under_way`.execute(db);
    return { phones, password };
  } finally {
    await startClock(db, test_clock);
  }
}

const aPassword = (): string =>
  Array.from({ length: 10 }, () => "abcdefghjkmnpqrstuvwxyz23456789"[randomInt(31)]).join("");

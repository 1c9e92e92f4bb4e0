import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { addDays, dayInIndia, instantInIndia, parseClockTime } from "../../contract/dates.ts";
import type { RouteKey } from "../../contract/table.ts";
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

interface FillOptions {
  db: Db;
  app: FastifyInstance;
  test_clock: string | undefined;
  /** The number of days before today to generate. Defaults to 30. */
  days?: number;
  /** Runs before each call, with its key; throws to interrupt the generation. */
  throwIfAborted: (key: RouteKey) => void;
  /** Receives progress messages. */
  print: (line: string) => void;
}

/**
 * Fills the database with players, payments, orders and results of many days. It moves the
 * product's clock meanwhile, so no other process may use the database. It resumes an interrupted
 * run from the instant that the run had reached; an action that was interrupted halfway, such as a
 * result that was entered and not published, is left for the operator. Returns the players' phones
 * and the password of all accounts.
 */
export async function fillDemo(options: FillOptions) {
  const { db, app, test_clock, days = 30, throwIfAborted, print } = options;
  await createDefaultHouses(db);
  await createDefaultPaymentMethods(db, "demo");
  await startClock(db, test_clock);
  const now = await clockNow(db);
  const today = dayInIndia(now);
  const password = generatePassword();
  const password_hash = await hashPassword(password);
  const progress = await begin(db, instantInIndia(addDays(today, -days), 0), password_hash);
  let { reached } = progress;
  try {
    const api = apiOf(app, throwIfAborted);
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
      print,
    };
    const span = { first_day: dayInIndia(reached), today, joined: progress.joined };
    const phones = await playDemo(stage, span);
    await sql`drop table demo_under_way`.execute(db);
    return { phones, password };
  } finally {
    await startClock(db, test_clock);
  }
}

const generatePassword = (): string =>
  Array.from({ length: 10 }, () => "abcdefghjkmnpqrstuvwxyz23456789"[randomInt(31)]).join("");

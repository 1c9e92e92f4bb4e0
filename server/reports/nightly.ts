import { sql } from "kysely";
import { dropExpiredResetCodes } from "../auth/service.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { oneByOne } from "../one-by-one.ts";
import { alertAdmins, dropExpiredSessions } from "../users/service.ts";
import { deleteOldKeys } from "../wallet/idempotency.ts";
import { getBooks } from "./books.ts";

type NightlyContext = Pick<Context, "db" | "log" | "metrics" | "messages">;

const CHECK_INTERVAL_MS = 10 * 60_000;

/** How many rows one transaction deletes, to keep it short. */
const SLICE = 5_000;

/**
 * Checks the books, deletes expired rows and vacuums the new ones, once a night between 3 and 6 AM
 * in India, when nobody plays: with four million orders this takes three quarters of a minute of a
 * core. Every process checks from time to time whether it is due; the one that inserts the day's
 * row first does it. If it fails or dies, another process starts it again an hour later.
 */
export function startNightlyWork(context: NightlyContext) {
  let running: Promise<void> = Promise.resolve();
  const check = () => {
    running = running.then(() =>
      workTonight(context).catch((error: unknown) =>
        context.log.error({ err: error }, "the nightly work failed"),
      ),
    );
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Does this night's work if it is due and no other process is doing it. Active admins are alerted
 * when an invariant is broken. New rows are vacuumed even if deleting the expired ones fails.
 */
export async function workTonight(context: NightlyContext): Promise<void> {
  const day = await claimNight(context.db);
  if (day === undefined) return;
  const { lines } = await getBooks(context);
  const broken = lines.filter(({ holds }) => !holds).length;
  // Before the night is marked as checked: if the process dies, the next check alerts again.
  if (broken > 0) await alertAdmins(context, brokenText(broken));
  await sql`update book_checks set broken = ${broken} where day = ${day}`.execute(context.db);
  await oneByOne([deleteExpired, vacuumNewRows], (work) => work(context.db));
  context.log.info({ day, broken }, "the nightly work is done");
}

const brokenText = (broken: number): string =>
  `Nishana: checks of the books that failed tonight: ${broken}. ` +
  "Do not pay out withdrawals before the cause is found.";

/**
 * Deletes expired keys, sessions and reset codes, which otherwise only go when their user returns.
 * The tables are small enough to be scanned. Rows of money are never deleted.
 */
async function deleteExpired(db: Db): Promise<void> {
  for (const drop of [deleteOldKeys, dropExpiredSessions, dropExpiredResetCodes]) {
    while ((await transaction(db, (tx) => drop(tx, SLICE))) === SLICE);
  }
}

/** About 400 orders of one play. */
const FEWEST_BYTES = 80 * 1_024;

/**
 * Vacuums the tables that grow in a rush, which autovacuum leaves alone (038): the ledger, and the
 * partitions of yesterday's and tomorrow's orders. A partition with few orders is left out, because
 * of plans that are made for it once it is analyzed: connections would keep reading all of it.
 */
async function vacuumNewRows(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where
      oid = 'ledger'::regclass
      or oid in (
        to_regclass(to_char(today_in_india() - 1, '"orders_"YYYY_MM')),
        to_regclass(to_char(today_in_india() + 1, '"orders_"YYYY_MM'))
      )
      and pg_relation_size(oid) >= ${FEWEST_BYTES}
  `.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.id(name)}`.execute(db);
}

async function claimNight(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    insert into book_checks (day)
    select today_in_india()
    where
      (clock_now() at time zone 'Asia/Kolkata')::time >= '03:00'
      and (clock_now() at time zone 'Asia/Kolkata')::time < '06:00'
    on conflict (day) do update set begun_at = excluded.begun_at
    where
      book_checks.broken is null
      and book_checks.begun_at < excluded.begun_at - interval '1 hour'
    returning day
  `.execute(db);
  return rows[0]?.day;
}

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { wholeRupees } from "../../contract/money.ts";
import type { OrderForAdmin, OrderWithBalance, PlayLine } from "../../contract/orders/schemas.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import { cancelOrder, voidOrder } from "../orders/cancel.ts";
import { placeOrder } from "../orders/service.ts";
import { requestWithdrawal } from "../payments/service.ts";
import { Refusal } from "../refusal.ts";
import { announceResult, createResult, publishResult } from "../results/service.ts";
import { listUnfinishedSettlements } from "../results/sql.ts";
import { TODAY } from "../testing/game.ts";
import { actorOf } from "../testing/makers.ts";

/**
 * What the proofs do again and again, by the services: below the API, so that they can do it
 * thousands of times. A server process is its context.
 */
type Process = Pick<{ context: Context }, "context">;
type WithId = Pick<{ id: number }, "id">;

export const place = async (
  { context }: Process,
  player: WithId,
  house: WithId,
  plays: PlayLine[],
  { play_date = TODAY, key = randomUUID() }: { play_date?: string; key?: string } = {},
): Promise<OrderWithBalance> => {
  const order = { house_id: house.id, play_date, plays };
  return (await placeOrder(context, player.id, order, key)).read();
};

export const cancel = (
  { context }: Process,
  player: WithId,
  order: WithId,
  key: string = randomUUID(),
): Promise<OrderWithBalance> => cancelOrder(context, player.id, order.id, key);

export const voidAs = (
  { context }: Process,
  admin: WithId,
  order: WithId,
  key: string = randomUUID(),
  reason = "a mistake",
): Promise<OrderForAdmin> => voidOrder(context, actorOf(admin), order.id, { reason }, key);

export const withdraw = (
  { context }: Process,
  player: WithId,
  rupees: number,
  key: string = randomUUID(),
) =>
  requestWithdrawal(
    context,
    player.id,
    {
      amount: wholeRupees(rupees),
      account_details: { account_type: "upi", upi_id: "player@bank" },
    },
    key,
  );

interface Numbers {
  first_round?: number;
  second_round?: number;
}

/** Enters numbers of closed rounds, unpublished; answers the result's id. */
export async function enter(
  { context }: Process,
  admin: WithId,
  house: WithId,
  { first_round, second_round }: Numbers,
  date = TODAY,
): Promise<number> {
  const { id } = await createResult(context, actorOf(admin), {
    house_id: house.id,
    date,
    first_round: first_round ?? null,
    second_round: second_round ?? null,
  });
  return id;
}

/** Enters and publishes; when it answers the result's id, every winner has been paid. */
export async function publish(
  process: Process,
  admin: WithId,
  house: WithId,
  numbers: Numbers,
  date = TODAY,
): Promise<number> {
  const id = await enter(process, admin, house, numbers, date);
  await publishResult(process.context, actorOf(admin), id);
  return id;
}

/** What a call answered, or the code with which it was refused. A fault is thrown on. */
export async function outcomeOf<T>(
  call: Promise<T>,
): Promise<{ answer: T; refused?: undefined } | { answer?: undefined; refused: string }> {
  try {
    return { answer: await call };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.code };
  }
}

/** A transaction that stays open, with its locks, until it is let go. */
export interface Held {
  /** Answers once this work waits for it; fails if it ends without having waited. */
  untilWaitedForBy(work: Promise<unknown>): Promise<void>;
  letGo(): Promise<void>;
}

function hold(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<Held> {
  return new Promise((held, failed) => {
    const done = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await work(tx);
      await new Promise<void>((end) => {
        held({
          untilWaitedForBy: (waiting) => untilWaitedFor(db, rows[0]?.pid ?? 0, waiting),
          letGo: () => {
            end();
            return done;
          },
        });
      });
    });
    done.catch(failed);
  });
}

async function untilWaitedFor(db: Db, pid: number, work: Promise<unknown>): Promise<void> {
  let is_over = false;
  const end = () => {
    is_over = true;
  };
  work.then(end, end);
  for (let is_waited_for = false; !is_waited_for;) {
    if (is_over) throw new Error("it ended and waited for nobody");
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and ${pid} = any (pg_blocking_pids(pid))
    `.execute(db);
    is_waited_for = rows.length > 0;
  }
}

/** Keeps a wallet locked: who waits for it has locked its draw and not looked at the clock. */
export const holdWallet = (db: Db, player: WithId) =>
  hold(db, (tx) => sql`select from wallets where user_id = ${player.id} for update`.execute(tx));

/** Keeps an account locked, as whoever deactivates it does. */
export const holdAccount = (db: Db, player: WithId) =>
  hold(db, (tx) => sql`select from users where id = ${player.id} for no key update`.execute(tx));

/** Keeps a house's draw of today locked: who wants it next gets it in the order of their coming. */
export const holdDraw = (db: Db, house: WithId) =>
  hold(db, (tx) =>
    sql`
      select from draws where house_id = ${house.id} and play_date = ${TODAY} for update
    `.execute(tx),
  );

/** Keeps a result locked, so that who wants it next has locked its draw. */
export const holdResult = (db: Db, id: number) =>
  hold(db, (tx) => sql`select from results where id = ${id} for update`.execute(tx));

/** Keeps a row of the house side locked: who wants it has judged and written all else. */
export const holdHouseSide = (db: Db, house: WithId, lane: number) =>
  hold(db, (tx) =>
    sql`
      insert into house_side (draw_id, lane)
      select id, ${lane} from draws where house_id = ${house.id} and play_date = ${TODAY}
      on conflict (draw_id, lane) do update set paid_paise = house_side.paid_paise
    `.execute(tx),
  );

/** Keeps the audit trail locked: who writes to it has done all else, and commits only after it. */
export const holdAuditTrail = (db: Db) =>
  hold(db, (tx) => sql`lock table audit in share mode`.execute(tx));

/** What a wallet holds, in rupees. */
export async function balanceOf({ context }: Process, player: WithId): Promise<number> {
  const { rows } = await sql<{ rupees: number }>`
    select balance_paise / 100 as rupees from wallets where user_id = ${player.id}
  `.execute(context.db);
  return rows[0]?.rupees ?? Number.NaN;
}

/**
 * Enters numbers and publishes them as far as a process comes that dies before it settles: the
 * settlements that are left to others.
 */
export async function announce(
  process: Process,
  admin: WithId,
  house: WithId,
  numbers: Numbers,
): Promise<number[]> {
  const result_id = await enter(process, admin, house, numbers);
  await announceResult(process.context, actorOf(admin), result_id);
  const settlements = await listUnfinishedSettlements(process.context.db, result_id);
  return settlements.map(({ id }) => id);
}

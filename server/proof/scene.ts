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
 * The actions that the proofs share. They call the services and not the API, so that a proof can
 * run thousands of them. A server process is represented by its context.
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

/** Enters numbers of closed rounds without publishing them; returns the result's id. */
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

/** Enters and publishes a result. When it returns the result's id, every winner has been paid. */
export async function publish(
  process: Process,
  admin: WithId,
  house: WithId,
  numbers: Numbers,
  date = TODAY,
): Promise<number> {
  const id = await enter(process, admin, house, numbers, date);
  await publishResult(process.context, actorOf(admin), id, {});
  return id;
}

/** The answer of a call, or the code of its refusal. Other errors are rethrown. */
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

/** A transaction that stays open and keeps its locks until `letGo` commits it. */
export interface Held {
  /** Resolves when the work is blocked by this transaction; rejects if it ends unblocked. */
  untilWaitedForBy(work: Promise<unknown>): Promise<void>;
  letGo(): Promise<void>;
}

function hold(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<Held> {
  return new Promise((resolve, reject) => {
    const done = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await work(tx);
      await new Promise<void>((commit) => {
        resolve({
          untilWaitedForBy: (blocked) => untilBlockedBy(db, rows[0]?.pid ?? 0, blocked),
          letGo: () => {
            commit();
            return done;
          },
        });
      });
    });
    done.catch(reject);
  });
}

async function untilBlockedBy(db: Db, pid: number, work: Promise<unknown>): Promise<void> {
  let is_over = false;
  const end = () => {
    is_over = true;
  };
  work.then(end, end);
  for (let is_blocked = false; !is_blocked;) {
    if (is_over) throw new Error("the work ended without waiting for the lock");
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and ${pid} = any (pg_blocking_pids(pid))
    `.execute(db);
    is_blocked = rows.length > 0;
  }
}

/** Locks a wallet. An action that waits for it has locked its draw but not read the clock yet. */
export const holdWallet = (db: Db, player: WithId) =>
  hold(db, (tx) => sql`select from wallets where user_id = ${player.id} for update`.execute(tx));

/** Locks an account, as a deactivation does. */
export const holdAccount = (db: Db, player: WithId) =>
  hold(db, (tx) => sql`select from users where id = ${player.id} for no key update`.execute(tx));

/** Locks the whole table of accounts, even against reads. */
export const holdUsers = (db: Db) =>
  hold(db, (tx) => sql`lock table users in access exclusive mode`.execute(tx));

/** Locks a house as the creation of one of its draws does, and as an edit of it waits for. */
export const holdHouse = (db: Db, house: WithId) =>
  hold(db, (tx) => sql`select from houses where id = ${house.id} for share`.execute(tx));

/** Locks a house's draw of today. Actions that wait for it get it in the order of arrival. */
export const holdDraw = (db: Db, house: WithId) =>
  hold(db, (tx) =>
    sql`
      select from draws where house_id = ${house.id} and play_date = ${TODAY} for update
    `.execute(tx),
  );

/** Locks the whole table of results, even against reads. */
export const holdResults = (db: Db) =>
  hold(db, (tx) => sql`lock table results in access exclusive mode`.execute(tx));

/** Locks a result. An action that waits for it has locked its draw. */
export const holdResult = (db: Db, id: number) =>
  hold(db, (tx) => sql`select from results where id = ${id} for update`.execute(tx));

/** Locks a row of the house side. An action that waits for it has written everything else. */
export const holdHouseSide = (db: Db, house: WithId, lane: number) =>
  hold(db, (tx) =>
    sql`
      insert into house_side (draw_id, lane)
      select id, ${lane} from draws where house_id = ${house.id} and play_date = ${TODAY}
      on conflict (draw_id, lane) do update set paid_paise = house_side.paid_paise
    `.execute(tx),
  );

/** Locks the audit trail. An action that waits for it has only the commit left. */
export const holdAuditTrail = (db: Db) =>
  hold(db, (tx) => sql`lock table audit in share mode`.execute(tx));

/** The balance of a wallet in rupees. */
export async function balanceOf({ context }: Process, player: WithId): Promise<number> {
  const { rows } = await sql<{ rupees: number }>`
    select balance_paise / 100 as rupees from wallets where user_id = ${player.id}
  `.execute(context.db);
  return rows[0]?.rupees ?? Number.NaN;
}

/**
 * Enters numbers and publishes them without settling, as a process does that dies before it
 * settles. Returns the ids of the unfinished settlements.
 */
export async function announce(
  process: Process,
  admin: WithId,
  house: WithId,
  numbers: Numbers,
): Promise<number[]> {
  const result_id = await enter(process, admin, house, numbers);
  await announceResult(process.context, actorOf(admin), result_id, {});
  const settlements = await listUnfinishedSettlements(process.context.db, result_id);
  return settlements.map(({ id }) => id);
}

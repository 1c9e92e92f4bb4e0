import { type RawBuilder, sql } from "kysely";
import type { BetType, OrderStatus } from "../../contract/orders/rules.ts";
import { clock } from "../db/clock.ts";
import { type Db, runPrepared, type Tx, unplanned } from "../db/database.ts";

/** An order for place_orders. Amounts in paise; `gate` and `parts` are bits (codes.ts). */
export interface PlacingRequest {
  user_id: number;
  house_id: number;
  play_date: string;
  total_paise: number;
  gate: number;
  parts: number;
  lowest_paise: number;
  highest_paise: number;
  key: string;
  codes: number[];
  stakes_paise: number[];
}

export interface PlacingAnswer {
  user_id: number;
  outcome:
    | "accepted"
    | "repeated"
    | "no_draw"
    | "idempotency_conflict"
    | "not_found"
    | "date_not_playable"
    | "house_inactive"
    | "account_deactivated"
    | "stake_too_low"
    | "stake_too_high"
    | "round_closed"
    | "insufficient_balance";
  order_id: number | null;
  created_at: string;
  closes_at: string;
  balance_paise: number;
  rates_version: number;
  house_name: string;
  /** The house's minimum or maximum stake, in rupees, when a stake is outside of it. */
  broken_limit: number;
}

export interface OrderRow {
  id: number;
  house_id: number;
  house_name: string;
  play_date: string;
  total_paise: number;
  won_paise: number;
  status: OrderStatus;
  closes_at: string;
  created_at: string;
  cancel_reason: string | null;
  codes: number[];
  stakes_paise: number[];
  rates_version: number;
  /** Those of its parts whose settlement has finished, as bits; 0 for a cancelled order. */
  settled_parts: number;
  first_number: number | null;
  second_number: number | null;
}

/**
 * Places a batch with at most one order of a user; returns the answers in the batch's order.
 * Concurrent batches need different lanes, so that they do not wait for each other's row of the
 * house side.
 */
export async function placeOrders(
  db: Db,
  lane: number,
  batch: PlacingRequest[],
): Promise<PlacingAnswer[]> {
  const by_user = batch.toSorted((one, other) => one.user_id - other.user_id);
  const all = <K extends keyof PlacingRequest>(column: K) => arrayOf(by_user.map((r) => r[column]));
  const answers = await runPrepared(
    db,
    "place_orders",
    sql<PlacingAnswer>`
      select *
      from place_orders(
        ${lane}::smallint,
        ${all("user_id")}, ${all("house_id")}, ${all("play_date")}, ${all("total_paise")},
        ${all("gate")}, ${all("parts")}, ${all("lowest_paise")}, ${all("highest_paise")},
        ${all("key")}, ${arrayOf(startsOf(by_user))}, ${all("codes")}, ${all("stakes_paise")}
      )
    `,
  );
  const answer_of = new Map(answers.map((answer) => [answer.user_id, answer]));
  return batch.map(({ user_id }) => {
    const answer = answer_of.get(user_id);
    if (!answer) throw new Error("every order of a batch has an answer");
    return answer;
  });
}

/**
 * A PostgreSQL array literal of values that need no quoting: numbers, dates, UUIDs. Nested lists
 * are flattened.
 */
const arrayOf = (values: readonly unknown[]): string => `{${values.join(",")}}`;

/** The index of each order's first play in the flattened arrays, from 1, and one past the last. */
function startsOf(batch: PlacingRequest[]): number[] {
  const starts = [1];
  for (const { codes } of batch) starts.push((starts.at(-1) ?? 1) + codes.length);
  return starts;
}

/** When an order's earliest round closes. Plays on the first round and forecasts close with it. */
export const closesAt = sql`
  case when o.parts & 5 <> 0 then d.first_closes_at else d.second_closes_at end
`;

/** Whether no number of an order's rounds is published, so that none of its plays is decided. */
export const isUndecided = sql`
  (o.parts & 5 = 0 or d.first_number is null)
  and (o.parts & 6 = 0 or d.second_number is null)
`;

/** The parts of an order that no published number decides, as bits: a forecast needs both. */
export const undecidedParts = sql`
  o.parts & case
    when d.first_number is null and d.second_number is null then 7
    when d.first_number is null then 5
    when d.second_number is null then 6
    else 0
  end
`;

/**
 * Whether an order's earliest round is open. A published number of either round keeps it closed
 * even when the clock is set back.
 */
export const isOpen = sql`clock.now < ${closesAt} and ${isUndecided}`;

/** The status of an order, given its draw, whether it is cancelled and whether it has won. */
export const statusOf = (is_cancelled: RawBuilder<unknown>, has_won: RawBuilder<unknown>) => sql`
  case
    when ${is_cancelled} then 'cancelled'
    when o.parts & d.settled_parts = o.parts then case when ${has_won} then 'won' else 'lost' end
    when ${isOpen} then 'pending'
    else 'confirmed'
  end
`;

export const settledPartsOf = (is_cancelled: RawBuilder<unknown>) => sql`
  case when ${is_cancelled} then 0 else o.parts & d.settled_parts end
`;

const isCancelled = sql`o.cancelled_at is not null`;

export const status = statusOf(isCancelled, sql`o.won_paise > 0`);

export const orderColumns = sql`
  o.id, d.house_id, h.name as house_name, o.play_date, o.total_paise, o.won_paise,
  o.created_at, o.cancel_reason, o.codes, o.stakes_paise, o.rates_version,
  d.first_number, d.second_number,
  ${settledPartsOf(isCancelled)} as settled_parts,
  ${closesAt} as closes_at,
  ${status} as status
`;

export const orderTables = sql`
  orders o
  join draws d on d.id = o.draw_id
  join houses h on h.id = d.house_id
  cross join ${clock}
`;

/** An order with its play date, without which a statement searches the orders of every month. */
export interface LocatedOrder {
  id: number;
  user_id: number;
  play_date: string;
}

/** The condition for one order `o`. */
export const isOrder = ({ id, user_id, play_date }: LocatedOrder) =>
  sql`o.play_date = ${play_date} and o.id = ${id} and o.user_id = ${user_id}`;

/**
 * Finds one of a user's own orders. Older months are searched only if it is not a recent one. The
 * day is part of the text, as for pages.
 */
export async function locateOrder(
  db: Db,
  user_id: number,
  order_id: number,
  now = new Date(),
): Promise<LocatedOrder | undefined> {
  const since = recentSince(now);
  const among = (name: string, isWanted: RawBuilder<unknown>) =>
    runPrepared(
      db,
      `order ${name} ${since}`,
      sql<LocatedOrder>`
        select id, user_id, play_date
        from orders
        where user_id = ${user_id} and id = ${order_id} and ${isWanted}
      `,
    );
  const day = sql.lit(since);
  const recent = await among("since", sql`play_date >= ${day}`);
  const [order] = recent.length > 0 ? recent : await among("before", sql`play_date < ${day}`);
  return order;
}

/** The first day of the previous month. The clock of Node decides only where a search begins. */
export const recentSince = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 10);

export async function findOrder(db: Db | Tx, order: LocatedOrder): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from ${orderTables}
    where ${isOrder(order)}
  `.execute(db);
  return rows[0];
}

/** A page of a user's own orders, newest first. */
export interface PageRequest {
  user_id: number;
  limit: number;
  skip: number;
}

export async function listOrders(
  db: Db,
  { user_id, limit, skip }: PageRequest,
  wanted: OrderStatus | undefined,
): Promise<OrderRow[]> {
  // Without a status filter, reading stops at the end of the page; the plans differ.
  return runPrepared(
    db,
    wanted === undefined ? "orders of a user" : "orders of a user by status",
    sql<OrderRow>`
      select *
      from (
        select ${orderColumns}
        from ${orderTables}
        where o.user_id = ${user_id}
      ) as mine
      ${wanted === undefined ? sql`` : sql`where status = ${wanted}`}
      order by id desc
      limit ${unplanned(limit, "bigint")}
      offset ${unplanned(skip, "bigint")}
    `,
  );
}

/** The wallet's balance right after an order was placed. */
export async function findBalanceAfterPlacing(
  db: Db | Tx,
  order: LocatedOrder,
): Promise<number | undefined> {
  const { rows } = await sql<{ balance_after_paise: number }>`
    select l.balance_after_paise
    from orders o
    join ledger l on l.user_id = o.user_id and l.sequence = o.ledger_sequence
    where ${isOrder(order)}
  `.execute(db);
  return rows[0]?.balance_after_paise;
}

export async function listRates(db: Db | Tx, version: number) {
  const { rows } = await sql<{ bet_type: BetType; multiplier: number }>`
    select bet_type, multiplier
    from rates
    where version = ${version}
  `.execute(db);
  return rows;
}

import { sql } from "kysely";
import type { BetType } from "../../contract/orders/rules.ts";
import type { LatestResult } from "../../contract/results/schemas.ts";
import { type Db, theRow, type Tx } from "../db/database.ts";
import { queueForDraws } from "../db/draw-queue.ts";
import { type DrawNumbers, FORECAST, type Part, type WinningCode } from "../orders/codes.ts";

export interface ResultRow {
  id: number;
  house_id: number;
  house_name: string;
  date: string;
  first_round: number | null;
  second_round: number | null;
  is_published: boolean;
  published_at: string | null;
  created_at: string;
  total_orders: number | null;
  settled_orders: number | null;
  winners: number | null;
  paid_paise: number | null;
  is_settled: boolean | null;
}

export interface ResultNumbers {
  house_id: number;
  date: string;
  first_round: number | null;
  second_round: number | null;
}

export interface DrawGate {
  id: number;
  first_is_closed: boolean;
  second_is_closed: boolean;
  first_number: number | null;
  second_number: number | null;
}

/** Whether a date is in the future in India, so that all its rounds are open. */
export async function isInTheFuture(db: Db, date: string): Promise<boolean> {
  const { rows } = await sql<{ is_future: boolean }>`
    select ${date}::date > today_in_india() as is_future
  `.execute(db);
  return theRow(rows).is_future;
}

/** Locks a draw, which blocks orders on it until the transaction ends, and reads its gate. */
export async function lockDraw(
  tx: Tx,
  house_id: number,
  date: string,
): Promise<DrawGate | undefined> {
  await queueForDraws(tx, house_id);
  const { rows } = await sql<DrawGate>`
    select
      id, first_number, second_number,
      first_closes_at <= clock_now() as first_is_closed,
      second_closes_at <= clock_now() as second_is_closed
    from draws
    where house_id = ${house_id} and play_date = ${date}
    for update
  `.execute(tx);
  return rows[0];
}

export async function insertResult(
  tx: Tx,
  { house_id, date, first_round, second_round }: ResultNumbers,
  created_by: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into results (house_id, date, first_round, second_round, created_by)
    values (${house_id}, ${date}, ${first_round}, ${second_round}, ${created_by})
    returning id
  `.execute(tx);
  return theRow(rows).id;
}

export async function updateResult(
  tx: Tx,
  id: number,
  { house_id, date, first_round, second_round }: ResultNumbers,
): Promise<void> {
  await sql`
    update results
    set
      house_id = ${house_id}, date = ${date},
      first_round = ${first_round}, second_round = ${second_round}
    where id = ${id}
  `.execute(tx);
}

export interface ResultLock extends ResultNumbers {
  id: number;
  is_published: boolean;
}

export async function findResult(db: Db, id: number): Promise<ResultLock | undefined> {
  const { rows } = await sql<ResultLock>`
    select id, house_id, date, first_round, second_round, published_at is not null as is_published
    from results
    where id = ${id} and voided_at is null
  `.execute(db);
  return rows[0];
}

export async function lockResult(tx: Tx, id: number): Promise<ResultLock | undefined> {
  const { rows } = await sql<ResultLock>`
    select id, house_id, date, first_round, second_round, published_at is not null as is_published
    from results
    where id = ${id} and voided_at is null
    for update
  `.execute(tx);
  return rows[0];
}

export async function updateResultPublished(
  tx: Tx,
  id: number,
  published_by: number,
): Promise<void> {
  await sql`
    update results
    set published_at = clock_now(), published_by = ${published_by}
    where id = ${id}
  `.execute(tx);
}

/** Writes the published numbers into their draw, which closes these rounds for good. */
export async function updateDrawNumbers(
  tx: Tx,
  draw_id: number,
  { first_number, second_number }: DrawNumbers,
): Promise<void> {
  await sql`
    update draws
    set first_number = ${first_number}, second_number = ${second_number}
    where id = ${draw_id}
  `.execute(tx);
}

/** Creates the settlement of a part of a draw. */
export async function insertSettlement(
  tx: Tx,
  result_id: number,
  draw_id: number,
  part: Part,
  winning: WinningCode[],
): Promise<void> {
  const codes: number[] = winning.map(({ code }) => code);
  const types: BetType[] = winning.map(({ type }) => type);
  await sql`
    insert into settlements (result_id, draw_id, part, winning_codes, winning_types)
    values (${result_id}, ${draw_id}, ${part}::smallint, ${codes}, ${types})
  `.execute(tx);
}

export interface UnfinishedSettlement {
  id: number;
  is_counted: boolean;
}

/**
 * Unfinished settlements, oldest first. With a result, only those that its numbers decided: its
 * own, and the forecast's, which may belong to the other round's result.
 */
export async function listUnfinishedSettlements(
  db: Db,
  result_id?: number,
): Promise<UnfinishedSettlement[]> {
  const { rows } = await sql<UnfinishedSettlement>`
    select id, total_orders is not null as is_counted
    from settlements
    where
      finished_at is null
      and (
        ${result_id ?? null}::bigint is null
        or result_id = ${result_id ?? null}
        or (
          part = ${FORECAST}::smallint
          and draw_id in (select draw_id from settlements where result_id = ${result_id ?? null})
        )
      )
    order by id
  `.execute(db);
  return rows;
}

/** Counts the orders of a settlement among the next `limit` of its draw; see count_orders. */
export async function countNextOrders(
  db: Db,
  settlement_id: number,
  after_order_id: number,
  limit: number,
): Promise<{ counted: number; last_order_id: number | null }> {
  const { rows } = await sql<{ counted: number; last_order_id: number | null }>`
    select * from count_orders(${settlement_id}, ${after_order_id}, ${limit})
  `.execute(db);
  return theRow(rows);
}

export async function updateTotalOrders(db: Db, settlement_id: number, total_orders: number) {
  await sql`
    update settlements set total_orders = ${total_orders} where id = ${settlement_id}
  `.execute(db);
}

/** Whether no orders were left; otherwise how long the chunk took once it held its settlement. */
type Chunk = { is_at_end: false; took_ms: number } | { is_at_end: true; took_ms: null };

/** Settles the next orders, in a transaction of its own. */
export async function settleChunk(db: Db, settlement_id: number, size: number): Promise<Chunk> {
  const { rows } = await sql<Chunk>`
    select * from settle_chunk(${settlement_id}, ${size})
  `.execute(db);
  return theRow(rows);
}

/** Marks a part as settled in its draw, if none of its orders is left. */
export async function finishSettlement(db: Db, settlement_id: number): Promise<void> {
  await sql`select finish_settlement(${settlement_id})`.execute(db);
}

/** A house or all of them, on a date or in the last days. */
export interface ResultFilter {
  house_id: number | undefined;
  date: string | undefined;
  days: number;
}

const ofHouse = ({ house_id }: ResultFilter) => sql`
  r.voided_at is null
  and (${house_id ?? null}::bigint is null or r.house_id = ${house_id ?? null})
`;

/** A date, or the last days. The subquery reads the clock once instead of once for each row. */
const inPeriod = ({ date, days }: ResultFilter) =>
  date === undefined
    ? sql`r.date > (select today_in_india()) - ${days}::integer`
    : sql`r.date = ${date}`;

/** Published results, one row for each house and date, with the latest time of publishing. */
export async function listPublishedResults(db: Db, filter: ResultFilter): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select
      max(r.id) as id, r.house_id, h.name as house_name, r.date,
      max(r.first_round) as first_round, max(r.second_round) as second_round,
      true as is_published, max(r.published_at) as published_at, min(r.created_at) as created_at,
      null as total_orders
    from results r
    join houses h on h.id = r.house_id
    where r.published_at is not null and ${ofHouse(filter)} and ${inPeriod(filter)}
    group by r.house_id, h.name, r.date
    order by r.date desc, h.name, r.house_id
  `.execute(db);
  return rows;
}

const resultColumns = sql`
  r.id, r.house_id, h.name as house_name, r.date, r.first_round, r.second_round,
  r.published_at is not null as is_published, r.published_at, r.created_at,
  s.total_orders, s.settled_orders, s.winners, s.paid_paise, s.is_settled
`;

/** Results with the sums of their settlements, one for each part: an order counts once a part. */
const resultTables = sql`
  results r
  join houses h on h.id = r.house_id
  cross join lateral (
    select
      case when bool_and(total_orders is not null) then sum(total_orders) end as total_orders,
      sum(settled_orders) as settled_orders,
      sum(winners) as winners, sum(paid_paise)::bigint as paid_paise,
      bool_and(finished_at is not null) as is_settled
    from settlements
    where result_id = r.id and reversed_at is null
  ) s
`;

/**
 * Results as they were entered, including unpublished ones. Without a date, unpublished results of
 * any age are included, because they are still to be published.
 */
export async function listEnteredResults(
  db: Db,
  filter: ResultFilter,
  is_published: boolean | undefined,
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select ${resultColumns}
    from ${resultTables}
    where
      ${ofHouse(filter)}
      and (${inPeriod(filter)} or ${filter.date === undefined} and r.published_at is null)
      and (${is_published ?? null}::boolean is null
        or (r.published_at is not null) = ${is_published ?? null}::boolean)
    order by r.date desc, h.name, r.house_id, r.id
  `.execute(db);
  return rows;
}

export async function findEnteredResult(db: Db | Tx, id: number): Promise<ResultRow | undefined> {
  const { rows } = await sql<ResultRow>`
    select ${resultColumns}
    from ${resultTables}
    where r.id = ${id} and r.voided_at is null
  `.execute(db);
  return rows[0];
}

/** The newest date with a published round of each active house, by name. */
export async function listLatestResults(db: Db): Promise<LatestResult[]> {
  const { rows } = await sql<LatestResult>`
    select
      jsonb_build_object('id', h.id, 'name', h.name, 'name_translations', h.name_translations)
        as house,
      case
        when l.date is not null then jsonb_build_object(
          'date', l.date, 'first_round', l.first_round, 'second_round', l.second_round)
      end as result
    from houses h
    left join lateral (
      select r.date, max(r.first_round) as first_round, max(r.second_round) as second_round
      from results r
      where r.house_id = h.id and r.published_at is not null and r.voided_at is null
      group by r.date
      order by r.date desc
      limit 1
    ) l on true
    where h.is_active
    order by h.name, h.id
  `.execute(db);
  return rows;
}

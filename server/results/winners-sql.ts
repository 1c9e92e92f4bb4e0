import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** Results whose settlements are finished and whose winners are not all notified. */
export async function listUntoldResults(db: Db): Promise<number[]> {
  const { rows } = await sql<{ result_id: number }>`
    select result_id
    from settlements
    where told_at is null and reversed_at is null
    group by result_id
    having bool_and(finished_at is not null)
    order by result_id
  `.execute(db);
  return rows.map(({ result_id }) => result_id);
}

export interface UntoldSettlement {
  id: number;
  draw_id: number;
  house_id: number;
  house_name: string;
  date: string;
}

export async function listUntoldSettlements(
  db: Db,
  result_id: number,
): Promise<UntoldSettlement[]> {
  const { rows } = await sql<UntoldSettlement>`
    select s.id, s.draw_id, h.id as house_id, h.name as house_name, d.play_date as date
    from settlements s
    join draws d on d.id = s.draw_id
    join houses h on h.id = d.house_id
    where s.result_id = ${result_id} and s.told_at is null and s.reversed_at is null
  `.execute(db);
  return rows;
}

/** Locks those settlements whose winners are still to be notified; returns how many. */
export async function lockUntoldSettlements(tx: Tx, ids: number[]): Promise<number> {
  const { rows } = await sql`
    select id
    from settlements
    where id = any(${ids}) and told_at is null and reversed_at is null
    order by id
    for update
  `.execute(tx);
  return rows.length;
}

/** A winning order; settlement and amount are null if another settlement paid it. */
export interface WinningOrder {
  order_id: number;
  user_id: number;
  settlement_id: number | null;
  amount_paise: number | null;
}

/**
 * The next winning orders of a draw, by id, with a row for each win that one of these settlements
 * paid. An order has at most one win a settlement, and a draw three settlements; `limit 3` keeps
 * the planner from reading the whole ledger.
 */
export async function listWinningOrders(
  db: Db,
  { draw_id, date }: UntoldSettlement,
  settlement_ids: number[],
  after_order_id: number,
  limit: number,
): Promise<WinningOrder[]> {
  const { rows } = await sql<WinningOrder>`
    select o.id as order_id, o.user_id, l.settlement_id, l.amount_paise
    from (
      select id, user_id
      from orders
      where
        play_date = ${date} and draw_id = ${draw_id} and id > ${after_order_id}
        and won_paise > 0
      order by id
      limit ${limit}
    ) o
    left join lateral (
      select settlement_id, amount_paise
      from ledger
      where order_id = o.id and kind = 'win' and settlement_id = any(${settlement_ids})
      limit 3
    ) l on true
    order by o.id
  `.execute(db);
  return rows;
}

/** Marks a settlement's winners as notified and records its largest winner. */
export async function updateSettlementTold(
  tx: Tx,
  settlement_id: number,
  top: { user_id: number; won_paise: number } | undefined,
): Promise<void> {
  await sql`
    update settlements
    set
      told_at = clock_now(), top_user_id = ${top?.user_id ?? null},
      top_won_paise = ${top?.won_paise ?? null}
    where id = ${settlement_id}
  `.execute(tx);
}

export async function findTopWin(db: Db) {
  const { rows } = await sql<{
    phone: string;
    house_id: number;
    house_name: string;
    won_paise: number;
    date: string;
  }>`
    select
      u.phone, h.id as house_id, h.name as house_name, s.top_won_paise as won_paise,
      d.play_date as date
    from draws d
    join settlements s on s.draw_id = d.id
    join houses h on h.id = d.house_id
    join users u on u.id = s.top_user_id
    where d.play_date = (select today_in_india()) and s.reversed_at is null
    order by s.top_won_paise desc, s.id
    limit 1
  `.execute(db);
  return rows[0];
}

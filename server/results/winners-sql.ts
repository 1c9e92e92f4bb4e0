import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** Results with settlements whose winners wait to be told, and all of them finished. */
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

export async function lockUntoldSettlements(tx: Tx, result_id: number) {
  const { rows } = await sql<{ id: number; is_finished: boolean }>`
    select id, finished_at is not null as is_finished
    from settlements
    where result_id = ${result_id} and told_at is null and reversed_at is null
    order by id
    for update
  `.execute(tx);
  return rows;
}

/** What was paid by settlements: a row an order. */
const payments = sql`
  settlements s
  join draws d on d.id = s.draw_id
  join orders o on o.play_date = d.play_date and o.draw_id = d.id and o.won_paise > 0
  join ledger l on l.order_id = o.id and l.settlement_id = s.id and l.kind = 'win'
`;

interface WinParams {
  house_id: number;
  house_name: string;
  date: string;
  amount_paise: number;
}

/** Who won by some settlements of one draw, and what they are told. */
export const winnersOf = (settlement_ids: number[]) => sql<{ user_id: number; params: WinParams }>`
  select
    l.user_id,
    jsonb_build_object(
      'house_id', h.id, 'house_name', h.name, 'date', d.play_date,
      'amount_paise', sum(l.amount_paise)
    ) as params
  from ${payments}
  join houses h on h.id = d.house_id
  where s.id = any(${settlement_ids})
  group by l.user_id, h.id, d.id
`;

/** Marks them, and keeps whoever won most by each. */
export async function updateSettlementsTold(tx: Tx, settlement_ids: number[]): Promise<void> {
  await sql`
    update settlements told
    set told_at = clock_now(), top_user_id = top.user_id, top_won_paise = top.won_paise
    from unnest(${settlement_ids}::bigint[]) as wanted (id)
    left join lateral (
      select l.user_id, sum(l.amount_paise) as won_paise
      from ${payments}
      where s.id = wanted.id
      group by l.user_id
      order by won_paise desc, l.user_id
      limit 1
    ) top on true
    where told.id = wanted.id
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

import { sql } from "kysely";
import { theRow, type Tx } from "../db/database.ts";
import { FORECAST } from "../orders/codes.ts";

interface SettlementLock {
  id: number;
  is_finished: boolean;
}

/**
 * The settlements that a result's numbers decided: its own, and the forecast's, which may belong to
 * the other round's result. Locks all settlements of the draw: otherwise a chunk of the other round
 * could add winners in between, whose wallets precede those already locked, and deadlock.
 */
export async function lockSettlementsOf(
  tx: Tx,
  result_id: number,
  draw_id: number,
): Promise<SettlementLock[]> {
  const { rows } = await sql<SettlementLock>`
    with locked as materialized (
      select *
      from settlements
      where draw_id = ${draw_id} and reversed_at is null
      order by id
      for update
    )
    select id, finished_at is not null as is_finished
    from locked
    where result_id = ${result_id} or part = ${FORECAST}::smallint
    order by id
  `.execute(tx);
  return rows;
}

export interface TakenBack {
  taken_paise: number;
  owed_paise: number;
}

export async function voidSettlement(tx: Tx, settlement_id: number): Promise<TakenBack> {
  const { rows } = await sql<TakenBack>`select * from void_settlement(${settlement_id})`.execute(
    tx,
  );
  return theRow(rows);
}

export async function updateResultVoided(tx: Tx, id: number, reason: string): Promise<void> {
  await sql`
    update results set voided_at = clock_now(), void_reason = ${reason} where id = ${id}
  `.execute(tx);
}

/** Players with an order in a draw, not counting cancelled orders. */
export async function listPlayersOf(tx: Tx, draw_id: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct o.user_id
    from orders o
    join draws d on d.id = o.draw_id and d.play_date = o.play_date
    where d.id = ${draw_id} and o.cancelled_at is null
    order by o.user_id
  `.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

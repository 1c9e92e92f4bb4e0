import { sql } from "kysely";
import { type Tx, theRow } from "../db/database.ts";
import { type OrderLock, REFUNDS_LANE } from "./cancel-sql.ts";
import { isOrder } from "./sql.ts";

type Plays = Pick<OrderLock, "codes" | "stakes_paise" | "total_paise" | "parts">;

/** Adds an order with some plays of another one, and everything else as that has it. */
export async function insertSplit(tx: Tx, order: OrderLock, plays: Plays): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into orders (
      user_id, draw_id, ledger_sequence, created_at, play_date, rates_version, split_from,
      idempotency_key, total_paise, parts, codes, stakes_paise
    )
    select
      user_id, draw_id, ledger_sequence, created_at, play_date, rates_version, id,
      gen_random_uuid(), ${plays.total_paise}, ${plays.parts}, ${plays.codes}, ${plays.stakes_paise}
    from orders o
    where ${isOrder(order)}
    returning id
  `.execute(tx);
  return theRow(rows).id;
}

/** Leaves an order with some of its plays. */
export async function updateOrderSplit(tx: Tx, order: OrderLock, plays: Plays): Promise<void> {
  await sql`
    update orders o
    set
      total_paise = ${plays.total_paise}, parts = ${plays.parts}, codes = ${plays.codes},
      stakes_paise = ${plays.stakes_paise}
    where ${isOrder(order)}
  `.execute(tx);
}

/** Counts an order that was split off; its stake is already on the house side. */
export async function addSplitToHouseSide(tx: Tx, draw_id: number): Promise<void> {
  await sql`
    insert into house_side as s (draw_id, lane, placed_orders)
    values (${draw_id}, ${REFUNDS_LANE}, 1)
    on conflict (draw_id, lane)
    do update set placed_orders = s.placed_orders + excluded.placed_orders
  `.execute(tx);
}

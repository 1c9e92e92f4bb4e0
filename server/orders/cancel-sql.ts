import { sql } from "kysely";
import { clock } from "../db/clock.ts";
import type { Tx } from "../db/database.ts";
import { isOpen, isOrder, isUndecided, type LocatedOrder, undecidedParts } from "./sql.ts";

export interface OrderLock extends LocatedOrder {
  draw_id: number;
  /** The order that it was split off, if any. */
  split_from: number | null;
  total_paise: number;
  codes: number[];
  stakes_paise: number[];
  /** The parts that it has plays in, and those of them that are undecided, as bits (codes.ts). */
  parts: number;
  undecided_parts: number;
  is_cancelled: boolean;
  is_pending: boolean;
  is_voidable: boolean;
  /** The instant for which `is_pending` holds, to the microsecond. */
  judged_at: string;
}

/**
 * Locks an order's draw as placing does, so that nothing is published in the meantime. It queues
 * first (draw-queue.ts); otherwise players who keep cancelling could hold up publishing for ever.
 */
export async function lockDrawOfOrder(tx: Tx, order: LocatedOrder): Promise<void> {
  const draw_id = sql`(select draw_id from orders o where ${isOrder(order)})`;
  await sql`
    select pg_advisory_xact_lock_shared(house_id) from draws where id = ${draw_id}
  `.execute(tx);
  await sql`
    select id from draws where id = ${draw_id} for share
  `.execute(tx);
}

/** Locks an order whose draw and wallet are already locked. */
export async function lockOrder(tx: Tx, order: LocatedOrder): Promise<OrderLock | undefined> {
  const { rows } = await sql<OrderLock>`
    select
      o.id, o.user_id, o.play_date, o.draw_id, o.split_from, o.total_paise, o.codes,
      o.stakes_paise, o.parts,
      ${undecidedParts} as undecided_parts,
      o.cancelled_at is not null as is_cancelled,
      o.cancelled_at is null and ${isOpen} as is_pending,
      o.cancelled_at is null and ${isUndecided} as is_voidable,
      clock.now::text as judged_at
    from orders o
    join draws d on d.id = o.draw_id
    cross join ${clock}
    where ${isOrder(order)}
    for update of o
  `.execute(tx);
  return rows[0];
}

export async function updateOrderCancelled(
  tx: Tx,
  order: OrderLock,
  reason: string | null,
): Promise<void> {
  await sql`
    update orders
    set cancelled_at = ${order.judged_at}, cancel_reason = ${reason}
    where play_date = ${order.play_date} and id = ${order.id}
  `.execute(tx);
}

/** Refunds have a row of their own, so that no batch of orders waits for a cancellation. */
export const REFUNDS_LANE = -2;

/** Books a refund on the house side. */
export async function addRefundToHouseSide(tx: Tx, order: OrderLock): Promise<void> {
  await sql`
    insert into house_side as s (draw_id, lane, refunded_paise, refunded_orders)
    values (${order.draw_id}, ${REFUNDS_LANE}, ${order.total_paise}, 1)
    on conflict (draw_id, lane)
    do update set
      refunded_paise = s.refunded_paise + excluded.refunded_paise,
      refunded_orders = s.refunded_orders + excluded.refunded_orders
  `.execute(tx);
}

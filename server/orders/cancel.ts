import type { AuditFacts } from "../../contract/audit/schemas.ts";
import { toRupees } from "../../contract/money.ts";
import type { orderRoutes } from "../../contract/orders/routes.ts";
import type { OrderForAdmin, OrderWithBalance } from "../../contract/orders/schemas.ts";
import type { Body } from "../../contract/route.ts";
import { OPERATOR, recordChange } from "../audit/service.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import type { Actor } from "../http/access.ts";
import { notify, tellBalance } from "../notifications/service.ts";
import { found, Refusal } from "../refusal.ts";
import { once } from "../wallet/idempotency.ts";
import { lockWallet, lockWallets, moveMoney } from "../wallet/service.ts";
import { findOrderWithPlayer, locateAnyOrder, type OrderWithPlayerRow } from "./all-orders-sql.ts";
import { toOrder, toOrderForAdmin } from "./answer.ts";
import {
  addRefundToHouseSide,
  lockDrawOfOrder,
  lockOrder,
  type OrderLock,
  updateOrderCancelled,
} from "./cancel-sql.ts";
import { ratesOf } from "./rates.ts";
import { splitOff } from "./split.ts";
import { findOrder, type LocatedOrder, locateOrder } from "./sql.ts";

/**
 * Cancels a player's own order while it is pending and refunds its stake, once. Refuses `not_found`
 * and `order_not_pending`. The clock is read while the draw, the wallet and the order are locked.
 */
export async function cancelOrder(
  { db }: Context,
  user_id: number,
  order_id: number,
  key: string,
): Promise<OrderWithBalance> {
  const order = found(await locateOrder(db, user_id, order_id));
  return transaction(db, async (tx) => {
    await lockDrawOfOrder(tx, order);
    await lockWallet(tx, user_id);
    return once(tx, { user_id, key, call: "cancelOrder", request: order_id }, async () => {
      const locked = found(await lockOrder(tx, order));
      if (!locked.is_pending) throw new Refusal("order_not_pending");
      const balance_paise = await refund(tx, locked, null);
      await tellBalance(tx, user_id, "refund");
      const row = await findOrder(tx, order);
      if (!row) throw new Error("a cancelled order exists");
      const rates = await ratesOf(db, row.rates_version, tx);
      return { ...toOrder(row, rates), wallet_balance: toRupees(balance_paise) };
    });
  });
}

/**
 * Cancels any player's order for a reason, also after closing, and refunds its stake, once. The
 * player is notified. Refuses `not_found`, and `order_not_voidable` when the order is already
 * cancelled or a number of its rounds is published. Publishing waits for the draw that is locked
 * here, so that no order is both refunded and settled.
 */
export async function voidOrder(
  { db }: Context,
  actor: Actor,
  order_id: number,
  { reason }: Body<(typeof orderRoutes)["POST /admin/orders/{id}/void"]>,
  key: string,
): Promise<OrderForAdmin> {
  const order = found(await locateAnyOrder(db, order_id));
  const { user_id } = order;
  const request = { order_id, reason };
  return transaction(db, async (tx) => {
    await lockDrawOfOrder(tx, order);
    // The admin's wallet lock guards the admin's key; the money is the player's.
    await lockWallets(tx, [actor.id, user_id]);
    return once(tx, { user_id: actor.id, key, call: "voidOrder", request }, async () => {
      const locked = found(await lockOrder(tx, order));
      if (!locked.is_voidable) throw new Refusal("order_not_voidable");
      const row = await voidLocked(tx, actor, locked, reason);
      return toOrderForAdmin(row, await ratesOf(db, row.rates_version, tx));
    });
  });
}

/**
 * Voids an order for the operator, as voidOrder does for an admin, but also one with plays that a
 * published number decides: the other plays are split off first, and only they are voided. Returns
 * the refund in paise; undefined, and nothing changes, if it has no other plays.
 */
export const voidForOperator = (
  db: Db,
  order: LocatedOrder,
  reason: string,
): Promise<number | undefined> =>
  transaction(db, async (tx) => {
    await lockDrawOfOrder(tx, order);
    await lockWallet(tx, order.user_id);
    const locked = found(await lockOrder(tx, order));
    const { parts, undecided_parts } = locked;
    if (locked.is_cancelled || undecided_parts === 0) return undefined;
    const voided = undecided_parts === parts ? locked : await splitOff(tx, locked, undecided_parts);
    await voidLocked(tx, OPERATOR, voided, reason);
    return voided.total_paise;
  });

async function voidLocked(
  tx: Tx,
  actor: Actor | typeof OPERATOR,
  order: OrderLock,
  reason: string,
): Promise<OrderWithPlayerRow> {
  await refund(tx, order, reason);
  const row = await findOrderWithPlayer(tx, order);
  if (!row) throw new Error("a voided order exists");
  const { id, user_id, house_name, play_date: date, total_paise: amount_paise } = row;
  const params = { order_id: id, house_name, date, amount_paise, reason };
  await notify(tx, [user_id], "order_voided", id, params);
  const after: AuditFacts = { user_id, house_name, date, amount_paise, reason };
  if (order.split_from !== null) after["split_from"] = order.split_from;
  await recordChange(tx, actor, "order_voided", id, { after });
  return row;
}

/** Cancels a locked order and refunds its stake; returns the new balance in paise. */
async function refund(tx: Tx, order: OrderLock, reason: string | null): Promise<number> {
  await updateOrderCancelled(tx, order, reason);
  const balance_paise = await moveMoney(tx, {
    user_id: order.user_id,
    kind: "refund",
    amount_paise: order.total_paise,
    draw_id: order.draw_id,
    order_id: order.id,
  });
  await addRefundToHouseSide(tx, order);
  return balance_paise;
}

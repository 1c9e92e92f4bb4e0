import type { paymentRoutes } from "../../contract/payments/routes.ts";
import { needsUpiId, type PaymentKind } from "../../contract/payments/rules.ts";
import type { ManagedPaymentMethod, PaymentMethod } from "../../contract/payments/schemas.ts";
import type { Body } from "../../contract/route.ts";
import type { Config } from "../config.ts";
import { recordChange } from "../audit/service.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import type { Actor } from "../http/access.ts";
import { found, Refusal } from "../refusal.ts";
import { once } from "../wallet/idempotency.ts";
import { lockWallet } from "../wallet/service.ts";
import { defaultMethods } from "./default-methods.ts";
import {
  insertMethod,
  listMethods as listMethodRows,
  lockAllMethods,
  lockMethod,
  type MethodRow,
  updateMethodRow,
} from "./methods-sql.ts";
import { qrUrl } from "./qr.ts";

/** The active methods, for deposits and for withdrawals. */
export async function listActiveMethods({ db }: Context) {
  const active = (await listMethodRows(db)).filter(({ is_active }) => is_active);
  const forKind = (kind: PaymentKind) =>
    active.filter(({ direction }) => direction === kind).map(toMethod);
  return { deposit_methods: forKind("deposit"), withdrawal_methods: forKind("withdrawal") };
}

/** All methods, including inactive ones. */
export async function listMethods({ db }: Context): Promise<{ methods: ManagedPaymentMethod[] }> {
  return { methods: (await listMethodRows(db)).map(toManagedMethod) };
}

/**
 * Adds a method; repeating the request under its key returns the first answer. Refuses
 * `invalid_upi_id` and `idempotency_conflict`.
 */
export async function createMethod(
  { db }: Context,
  actor: Actor,
  sent: Body<(typeof paymentRoutes)["POST /admin/payment-methods"]>,
  key: string,
): Promise<ManagedPaymentMethod> {
  if (needsUpiId(sent) && sent.upi_id === null) throw new Refusal("invalid_upi_id");
  const asked = { user_id: actor.id, key, call: "createMethod", request: sent };
  const method = await transaction(db, async (tx) => {
    await lockWallet(tx, actor.id);
    return once(tx, asked, async () => {
      const created = await insertMethod(tx, sent);
      await recordChange(tx, actor, "payment_method_created", created.id, {
        after: factsOf(created),
      });
      return created;
    });
  });
  return toManagedMethod(method);
}

/**
 * Changes a method; earlier requests with it are not affected. A method that lacks its UPI id can
 * still be deactivated. Refuses `not_found` and `invalid_upi_id`.
 */
export async function updateMethod(
  { db }: Context,
  actor: Actor,
  method_id: number,
  sent: Body<(typeof paymentRoutes)["PUT /admin/payment-methods/{id}"]>,
): Promise<ManagedPaymentMethod> {
  const method = await transaction(db, async (tx) => {
    const before = found(await lockMethod(tx, method_id));
    // Null clears the icon or the UPI id; an absent field stays as it is.
    const after = { ...before, ...sent };
    const is_lost = sent.upi_id === null || after.is_active;
    if (needsUpiId(after) && after.upi_id === null && is_lost) throw new Refusal("invalid_upi_id");
    await updateMethodRow(tx, after);
    const change = { before: factsOf(before), after: factsOf(after) };
    await recordChange(tx, actor, "payment_method_changed", method_id, change);
    return after;
  });
  return toManagedMethod(method);
}

/**
 * Creates the sample methods in demo mode if there are no methods; safe with several processes at
 * once. In licensed mode an admin enters the operator's own methods.
 */
export async function createDefaultPaymentMethods(db: Db, mode: Config["mode"]): Promise<void> {
  if (mode !== "demo") return;
  await transaction(db, async (tx) => {
    await lockAllMethods(tx);
    if ((await listMethodRows(tx)).length > 0) return;
    for (const method of defaultMethods) await insertMethod(tx, method);
  });
}

const toMethod = ({ id, name, method_type, icon_url, upi_id }: MethodRow): PaymentMethod => ({
  id,
  name,
  method_type,
  icon_url,
  account_info: { upi_id, qr_url: upi_id === null ? null : qrUrl(upi_id) },
});

const toManagedMethod = (row: MethodRow): ManagedPaymentMethod => ({
  ...toMethod(row),
  direction: row.direction,
  is_active: row.is_active,
});

/** For the audit trail. */
function factsOf({ direction, name, method_type, icon_url, upi_id, is_active }: MethodRow) {
  return { direction, name, method_type, icon_url, upi_id, is_active };
}

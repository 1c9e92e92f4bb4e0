import { hash } from "node:crypto";
import type { AuditFacts } from "../../contract/audit/schemas.ts";
import { wholeRupees } from "../../contract/money.ts";
import type { paymentRoutes } from "../../contract/payments/routes.ts";
import {
  accountTypeOf,
  MAX_DEPOSIT,
  MAX_WITHDRAWAL,
  MIN_DEPOSIT,
  MIN_WITHDRAWAL,
  MAX_PENDING_DEPOSITS,
  type PaymentKind,
} from "../../contract/payments/rules.ts";
import type {
  AccountDetails,
  AccountDetailsSent,
  Payment,
  PaymentWithDecider,
} from "../../contract/payments/schemas.ts";
import type { Body, Query, Reply } from "../../contract/route.ts";
import { recordChange } from "../audit/service.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import type { Actor, SessionUser } from "../http/access.ts";
import { MAX_COUNTED, pagesOf } from "../page-count.ts";
import { notify, tellBalance } from "../notifications/service.ts";
import { found, Refusal, refusalAt } from "../refusal.ts";
import { once } from "../wallet/idempotency.ts";
import { getBalance, lockWallet, moveMoney } from "../wallet/service.ts";
import { toPayment, toPaymentForAdmin, toPaymentWithDecider } from "./answer.ts";
import { listMethods, type MethodRow } from "./methods-sql.ts";
import { encodeProof } from "./proof.ts";
import {
  countPayments,
  countPendingDeposits,
  type Decision,
  findDecidedPayment,
  findPayment,
  findPlayerOfPayment,
  findProof,
  insertPayment,
  insertProof,
  listPayments as listQueue,
  listPaymentsOf,
  lockPaymentStatus,
  type PaymentRow,
  updatePaymentDecided,
} from "./sql.ts";

/**
 * Requests a deposit. No money moves until an admin approves it. The request and its screenshot are
 * stored together or not at all; repeating the request under its key returns the first answer.
 *
 * Refuses `deposit_too_small`, `deposit_too_large`, `too_many_deposits`, `proof_too_large`,
 * `proof_too_many_pixels`, `proof_not_an_image`, `method_unavailable`, `reference_used` and
 * `idempotency_conflict`.
 */
export async function requestDeposit(
  { db }: Context,
  user_id: number,
  sent: Body<(typeof paymentRoutes)["POST /wallet/deposit"]>,
  key: string,
): Promise<Payment> {
  const { amount: amount_paise, payment_method: method_id, reference, proof } = sent;
  if (amount_paise < wholeRupees(MIN_DEPOSIT)) throw new Refusal("deposit_too_small");
  if (amount_paise > wholeRupees(MAX_DEPOSIT)) throw new Refusal("deposit_too_large");
  const image = proof && (await encodeProof(proof));
  const request = {
    amount_paise,
    method_id,
    reference,
    proof: proof ? hash("sha256", proof) : null,
  };
  return transaction(db, async (tx) => {
    await lockWallet(tx, user_id);
    return once(tx, { user_id, key, call: "requestDeposit", request }, async () => {
      if ((await countPendingDeposits(tx, user_id)) >= MAX_PENDING_DEPOSITS) {
        throw new Refusal("too_many_deposits", { max: MAX_PENDING_DEPOSITS });
      }
      const method = await getMethod(tx, "deposit", ({ id }) => id === method_id);
      const payment_id = await insertPayment(tx, {
        user_id,
        kind: "deposit",
        amount_paise,
        method_id: method.id,
        reference,
        account_details: null,
      });
      if (image) await insertProof(tx, payment_id, image);
      return toPayment(await getPayment(tx, payment_id));
    });
  });
}

/**
 * Requests a withdrawal. The amount leaves the wallet in the same transaction and is held until an
 * admin decides; the player's open screens receive the new balance. Repeating the request under its
 * key returns the first answer.
 *
 * Refuses `withdrawal_too_small`, `withdrawal_too_large`, `account_deactivated`,
 * `method_unavailable`, `insufficient_balance` and `idempotency_conflict`.
 */
export async function requestWithdrawal(
  { db }: Context,
  user_id: number,
  {
    amount: amount_paise,
    account_details: sent,
  }: Body<(typeof paymentRoutes)["POST /wallet/withdraw"]>,
  key: string,
): Promise<Payment> {
  if (amount_paise < wholeRupees(MIN_WITHDRAWAL)) throw new Refusal("withdrawal_too_small");
  if (amount_paise > wholeRupees(MAX_WITHDRAWAL)) throw new Refusal("withdrawal_too_large");
  const account_details = toDetails(sent);
  const request = { amount_paise, account_details };
  return transaction(db, async (tx) => {
    const wallet = await lockWallet(tx, user_id);
    const asked = { user_id, key, call: "requestWithdrawal", request };
    return once(tx, asked, async () => {
      if (!wallet.is_active) throw new Refusal("account_deactivated");
      const method = await getMethod(
        tx,
        "withdrawal",
        ({ method_type }) => accountTypeOf(method_type) === sent.account_type,
      );
      const payment_id = await insertPayment(tx, {
        user_id,
        kind: "withdrawal",
        amount_paise,
        method_id: method.id,
        reference: null,
        account_details,
      });
      await moveMoney(tx, { user_id, kind: "withdrawal", amount_paise: -amount_paise, payment_id });
      await tellBalance(tx, user_id, "payment");
      return toPayment(await getPayment(tx, payment_id));
    });
  });
}

/** The fields of the account type; other fields that were sent are dropped. */
const toDetails = (sent: AccountDetailsSent): AccountDetails =>
  sent.account_type === "upi"
    ? {
        account_type: "upi",
        account_name: null,
        account_number: null,
        ifsc_code: null,
        upi_id: sent.upi_id,
      }
    : {
        account_type: "bank",
        account_name: sent.account_name,
        account_number: sent.account_number,
        ifsc_code: sent.ifsc_code,
        upi_id: null,
      };

/** The field by which a request chooses its method. */
const CHOSEN_BY = { deposit: "payment_method", withdrawal: "account_details.account_type" };

async function getMethod(
  tx: Tx,
  kind: PaymentKind,
  fits: (method: MethodRow) => boolean,
): Promise<MethodRow> {
  const methods = await listMethods(tx);
  const method = methods.find((m) => m.direction === kind && m.is_active && fits(m));
  if (!method) throw refusalAt(CHOSEN_BY[kind], "method_unavailable");
  return method;
}

/** A player's own deposits and withdrawals, newest first. */
export async function listOwnPayments(
  { db }: Context,
  user_id: number,
  query: Query<(typeof paymentRoutes)["GET /wallet/requests"]>,
): Promise<{ requests: Payment[] }> {
  const rows = await listPaymentsOf(db, user_id, query);
  return { requests: rows.map(toPayment) };
}

/** The screenshot of a deposit as WebP. Refuses `not_found`, also for other players' deposits. */
export async function getProof(
  { db }: Context,
  user: SessionUser,
  payment_id: number,
): Promise<Uint8Array> {
  return found(await findProof(db, payment_id, user.role === "admin" ? undefined : user.id));
}

/**
 * A page of the admins' queue, with the number of pages, at least 1. At most 10,000 requests beyond
 * the page are counted; the number of pages grows as one goes on.
 */
export async function listPayments(
  context: Context,
  { limit, skip, ...filter }: Query<(typeof paymentRoutes)["GET /admin/payments"]>,
): Promise<Reply<(typeof paymentRoutes)["GET /admin/payments"]>> {
  const [counted, rows] = await Promise.all([
    countPayments(context.db, filter, skip + limit + MAX_COUNTED),
    listQueue(context.db, filter, limit, skip),
  ]);
  const payments = rows.map(async (row) =>
    toPaymentForAdmin(row, await getBalance(context, row.user_id)),
  );
  return { payments: await Promise.all(payments), pages: pagesOf(counted, limit) };
}

/** The current state of a request. Refuses `not_found`. */
export const getRequest = async (
  { db }: Context,
  payment_id: number,
): Promise<PaymentWithDecider> =>
  toPaymentWithDecider(found(await findDecidedPayment(db, payment_id)));

/**
 * Approves a request, once: a deposit is credited, a withdrawal becomes final. Refuses `not_found`
 * and `payment_decided`.
 */
export const approvePayment = (
  { db }: Context,
  actor: Actor,
  payment_id: number,
): Promise<Payment> =>
  decide(db, actor, { payment_id, status: "approved", admin_id: actor.id, reason: null });

/**
 * Rejects a request, once: the held amount of a withdrawal is refunded, and the reference of a
 * deposit may be used again. Refuses `not_found` and `payment_decided`.
 */
export const rejectPayment = (
  { db }: Context,
  actor: Actor,
  payment_id: number,
  { reason }: Body<(typeof paymentRoutes)["POST /admin/payments/{id}/reject"]>,
): Promise<Payment> =>
  decide(db, actor, { payment_id, status: "rejected", admin_id: actor.id, reason });

/**
 * Decides a pending request, moves its money, notifies its player and records who decided, in one
 * transaction. The wallet is locked before the request, as in requestWithdrawal: in the lock order
 * wallets precede the rows that refer to them.
 */
const decide = (db: Db, actor: Actor, decision: Decision): Promise<Payment> =>
  transaction(db, async (tx) => {
    const { payment_id } = decision;
    const user_id = found(await findPlayerOfPayment(tx, payment_id));
    await lockWallet(tx, user_id);
    const status = await lockPaymentStatus(tx, payment_id);
    if (status === undefined) throw new Error("a request whose player was found exists");
    if (status !== "pending") throw new Refusal("payment_decided", { status });
    await updatePaymentDecided(tx, decision);
    const payment = await getPayment(tx, payment_id);
    const { amount_paise } = payment;
    const kind = MOVEMENTS[payment.kind][decision.status];
    if (kind) await moveMoney(tx, { user_id, kind, amount_paise, payment_id });
    await tell(tx, payment);
    const change = {
      before: factsOf({ ...payment, status, reason: null }),
      after: factsOf(payment),
    };
    await recordChange(tx, actor, `payment_${decision.status}`, payment_id, change);
    return toPayment(payment);
  });

/** The kind of movement into the wallet that a decision causes, if any. */
const MOVEMENTS = {
  deposit: { approved: "deposit", rejected: undefined },
  withdrawal: { approved: undefined, rejected: "refund" },
} as const;

/** Notifies the player of the decision. */
function tell(tx: Tx, { id, user_id, kind, amount_paise, status, reason }: PaymentRow) {
  const params = { payment_id: id, payment_kind: kind, amount_paise };
  return status === "rejected"
    ? notify(tx, [user_id], "payment_rejected", id, { ...params, reason: reason ?? "" })
    : notify(tx, [user_id], "payment_approved", id, params);
}

/** For the audit trail: the player, the request and its outcome, without account numbers. */
function factsOf({
  user_id,
  kind,
  amount_paise,
  reference,
  status,
  reason,
}: PaymentRow): AuditFacts {
  return { user_id, kind, amount_paise, reference, status, reason };
}

async function getPayment(tx: Tx, payment_id: number): Promise<PaymentRow> {
  const payment = await findPayment(tx, payment_id);
  if (!payment) throw new Error("a payment that was just written exists");
  return payment;
}

import { fault } from "./mutations-fault.mjs";

/** @typedef {import("./mutations-fault.mjs").Edit} Edit */

const placing = "server/orders/place-orders.sql";
const settling = "server/results/settle-chunk.sql";
const cancelling = "server/orders/cancel.ts";
const cancelling_sql = "server/orders/cancel-sql.ts";
const payments_sql = "server/payments/sql.ts";
const payments = "server/payments/service.ts";
const houses_sql = "server/houses/sql.ts";
const voiding = "server/results/void-sql.ts";
const void_settlement = "server/results/void-settlement.sql";

/**
 * Batches do not take the house's advisory lock before they lock draws. It is a second guard for
 * what the draw locks protect.
 *
 * @type {Edit}
 */
const no_queue = [placing, "perform pg_advisory_xact_lock_shared(house)", "perform house"];

/**
 * Cancellations do not take it either.
 *
 * @type {Edit}
 */
const cancel_no_queue = [cancelling_sql, "pg_advisory_xact_lock_shared(house_id)", "house_id"];

/** Faults in what is locked, and in which order. */
export const faults_in_locks = [
  fault("orders lock wallets in any order", "server/proof/locks.test.ts", [
    placing,
    "  select\n    array_agg(locked.user_id)",
    `  perform from wallets where user_id = any (p_users) order by random() for no key update;
  select
    array_agg(locked.user_id)`,
  ]),
  fault("settlement locks wallets in any order", "server/proof/locks.test.ts", [
    settling,
    "  select\n    array_agg(locked.user_id)",
    `  perform from wallets where user_id = any (v_users) order by random() for no key update;
  select
    array_agg(locked.user_id)`,
  ]),
  fault("settlement does not lock the wallets that it credits", "server/proof/locks.test.ts", [
    settling,
    "    order by w.user_id\n    for no key update\n",
    "    order by w.user_id\n",
  ]),
  fault(
    "orders do not lock their draw",
    "server/proof/closing.test.ts",
    [placing, "    for share\n  ) locked", "  ) locked"],
    no_queue,
  ),
  fault(
    "orders pass a draw that they have not locked",
    "server/proof/closing.test.ts",
    [
      placing,
      "select * from draws where id = any (v_draws)",
      "select * from draws where house_id = any (p_houses)",
    ],
    no_queue,
  ),
  fault("a rush goes ahead of who waits for the draw", "server/proof/closing.test.ts", no_queue),
  fault("cancellations go ahead of who waits", "server/proof/closing.test.ts", cancel_no_queue),
  fault("cancelling does not lock the draw", "server/proof/closing.test.ts", [
    cancelling,
    "    await lockDrawOfOrder(tx, order);\n    await lockWallet(tx, user_id",
    "    await lockWallet(tx, user_id",
  ]),
  fault(
    "an edit of a house does not wait for orders in flight",
    "server/proof/closing.test.ts",
    [
      houses_sql,
      "select today_in_india())\n    order by id\n    for update\n",
      "select today_in_india())\n    order by id\n",
    ],
    no_queue,
  ),
  fault("voiding does not lock the draw", "server/proof/voiding.test.ts", [
    cancelling,
    "    await lockDrawOfOrder(tx, order);\n    // The admin",
    "    // The admin",
  ]),
  fault("one key voids two orders", "server/proof/voiding.test.ts", [
    cancelling,
    "await lockWallets(tx, [actor.id, user_id]);",
    "await lockWallets(tx, [user_id]);",
  ]),
  fault("voiding locks the wallets in another order", "server/proof/lock-order.test.ts", [
    "server/wallet/sql.ts",
    "    order by user_id\n    for no key update\n",
    "    order by user_id desc\n    for no key update\n",
  ]),
  fault(
    "two decide on a payment at once",
    "server/proof/one-of-two.test.ts",
    [payments_sql, "where id = ${payment_id}\n    for update\n", "where id = ${payment_id}\n"],
    [payments, "    await lockWallet(tx, user_id);\n    const status", "    const status"],
  ),
  fault(
    "taking a round back does not lock the wallets of its winners",
    "server/results/void.test.ts",
    [void_settlement, "  order by w.user_id\n  for no key update;", "  order by w.user_id;"],
  ),
  fault("taking a round back leaves the other to its chunks", "server/proof/locks.test.ts", [
    voiding,
    "where draw_id = ${draw_id} and reversed_at is null",
    `where draw_id = \${draw_id} and reversed_at is null
        and (result_id = \${result_id} or part = \${FORECAST}::smallint)`,
  ]),
  fault("a result is taken back whose draw is not locked yet", "server/proof/lock-order.test.ts", [
    "server/results/void.ts",
    `    const draw = await lockDraw(tx, result.house_id, result.date);
    const locked = await lockResult(tx, result_id);`,
    `    const locked = await lockResult(tx, result_id);
    const draw = await lockDraw(tx, result.house_id, result.date);`,
  ]),
  fault("an edit of a house does not lock it", "server/houses/houses.test.ts", [
    houses_sql,
    "    where id = ${house_id}\n    for no key update\n",
    "    where id = ${house_id}\n",
  ]),
  fault("an edit of a house locks its draws first", "server/proof/lock-order.test.ts", [
    houses_sql,
    "    where id = ${house_id}\n    for no key update\n",
    "    where id = ${house_id}\n",
  ]),
  fault("a decision locks the request before the wallet", "server/proof/lock-order.test.ts", [
    payments,
    `    await lockWallet(tx, user_id);
    const status = await lockPaymentStatus(tx, payment_id);`,
    `    const status = await lockPaymentStatus(tx, payment_id);
    await lockWallet(tx, user_id);`,
  ]),
  fault(
    "a settlement is finished whose draw is not locked yet",
    "server/proof/lock-order.test.ts",
    ["server/results/finish-settlement.sql", "  for no key update;\n", "  ;\n"],
    [
      "server/results/finish-settlement.sql",
      "perform pg_advisory_xact_lock(house_id)",
      "perform house_id",
    ],
  ),
];

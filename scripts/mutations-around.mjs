import { fault } from "./mutations-fault.mjs";

const binding = "server/http/bind.ts";

/** Faults in what surrounds the money: sessions, checks of the books, amounts and days. */
export const faults_around = [
  fault("a broken invariant is not counted", "server/reports/nightly.test.ts", [
    "server/reports/books.ts",
    "  metrics.broken_invariants.set(broken.length);\n",
    "",
  ]),
  fault("a call whose session ends while its body arrives goes on", "server/http/access.test.ts", [
    binding,
    'if (method !== "GET") await userOf(context, request, route.access);\n      const call',
    "const call",
  ]),
  fault(
    "a call whose session ends while it waits for its turn goes on",
    "server/proof/turns.test.ts",
    [binding, "await userOf(context, request, route.access);\n            return", "return"],
  ),
  fault("one player may fill the queue of orders", "server/orders/overload.test.ts", [
    "server/orders/placing.ts",
    "    max_queued_of_owner: MAX_QUEUED_OF_PLAYER,\n",
    "",
  ]),
  fault("a cancellation's key serves for every order", "server/orders/cancel.test.ts", [
    "server/orders/cancel.ts",
    "request: order_id }, async",
    "request: null }, async",
  ]),
  fault("a batch that loses a deadlock is given up", "server/orders/batch.test.ts", [
    "server/orders/placing.ts",
    "return retryTransient(() => placeOrders(db, slot, batch));",
    "return placeOrders(db, slot, batch);",
  ]),
  fault("winners are told of what is being taken back", "server/results/winners.test.ts", [
    "server/results/winners.ts",
    "=== ids.length) await work",
    "> 0) await work",
  ]),
  fault("a statement shows each movement as its balance", "server/wallet/statement.test.ts", [
    "server/wallet/service.ts",
    "balance_after: toRupees(balance_after_paise)",
    "balance_after: toRupees(amount_paise)",
  ]),
  fault("of a voided result only the last debt is named", "server/results/void.test.ts", [
    "server/results/void.ts",
    "total.owed_paise += owed_paise",
    "total.owed_paise = owed_paise",
  ]),
  fault("players see a number before it is published", "server/results/entering.test.ts", [
    "server/results/sql.ts",
    "r.house_id = h.id and r.published_at is not null and r.voided_at",
    "r.house_id = h.id and r.voided_at",
  ]),
  fault("paise are cut off and not rounded", "server/proof/money.test.ts", [
    "contract/money.ts",
    "Math.round(rupees * 100)",
    "Math.trunc(rupees * 100)",
  ]),
  fault("India is half an hour nearer", "server/proof/india-time.test.ts", [
    "contract/dates.ts",
    "INDIA_OFFSET_MS = 330",
    "INDIA_OFFSET_MS = 300",
  ]),
];

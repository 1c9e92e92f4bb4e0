import { faults_around } from "./mutations-around.mjs";
import { fault } from "./mutations-fault.mjs";
import { faults_in_locks } from "./mutations-locks.mjs";

/**
 * Deliberate faults in the code that moves money, and those in what surrounds it. If two guards
 * enforce a rule, the fault removes both, because removing one has no effect.
 *
 * @typedef {import("./mutations-fault.mjs").Edit} Edit
 */

const placing = "server/orders/place-orders.sql";
const settling = "server/results/settle-chunk.sql";
const orders_sql = "server/orders/sql.ts";
const results = "server/results/service.ts";
const lane = "server/db/lane.ts";
const idempotency = "server/wallet/idempotency.ts";
const ledger_table = "server/db/migrations/004_wallets.sql";
const cancelling = "server/orders/cancel.ts";
const cancelling_sql = "server/orders/cancel-sql.ts";
const payments = "server/payments/service.ts";
const voiding = "server/results/void-sql.ts";
const voiding_a_day = "server/orders/void-day.test.ts";

/**
 * The ledger's second guard against paying an order twice is gone.
 *
 * @type {Edit}
 */
const settles_twice = [
  ledger_table,
  "create unique index ledger_settles_an_order_once",
  "create index ledger_settles_an_order_once",
];

export const faults = [
  fault(
    "two processes settle the same chunk at once",
    "server/proof/bank.test.ts",
    [settling, "where id = p_settlement for update", "where id = p_settlement"],
    settles_twice,
  ),
  fault(
    "orders look at the clock before they hold the locks",
    "server/proof/closing.test.ts",
    [placing, "v_now timestamptz;", "v_now timestamptz := clock_now();"],
    [placing, "  v_now := clock_now();\n", ""],
  ),
  fault(
    "orders go by the instant at which their transaction began",
    "server/proof/closing.test.ts",
    [placing, "v_now := clock_now();", "v_now := now();"],
  ),
  fault("cancelling goes by the clock of Node", "server/proof/closing.test.ts", [
    "server/db/clock.ts",
    "(select clock_now() as now offset 0)",
    "(select ${new Date().toISOString()}::timestamptz as now offset 0)",
  ]),
  fault(
    "a cancellation is judged by one look at the clock and dated by another",
    "server/proof/clock-looks.test.ts",
    [cancelling_sql, "cancelled_at = ${order.judged_at}", "cancelled_at = clock_now()"],
  ),
  fault("an order at the very instant of closing is taken", "server/orders/place.test.ts", [
    placing,
    "d.first_closes_at <= v_now",
    "d.first_closes_at < v_now",
  ]),
  fault("a forecast is taken whose second number is known", "server/proof/closing.test.ts", [
    placing,
    "        when a.parts & 4 = 4 and d.second_number is not null then 'round_closed'\n",
    "",
  ]),
  fault("a round is published while it is open", "server/results/entering.test.ts", [
    results,
    'if (open) throw refusalAt(open, "round_still_open");',
    "void open;",
  ]),
  fault("a result is published that nobody saw", "server/results/as-seen.test.ts", [
    results,
    " || !isAsSeen(result, seen)",
    "",
  ]),
  fault(
    "a key is not looked for among the orders",
    "server/proof/one-of-two.test.ts",
    [placing, "when v_earlier[a.place] is not null then 'repeated'", "when false then ''"],
    ["server/db/migrations/012_keys_in_their_order.sql", "create unique index", "create index"],
  ),
  fault("the key of an order may be used for something else", "server/proof/one-of-two.test.ts", [
    idempotency,
    "if (await isKeyOfAnOrder(tx, asked))",
    "if (false && (await isKeyOfAnOrder(tx, asked)))",
  ]),
  fault(
    "an order does not look for the keys of orders for tomorrow",
    "server/proof/one-of-two.test.ts",
    [placing, "between p_today - 7 and p_today + 8", "between p_today - 7 and p_today"],
  ),
  fault(
    "other calls do not look for the keys of orders for tomorrow",
    "server/proof/one-of-two.test.ts",
    [idempotency, "today_in_india()", "today_in_india() - 8"],
  ),
  fault(
    "two orders of a player go in one batch",
    "server/orders/place.test.ts",
    [
      "server/orders/placing.ts",
      "ownerOf: ({ user_id }: PlacingRequest) => user_id",
      "ownerOf: (request: PlacingRequest) => request",
    ],
    [ledger_table, "  primary key (user_id, sequence),\n", ""],
  ),
  fault("an earlier order is another's in the batch", "server/orders/batch.test.ts", [
    placing,
    "array_agg(earlier.id order by q.place)",
    "array_agg(earlier.id order by q.place desc)",
  ]),
  fault("a batch's answers stay in the order of its users", "server/orders/batch.test.ts", [
    orders_sql,
    "const answer = answer_of.get(user_id);",
    "const answer = [...answer_of.values()][batch.findIndex((one) => one.user_id === user_id)];",
  ]),
  fault("a batch's answers go to the wrong requests", "server/proof/lane-orders.test.ts", [
    lane,
    "answers[index]",
    "answers[batch.length - 1 - index]",
  ]),
  fault("a batch that was lost is not sent again", "server/db/lane.test.ts", [
    lane,
    "if (tries >= MAX_TRIES) throw",
    "if (tries >= 1) throw",
  ]),
  fault("a batch that may have been done is called busy", "server/db/lane.test.ts", [
    lane,
    'may_have_run ? lost_code : "busy"',
    '"busy"',
  ]),
  fault("a lost batch of orders is called busy", "server/proof/lane-cuts.test.ts", [
    "server/orders/placing.ts",
    '    lost_code: "outcome_unknown",\n',
    "",
  ]),
  fault("a settlement that fails holds up the others", "server/results/failures.test.ts", [
    "server/one-by-one.ts",
    "await work(item).catch((error: unknown) => failures.push(error));",
    "await work(item);",
  ]),
  fault(
    "settlement takes the order at its cursor twice",
    "server/proof/bank.test.ts",
    [
      settling,
      "and o.draw_id = v.draw_id and o.id > v.cursor_order_id",
      "and o.draw_id = v.draw_id and o.id >= v.cursor_order_id",
    ],
    settles_twice,
  ),
  fault("settlement forgets that an order was cancelled", "server/results/publish.test.ts", [
    settling,
    "o.codes && v.winning_codes and o.cancelled_at is null as is_winner",
    "o.codes && v.winning_codes as is_winner",
  ]),
  fault("a draw is settled before the last of its orders is", "server/results/publish.test.ts", [
    "server/results/finish-settlement.sql",
    "o.id > v.cursor_order_id and o.parts & v.part <> 0",
    "false",
  ]),
  fault("a winner is credited on another's balance", "server/results/publish.test.ts", [
    settling,
    "if v_wallets is distinct from (",
    "if false and v_wallets is distinct from (",
  ]),
  fault("a win is computed in 32 bits", "server/results/publish.test.ts", [
    settling,
    "rate.multiplier::bigint",
    "rate.multiplier",
  ]),
  fault(
    "settlement pays today's rates in place of the frozen ones",
    "server/results/rates.test.ts",
    [settling, "rate.version = o.rates_version", "rate.version = (select max(version) from rates)"],
  ),
  fault("a digit is taken from the wrong place", "server/proof/payouts.test.ts", [
    "contract/orders/rules.ts",
    "(number: number): number => number % 10",
    "(number: number): number => Math.floor(number / 10)",
  ]),
  fault(
    "an order is refunded twice",
    "server/orders/cancel.test.ts",
    [cancelling, 'if (!locked.is_pending) throw new Refusal("order_not_pending");', ""],
    [
      ledger_table,
      "create unique index ledger_refunds_an_order_once",
      "create index ledger_refunds_an_order_once",
    ],
  ),
  fault("an order is cancelled of which a part is paid", "server/orders/cancel.test.ts", [
    orders_sql,
    "clock.now < ${closesAt} and ${isUndecided}",
    "clock.now < ${closesAt}",
  ]),
  fault(
    "a forecast may be cancelled until its second round closes",
    "server/orders/cancel.test.ts",
    [
      orders_sql,
      "case when o.parts & 5 <> 0 then d.first_closes_at",
      "case when o.parts & 1 <> 0 then d.first_closes_at",
    ],
  ),
  fault("an order is voided whose number is published", "server/orders/void.test.ts", [
    orders_sql,
    "(o.parts & 5 = 0 or d.first_number is null)",
    "true",
  ]),
  fault("an order is voided that its player has cancelled", "server/proof/voiding.test.ts", [
    cancelling_sql,
    "o.cancelled_at is null and ${isUndecided} as is_voidable",
    "${isUndecided} as is_voidable",
  ]),
  fault("a day is voided without asking again about each order", voiding_a_day, [
    cancelling,
    "if (locked.is_cancelled || undecided_parts === 0) return undefined;",
    "",
  ]),
  fault("of a split order, plays on a published number are returned", voiding_a_day, [
    orders_sql,
    "when d.second_number is null then 6",
    "when d.second_number is null then 7",
  ]),
  fault("of a split order, the forecast is kept", voiding_a_day, [
    orders_sql,
    "when d.first_number is null then 5",
    "when d.first_number is null then 1",
  ]),
  fault("what was split off an order stays in it too", voiding_a_day, [
    "server/orders/split.ts",
    "await updateOrderSplit(tx, order, kept);",
    "void kept;",
  ]),
  fault("a day is voided that takes plays", voiding_a_day, [
    "server/orders/void-day.ts",
    "if (!draw.is_open) return draw;",
    "if (draw.id > 0) return draw;",
  ]),
  fault("a payment is decided again", "server/proof/one-of-two.test.ts", [
    payments,
    'if (status !== "pending") throw new Refusal("payment_decided", { status });',
    "void status;",
  ]),
  fault("taking a round back leaves its forecast paid", "server/results/void.test.ts", [
    voiding,
    "where result_id = ${result_id} or part = ${FORECAST}::smallint",
    "where result_id = ${result_id} and ${FORECAST}::smallint is not null",
  ]),
  fault("the house side forgets what was refunded", "server/proof/bank.test.ts", [
    cancelling,
    "await addRefundToHouseSide(tx, order);",
    "",
  ]),
  fault("the ledger may be changed", "server/wallet/ledger.test.ts", [
    ledger_table,
    "before update or delete on ledger",
    "before delete on ledger",
  ]),
  ...faults_in_locks,
  ...faults_around,
];

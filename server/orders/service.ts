import { dayOf } from "../../contract/dates.ts";
import { toRupees, wholeRupees } from "../../contract/money.ts";
import { MAX_PLAYS, type Play, type Rates } from "../../contract/orders/rules.ts";
import type { orderRoutes } from "../../contract/orders/routes.ts";
import type { Order, OrderWithBalance, PlayLine } from "../../contract/orders/schemas.ts";
import type { Body, Query } from "../../contract/route.ts";
import type { Context } from "../context.ts";
import { ensureDraw } from "../houses/service.ts";
import type { JsonBytes } from "../http/json-bytes.ts";
import { tellBalanceAfterPlay } from "../notifications/service.ts";
import { found, Refusal } from "../refusal.ts";
import { toOrder } from "./answer.ts";
import { addUp, decode, gateOf, partOf } from "./codes.ts";
import { isGathered } from "./pages.ts";
import { ratesOf, ratesOfAll } from "./rates.ts";
import {
  findBalanceAfterPlacing,
  findOrder,
  locateOrder,
  listOrders,
  type OrderRow,
  type PlacingAnswer,
  type PlacingRequest,
} from "./sql.ts";
import { toWritable, writeOrders, writeOrderWithBalance } from "./answer-bytes.ts";

/**
 * Places an order, completely or not at all. Once it returns, the order is durable, the stakes have
 * left the wallet, and a repetition under the same key returns the same answer.
 *
 * Stakes are whole rupees. The refusals are the route's; a refused order changes nothing. The
 * database checks the house, its limits, the closing times and the balance while it holds the
 * locks.
 */
export async function placeOrder(
  context: Context,
  user_id: number,
  order: Body<(typeof orderRoutes)["POST /orders/play"]>,
  key: string,
): Promise<JsonBytes<OrderWithBalance>> {
  if (order.plays.length === 0) throw new Refusal("no_plays");
  if (order.plays.length > MAX_PLAYS) throw new Refusal("too_many_plays", { max: MAX_PLAYS });
  const request = toRequest(user_id, order, key);
  const { db, placing, metrics } = context;
  let answer = await placing.push(request);
  if (answer.outcome === "no_draw") {
    // The first order of a house and date creates their draw.
    await ensureDraw(db, request.house_id, request.play_date);
    answer = await placing.push(request);
  }
  metrics.orders.inc({ outcome: answer.outcome });
  if (answer.outcome === "accepted") {
    tellBalanceAfterPlay(context, user_id, toRupees(answer.balance_paise));
    return acceptedOrder(request, answer, await ratesOf(db, answer.rates_version));
  }
  if (answer.outcome === "repeated") return repeatedOrder(context, request, answer);
  throw refusalFor(answer);
}

/** Refuses `busy` while the queue of orders is full, before a request's body is read. */
export function refuseInOverload({ placing }: Context): void {
  if (placing.is_full) throw new Refusal("busy");
}

function toRequest(
  user_id: number,
  { house_id, play_date, plays }: Body<(typeof orderRoutes)["POST /orders/play"]>,
  key: string,
): PlacingRequest {
  const stakes = addUp(plays.map(toPlay));
  const codes = [...stakes.keys()];
  const selections = codes.map(decode);
  const stakes_paise = [...stakes.values()].map(toStakePaise);
  return {
    user_id,
    house_id,
    play_date: dayOf(play_date),
    key,
    codes,
    stakes_paise,
    total_paise: stakes_paise.reduce((total, stake) => total + stake, 0),
    lowest_paise: Math.min(...stakes_paise),
    highest_paise: Math.max(...stakes_paise),
    gate: selections.reduce((rounds, selection) => rounds | gateOf(selection), 0),
    parts: selections.reduce((parts, selection) => parts | partOf(selection), 0),
  };
}

function toPlay(line: PlayLine): Play {
  // A negative stake stays negative when stakes on the same selection are added up, and a huge one
  // stays finite.
  const amount = line.amount < 0 ? -Infinity : Math.min(line.amount, Number.MAX_SAFE_INTEGER);
  return line.type === "forecast"
    ? { type: line.type, first: line.forecast_fr, second: line.forecast_sr, amount }
    : { type: line.type, round: line.round, number: line.number, amount };
}

/**
 * A stake in paise, clamped to the range of the database's integers. Clamped values are outside the
 * limits of every house, and so are refused there with the house's own limit.
 */
const toStakePaise = (rupees: number): number =>
  Math.max(-1, Math.min(wholeRupees(rupees), MOST_STAKE_PAISE));

/** Not a whole number of rupees, so no valid stake is clamped to it. */
const MOST_STAKE_PAISE = 2 ** 31 - 1;

function refusalFor({ outcome, broken_limit }: PlacingAnswer): Refusal {
  switch (outcome) {
    case "accepted":
    case "repeated":
    case "no_draw":
      throw new Error(`the outcome ${outcome} is not a refusal`);
    case "stake_too_low":
      return new Refusal(outcome, { min: broken_limit });
    case "stake_too_high":
      return new Refusal(outcome, { max: broken_limit });
    default:
      return new Refusal(outcome);
  }
}

function acceptedOrder(
  request: PlacingRequest,
  answer: PlacingAnswer,
  rates: Rates,
): JsonBytes<OrderWithBalance> {
  // Fields are listed because spreading the three objects took longer than the rest of this.
  const row: OrderRow = {
    id: orderIdOf(answer),
    house_id: request.house_id,
    house_name: answer.house_name,
    play_date: request.play_date,
    total_paise: request.total_paise,
    won_paise: asPlaced.won_paise,
    status: asPlaced.status,
    closes_at: answer.closes_at,
    created_at: answer.created_at,
    cancel_reason: asPlaced.cancel_reason,
    codes: request.codes,
    stakes_paise: request.stakes_paise,
    rates_version: answer.rates_version,
    settled_parts: asPlaced.settled_parts,
    first_number: asPlaced.first_number,
    second_number: asPlaced.second_number,
  };
  return writeOrderWithBalance(row, rates, answer.balance_paise);
}

/** The state of every order at the moment when it is accepted. */
const asPlaced = {
  won_paise: 0,
  status: "pending",
  cancel_reason: null,
  settled_parts: 0,
  first_number: null,
  second_number: null,
} as const;

/** Returns the first answer again. Refuses another order under the same key. */
async function repeatedOrder(
  { db }: Context,
  request: PlacingRequest,
  answer: PlacingAnswer,
): Promise<JsonBytes<OrderWithBalance>> {
  const { user_id, play_date } = request;
  const order = { id: orderIdOf(answer), user_id, play_date };
  const row = await findOrder(db, order);
  // The earlier order may have another play date.
  if (!row || !isSame(row, request)) throw new Refusal("idempotency_conflict");
  const balance_paise = await findBalanceAfterPlacing(db, order);
  if (balance_paise === undefined) throw new Error("a placed order has a balance");
  const rates = await ratesOf(db, row.rates_version);
  return writeOrderWithBalance({ ...row, ...asPlaced }, rates, balance_paise);
}

const isSame = (row: OrderRow, request: PlacingRequest): boolean =>
  row.house_id === request.house_id &&
  row.play_date === request.play_date &&
  row.codes.join() === request.codes.join() &&
  row.stakes_paise.join() === request.stakes_paise.join();

function orderIdOf({ order_id }: PlacingAnswer): number {
  if (order_id === null) throw new Error("a placed order has an id");
  return order_id;
}

/**
 * A player's own orders, newest first. Ordinary pages are read in one statement with the pages of
 * concurrent requests; refuses `busy` when too many are queued.
 */
export async function listOwnOrders(
  context: Context,
  user_id: number,
  { status, limit, skip }: Query<(typeof orderRoutes)["GET /orders"]>,
): Promise<JsonBytes<Order[]>> {
  const request = { user_id, limit, skip };
  const orders =
    status === undefined && isGathered(request)
      ? await context.order_pages.push(request)
      : (await listOrders(context.db, request, status)).map(toWritable);
  const rates = await ratesOfAll(
    context.db,
    orders.map(({ shared }) => shared),
  );
  return writeOrders(orders, rates);
}

/** One of a player's own orders. Refuses `not_found`, also for other players' orders. */
export async function getOrder({ db }: Context, user_id: number, order_id: number): Promise<Order> {
  const order = found(await locateOrder(db, user_id, order_id));
  const row = found(await findOrder(db, order));
  return toOrder(row, await ratesOf(db, row.rates_version));
}

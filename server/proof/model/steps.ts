import { addDays, dayInIndia } from "../../../contract/dates.ts";
import type { PlayLine } from "../../../contract/orders/schemas.ts";
import { closing, earliestClosing, gateOf, MAX_PLAY, MIN_PLAY } from "./time.ts";
import {
  balanceOf,
  type ModelOrder,
  type ModelResult,
  move,
  type Settlement,
  type World,
} from "./world.ts";
import { type Drawn, type Part, totalOf, winInPart } from "../oracle.ts";

/**
 * One atomic step of a request, by the rules of docs/domain.md. It changes the world and returns
 * the request's answer, or its next step. Steps of other requests may run between two steps.
 */
export type Step = (world: World) => string | Step;

export interface Placing {
  player: number;
  key: string;
  house: number;
  day: string;
  plays: PlayLine[];
}

export const idOf = (player: number, key: string): string => `${player}/${key}`;

export const placing = ({ player, key, house, day, plays }: Placing): Step =>
  byKey(player, key, JSON.stringify(["place", house, day, plays]), (world) => {
    const today = dayInIndia(world.now);
    if (day !== today && day !== addDays(today, 1)) return "date_not_playable";
    const stakes = addUp(plays).map(({ amount }) => amount);
    if (Math.min(...stakes) < MIN_PLAY) return "stake_too_low";
    if (Math.max(...stakes) > MAX_PLAY) return "stake_too_high";
    if (plays.some((play) => world.now >= closing(house, day, gateOf(play)))) return "round_closed";
    const total = totalOf(plays);
    if (balanceOf(world, player) < total) return "insufficient_balance";
    const order = { player, house, day, plays, is_cancelled: false, settled: [], won: 0 };
    world.orders[idOf(player, key)] = order;
    return answered(`order ${idOf(player, key)} of ${total}`, move(world, player, "play", -total));
  });

/** Merges plays on the same selection and adds up their stakes. */
export function addUp(plays: readonly PlayLine[]): PlayLine[] {
  const selections = new Map<string, PlayLine>();
  for (const play of plays) {
    const { amount, ...selection } = play;
    const name = JSON.stringify(selection);
    const earlier = selections.get(name)?.amount ?? 0;
    selections.set(name, { ...play, amount: earlier + amount });
  }
  return [...selections.values()];
}

export const cancelling = (player: number, key: string, order_id: string): Step => {
  const cancel = byKey(player, key, JSON.stringify(["cancel", order_id]), (world) => {
    const order = world.orders[order_id];
    if (!order || !isPending(world, order)) return "order_not_pending";
    order.is_cancelled = true;
    const balance = move(world, player, "refund", totalOf(order.plays));
    return answered(`cancelled ${order_id}`, balance);
  });
  return (world) => (world.orders[order_id]?.player === player ? cancel(world) : "not_found");
};

const isPending = (world: World, { is_cancelled, house, day, plays }: ModelOrder): boolean =>
  !is_cancelled && world.now < earliestClosing(house, day, plays);

/** An admin's voiding of an order, allowed until a number of its rounds is published. */
export const voidingOrder =
  (order_id: string): Step =>
  (world) => {
    const order = world.orders[order_id];
    if (!order) return "not_found";
    const { first, second } = drawnOn(world, order.house, order.day);
    const isOut = order.plays.some(
      (play) =>
        (play.round !== "second" && first !== null) || (play.round !== "first" && second !== null),
    );
    if (order.is_cancelled || isOut) return "order_not_voidable";
    order.is_cancelled = true;
    move(world, order.player, "refund", totalOf(order.plays));
    return `void ${order_id}.`;
  };

export const depositing = (player: number, key: string, amount: number): Step => {
  if (amount < 100) return () => "deposit_too_small";
  if (amount > 50_000) return () => "deposit_too_large";
  return byKey(player, key, JSON.stringify(["deposit", amount]), (world) => {
    const id = idOf(player, key);
    world.payments[id] = { player, kind: "deposit", amount, status: "pending" };
    return answered(`deposit ${id} of ${amount}`);
  });
};

export const withdrawing = (player: number, key: string, amount: number): Step => {
  if (amount < 100) return () => "withdrawal_too_small";
  if (amount > 50_000) return () => "withdrawal_too_large";
  return byKey(player, key, JSON.stringify(["withdraw", amount]), (world) => {
    if (balanceOf(world, player) < amount) return "insufficient_balance";
    const id = idOf(player, key);
    world.payments[id] = { player, kind: "withdrawal", amount, status: "pending" };
    move(world, player, "withdrawal", -amount);
    return answered(`withdrawal ${id} of ${amount}`);
  });
};

export const deciding =
  (payment_id: string, decision: "approved" | "rejected"): Step =>
  (world) => {
    const payment = world.payments[payment_id];
    if (payment?.status !== "pending") return "payment_decided";
    payment.status = decision;
    const { player, kind, amount } = payment;
    if (kind === "deposit" && decision === "approved") move(world, player, "deposit", amount);
    if (kind === "withdrawal" && decision === "rejected") move(world, player, "refund", amount);
    return decision;
  };

/**
 * Formats the answer of a successful request; it ends with a full stop. A refusal is its code alone
 * and is not stored with the idempotency key.
 */
const answered = (what: string, balance?: number): string =>
  balance === undefined ? `${what}.` : `${what}, balance ${balance}.`;
const isAnswer = (outcome: string): boolean => outcome.endsWith(".");

function byKey(player: number, key: string, request: string, work: (world: World) => string): Step {
  return (world) => {
    const earlier = world.keys[idOf(player, key)];
    if (earlier) return earlier.request === request ? earlier.outcome : "idempotency_conflict";
    const outcome = work(world);
    if (isAnswer(outcome)) world.keys[idOf(player, key)] = { request, outcome };
    return outcome;
  };
}

type Entering = Omit<ModelResult, "state">;

/** Enters a result, then publishes it, then settles it part by part. */
export const publishing =
  (result_id: string, entering: Entering): Step =>
  (world) => {
    const { house, day, first, second } = entering;
    const is_open =
      (first !== null && world.now < closing(house, day, "first")) ||
      (second !== null && world.now < closing(house, day, "second"));
    if (is_open) return "round_still_open";
    const drawn = enteredOn(world, house, day);
    if (first !== null && drawn.first !== null) return "round_has_result";
    if (second !== null && drawn.second !== null) return "round_has_result";
    world.results[result_id] = { ...entering, state: "entered" };
    return announcing(result_id);
  };

/** The numbers of a draw that are entered, or only those that are published. */
function enteredOn(world: World, house: number, day: string, only?: "published"): Drawn {
  const numbers: Drawn = { first: null, second: null };
  for (const result of Object.values(world.results)) {
    if (result.house !== house || result.day !== day || result.state === "void") continue;
    if (only && result.state !== only) continue;
    numbers.first ??= result.first;
    numbers.second ??= result.second;
  }
  return numbers;
}

export const drawnOn = (world: World, house: number, day: string): Drawn =>
  enteredOn(world, house, day, "published");

const announcing =
  (result_id: string): Step =>
  (world) => {
    const result = resultOf(world, result_id);
    result.state = "published";
    const { first, second } = drawnOn(world, result.house, result.day);
    const parts: Part[] = [];
    if (result.first !== null) parts.push("first");
    if (result.second !== null) parts.push("second");
    if (first !== null && second !== null) parts.push("forecast");
    for (const part of parts) {
      world.settlements.push({ result: result_id, part, state: "begun", paid: [] });
    }
    return settling(result_id, () => `published ${result_id}.`);
  };

/** Settles the result's remaining parts one by one; others may settle some of them meanwhile. */
const settling =
  (result_id: string, then: Step): Step =>
  (world) => {
    const settlement = world.settlements.find(
      ({ result, state }) => result === result_id && state === "begun",
    );
    if (!settlement) return then(world);
    settle(world, settlement);
    return settling(result_id, then);
  };

function settle(world: World, settlement: Settlement): void {
  const { house, day } = resultOf(world, settlement.result);
  const drawn = drawnOn(world, house, day);
  for (const [id, order] of Object.entries(world.orders)) {
    if (order.house !== house || order.day !== day || order.is_cancelled) continue;
    order.settled.push(settlement.part);
    const won = winInPart(order.plays, settlement.part, drawn);
    if (won === 0) continue;
    order.won += won;
    move(world, order.player, "win", won);
    settlement.paid.push({ order: id, won });
  }
  settlement.state = "finished";
}

function resultOf(world: World, result_id: string): ModelResult {
  const result = world.results[result_id];
  if (!result) throw new Error(`there is no result ${result_id}`);
  return result;
}

export const voiding =
  (result_id: string): Step =>
  (world) => {
    if (world.results[result_id]?.state !== "published") return "not_found";
    return settling(result_id, takingBack(result_id));
  };

const takingBack =
  (result_id: string): Step =>
  (world) => {
    const result = resultOf(world, result_id);
    if (result.state !== "published") return "not_found";
    const decided = world.settlements.filter(
      ({ result: by, part, state }) =>
        state !== "reversed" &&
        (by === result_id || (part === "forecast" && isSameDraw(resultOf(world, by), result))),
    );
    if (decided.some(({ state }) => state === "begun")) return "busy";
    for (const settlement of decided) takeBack(world, settlement);
    result.state = "void";
    return `void ${result_id}.`;
  };

const isSameDraw = (one: ModelResult, other: ModelResult): boolean =>
  one.house === other.house && one.day === other.day;

/** Reverses as much of each win as its wallet still holds; the rest becomes a debt. */
function takeBack(world: World, settlement: Settlement): void {
  for (const { order: id, won } of settlement.paid) {
    const order = world.orders[id];
    if (!order) throw new Error(`there is no order ${id}`);
    order.won -= won;
    const taken = Math.min(won, balanceOf(world, order.player));
    if (taken > 0) move(world, order.player, "reversal", -taken);
    const wallet = world.wallets[order.player];
    if (wallet) wallet.owed += won - taken;
  }
  const { house, day } = resultOf(world, settlement.result);
  for (const order of Object.values(world.orders)) {
    if (order.house !== house || order.day !== day) continue;
    order.settled = order.settled.filter((part) => part !== settlement.part);
  }
  settlement.state = "reversed";
}

import { addDays } from "../../contract/dates.ts";
import { startLoad } from "../load/load.ts";
import { asAdmin } from "../stage/api.ts";
import { bookStagedOrders, insertStagedOrders, seedDraw, stageOrders } from "../stage/orders.ts";
import type { Product } from "../stage/stage.ts";
import { watchTransactions } from "../stage/transactions.ts";
import type { Measure } from "./measure.ts";
import { checked, loadWithOrders, ordersTo } from "./round.ts";
import { setTimeout as wait } from "node:timers/promises";

export const settlement: Measure = {
  name: "settlement",
  figure: "publishing a result of 200,000 orders with 1,000,000 plays, 21 % winners",
  floor: "one insert … select of the same orders",
  unit: "s",
  target: { at_most: 1 },
  async take(stage) {
    const product = await stage.product();
    const { floor, publish } = await prepareDraw(product, stage.sizes.settled_orders);
    const watch = await watchTransactions(product.database_url);
    const figure = await publish();
    const longest = await watch.end();
    return {
      figure,
      floor,
      conditions: [{ name: "longest transaction", value: longest, most: 100, unit: "ms" }],
    };
  },
};

export const ordersWhileSettling: Measure = {
  name: "orders_while_settling_p99",
  figure: "p99 of orders on other draws while that is settled",
  floor: "their p99 when it is not",
  unit: "ms",
  target: { at_most: 3 },
  async take(stage) {
    const product = await stage.product();
    const { publish } = await prepareDraw(product, stage.sizes.settled_orders);
    const idle = await loadWithOrders(stage, product);
    const load = await startLoad(ordersTo(stage, product));
    await wait(stage.sizes.warm_up_seconds * 1_000);
    load.begin();
    const seconds = await publish();
    const busy = checked(await load.end(), 201);
    return {
      figure: busy.durations.p99,
      floor: idle.durations.p99,
      notes: [{ name: "settled in", value: seconds, unit: "s" }],
    };
  },
};

const next_day = new WeakMap<Product, number>();

/**
 * Prepares a past draw with orders of all players in turn and without a result. `floor` is the time
 * of inserting the orders, in seconds; `publish` returns the time of publishing and settling.
 */
export async function prepareDraw(product: Product, orders: number) {
  const { client, house_ids, play_date, server } = product;
  const back = next_day.get(product) ?? 4;
  next_day.set(product, back + 1);
  const [house_id = 0] = house_ids;
  const date = addDays(play_date, -back);
  await stageOrders(client, await seedDraw(client, house_id, date), orders);
  const floor = await secondsOf(() => insertStagedOrders(client));
  await bookStagedOrders(client);
  await client.query("vacuum (analyze) wallets");
  const { id } = await enter(server.port, { house_id, date, first_round: 42 });
  return {
    date,
    floor,
    publish: () => secondsOf(() => asAdmin(server.port, "POST", `/results/${id}/publish`)),
  };
}

async function enter(port: number, body: object): Promise<{ id: number }> {
  const entered = await asAdmin(port, "POST", "/results", body);
  if (typeof entered === "object" && entered && "id" in entered) return { id: Number(entered.id) };
  throw new Error("a result that was entered has an id");
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

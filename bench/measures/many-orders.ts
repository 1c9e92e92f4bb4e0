import { addDays } from "../../contract/dates.ts";
import { seedDraw, seedOrders } from "../stage/orders.ts";
import type { Product, Stage } from "../stage/stage.ts";
import type { Measure } from "./measure.ts";
import { loadWithOrders, rateOf } from "./round.ts";

export const ordersAt10m: Measure = {
  name: "orders_at_10m",
  figure: "orders over HTTP with 10,000,000 orders in the database",
  floor: "with none",
  unit: "per second",
  target: { at_least: 0.85 },
  async take(stage) {
    const { empty, full } = await prepared(stage);
    const floor = rateOf(await loadWithOrders(stage, empty));
    const figure = rateOf(await loadWithOrders(stage, full));
    return { figure, floor };
  },
};

const known = new WeakMap<Stage, Promise<{ empty: Product; full: Product }>>();

function prepared(stage: Stage) {
  const products = known.get(stage) ?? prepare(stage);
  known.set(stage, products);
  return products;
}

async function prepare(stage: Stage) {
  const [empty, full] = [await stage.anotherProduct("empty"), await stage.anotherProduct("full")];
  await fill(full, stage.sizes.many_orders);
  return { empty, full };
}

const DRAWS = 20;
/** Twenty draws cover half a year; each month has its own partition. */
const DAYS_BETWEEN = 9;

async function fill({ client, house_ids, play_date }: Product, orders: number): Promise<void> {
  for (let count = 0; count < DRAWS; count += 1) {
    const house_id = house_ids[count % house_ids.length] ?? 0;
    const date = addDays(play_date, -1 - count * DAYS_BETWEEN);
    await seedOrders(client, await seedDraw(client, house_id, date), orders / DRAWS);
  }
  await client.query("vacuum (analyze)");
  // Write the dirty pages of the seeding now and not while orders are measured.
  await client.query("checkpoint");
}

import { setTimeout as wait } from "node:timers/promises";
import { startLoad } from "../load/load.ts";
import { checkBooks } from "../stage/api.ts";
import type { Product } from "../stage/stage.ts";
import type { Measure } from "./measure.ts";
import { loadWithOrders, ordersTo, rateOf } from "./round.ts";

const TIMES = 4;

export const overload: Measure = {
  name: "overload",
  figure: "orders accepted while four times as many arrive as can be served",
  floor: "orders over HTTP, 256 clients",
  unit: "per second",
  target: { at_least: 0.5 },
  only_once: true,
  async take(stage) {
    const { sizes } = stage;
    const product = await stage.anotherProduct("overload");
    const sustainable = rateOf(await loadWithOrders(stage, product));
    const before = await countOrders(product);
    const orders = ordersTo(stage, product, sizes.overload_clients);
    const load = await startLoad({ ...orders, arrivals: sustainable * TIMES });
    load.begin();
    await wait(sizes.overload_seconds * 1_000);
    const during = (await countOrders(product)) - before;
    const report = await load.end();
    const placed = (await countOrders(product)) - before;
    await checkBooks(product.server.port);
    const answers = report.arrived + report.refused;
    return {
      figure: during / sizes.overload_seconds,
      floor: sustainable,
      conditions: [
        { name: "lost", value: report.arrived - placed, most: 0, unit: "orders" },
        { name: "doubled", value: placed - report.arrived, most: 0, unit: "orders" },
        {
          name: "503 without Retry-After",
          value: report.refused_without_retry_after,
          most: 0,
          unit: "",
        },
      ],
      notes: [
        { name: "arrived", value: report.arrived, unit: "" },
        { name: "503", value: (report.refused / answers) * 100, unit: "% of answers" },
        { name: "p99 of accepted", value: report.durations.p99, unit: "ms" },
        { name: "all accepted after", value: report.seconds, unit: "s" },
      ],
    };
  },
};

async function countOrders({ client }: Product): Promise<number> {
  const { rows } = await client.query<{ count: string }>("select count(*) from orders");
  return Number(rows[0]?.count);
}

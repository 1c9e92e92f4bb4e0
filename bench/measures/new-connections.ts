import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { startLoad } from "../load/load.ts";
import { median } from "../row.ts";
import type { Measure } from "./measure.ts";
import { checked, ordersTo } from "./round.ts";

const ARRIVALS_PER_SECOND = 200;

/** How long somebody waits who opens the app while everybody else is placing orders. */
export const newConnections: Measure = {
  name: "new_connections",
  figure: "`latest` on a new connection, 200 a second, while 256 clients place orders (median)",
  floor: "an order at that time (median)",
  unit: "ms",
  target: { at_most: 2 },
  async take(stage) {
    const product = await stage.product();
    const load = await startLoad(ordersTo(stage, product));
    await wait(stage.sizes.warm_up_seconds * 1_000);
    load.begin();
    const durations = await connectFor(stage.sizes.seconds, product.server.port);
    const { durations: orders } = checked(await load.end(), 201);
    return {
      figure: median(durations),
      floor: orders.p50,
      notes: [{ name: "slowest", value: Math.max(...durations), unit: "ms" }],
    };
  },
};

/** Opens connections at a fixed rate, independent of the server; returns their durations in ms. */
async function connectFor(seconds: number, port: number): Promise<number[]> {
  const answers: Promise<number>[] = [];
  const began = performance.now();
  for (let count = 0; count < seconds * ARRIVALS_PER_SECOND; count += 1) {
    const due = began + (count / ARRIVALS_PER_SECOND) * 1_000;
    await wait(Math.max(0, due - performance.now()));
    answers.push(readOnce(port));
  }
  return Promise.all(answers);
}

/** The duration of a request on a connection of its own; rejects unless it succeeds. */
function readOnce(port: number): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/api/results/latest", agent: false }, (response) => {
      const { statusCode } = response;
      if (statusCode !== 200) return reject(new Error(`a new connection got ${statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - began));
    }).once("error", reject);
  });
}

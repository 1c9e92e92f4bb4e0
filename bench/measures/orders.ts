import { placeInProcess } from "../in-process/run.ts";
import type { LoadReport } from "../load/load.ts";
import type { Measure, Note } from "./measure.ts";
import { loadWithOrders, rateOf } from "./round.ts";

/** Enough that the next batch is always full. */
const CALLERS = 2_000;

export const ordersInProcess: Measure = {
  name: "orders_in_process",
  figure: "orders of 5 plays, in process",
  floor: "pgbench TPC-B, 16 clients",
  unit: "per second",
  target: { at_least: 6.6 },
  async take({ sizes, product }, round) {
    const { database_url, play_date, house_ids, first_user_id } = await product();
    const floor = (await round.tpcB(16))?.transactions_per_second;
    const figure = await placeInProcess({
      database_url,
      play_date,
      house_ids,
      first_user_id,
      players: sizes.players,
      callers: CALLERS,
      warm_up_seconds: sizes.warm_up_seconds,
      seconds: sizes.seconds,
    });
    return { figure, floor };
  },
};

export const ordersHttp: Measure = {
  name: "orders_http",
  figure: "orders of 5 plays, over HTTP, 256 clients",
  floor: "pgbench TPC-B, 16 clients",
  unit: "per second",
  target: { at_least: 3 },
  async take(_stage, round) {
    const floor = (await round.tpcB(16))?.transactions_per_second;
    const report = await round.ordersOverHttp();
    return { figure: rateOf(report), floor, conditions: [p99Of(report, 50)], notes: notes(report) };
  },
};

export const ordersHttpVsUsual: Measure = {
  name: "orders_http_vs_usual",
  figure: "the same",
  floor: "a transaction an order and a bank's row",
  unit: "per second",
  target: { at_least: 15 },
  async take(stage, round) {
    const report = await round.ordersOverHttp();
    const { house_ids, play_date } = await stage.product();
    const server = await stage.usual();
    const usual = await loadWithOrders(stage, { server, house_ids, play_date });
    return { figure: rateOf(report), floor: rateOf(usual) };
  },
};

export const loneOrder: Measure = {
  name: "lone_order",
  figure: "an order, one client (mean)",
  floor: "pgbench TPC-B, one client (mean)",
  unit: "ms",
  target: { at_most: 3 },
  async take(stage, round) {
    const floor = (await round.tpcB(1))?.mean_ms;
    const { durations } = await loadWithOrders(stage, await stage.product(), 1);
    return { figure: durations.mean, floor, notes: [ms("p50", durations.p50)] };
  },
};

const p99Of = ({ durations }: LoadReport, most: number) => ({ ...ms("p99", durations.p99), most });

const ms = (name: string, value: number): Note => ({ name, value, unit: "ms" });

const notes = ({ cpu }: LoadReport): Note[] => [
  { name: "the generator takes", value: cpu, unit: "of a core" },
];

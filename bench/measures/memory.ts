import { setTimeout as wait } from "node:timers/promises";
import { startLoad } from "../load/load.ts";
import type { Measure } from "./measure.ts";
import { checked, ordersTo, rateOf } from "./round.ts";

const MAX_MB = 250;

export const memoryGrowth: Measure = {
  name: "memory_growth",
  figure: "memory of the server at the end of a minute's rush",
  floor: "at its start",
  unit: "MB",
  target: { at_most: 1.2 },
  only_once: true,
  async take(stage) {
    const { sizes } = stage;
    const product = await stage.anotherProduct("memory");
    const { server } = product;
    const load = await startLoad(ordersTo(stage, product));
    await wait(sizes.warm_up_seconds * 1_000);
    load.begin();
    const floor = megabytes(server.residentBytes());
    await wait(sizes.rush_seconds * 1_000);
    const figure = megabytes(server.residentBytes());
    const report = checked(await load.end(), 201);
    return {
      figure,
      floor,
      conditions: [{ name: "RSS", value: figure, most: MAX_MB, unit: "MB" }],
      notes: [{ name: "orders a second", value: rateOf(report), unit: "" }],
    };
  },
};

const megabytes = (bytes: number): number => bytes / 1_000_000;

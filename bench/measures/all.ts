import { ordersAt10m } from "./many-orders.ts";
import type { Measure } from "./measure.ts";
import { memoryGrowth } from "./memory.ts";
import { newConnections } from "./new-connections.ts";
import { loneOrder, ordersHttp, ordersHttpVsUsual, ordersInProcess } from "./orders.ts";
import { overload } from "./overload.ts";
import { phoneLanding, phonePlay, phoneTap } from "./phone.ts";
import { balance, history, historyPacked, latest } from "./reads.ts";
import { resultToScreens } from "./result-to-screens.ts";
import { ordersWhileSettling, settlement } from "./settlement.ts";

/** The measures of a block are taken one after the other in each round. */
export const BLOCKS: readonly (readonly Measure[])[] = [
  [ordersInProcess, ordersHttp, ordersHttpVsUsual, loneOrder, newConnections],
  [latest, balance, history, historyPacked],
  [phoneLanding, phonePlay, phoneTap],
  [settlement, ordersWhileSettling],
  [resultToScreens],
  [ordersAt10m],
  [memoryGrowth],
  [overload],
];

export const NAMES: readonly string[] = BLOCKS.flat().map(({ name }) => name);

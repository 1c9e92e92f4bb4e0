import { seedDraw, seedOrders } from "../stage/orders.ts";
import { tokenOf } from "../stage/players.ts";
import { addDays } from "../../contract/dates.ts";
import { load, type LoadReport } from "../load/load.ts";
import type { Product, Stage } from "../stage/stage.ts";
import type { Measure } from "./measure.ts";
import { checked, rateOf } from "./round.ts";

/** The number of clients; enough to saturate a core. */
const READERS = 64;
/** Fills a page of the history. */
const ORDERS_EACH = 25;

export const latest = readMeasure("latest", "/api/results/latest", 0.6);
export const balance = readMeasure("balance", "/api/wallet/balance", 0.5);
export const history = readMeasure("history", "/api/orders", 0.25, { prepare: fillHistory });
/** With the Accept-Encoding of a browser. */
export const historyPacked = readMeasure("history_packed", "/api/orders", 0.1, {
  prepare: fillHistory,
  accept_encoding: "gzip, deflate, br, zstd",
});

interface ReadOptions {
  prepare?: (stage: Stage) => Promise<void>;
  accept_encoding?: string;
}

/** The floor is Fastify with a constant response of the same length, uncompressed. */
function readMeasure(
  name: string,
  path: string,
  at_least: number,
  { prepare, accept_encoding }: ReadOptions = {},
): Measure {
  return {
    name,
    figure: `GET ${path}${accept_encoding === undefined ? "" : ", packed"}`,
    floor: "Fastify, a constant of that length",
    unit: "per second",
    target: { at_least },
    async take(stage) {
      await prepare?.(stage);
      const { server } = await stage.product();
      const bytes = await lengthOf(server.port, path);
      const constant = await stage.constant(bytes);
      const floor = await read(stage, constant.port, { path: "/" });
      const report = await read(stage, server.port, { path, accept_encoding });
      return {
        figure: rateOf(report),
        floor: rateOf(floor),
        notes: [{ name: "length", value: bytes, unit: "bytes" }],
      };
    },
  };
}

async function read(
  { sizes }: Stage,
  port: number,
  asked: { path: string; accept_encoding?: string },
): Promise<LoadReport> {
  const requests = { kind: "get", ...asked } as const;
  const spec = { port, players: sizes.players, clients: READERS, requests };
  return checked(await load(spec, sizes), 200);
}

async function lengthOf(port: number, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${tokenOf(0)}`, "accept-encoding": "identity" },
  });
  return (await answer.arrayBuffer()).byteLength;
}

const filled = new WeakSet<Product>();

/** Gives every player enough orders for a page. */
async function fillHistory({ sizes, product }: Stage): Promise<void> {
  const to = await product();
  if (filled.has(to)) return;
  filled.add(to);
  const draw = await seedDraw(to.client, to.house_ids[0] ?? 0, addDays(to.play_date, -3));
  await seedOrders(to.client, draw, sizes.players * ORDERS_EACH);
  await to.client.query("vacuum (analyze)");
}

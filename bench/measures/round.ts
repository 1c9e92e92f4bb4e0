import { hasPgbench, runPgbench, type TpcB } from "../floors/pgbench.ts";
import { load, type LoadReport, type LoadSpec } from "../load/load.ts";
import type { Product, Stage } from "../stage/stage.ts";

/** What measures of one round share, each taken when it is first wanted. */
export interface Round {
  /** Undefined where pgbench is not installed. */
  tpcB(clients: number): Promise<TpcB | undefined>;
  ordersOverHttp(): Promise<LoadReport>;
}

/** Clients with keep-alive connections in the rush. */
const CLIENTS = 256;

export function startRound(stage: Stage): Round {
  const tpc_b = new Map<number, Promise<TpcB | undefined>>();
  let orders: Promise<LoadReport> | undefined;
  return {
    tpcB(clients) {
      const taken = tpc_b.get(clients) ?? takeTpcB(stage, clients);
      tpc_b.set(clients, taken);
      return taken;
    },
    ordersOverHttp: () => (orders ??= stage.product().then((on) => loadWithOrders(stage, on))),
  };
}

async function takeTpcB(stage: Stage, clients: number): Promise<TpcB | undefined> {
  if (!(await hasPgbench())) return undefined;
  return runPgbench(await stage.pgbench(), clients, stage.sizes.seconds);
}

type Target = Pick<Product, "server" | "house_ids" | "play_date">;

/** A load of orders of all players. */
export const ordersTo = (
  { sizes }: Stage,
  { server, house_ids, play_date }: Target,
  clients = CLIENTS,
): LoadSpec => ({
  port: server.port,
  players: sizes.players,
  clients,
  requests: { kind: "orders", play_date, house_ids },
});

/** Orders over HTTP, as fast as the clients get their answers; fails when one is not accepted. */
export async function loadWithOrders(
  stage: Stage,
  target: Target,
  clients?: number,
): Promise<LoadReport> {
  return checked(await load(ordersTo(stage, target, clients), stage.sizes), 201);
}

/** A load in which something else was answered measured something else. */
export function checked(report: LoadReport, status: number): LoadReport {
  const others = Object.keys(report.by_status).filter((found) => Number(found) !== status);
  if (others.length === 0) return report;
  throw new Error(`not every answer was ${status}: ${JSON.stringify(report.by_status)}`);
}

export const rateOf = ({ durations, seconds }: LoadReport): number => durations.count / seconds;

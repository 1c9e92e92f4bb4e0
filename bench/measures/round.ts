import { hasPgbench, runPgbench, type TpcB } from "../floors/pgbench.ts";
import { load, type LoadReport, type LoadSpec } from "../load/load.ts";
import type { Product, Stage } from "../stage/stage.ts";

/** Figures that the measures of a round share; each is taken when it is first requested. */
export interface Round {
  /** Undefined if pgbench is not installed. */
  tpcB(clients: number): Promise<TpcB | undefined>;
  ordersOverHttp(): Promise<LoadReport>;
}

/** The number of clients in the rush, with keep-alive connections. */
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

/** A load of orders for all players. */
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

/** Places orders over HTTP in a closed loop; throws if an order is not accepted. */
export async function loadWithOrders(
  stage: Stage,
  target: Target,
  clients?: number,
): Promise<LoadReport> {
  return checked(await load(ordersTo(stage, target, clients), stage.sizes), 201);
}

/** Throws unless all responses had this status: other responses make the measure invalid. */
export function checked(report: LoadReport, status: number): LoadReport {
  const others = Object.keys(report.by_status).filter((found) => Number(found) !== status);
  if (others.length === 0) return report;
  throw new Error(`not every answer was ${status}: ${JSON.stringify(report.by_status)}`);
}

export const rateOf = ({ durations, seconds }: LoadReport): number => durations.count / seconds;

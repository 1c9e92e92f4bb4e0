import type { Rates } from "../../contract/orders/rules.ts";
import type { Db, Tx } from "../db/database.ts";
import { listRates } from "./sql.ts";

/** Rates never change under their version, so a process asks for each version once. */
const known = new WeakMap<Db, Map<number, Rates>>();

/**
 * What the bet types pay under a version of the rates, times the stake. Inside a transaction it is
 * read through that one: who holds a connection may not wait for another.
 */
export async function ratesOf(db: Db, version: number, tx?: Tx): Promise<Rates> {
  const versions = known.get(db) ?? new Map<number, Rates>();
  known.set(db, versions);
  const rates = versions.get(version) ?? (await readRates(tx ?? db, version));
  versions.set(version, rates);
  return rates;
}

/** The same for all orders of a page: finds the rates of each of their versions. */
export async function ratesOfAll(
  db: Db,
  orders: readonly { rates_version: number }[],
): Promise<(version: number) => Rates> {
  const found = new Map<number, Rates>();
  for (const version of new Set(orders.map(({ rates_version }) => rates_version))) {
    found.set(version, await ratesOf(db, version));
  }
  return (version) => {
    const rates = found.get(version);
    if (!rates) throw new Error("only versions that were asked for");
    return rates;
  };
}

async function readRates(db: Db | Tx, version: number): Promise<Rates> {
  const rates: Rates = { direct: 0, house: 0, ending: 0, forecast: 0 };
  for (const { bet_type, multiplier } of await listRates(db, version)) rates[bet_type] = multiplier;
  return rates;
}

import type { Rates } from "../../contract/orders/rules.ts";
import type { Db, Tx } from "../db/database.ts";
import { listRates } from "./sql.ts";

/** A version's rates never change, so each process reads a version once. */
const known = new WeakMap<Db, Map<number, Rates>>();

/**
 * The rates of a version: each bet type's payout as a multiple of the stake. Inside a transaction
 * pass it as `tx`: a holder of a connection must not wait for a second one.
 */
export async function ratesOf(db: Db, version: number, tx?: Tx): Promise<Rates> {
  const versions = known.get(db) ?? new Map<number, Rates>();
  known.set(db, versions);
  const rates = versions.get(version) ?? (await readRates(tx ?? db, version));
  versions.set(version, rates);
  return rates;
}

/** Reads the rates of all versions that some orders have. */
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
    if (!rates) throw new Error("rates are read for the versions of the given orders only");
    return rates;
  };
}

async function readRates(db: Db | Tx, version: number): Promise<Rates> {
  const rates: Rates = { direct: 0, house: 0, ending: 0, forecast: 0 };
  for (const { bet_type, multiplier } of await listRates(db, version)) rates[bet_type] = multiplier;
  return rates;
}

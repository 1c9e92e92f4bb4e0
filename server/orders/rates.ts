import type { Rates } from "../../contract/orders/rules.ts";
import type { Db } from "../db/database.ts";
import { listRates } from "./sql.ts";

/** Rates never change under their version, so a process asks for each version once. */
const known = new WeakMap<Db, Map<number, Rates>>();

/** What the bet types pay under a version of the rates, times the stake. */
export async function ratesOf(db: Db, version: number): Promise<Rates> {
  const versions = known.get(db) ?? new Map<number, Rates>();
  known.set(db, versions);
  const rates = versions.get(version) ?? (await readRates(db, version));
  versions.set(version, rates);
  return rates;
}

async function readRates(db: Db, version: number): Promise<Rates> {
  const rates: Rates = { direct: 0, house: 0, ending: 0, forecast: 0 };
  for (const { bet_type, multiplier } of await listRates(db, version)) rates[bet_type] = multiplier;
  return rates;
}

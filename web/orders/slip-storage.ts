import { numbersOf } from "../../contract/orders/rules.ts";
import { createListeners } from "../lib/listeners.ts";
import { readInTab, writeInTab } from "../lib/storage.ts";
import {
  EMPTY_SLIP,
  type ForecastRow,
  gridsOf,
  type GridType,
  isEmptySlip,
  type Slip,
  withoutLines,
} from "./slip.ts";

/** The key of a stored slip: each player, house and day has its own. */
export interface SlipOwner {
  user_id: number;
  house_id: number;
  day: string;
}

/** The slip that was saved before a reload, or an empty slip. */
export const loadSlip = (owner: SlipOwner): Slip => parseSlip(readInTab(keyOf(owner)));

export const saveSlip = (owner: SlipOwner, slip: Slip): void =>
  writeInTab(keyOf(owner), isEmptySlip(slip) ? null : JSON.stringify(slip));

/**
 * Removes what has been bought from a slip, so that it cannot be bought again by mistake: both from
 * the stored slip, for a form that unmounted before the response arrived, and from the slip in a
 * form that has mounted since. What the player has added or changed meanwhile stays.
 */
export function removeBought(owner: SlipOwner, bought: Slip): void {
  saveSlip(owner, withoutLines(loadSlip(owner), bought));
  purchases.notify(keyOf(owner), bought);
}

/** Calls `listener` when lines of this slip were bought. Returns the function that unsubscribes. */
export function onBought(owner: SlipOwner, listener: (bought: Slip) => void): () => void {
  return purchases.add((key, bought) => key === keyOf(owner) && listener(bought));
}

const purchases = createListeners<[key: string, bought: Slip]>();

/**
 * Parses a stored slip. Another version of the app may have written it: invalid parts are ignored.
 */
export function parseSlip(text: string | null): Slip {
  const stored = parseJson(text ?? "");
  const forecast = fieldOf(stored, "forecast");
  const rows = Array.isArray(forecast) ? forecast.map(toRow) : [];
  return {
    ...gridsOf((type, round) => toPicks(fieldOf(fieldOf(stored, type), round), type)),
    forecast: rows.length > 0 ? rows : EMPTY_SLIP.forecast,
  };
}

const keyOf = ({ user_id, house_id, day }: SlipOwner) => `slip ${user_id} ${house_id} ${day}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toPicks(stored: unknown, type: GridType): Record<number, string> {
  const picks: Record<number, string> = {};
  for (const [key, amount] of Object.entries(stored ?? {})) {
    const isNumber = /^\d{1,2}$/.test(key) && Number(key) < numbersOf(type);
    if (isNumber && typeof amount === "string") picks[Number(key)] = amount;
  }
  return picks;
}

const toRow = (row: unknown): ForecastRow => ({
  first: textOf(row, "first"),
  second: textOf(row, "second"),
  amount: textOf(row, "amount"),
});

function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : "";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

import { numbersOf, twoDigits } from "../../contract/orders/rules.ts";
import { withLatinDigits } from "../ui/typed-number.ts";
import type { ForecastRow, GridType, Picks } from "./slip.ts";

export interface PastedPicks {
  picks: Picks;
  /** The parts of the text that could not be parsed, as they were written. */
  unparsed: string[];
}

/**
 * Parses numbers in the shorthand in which people write them: `23 45 67 @10`, `23,45=10 67=20`. An
 * amount applies to all numbers since the previous amount; numbers after the last one have none.
 */
export function parsePicks(text: string, type: GridType): PastedPicks {
  const picks: Record<number, string> = {};
  const unparsed: string[] = [];
  let unpriced: number[] = [];
  for (const [token, amount, digits] of withLatinDigits(text).matchAll(PICKS)) {
    const number = digits === undefined ? undefined : Number(digits);
    if (amount !== undefined) {
      for (const pick of unpriced) picks[pick] = String(Number(amount));
      unpriced = [];
    } else if (number !== undefined && digits !== undefined && number < numbersOf(type)) {
      picks[number] ??= "";
      unpriced.push(number);
    } else {
      unparsed.push(token);
    }
  }
  return { picks, unparsed };
}

export interface PastedForecasts {
  rows: ForecastRow[];
  unparsed: string[];
}

/** Parses forecasts such as `45/07 @10`: the first round's number, then the second round's. */
export function parseForecasts(text: string): PastedForecasts {
  const rows: ForecastRow[] = [];
  const unparsed: string[] = [];
  let priced_rows = 0;
  for (const [token, amount, first, second] of withLatinDigits(text).matchAll(FORECASTS)) {
    if (amount !== undefined) {
      for (const row of rows.slice(priced_rows)) row.amount = String(Number(amount));
      priced_rows = rows.length;
    } else if (first !== undefined && second !== undefined) {
      rows.push({ first: twoDigits(Number(first)), second: twoDigits(Number(second)), amount: "" });
    } else {
      unparsed.push(token);
    }
  }
  return { rows, unparsed };
}

const AMOUNT = String.raw`[@=]\s*(?:₹|rs\.?)?\s*(\d{1,7})(?!\d|\.\d)`;
const SEPARATOR = String.raw`\s,;.|+&\-/@=`;
const PICKS = new RegExp(`${AMOUNT}|(?<!\\d)(\\d{1,2})(?!\\d)|[^${SEPARATOR}]+|[@=]`, "giu");
const FORECASTS = new RegExp(
  `${AMOUNT}|(?<!\\d)(\\d{1,2})\\s*[/x×-]\\s*(\\d{1,2})(?!\\d)|[^${SEPARATOR}]+|[@=]`,
  "giu",
);

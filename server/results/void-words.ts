import { toRupees } from "../../contract/money.ts";
import type { Voided } from "./void.ts";

/** What the command prints once a result is void. */
export const tellVoided = (
  result_id: number,
  { house_name, date, taken_paise, owed_paise }: Voided,
): string =>
  `Result ${result_id} (${house_name}, ${date}) is void; it may be entered again.\n` +
  `Taken back: ${money(taken_paise)}. Owed by players: ${money(owed_paise)}.`;

/** Formatted as on every screen: `₹1,23,456.00`. */
const money = (paise: number): string =>
  `₹${toRupees(paise).toLocaleString("en-IN", { minimumFractionDigits: 2 })}`;

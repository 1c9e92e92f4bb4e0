import { inRupees } from "../operator-command.ts";
import type { Voided } from "./void.ts";

/** What the command prints once a result is void. */
export const tellVoided = (
  result_id: number,
  { house_name, date, taken_paise, owed_paise }: Voided,
): string =>
  `Result ${result_id} (${house_name}, ${date}) is void; it may be entered again.\n` +
  `Taken back: ${inRupees(taken_paise)}. Owed by players: ${inRupees(owed_paise)}.`;

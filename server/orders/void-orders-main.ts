import { isDay } from "../../contract/dates.ts";
import { POSITIVE_INTEGER } from "../../contract/rules.ts";
import { inRupees, openForOperator, readReasoned, runCommand } from "../operator-command.ts";
import { type DayVoided, voidDay } from "./void-day.ts";

const USAGE = 'Usage: npm run void-orders -- HOUSE_ID YYYY-MM-DD --reason "why"';

/** `npm run void-orders`: the operator's command that voids the orders of a day called off. */
await runCommand(
  async (undo) => {
    const { words, reason } = readReasoned(
      process.argv.slice(2),
      USAGE,
      ([id = "", day = "", ...others]) =>
        POSITIVE_INTEGER.test(id) && isDay(day) && others.length === 0,
    );
    const [house_id = "", day = ""] = words;
    const db = await openForOperator(undo);
    return tell(day, await voidDay(db, Number(house_id), day, reason));
  },
  { not_found: "There are no orders of a house with this id for this day." },
);

function tell(day: string, { house_name, voided, refunded_paise, standing }: DayVoided): string {
  const refunded = inRupees(refunded_paise);
  const done = `Orders voided (${house_name}, ${day}): ${voided}. Refunded: ${refunded}.`;
  return standing === 0
    ? done
    : `${done}\nOrders that stand, with plays on a published number: ${standing}.`;
}

import pLimit from "p-limit";
import { CannotStart } from "../cannot-start.ts";
import type { Db } from "../db/database.ts";
import { found } from "../refusal.ts";
import { voidForOperator } from "./cancel.ts";
import { countStanding, findPlayedDraw, listUndecided, type PlayedDraw } from "./void-day-sql.ts";

export interface DayVoided {
  house_name: string;
  voided: number;
  refunded_paise: number;
  /** Orders that stand, with the plays that a published number decides. */
  standing: number;
}

/** Each batch is read anew, so that few orders have changed when it is their turn. */
const BATCH = 100;
/** More would wait for the house side of the draw, and take connections from the product. */
const AT_ONCE = 4;

/**
 * Voids every order of a house and day, each in a transaction of its own: what was done stays done
 * when it breaks off, and running it again continues. Of an order with plays that a published
 * number decides, those stand and the others are split off and voided. Each player is notified, and
 * the audit trail names the operator at each order. Refuses `not_found` for a day without orders,
 * and, with a sentence, a day for which the house still takes plays.
 */
export async function voidDay(
  db: Db,
  house_id: number,
  play_date: string,
  reason: string,
): Promise<DayVoided> {
  const total = { voided: 0, refunded_paise: 0 };
  // An order that was accepted before closing may still be committing: the last pass finds none.
  let pass;
  do {
    pass = await voidOnce(db, house_id, play_date, reason);
    total.voided += pass.voided;
    total.refunded_paise += pass.refunded_paise;
  } while (pass.voided > 0);
  const draw = found(await findPlayedDraw(db, house_id, play_date));
  return { house_name: draw.house_name, ...total, standing: await countStanding(db, draw) };
}

/** Goes through the orders of a draw once. */
async function voidOnce(db: Db, house_id: number, play_date: string, reason: string) {
  const limit = pLimit(AT_ONCE);
  const total = { voided: 0, refunded_paise: 0 };
  let last_id: number | undefined = 0;
  while (last_id !== undefined) {
    // Each time: players may place orders on a house that was activated again.
    const draw = await getClosedDraw(db, house_id, play_date);
    const orders = await listUndecided(db, draw, last_id, BATCH);
    const refunds = await Promise.all(
      orders.map((order) => limit(() => voidForOperator(db, order, reason))),
    );
    for (const refunded_paise of refunds.filter((refund) => refund !== undefined)) {
      total.voided += 1;
      total.refunded_paise += refunded_paise;
    }
    last_id = orders.at(-1)?.id;
  }
  return total;
}

async function getClosedDraw(db: Db, house_id: number, play_date: string): Promise<PlayedDraw> {
  const draw = found(await findPlayedDraw(db, house_id, play_date));
  if (!draw.is_open) return draw;
  throw new CannotStart(
    `${draw.house_name} still takes plays for ${play_date}: deactivate the house first.`,
  );
}

import type { Tx } from "../db/database.ts";
import type { OrderLock } from "./cancel-sql.ts";
import { decode, partOf } from "./codes.ts";
import { addSplitToHouseSide, insertSplit, updateOrderSplit } from "./split-sql.ts";

/**
 * Splits a locked order (049): its plays of these parts, which are bits and not all that it has,
 * leave it and become an order of their own, placed at the same moment and paid by the same ledger
 * row. Returns the new order, locked like the other one.
 */
export async function splitOff(tx: Tx, order: OrderLock, parts: number): Promise<OrderLock> {
  const split = playsOf(order, (part) => (part & parts) !== 0);
  const kept = playsOf(order, (part) => (part & parts) === 0);
  const id = await insertSplit(tx, order, split);
  await updateOrderSplit(tx, order, kept);
  await addSplitToHouseSide(tx, order.draw_id);
  return { ...order, ...split, id, split_from: order.id };
}

/** The plays of an order that are of some parts of the draw. */
function playsOf({ codes, stakes_paise }: OrderLock, isWanted: (part: number) => boolean) {
  const plays = codes
    .map((code, place) => ({
      code,
      stake_paise: stakes_paise[place] ?? 0,
      part: partOf(decode(code)),
    }))
    .filter(({ part }) => isWanted(part));
  return {
    codes: plays.map(({ code }) => code),
    stakes_paise: plays.map(({ stake_paise }) => stake_paise),
    total_paise: plays.reduce((total, { stake_paise }) => total + stake_paise, 0),
    parts: plays.reduce((parts, { part }) => parts | part, 0),
  };
}

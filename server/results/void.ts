import { OPERATOR, recordChange } from "../audit/service.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { notify } from "../notifications/service.ts";
import { found, Refusal } from "../refusal.ts";
import { findEnteredResult, findResult, lockDraw, lockResult, updateDrawNumbers } from "./sql.ts";
import { factsOf, tellNumbers } from "./service.ts";
import { settle } from "./settlement.ts";
import {
  listPlayersOf,
  lockSettlementsOf,
  type TakenBack,
  updateResultVoided,
  voidSettlement,
} from "./void-sql.ts";

export interface Voided extends TakenBack {
  house_name: string;
  date: string;
}

/**
 * Voids a published result. Further ledger rows reverse what its rounds paid, and the forecast that
 * they decided; its rounds may then be entered again. What a winner has already spent is recorded
 * as a debt, and the balance becomes 0. Everybody who played is notified, and the audit trail names
 * the operator. All in one transaction, after the settlement has finished. Refuses `not_found`,
 * also for a result that is unpublished or already void, and `busy` when a part of it is not fully
 * settled.
 */
export async function voidResult(db: Db, result_id: number, reason: string): Promise<Voided> {
  const result = await findResult(db, result_id);
  if (!result?.is_published) throw new Refusal("not_found");
  await settle(db, { result_id });
  return transaction(db, async (tx) => {
    const draw = await lockDraw(tx, result.house_id, result.date);
    const locked = await lockResult(tx, result_id);
    if (!draw || !locked?.is_published) throw new Refusal("not_found");
    const named = found(await findEnteredResult(tx, result_id));
    const settlements = await lockSettlementsOf(tx, result_id, draw.id);
    const taken = await takeBack(tx, settlements);
    const numbers = {
      first_number: locked.first_round === null ? draw.first_number : null,
      second_number: locked.second_round === null ? draw.second_number : null,
    };
    await updateDrawNumbers(tx, draw.id, numbers);
    await updateResultVoided(tx, result_id, reason);
    const before = factsOf(named);
    const after = { ...before, is_published: false, reason, ...taken };
    await recordChange(tx, OPERATOR, "result_voided", result_id, { before, after });
    await tellNumbers(tx, "result_voided", locked, numbers);
    const { house_id, house_name, date } = named;
    const players = await listPlayersOf(tx, draw.id);
    const params = { house_id, house_name, date, reason };
    await notify(tx, players, "result_voided", result_id, params);
    return { ...taken, house_name, date };
  });
}

async function takeBack(
  tx: Tx,
  settlements: { id: number; is_finished: boolean }[],
): Promise<TakenBack> {
  const total = { taken_paise: 0, owed_paise: 0 };
  for (const { id, is_finished } of settlements) {
    if (!is_finished) throw new Refusal("busy");
    const { taken_paise, owed_paise } = await voidSettlement(tx, id);
    total.taken_paise += taken_paise;
    total.owed_paise += owed_paise;
  }
  return total;
}

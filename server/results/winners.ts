import { maskPhone } from "../../contract/auth/rules.ts";
import { toRupees } from "../../contract/money.ts";
import { type TopWin, TopWinReply } from "../../contract/results/schemas.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import type { KeptAnswer, KeptAnswers } from "../http/kept-answers.ts";
import type { PreparedAnswer } from "../http/prepared-answer.ts";
import { notifyEach } from "../notifications/service.ts";
import {
  findTopWin,
  listUntoldResults,
  lockUntoldSettlements,
  updateSettlementsTold,
  winnersOf,
} from "./winners-sql.ts";

/**
 * Tells the winners of every result that is settled, each once, what they have won by it in all,
 * and keeps who has won most. By itself, after the settlement, which waits for none of it. The
 * settlements are marked in the same transaction, so that whatever dies, nobody is told twice.
 */
export async function tellWinners(db: Db, signal?: AbortSignal): Promise<void> {
  for (const result_id of await listUntoldResults(db)) {
    if (signal?.aborted) return;
    await transaction(db, (tx) => tellWinnersOf(tx, result_id));
  }
}

async function tellWinnersOf(tx: Tx, result_id: number): Promise<void> {
  const settlements = await lockUntoldSettlements(tx, result_id);
  // Another process was quicker, or the result is being taken back.
  if (settlements.length === 0 || settlements.some(({ is_finished }) => !is_finished)) return;
  const ids = settlements.map(({ id }) => id);
  await notifyEach(tx, "win", result_id, winnersOf(ids));
  await updateSettlementsTold(tx, ids);
}

/** The largest win on today's draws, for everybody to see; null while there is none. */
export const getTopWin = async ({ top_win }: Context): Promise<PreparedAnswer> => top_win.get();

/**
 * Keeps that answer for a moment, for the front page asks for it. Neither a settlement that is told
 * of nor midnight says that it has changed.
 */
export const keepTopWin = (db: Db, answers: KeptAnswers): KeptAnswer =>
  answers.keep(TopWinReply, () => readTopWin(db), KEPT_MS);

const KEPT_MS = 5_000;

async function readTopWin(db: Db): Promise<{ win: TopWin | null }> {
  const row = await findTopWin(db);
  if (!row) return { win: null };
  const { phone, won_paise, ...rest } = row;
  return { win: { ...rest, player: maskPhone(phone), amount: toRupees(won_paise) } };
}

import { maskPhone } from "../../contract/auth/rules.ts";
import { toRupees } from "../../contract/money.ts";
import { type TopWin, TopWinReply } from "../../contract/results/schemas.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import type { CachedAnswer, AnswerCache } from "../http/answer-cache.ts";
import type { PreparedAnswer } from "../http/prepared-answer.ts";
import { tellEverybody, tellScreens, writeNotifications } from "../notifications/service.ts";
import { oneByOne } from "../one-by-one.ts";
import {
  findTopWin,
  listUntoldResults,
  listUntoldSettlements,
  listWinningOrders,
  lockUntoldSettlements,
  type UntoldSettlement,
  updateSettlementTold,
} from "./winners-sql.ts";

/** Long enough to be quick, short enough that no transaction is long. */
const CHUNK = 2_000;

/**
 * Notifies the winners of every settled result, each once, of all that they won by it, and records
 * the largest win. Runs after the settlement, which does not wait for it. `chunk` limits how many
 * winning orders are read, or winners notified, at a time. `signal` aborts between two results or
 * two chunks of winners; after a crash the next call notifies the rest.
 */
export async function tellWinners(
  db: Db,
  { signal, chunk = CHUNK }: { signal?: AbortSignal; chunk?: number } = {},
): Promise<void> {
  await oneByOne(await listUntoldResults(db), async (result_id) => {
    if (!signal?.aborted) await tellWinnersOf(db, result_id, chunk, signal);
  });
}

/**
 * Writes notifications chunk by chunk. Those that an interrupted call wrote are corrected: a
 * forecast may have been taken back since. The last transaction sends the events to open screens
 * and marks the settlements, so that they are sent once.
 */
async function tellWinnersOf(
  db: Db,
  result_id: number,
  chunk: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const settlements = await listUntoldSettlements(db, result_id);
  const [settlement] = settlements;
  if (!settlement) return;
  const ids = settlements.map(({ id }) => id);
  const wins = await addUpWins(db, settlement, ids, chunk);
  const { house_id, house_name, date } = settlement;
  const winners = [...wins.total].map(([user_id, amount_paise]) => ({
    user_id,
    params: { house_id, house_name, date, amount_paise },
  }));
  for (let start = 0; start < winners.length; start += chunk) {
    if (signal?.aborted) return;
    const some = winners.slice(start, start + chunk);
    await whileUntold(db, ids, (tx) => writeNotifications(tx, "win", result_id, some));
  }
  await whileUntold(db, ids, async (tx) => {
    for (const id of ids) await updateSettlementTold(tx, id, topOf(wins.by.get(id)));
    if (winners.length > 0) await tellScreens(tx, "win", result_id);
    await tellEverybody(tx, { event: "result_settled", data: { house_id, date } });
  });
}

/** Does nothing if another process was faster, or the result has been voided. */
const whileUntold = (db: Db, ids: number[], work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  transaction(db, async (tx) => {
    if ((await lockUntoldSettlements(tx, ids)) === ids.length) await work(tx);
  });

/** The winnings of each user, in paise. */
type Won = Map<number, number>;

/** The winnings in total, and by each settlement. */
async function addUpWins(db: Db, settlement: UntoldSettlement, ids: number[], chunk: number) {
  const total: Won = new Map();
  const by = new Map<number, Won>(ids.map((id) => [id, new Map()]));
  const add = (won: Won | undefined, user_id: number, paise: number) =>
    won?.set(user_id, (won.get(user_id) ?? 0) + paise);
  for (let after = 0; ;) {
    const orders = await listWinningOrders(db, settlement, ids, after, chunk);
    const last = orders.at(-1);
    if (!last) return { total, by };
    for (const { user_id, settlement_id, amount_paise } of orders) {
      if (settlement_id === null || amount_paise === null) continue;
      add(total, user_id, amount_paise);
      add(by.get(settlement_id), user_id, amount_paise);
    }
    after = last.order_id;
  }
}

/** The largest winner; among equal ones, the oldest account. */
function topOf(won: Won = new Map()) {
  const [top] = [...won].sort(([a, a_paise], [b, b_paise]) => b_paise - a_paise || a - b);
  return top && { user_id: top[0], won_paise: top[1] };
}

/** The largest win on today's draws, which is public; null while there is none. */
export const getTopWin = async ({ top_win }: Context): Promise<PreparedAnswer> => top_win.get();

/**
 * Caches that response for a few seconds, because every front page requests it. It expires by time,
 * because neither a finished settlement nor midnight invalidates it.
 */
export const cacheTopWin = (db: Db, cache: AnswerCache): CachedAnswer =>
  cache.add(TopWinReply, () => readTopWin(db), MAX_AGE_MS);

const MAX_AGE_MS = 5_000;

async function readTopWin(db: Db): Promise<{ win: TopWin | null }> {
  const row = await findTopWin(db);
  if (!row) return { win: null };
  const { phone, won_paise, ...rest } = row;
  return { win: { ...rest, player: maskPhone(phone), amount: toRupees(won_paise) } };
}

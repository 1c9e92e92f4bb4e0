import * as z from "zod/mini";
import type { AuditFacts } from "../../contract/audit/schemas.ts";
import { toRupees } from "../../contract/money.ts";
import type { resultRoutes } from "../../contract/results/routes.ts";
import { LatestResult, Result, type ResultFields } from "../../contract/results/schemas.ts";
import type { Body, Query } from "../../contract/route.ts";
import { recordChange } from "../audit/service.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { fewAtOnce } from "../few-at-once.ts";
import { ensureDraw } from "../houses/service.ts";
import type { Actor } from "../http/access.ts";
import type { AnswerCache, CachedAnswer, CachedAnswers } from "../http/answer-cache.ts";
import type { PreparedAnswer } from "../http/prepared-answer.ts";
import { tellEverybody } from "../notifications/service.ts";
import {
  type DrawNumbers,
  FIRST,
  FORECAST,
  type Part,
  SECOND,
  winningCodes,
} from "../orders/codes.ts";
import { found, Refusal, refusalAt } from "../refusal.ts";
import { settle } from "./settlement.ts";
import {
  type DrawGate,
  type ResultFilter,
  findEnteredResult,
  findResult,
  insertResult,
  insertSettlement,
  isInTheFuture,
  listEnteredResults,
  listLatestResults,
  listPublishedResults,
  lockDraw,
  lockResult,
  type ResultNumbers,
  type ResultRow,
  updateDrawNumbers,
  updateResult,
  updateResultPublished,
} from "./sql.ts";

type NewResult = Body<(typeof resultRoutes)["POST /results"]>;

/** The newest published result of every active house. */
export const getLatest = async ({ latest_results }: Context): Promise<PreparedAnswer> =>
  latest_results.get();

/** Caches that response, which everybody requests the moment a result is published. */
export const cacheLatest = (db: Db, cache: AnswerCache): CachedAnswer =>
  cache.add(z.array(LatestResult), () => listLatestResults(db));

/**
 * Published results, one line for each house and date. Admins who do not ask for published results
 * only get the rows as they were entered.
 */
export async function listResults(
  { db, published_results }: Context,
  is_admin: boolean,
  { house_id, date, days, published }: Query<(typeof resultRoutes)["GET /results"]>,
): Promise<Result[] | PreparedAnswer> {
  const filter = { house_id, date, days };
  if (is_admin && published !== "true") {
    const is_published = published === undefined ? undefined : false;
    return (await listEnteredResults(db, filter, is_published)).map(toResult);
  }
  if (date !== undefined) return listPublished(db, filter);
  return days <= MAX_CACHED_DAYS
    ? published_results.get(filter)
    : long_lists.run(() => listPublished(db, filter));
}

const listPublished = async (db: Db, filter: ResultFilter): Promise<Result[]> =>
  (await listPublishedResults(db, filter)).map(toResult);

/** The longest period on the results screen. Longer lists would need too much memory. */
const MAX_CACHED_DAYS = 30;

/**
 * A year of 30 houses takes 0.1 s, and anybody may request it. Twenty at a time took every
 * connection and delayed orders by more than a second.
 */
const long_lists = fewAtOnce({ at_once: 1, max_waiting: 50 });

export type CachedResults = CachedAnswers<ResultFilter>;

/** Caches the published results of each filter. The days of a list change at midnight. */
export const cachePublished = (db: Db, cache: AnswerCache): CachedResults =>
  cache.addEach(z.array(Result), (filter: ResultFilter) => listPublished(db, filter), MAX_AGE_MS);

/** How long after midnight a list of days may still show the day that it should drop. */
const MAX_AGE_MS = 5_000;

/**
 * Enters the numbers of closed rounds, unpublished. Refuses `no_round_given`, `not_found`,
 * `round_still_open` and `round_has_result`.
 */
export async function createResult({ db }: Context, actor: Actor, result: NewResult) {
  return write(db, result, async (tx) => {
    const entered = await getEntered(tx, await insertResult(tx, result, actor.id));
    await recordChange(tx, actor, "result_entered", entered.id, { after: factsOf(entered) });
    return entered;
  });
}

/**
 * Changes the given fields of an unpublished result. Refuses like createResult, and
 * `result_published`, and `result_changed` when another admin changed the other fields
 * concurrently.
 */
export async function editResult({ db }: Context, actor: Actor, id: number, sent: ResultFields) {
  const entered = found(await findResult(db, id));
  // Refused before anything else. The lock below catches a result that is published concurrently.
  if (entered.is_published) throw new Refusal("result_published");
  // Null clears a number; an absent field stays as it is.
  const result = { ...entered, ...sent };
  return write(db, result, async (tx) => {
    const locked = await lockUnpublished(tx, id);
    if (!isAsSeen({ ...locked, ...sent }, result)) throw new Refusal("result_changed");
    const before = await getEntered(tx, id);
    await updateResult(tx, id, result);
    const after = await getEntered(tx, id);
    const change = { before: factsOf(before), after: factsOf(after) };
    await recordChange(tx, actor, "result_changed", id, change);
    return after;
  });
}

async function write(
  db: Db,
  result: ResultNumbers,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (result.first_round === null && result.second_round === null) {
    throw new Refusal("no_round_given");
  }
  if (await isInTheFuture(db, result.date)) {
    const given = result.first_round === null ? "second_round" : "first_round";
    throw refusalAt(given, "round_still_open");
  }
  await ensureDraw(db, result.house_id, result.date);
  return transaction(db, async (tx) => {
    await lockClosedDraw(tx, result);
    return work(tx);
  });
}

/**
 * Publishes a result and returns when every winner of its rounds has been credited. Refuses like
 * announceResult.
 */
export async function publishResult(
  context: Context,
  actor: Actor,
  id: number,
  seen: ResultFields,
): Promise<Result> {
  const { db, listener, sweep } = context;
  await announceResult(context, actor, id, seen);
  await settle(db, { result_id: id });
  sweep.soon();
  await listener.catchUp();
  return getEntered(db, id);
}

/**
 * The first transaction of publishing. Once it commits, the numbers are final, no further order can
 * be placed on them, and the settlement will be finished even if this process dies, because
 * settlement.ts resumes it. Of concurrent calls one succeeds; the others are refused as
 * `result_published`. `seen`, what the admin saw, is compared under the row's lock and refused as
 * `result_changed` if it differs. Also refuses `not_found` and `round_still_open`.
 */
export async function announceResult(
  { db }: Pick<Context, "db">,
  actor: Actor,
  id: number,
  seen: ResultFields,
): Promise<void> {
  const entered = found(await findResult(db, id));
  await ensureDraw(db, entered.house_id, entered.date);
  await transaction(db, async (tx) => {
    const draw = await lockClosedDraw(tx, entered);
    const result = await lockUnpublished(tx, id);
    if (!isAsSeen(result, entered) || !isAsSeen(result, seen)) throw new Refusal("result_changed");
    await announce(tx, draw, result);
    await updateResultPublished(tx, id, actor.id);
    const after = factsOf(await getEntered(tx, id));
    const change = { before: { ...after, is_published: false }, after };
    await recordChange(tx, actor, "result_published", id, change);
  });
}

/**
 * Writes the numbers into the draw, creates a settlement for each part that they decide, and sends
 * an event to all open screens.
 */
async function announce(tx: Tx, draw: DrawGate, result: ResultNumbers & { id: number }) {
  const numbers = {
    first_number: result.first_round ?? draw.first_number,
    second_number: result.second_round ?? draw.second_number,
  };
  await updateDrawNumbers(tx, draw.id, numbers);
  for (const part of decidedParts(result, numbers)) {
    await insertSettlement(tx, result.id, draw.id, part, winningCodes(part, numbers));
  }
  await tellNumbers(tx, "result_published", result, numbers);
}

/** Sends the current numbers of a house and date to all open screens. */
export const tellNumbers = (
  tx: Tx,
  event: "result_published" | "result_voided",
  { house_id, date }: ResultNumbers,
  { first_number, second_number }: DrawNumbers,
): Promise<void> =>
  tellEverybody(tx, {
    event,
    data: { house_id, date, first_round: first_number, second_round: second_number },
  });

/** The round that is published last also decides the forecast. */
function* decidedParts(result: ResultNumbers, numbers: DrawNumbers): Generator<Part> {
  if (result.first_round !== null) yield FIRST;
  if (result.second_round !== null) yield SECOND;
  if (numbers.first_number !== null && numbers.second_number !== null) yield FORECAST;
}

const isAsSeen = (result: ResultNumbers, seen: ResultFields): boolean =>
  SEEN.every((field) => seen[field] === undefined || seen[field] === result[field]);

const SEEN = ["house_id", "date", "first_round", "second_round"] as const;

async function lockClosedDraw(tx: Tx, result: ResultNumbers): Promise<DrawGate> {
  // Missing if the house was deleted after the draw was found.
  const draw = found(await lockDraw(tx, result.house_id, result.date));
  const open = findOpenRound(result, draw);
  if (open) throw refusalAt(open, "round_still_open");
  return draw;
}

/** The field of the first given round that is not closed. */
function findOpenRound(result: ResultNumbers, draw: DrawGate) {
  if (result.first_round !== null && !draw.first_is_closed) return "first_round";
  if (result.second_round !== null && !draw.second_is_closed) return "second_round";
  return undefined;
}

async function lockUnpublished(tx: Tx, id: number) {
  const result = found(await lockResult(tx, id));
  if (result.is_published) throw new Refusal("result_published");
  return result;
}

const getEntered = async (db: Db | Tx, id: number): Promise<Result> =>
  toResult(found(await findEnteredResult(db, id)));

/** For the audit trail. */
export function factsOf(result: Omit<Result, "settlement">): AuditFacts {
  const { house_id, house_name, date, first_round, second_round, is_published } = result;
  return { house_id, house_name, date, first_round, second_round, is_published };
}

const toResult = ({ paid_paise, is_settled, ...row }: ResultRow): Result => ({
  ...row,
  settlement:
    row.total_orders === null
      ? null
      : {
          is_complete: is_settled ?? false,
          settled_orders: row.settled_orders ?? 0,
          total_orders: row.total_orders,
          winners: row.winners ?? 0,
          paid: toRupees(paid_paise ?? 0),
        },
});

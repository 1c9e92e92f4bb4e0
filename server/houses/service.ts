import * as z from "zod/mini";
import type { AuditFacts } from "../../contract/audit/schemas.ts";
import { parseClockTime } from "../../contract/dates.ts";
import type { houseRoutes } from "../../contract/houses/routes.ts";
import { closesAt } from "../../contract/houses/rules.ts";
import { House } from "../../contract/houses/schemas.ts";
import type { Round } from "../../contract/orders/rules.ts";
import type { Body, Query, Reply } from "../../contract/route.ts";
import { recordChange } from "../audit/service.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import { createLane, type Lane } from "../db/lane.ts";
import { SHORT_READS } from "../db/read-lane.ts";
import { transaction } from "../db/transaction.ts";
import type { Actor } from "../http/access.ts";
import type { CachedAnswer, AnswerCache } from "../http/answer-cache.ts";
import type { PreparedAnswer } from "../http/prepared-answer.ts";
import { found, Refusal } from "../refusal.ts";
import { once } from "../wallet/idempotency.ts";
import { lockWallet } from "../wallet/service.ts";
import { defaultHouses } from "./default-houses.ts";
import {
  deleteEmptyDraws,
  deleteHouseRow,
  findHouse,
  type GateAsked,
  type GateRow,
  hasDraw,
  hasHouses,
  insertDraw,
  insertHouse,
  listDrawsToCome,
  listGates,
  listHouses as listHouseRows,
  lockAllHouses,
  lockDraws,
  lockDrawsToCome,
  lockHouse,
  lockHouseShared,
  makeOrderPartition,
  type NewHouseRow,
  updateClosingTimes,
  updateHouseRow,
} from "./sql.ts";

/** The houses sorted by name: active ones, inactive ones, or all. */
export const listHouses = async (
  { houses }: Context,
  { is_active }: Query<(typeof houseRoutes)["GET /houses"]>,
): Promise<PreparedAnswer> => houses[is_active].get();

/** The cached lists of houses, by the `is_active` of the query. */
export type CachedHouses = Record<"true" | "false" | "all", CachedAnswer>;

/** Caches the lists, because every player's screens read the active houses and all names. */
export function cacheHouses(db: Db, cache: AnswerCache): CachedHouses {
  const listOf = (is_active: boolean | undefined) =>
    cache.add(z.array(House), () => listHouseRows(db, is_active));
  return { true: listOf(true), false: listOf(false), all: listOf(undefined) };
}

/** One house, active or not. Refuses `not_found`. */
export const getHouse = async ({ db }: Context, house_id: number): Promise<House> =>
  found(await findHouse(db, house_id));

/**
 * Which rounds of a house take plays on a day (today in India by default), by the database's clock
 * and the same rules that placing applies. The closing times are those of the draw; without a draw,
 * those that it would get now. Refuses `not_found`.
 */
export async function canPlay(
  { gates }: Context,
  house_id: number,
  { play_date }: Query<(typeof houseRoutes)["GET /houses/{id}/can-play"]>,
): Promise<Reply<(typeof houseRoutes)["GET /houses/{id}/can-play"]>> {
  const gate = await gates.push({ house_id, play_date });
  if (!gate) throw new Refusal("not_found");
  const first_round = roundState(gate, "first");
  const second_round = roundState(gate, "second");
  return {
    can_play: gate.is_active && (first_round.open || second_round.open),
    server_time: gate.server_time,
    first_round,
    second_round,
  };
}

export type GateLane = Lane<GateAsked, GateRow | null>;

/** Batches those reads: a published result makes every play screen of its house ask. */
export const createGateLane = (db: Db): GateLane =>
  createLane({
    ...SHORT_READS,
    send: (asked: GateAsked[]) => listGates(db, asked),
  });

function roundState(gate: GateRow, round: Round) {
  const closes_at = gate[`${round}_closes_at`] ?? closesAt(gate, gate.play_date, round);
  const is_published = gate[`${round}_number`] !== null;
  const open = gate.is_playable_day && !is_published && gate.server_time < closes_at;
  return { open, closes_at };
}

/**
 * Adds a house; repeating the request under its key returns the first answer. Refuses
 * `rounds_out_of_order`, `limits_out_of_order`, `house_name_taken` and `idempotency_conflict`.
 */
export async function createHouse(
  { db, listener }: Context,
  actor: Actor,
  sent: Body<(typeof houseRoutes)["POST /houses"]>,
  key: string,
): Promise<House> {
  const house = { ...sent, name_translations: withoutEmpty(sent.name_translations) };
  checkHouse(house);
  const asked = { user_id: actor.id, key, call: "createHouse", request: house };
  const created = await transaction(db, async (tx) => {
    await lockWallet(tx, actor.id);
    return once(tx, asked, async () => {
      const row = await insertHouse(tx, house);
      await recordChange(tx, actor, "house_created", row.id, { after: factsOf(row) });
      return row;
    });
  });
  await listener.catchUp();
  return created;
}

/**
 * Changes a house. When it returns, no order is accepted under the old state any more: it waits for
 * the orders in flight on the draws of today and later, and orders that come meanwhile wait for it.
 *
 * A round of such a draw gets the new closing time only if all of these conditions hold; otherwise
 * it keeps its closing time:
 * - no order, not even a cancelled one, has a play that this round settles (a forecast is settled
 *   by both rounds);
 * - it has not closed yet by its old closing time, so that a closed round never opens again;
 * - the first round of the day still closes before the second, whose number a forecast must not
 *   know.
 *
 * Refuses `not_found`, `rounds_out_of_order`, `limits_out_of_order` and `house_name_taken`.
 */
export async function updateHouse(
  { db, listener }: Context,
  actor: Actor,
  house_id: number,
  sent: Body<(typeof houseRoutes)["PUT /houses/{id}"]>,
): Promise<House> {
  const house = await transaction(db, async (tx) => {
    const before = found(await lockHouse(tx, house_id));
    const after = merge(before, sent);
    checkHouse(after);
    await lockDrawsToCome(tx, house_id);
    await updateHouseRow(tx, after);
    await moveClosingTimes(tx, before, after);
    const change = { before: factsOf(before), after: factsOf(after) };
    await recordChange(tx, actor, "house_changed", house_id, change);
    return after;
  });
  await listener.catchUp();
  return house;
}

/** Fields and languages that the body leaves out keep their values. */
const merge = (house: House, sent: Body<(typeof houseRoutes)["PUT /houses/{id}"]>): House => ({
  ...house,
  ...sent,
  name_translations: withoutEmpty({ ...house.name_translations, ...sent.name_translations }),
});

/** Needs the locks of `lockDrawsToCome`, so that no order is placed on a round while it moves. */
async function moveClosingTimes(tx: Tx, before: House, after: House): Promise<void> {
  if (
    before.first_round_time === after.first_round_time &&
    before.second_round_time === after.second_round_time
  ) {
    return;
  }
  for (const { play_date, ...draw } of await listDrawsToCome(tx, after.id)) {
    const first = draw.first_may_move ? closesAt(after, play_date, "first") : draw.first_closes_at;
    const second = draw.second_may_move
      ? closesAt(after, play_date, "second")
      : draw.second_closes_at;
    if (first < second) await updateClosingTimes(tx, draw.id, first, second);
  }
}

/**
 * Deletes a house that has no orders and no results, together with its empty draws (a refused order
 * leaves an empty draw). Refuses `not_found`, and `house_in_use` when the house has an order or a
 * result.
 */
export async function deleteHouse(
  { db, listener }: Context,
  actor: Actor,
  house_id: number,
): Promise<undefined> {
  await transaction(db, async (tx) => {
    const house = found(await lockHouse(tx, house_id));
    // Lock in a separate statement, so that the next statement sees the orders that it waited for.
    await lockDraws(tx, house_id);
    await deleteEmptyDraws(tx, house_id);
    await deleteHouseRow(tx, house_id);
    await recordChange(tx, actor, "house_deleted", house_id, { before: factsOf(house) });
  });
  await listener.catchUp();
}

/**
 * Creates the draw of a house on a date if it is missing, with the closing times that follow from
 * the house's current round times. It is serialised with edits of the house. Refuses `not_found`.
 *
 * When a house opens, many players send its first order at once: a process creates the draw only
 * once for all of them.
 */
export function ensureDraw(db: Db, house_id: number, play_date: string): Promise<void> {
  const pending = pending_draws.get(db) ?? new Map<string, Promise<void>>();
  pending_draws.set(db, pending);
  const draw = `${house_id} ${play_date}`;
  const creating =
    pending.get(draw) ??
    createDraw(db, house_id, play_date).finally(() => void pending.delete(draw));
  pending.set(draw, creating);
  return creating;
}

const pending_draws = new WeakMap<Db, Map<string, Promise<void>>>();

async function createDraw(db: Db, house_id: number, play_date: string): Promise<void> {
  if (await hasDraw(db, house_id, play_date)) return;
  // In its own transaction, so that the lock on the orders table is released at once.
  await transaction(db, (tx) => makeOrderPartition(tx, play_date));
  await transaction(db, async (tx) => {
    const house = found(await lockHouseShared(tx, house_id));
    await insertDraw(tx, {
      house_id,
      play_date,
      first_closes_at: closesAt(house, play_date, "first"),
      second_closes_at: closesAt(house, play_date, "second"),
    });
  });
}

/** Creates the five default houses when there is no house; a lock serialises the processes. */
export const createDefaultHouses = (db: Db): Promise<void> =>
  transaction(db, async (tx) => {
    await lockAllHouses(tx);
    if (await hasHouses(tx)) return;
    for (const house of defaultHouses) await insertHouse(tx, house);
  });

/** Checks rules that a schema cannot: they relate two fields, of which one may be stored. */
function checkHouse(house: NewHouseRow): void {
  const first = parseClockTime(house.first_round_time);
  const second = parseClockTime(house.second_round_time);
  if (first === undefined || second === undefined) throw new Refusal("invalid_clock_time");
  if (first >= second) throw new Refusal("rounds_out_of_order");
  if (house.max_play < house.min_play) throw new Refusal("limits_out_of_order");
}

/** Leaves out empty names: an empty name in the body removes the translation. */
function withoutEmpty(translations: House["name_translations"]): House["name_translations"] {
  return Object.fromEntries(Object.entries(translations).filter(([, name]) => name));
}

/** The facts of a house for the audit trail, with a field for each translated name. */
function factsOf(house: House): AuditFacts {
  const { id: _, name_translations, ...facts } = house;
  const names = Object.entries(name_translations);
  const fields = names.map(([language, name]) => [`name_${language}`, name ?? null]);
  return { ...facts, ...Object.fromEntries(fields) };
}

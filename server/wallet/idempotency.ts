import { hash } from "node:crypto";
import { sql } from "kysely";
import { clock } from "../db/clock.ts";
import type { Tx } from "../db/database.ts";
import { Refusal } from "../refusal.ts";

/** Far longer than any retry takes (007). */
const KEPT_DAYS = 90;

interface Asked {
  user_id: number;
  /** The Idempotency-Key, a UUID. */
  key: string;
  /** The name of the action: a key is valid for one action only. */
  call: string;
  /** Everything that identifies the request, as JSON. */
  request: unknown;
}

/**
 * Does the work once for a user and a key: stores the first answer in the same transaction and
 * returns it for repetitions of the request. Refuses `idempotency_conflict` when the key was used
 * for another request or for an order. The user's wallet must be locked, which serialises requests
 * with the same key.
 */
export async function once<T>(tx: Tx, asked: Asked, work: () => Promise<T>): Promise<T> {
  const request_hash = hash("sha256", JSON.stringify([asked.call, asked.request]), "buffer");
  const earlier = await findAnswer<T>(tx, asked);
  if (earlier && !earlier.request_hash.equals(request_hash)) {
    throw new Refusal("idempotency_conflict");
  }
  if (earlier) return earlier.answer;
  if (await isKeyOfAnOrder(tx, asked)) throw new Refusal("idempotency_conflict");
  const answer = await work();
  await insertAnswer(tx, asked, request_hash, answer);
  return answer;
}

/** Deletes up to `limit` keys that are too old for any retry; returns how many. */
export async function deleteOldKeys(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select user_id, key
      from idempotency_keys
      cross join ${clock}
      where created_at < clock.now - ${KEPT_DAYS}::integer * interval '1 day'
      limit ${limit}
      for update of idempotency_keys skip locked
    )
    delete from idempotency_keys
    using old
    where idempotency_keys.user_id = old.user_id and idempotency_keys.key = old.key
  `.execute(tx);
  return Number(numAffectedRows);
}

async function findAnswer<T>(tx: Tx, { user_id, key }: Asked) {
  const { rows } = await sql<{ request_hash: Buffer; answer: T }>`
    select request_hash, answer
    from idempotency_keys
    where user_id = ${user_id} and key = ${key}
  `.execute(tx);
  return rows[0];
}

/** Orders keep their key in their own row; the last week's are searched, as for retries. */
async function isKeyOfAnOrder(tx: Tx, { user_id, key }: Asked): Promise<boolean> {
  const { rows } = await sql<{ ids: (number | null)[] }>`
    select find_earlier_orders(
      array[${user_id}]::bigint[], array[${key}]::uuid[], today_in_india()
    ) as ids
  `.execute(tx);
  return rows.some(({ ids }) => ids.some((id) => id !== null));
}

async function insertAnswer(
  tx: Tx,
  { user_id, key }: Asked,
  request_hash: Buffer,
  answer: unknown,
): Promise<void> {
  await sql`
    insert into idempotency_keys (user_id, key, request_hash, answer)
    values (${user_id}, ${key}, ${request_hash}, ${JSON.stringify(answer)})
  `.execute(tx);
}

import { sql } from "kysely";
import { clock } from "../db/clock.ts";
import type { Tx } from "../db/database.ts";

/**
 * Stores a new code, valid for some minutes, in place of the account's earlier one. Returns false,
 * and keeps the earlier one, if the account has already got `max_codes` in as many minutes.
 */
export async function upsertResetCode(
  tx: Tx,
  user_id: number,
  code_hash: Buffer,
  { minutes, max_codes }: Record<"minutes" | "max_codes", number>,
): Promise<boolean> {
  const period = sql`${minutes}::integer * interval '1 minute'`;
  const is_over = sql`reset_codes.counted_since <= excluded.counted_since - ${period}`;
  const { numAffectedRows } = await sql`
    insert into reset_codes (user_id, code_hash, expires_at, counted_since)
    select ${user_id}, ${code_hash}, clock.now + ${period}, clock.now
    from ${clock}
    on conflict (user_id) do update
    set
      code_hash = excluded.code_hash,
      tries = 0,
      expires_at = excluded.expires_at,
      codes = case when ${is_over} then 1 else reset_codes.codes + 1 end,
      counted_since =
        case when ${is_over} then excluded.counted_since else reset_codes.counted_since end
    where ${is_over} or reset_codes.codes < ${max_codes}
  `.execute(tx);
  return numAffectedRows === 1n;
}

/** Uses up one attempt. Returns the code's hash, or undefined if no code may still be tried. */
export async function takeTry(
  tx: Tx,
  user_id: number,
  max_tries: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ code_hash: Buffer }>`
    update reset_codes
    set tries = tries + 1
    where user_id = ${user_id} and tries < ${max_tries} and expires_at > clock_now()
    returning code_hash
  `.execute(tx);
  return rows[0]?.code_hash;
}

/** Returns false when the code was used or replaced meanwhile. */
export async function deleteResetCode(
  tx: Tx,
  user_id: number,
  code_hash: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from reset_codes
    where user_id = ${user_id} and code_hash = ${code_hash}
  `.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes up to `limit` expired codes, skipping locked ones; returns how many. */
export async function deleteExpiredResetCodes(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select user_id
      from reset_codes
      cross join ${clock}
      where expires_at <= clock.now
      limit ${limit}
      for update of reset_codes skip locked
    )
    delete from reset_codes
    using old
    where reset_codes.user_id = old.user_id
  `.execute(tx);
  return Number(numAffectedRows);
}

import { sql } from "kysely";
import { type Db, theRow, type Tx } from "../db/database.ts";
import { finishSettlement, settleChunk } from "../results/sql.ts";

/** Runs a whole settlement in chunks of the given size, as a server process does. */
export async function settleToEnd(db: Db, settlement_id: number, size: number): Promise<void> {
  while (!(await settleChunk(db, settlement_id, size)).is_at_end);
  await finishSettlement(db, settlement_id);
}

/**
 * How many orders a transaction has read so far, needed or not. It may include what earlier
 * transactions read on its connection within the last second.
 */
export async function ordersReadIn(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as read
    from pg_stat_xact_user_tables
    where relname like 'orders_2%'
  `.execute(tx);
  return theRow(rows).read;
}

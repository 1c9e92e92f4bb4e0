import { sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Takes a house's advisory lock, held until the transaction ends. A transaction that changes draws
 * of the house must take it, exclusively, before it locks them. Batches of orders
 * (place-orders.sql) and cancellations (cancel-sql.ts) take it shared. Without it a change would
 * starve: PostgreSQL lets new orders share a draw's lock while the change waits for that lock, so
 * in a rush the change would wait until the rush is over.
 */
export async function queueForDraws(tx: Tx, house_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${house_id})`.execute(tx);
}

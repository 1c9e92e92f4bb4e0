import { sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Whoever is about to lock draws of a house for a change stands in line first. So does, sharing its
 * place, each batch of orders (place-orders.sql) and each cancellation (cancel-sql.ts). Who comes
 * later waits, until the transaction ends. PostgreSQL would let in order after order beside those
 * that share a draw's lock already, and in a rush the change would wait until the rush is over.
 */
export async function standInLine(tx: Tx, house_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${house_id})`.execute(tx);
}

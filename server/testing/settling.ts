import type { Db } from "../db/database.ts";
import { finishSettlement, settleChunk } from "../results/sql.ts";

/** Runs a whole settlement in chunks of the given size, as a server process does. */
export async function settleToEnd(db: Db, settlement_id: number, size: number): Promise<void> {
  while (!(await settleChunk(db, settlement_id, size)).is_at_end);
  await finishSettlement(db, settlement_id);
}

import type { Db } from "../db/database.ts";
import { finishSettlement, settleChunk } from "../results/sql.ts";

/** What a process does for a settlement, in chunks of a size. */
export async function settleToEnd(db: Db, settlement_id: number, size: number): Promise<void> {
  while (!(await settleChunk(db, settlement_id, size)).is_at_end);
  await finishSettlement(db, settlement_id);
}

import type { Db } from "../db/database.ts";
import { createLane, type Lane } from "../db/lane.ts";
import { tryAgain } from "../db/transaction.ts";
import type { Metrics } from "../metrics.ts";
import { type PlacingAnswer, type PlacingRequest, placeOrders } from "./sql.ts";

/** Two in flight at once keep the database busy while Node prepares the next batch. */
const LANES = 2;
const MAX_BATCH = 500;

/** Beyond this an order would wait longer than its player; it is told `busy` at once. */
const MAX_QUEUED = 4_000;

/** The lane through which all of a user's orders go. */
export const laneOf = (user_id: number): number => user_id % LANES;

/** Lanes that place orders in batches, a transaction a batch. */
export function createPlacingLanes(
  db: Db,
  metrics: Metrics,
): Lane<PlacingRequest, PlacingAnswer>[] {
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    createLane({
      max_batch: MAX_BATCH,
      max_queued: MAX_QUEUED,
      ownerOf: ({ user_id }: PlacingRequest) => user_id,
      send: (batch) => {
        metrics.batch_orders.observe(batch.length);
        metrics.queued_orders.set(lanes.reduce((total, { queued }) => total + queued, 0));
        // One statement is a transaction by itself, and one round trip.
        return tryAgain(() => placeOrders(db, lane, batch));
      },
    }),
  );
  return lanes;
}

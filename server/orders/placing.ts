import type { Db } from "../db/database.ts";
import { createLane, type Lane } from "../db/lane.ts";
import { retryTransient } from "../db/transaction.ts";
import type { Metrics } from "../metrics.ts";
import { type PlacingAnswer, type PlacingRequest, placeOrders } from "./sql.ts";

const MAX_BATCH = 750;
/** A second batch keeps the database busy in a rush while Node prepares the next one. */
const MAX_IN_FLIGHT = 2;
/** The minimum size of a second batch; two small batches cost more than one. */
const MIN_BATCH = 96;

/** Beyond this, an order would wait longer than players do; it is refused as `busy` at once. */
const MAX_QUEUED = 8_000;
/** More than a person or a screen sends. A batch takes only one, so many would fill the queue. */
const MAX_QUEUED_OF_PLAYER = 50;

export type PlacingLane = Lane<PlacingRequest, PlacingAnswer>;

/** A lane that places orders in batches, one transaction for each batch. */
export function createPlacingLane(db: Db, metrics: Metrics): PlacingLane {
  return createLane({
    max_batch: MAX_BATCH,
    max_in_flight: MAX_IN_FLIGHT,
    min_batch: MIN_BATCH,
    max_queued: MAX_QUEUED,
    ownerOf: ({ user_id }: PlacingRequest) => user_id,
    max_queued_of_owner: MAX_QUEUED_OF_PLAYER,
    lost_code: "outcome_unknown",
    send: (batch, slot) => {
      metrics.batch_orders.observe(batch.length);
      // A single statement is its own transaction, and one round trip.
      return retryTransient(() => placeOrders(db, slot, batch));
    },
  });
}

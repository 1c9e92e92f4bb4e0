import type { Db } from "../db/database.ts";
import { createLane, type Lane } from "../db/lane.ts";
import type { WritableOrder } from "./answer-bytes.ts";
import { listPages } from "./pages-sql.ts";
import type { PageRequest } from "./sql.ts";

/** About 200 KB of responses; between two batches the event loop handles everything else. */
const MAX_BATCH = 16;
/** Several batches keep the database busy while Node writes earlier pages. */
const MAX_IN_FLIGHT = 4;
const MAX_QUEUED = 4_000;

const MOST_ORDERS = 20;
const FARTHEST = 1_000;

/** Whether a page goes through the lane, where no request should wait for a long or far page. */
export const isGathered = ({ limit, skip }: PageRequest): boolean =>
  limit <= MOST_ORDERS && skip <= FARTHEST;

export type PageLane = Lane<PageRequest, WritableOrder[]>;

/** A lane that reads the pages of concurrent requests in one statement. */
export const createPageLane = (db: Db): PageLane =>
  createLane({
    max_batch: MAX_BATCH,
    max_in_flight: MAX_IN_FLIGHT,
    max_queued: MAX_QUEUED,
    send: (requests: PageRequest[]) => listPages(db, requests),
  });

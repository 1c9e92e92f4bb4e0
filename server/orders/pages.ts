import type { Db } from "../db/database.ts";
import { createLane, type Lane } from "../db/lane.ts";
import { listPages } from "./pages-sql.ts";
import type { OrderRow, PageRequest } from "./sql.ts";

/** Two in flight at once keep the database busy while Node writes out the pages before. */
const LANES = 2;
/** Some hundred KB of answers: between two batches the process sees to everything else. */
const MAX_BATCH = 32;
const MAX_QUEUED = 2_000;

const MOST_ORDERS = 20;
const FARTHEST = 1_000;

/** The lane through which a user's pages are read. */
export const pageLaneOf = (user_id: number): number => user_id % LANES;

/** Whether a page goes through a lane: nobody there waits for somebody's long or far one. */
export const isGathered = ({ limit, skip }: PageRequest): boolean =>
  limit <= MOST_ORDERS && skip <= FARTHEST;

/** Gathers reads of pages of orders into statements. */
export const createPageLanes = (db: Db): Lane<PageRequest, OrderRow[]>[] =>
  Array.from({ length: LANES }, () =>
    createLane({
      max_batch: MAX_BATCH,
      max_queued: MAX_QUEUED,
      send: (requests: PageRequest[]) => listPages(db, requests),
    }),
  );

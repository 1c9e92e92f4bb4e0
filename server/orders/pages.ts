import type { Db } from "../db/database.ts";
import { createLane, type Lane } from "../db/lane.ts";
import { listPages } from "./pages-sql.ts";
import type { OrderRow, PageRequest } from "./sql.ts";

/** 200 KB of answers: between two batches the process sees to everything else. */
const MAX_BATCH = 16;
/** More batches keep the database busy while Node writes out the pages before. */
const MAX_IN_FLIGHT = 4;
const MAX_QUEUED = 4_000;

const MOST_ORDERS = 20;
const FARTHEST = 1_000;

/** Whether a page goes through the lane: nobody there waits for somebody's long or far one. */
export const isGathered = ({ limit, skip }: PageRequest): boolean =>
  limit <= MOST_ORDERS && skip <= FARTHEST;

/** Gathers reads of pages of orders into statements. */
export const createPageLane = (db: Db): Lane<PageRequest, OrderRow[]> =>
  createLane({
    max_batch: MAX_BATCH,
    max_in_flight: MAX_IN_FLIGHT,
    max_queued: MAX_QUEUED,
    send: (requests: PageRequest[]) => listPages(db, requests),
  });

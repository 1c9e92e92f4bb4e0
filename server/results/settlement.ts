import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../db/database.ts";
import { retryTransient } from "../db/transaction.ts";
import { oneByOne } from "../one-by-one.ts";
import {
  countNextOrders,
  finishSettlement,
  listUnfinishedSettlements,
  settleChunk,
  updateTotalOrders,
} from "./sql.ts";
import { tellWinners } from "./winners.ts";

/** The target duration of a chunk: long for throughput, but short enough to keep wallets free. */
const CHUNK_MS = 30;
const FIRST_CHUNK_ORDERS = 1_000;
const LEAST_CHUNK_ORDERS = 100;
const MOST_CHUNK_ORDERS = 10_000;

/** How many orders one statement counts. */
const COUNTED_ORDERS = 10_000;

const SWEEP_MS = 5_000;

/**
 * Runs all unfinished settlements, or those that one result decided. Several processes may do so
 * concurrently: the chunks of a settlement run one after the other, each exactly once. A settlement
 * that fails does not stop the others; its error is thrown at the end. `signal` aborts between two
 * chunks.
 */
export async function settle(
  db: Db,
  { result_id, signal }: { result_id?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const settlements = await listUnfinishedSettlements(db, result_id);
  await Promise.all([settleInChunks(db, settlements, signal), countOrders(db, settlements)]);
}

type Settlement = Awaited<ReturnType<typeof listUnfinishedSettlements>>[number];

async function settleInChunks(db: Db, settlements: Settlement[], signal?: AbortSignal) {
  let size = FIRST_CHUNK_ORDERS;
  await oneByOne(settlements, async ({ id }) => {
    let is_at_end = false;
    while (!is_at_end && !signal?.aborted) {
      const chunk = await retryTransient(() => settleChunk(db, id, size));
      is_at_end = chunk.is_at_end;
      if (!chunk.is_at_end) size = nextSize(size, chunk.took_ms);
    }
    if (is_at_end) await retryTransient(() => finishSettlement(db, id));
  });
}

/** The size that would have taken CHUNK_MS, but at most twice the last size. */
function nextSize(size: number, took_ms: number): number {
  const fitting = Math.round(size * Math.min(2, CHUNK_MS / took_ms));
  return Math.max(LEAST_CHUNK_ORDERS, Math.min(MOST_CHUNK_ORDERS, fitting));
}

/** Counts for the progress display. No order is added to a part whose number is published. */
async function countOrders(db: Db, settlements: Settlement[]): Promise<void> {
  for (const { id, is_counted } of settlements) {
    if (!is_counted) await updateTotalOrders(db, id, await countOrdersOf(db, id));
  }
}

async function countOrdersOf(db: Db, settlement_id: number): Promise<number> {
  let total = 0;
  for (let after = 0; ;) {
    const next = await countNextOrders(db, settlement_id, after, COUNTED_ORDERS);
    if (next.last_order_id === null) return total;
    total += next.counted;
    after = next.last_order_id;
  }
}

export interface SettlementSweep {
  start(): void;
  /** Schedules a sweep in the background, right after the running one. */
  soon(): void;
  stop(): Promise<void>;
}

/**
 * Finishes interrupted settlements and notifies the winners of finished ones, at start and every
 * few seconds until it is stopped. What a crashed server left unfinished is completed by its next
 * start or by another process.
 */
export function createSettlementSweep(db: Db, log: FastifyBaseLogger): SettlementSweep {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    if (signal.aborted) return;
    await oneByOne([settle, tellWinners], (work) => work(db, { signal }));
  };
  const soon = () => {
    running = running
      .then(sweep)
      .catch((error: unknown) => log.error({ err: error }, "settling was interrupted"));
  };
  return {
    soon,
    start() {
      soon();
      timer = setInterval(soon, SWEEP_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

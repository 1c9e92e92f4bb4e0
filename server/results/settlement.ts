import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../db/database.ts";
import { tryAgain } from "../db/transaction.ts";
import { listUnfinishedSettlements, settleChunk } from "./sql.ts";
import { tellWinners } from "./winners.ts";

/** Orders in a transaction: long enough to be quick, short enough to keep wallets free. */
const CHUNK_ORDERS = 2_000;

const SWEEP_MS = 5_000;

/**
 * Settles what has been published and not settled yet, of one result or of all. Several processes
 * may do so at once: chunks of one settlement come one after the other, each done once. The signal
 * ends it between two chunks.
 */
export async function settle(
  db: Db,
  { result_id, signal }: { result_id?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (const settlement_id of await listUnfinishedSettlements(db, result_id)) {
    let is_finished = false;
    while (!is_finished && !signal?.aborted) {
      is_finished = await tryAgain(() => settleChunk(db, settlement_id, CHUNK_ORDERS));
    }
  }
}

export interface SettlementSweep {
  start(): void;
  /** Sweeps once more as soon as it can, without anybody waiting for it. */
  soon(): void;
  stop(): Promise<void>;
}

/**
 * Finishes interrupted settlements and tells the winners of finished ones, when it starts and every
 * few seconds, until it is stopped: a server that died in the middle of that is made good by the
 * next start, or by another process.
 */
export function createSettlementSweep(db: Db, log: FastifyBaseLogger): SettlementSweep {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    if (signal.aborted) return;
    await settle(db, { signal });
    await tellWinners(db, { signal });
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

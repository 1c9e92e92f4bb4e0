import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { ErrorCode } from "../../contract/errors.ts";
import { Refusal } from "../refusal.ts";
import { createLaneQueue, type LaneQueueOptions, type QueuedItem } from "./lane-queue.ts";
import { isLostConnection, isUnsent } from "./lost-connection.ts";

/**
 * A queue that sends its items in batches. Items that arrive while a batch is in flight form the
 * next batch. No timer delays a batch, so a single item on an idle lane is sent at once.
 */
export interface Lane<Item, Answer> {
  /** Resolves with the item's answer; refuses `busy` if the queue or the owner's part is full. */
  push(item: Item): Promise<Answer>;
  /** The number of items that wait for a batch. */
  readonly queued: number;
  /** Whether `push` would refuse an item now. */
  readonly is_full: boolean;
}

interface LaneOptions<Item, Answer> extends LaneQueueOptions<Item> {
  /**
   * Sends a batch as one statement and returns one answer for each item, in the same order.
   * `slot` is 0 to `max_in_flight - 1`; batches in flight at the same time have different slots.
   */
  send: (batch: Item[], slot: number) => Promise<Answer[]>;
  max_batch: number;
  /** Defaults to 1. */
  max_in_flight?: number;
  /**
   * While a batch is in flight, another starts only when at least this many items wait. Defaults
   * to `max_batch`.
   */
  min_batch?: number;
  /**
   * The refusal for items whose batch was sent but never answered, so that it may have committed.
   * Defaults to `busy`, which suits batches that change nothing.
   */
  lost_code?: ErrorCode;
}

const MAX_TRIES = 3;
const RETRY_MS = 50;

/** An answer is never undefined: that is an item which the batch has not answered. */
export function createLane<Item, Answer extends NonNullable<unknown> | null>(
  options: LaneOptions<Item, Answer>,
): Lane<Item, Answer> {
  const { send, max_batch } = options;
  const { max_in_flight = 1, min_batch = max_batch, lost_code = "busy" } = options;
  const queue = createLaneQueue<Item, Answer>(options);
  const free_slots = Array.from({ length: max_in_flight }, (_, slot) => slot);

  /** Starts a batch if a slot is free and the lane is idle or at least `min_batch` items wait. */
  const startBatch = () => {
    const is_large_enough = queue.length >= min_batch;
    const is_idle = free_slots.length === max_in_flight;
    const may_start = is_large_enough || (is_idle && queue.length > 0);
    const slot = may_start ? free_slots.shift() : undefined;
    if (slot === undefined) return;
    if (is_large_enough) void runBatch(slot);
    // Starts after this turn of the event loop, so that the turn's items share a batch.
    else setImmediate(() => void runBatch(slot));
  };

  const runBatch = async (slot: number) => {
    const batch = queue.take(max_batch);
    // Each queued owner has an item in flight, whose batch starts the next one when it returns.
    if (batch.length === 0) return void free_slots.unshift(slot);
    const sendBatch = withRetries((items: Item[]) => send(items, slot), lost_code);
    const resolveItems = await deliver(batch, sendBatch);
    queue.release(batch);
    free_slots.unshift(slot);
    // Start the next batch before resolving this one, so that the database does not idle.
    startBatch();
    resolveItems();
  };

  return {
    get queued() {
      return queue.length;
    },
    get is_full() {
      return queue.is_full;
    },
    push(item) {
      if (queue.isFullFor(item)) return Promise.reject(new Refusal("busy"));
      return new Promise((resolve, reject) => {
        queue.add({ item, resolve, reject });
        startBatch();
      });
    },
  };
}

/**
 * Sends a batch and returns the function that resolves or rejects its items. A batch that fails
 * because of its data is split in half, and so on, until only the faulty item is rejected.
 */
async function deliver<Item, Answer>(
  batch: QueuedItem<Item, Answer>[],
  send: (batch: Item[]) => Promise<Answer[]>,
): Promise<() => void> {
  try {
    const answers = await send(batch.map(({ item }) => item));
    return () =>
      batch.forEach(({ resolve, reject }, index) => {
        const answer = answers[index];
        if (answer === undefined) reject(new Error("a batch answers every item"));
        else resolve(answer);
      });
  } catch (error) {
    if (!isDataError(error) || batch.length === 1) {
      return () => batch.forEach(({ reject }) => reject(error));
    }
    const half = Math.ceil(batch.length / 2);
    const resolveFirst = await deliver(batch.slice(0, half), send);
    const resolveSecond = await deliver(batch.slice(half), send);
    return () => {
      resolveFirst();
      resolveSecond();
    };
  }
}

/**
 * Sends a batch again when its connection is lost; every batch must be safe to repeat. After
 * MAX_TRIES the batch is refused: as `busy` if no try was sent, else with `lost_code`.
 */
const withRetries =
  <Item, Answer>(send: (batch: Item[]) => Promise<Answer[]>, lost_code: ErrorCode) =>
  async (batch: Item[]): Promise<Answer[]> => {
    let may_have_run = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(batch);
      } catch (error) {
        if (!isLostConnection(error)) throw error;
        may_have_run ||= !isUnsent(error);
        if (tries >= MAX_TRIES) throw new Refusal(may_have_run ? lost_code : "busy");
        await wait(RETRY_MS * tries * (1 + Math.random()));
      }
    }
  };

/** Data exceptions and constraint violations: the fault of an item, not of the moment. */
const isDataError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? "");

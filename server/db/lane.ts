import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { Refusal } from "../refusal.ts";

/**
 * Natural micro-batching: what arrives while a batch is in flight gathers into the next one. There
 * is no timer, so that a lone request waits for nobody.
 */
export interface Lane<Item, Answer> {
  /** Answers when the item's batch has; refuses `busy` when the queue is full. */
  push(item: Item): Promise<Answer>;
  /** How many items wait for their batch. */
  readonly queued: number;
  /** Whether `push` would be refused now. */
  readonly is_full: boolean;
}

interface LaneOptions<Item, Answer> {
  /** Handles a batch as one statement; answers in the batch's order, one answer an item. */
  send: (batch: Item[]) => Promise<Answer[]>;
  max_batch: number;
  max_queued: number;
  /** At most one item of an owner is in a batch; its next one waits for the next batch. */
  ownerOf?: (item: Item) => unknown;
}

interface Waiting<Item, Answer> {
  item: Item;
  answer: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

const MAX_TRIES = 3;
const RETRY_MS = 50;

export function createLane<Item, Answer>(options: LaneOptions<Item, Answer>): Lane<Item, Answer> {
  let queue: Waiting<Item, Answer>[] = [];
  let is_running = false;

  /** Sends batches until the queue is empty. */
  const run = async () => {
    while (queue.length > 0) {
      const [batch, rest] = takeBatch(queue, options);
      queue = rest;
      await deliver(batch, options.send);
    }
    is_running = false;
  };

  return {
    get queued() {
      return queue.length;
    },
    get is_full() {
      return queue.length >= options.max_queued;
    },
    push(item) {
      if (queue.length >= options.max_queued) return Promise.reject(new Refusal("busy"));
      return new Promise((answer, fail) => {
        queue.push({ item, answer, fail });
        if (is_running) return;
        is_running = true;
        // After this turn of the event loop: what arrived with it goes in one batch.
        setImmediate(() => void run());
      });
    },
  };
}

function takeBatch<I, A>(queue: Waiting<I, A>[], { max_batch, ownerOf }: LaneOptions<I, A>) {
  if (!ownerOf) return [queue.slice(0, max_batch), queue.slice(max_batch)] as const;
  const owners = new Set<unknown>();
  const batch: Waiting<I, A>[] = [];
  const rest: Waiting<I, A>[] = [];
  for (const waiting of queue) {
    const owner = ownerOf(waiting.item);
    const fits = batch.length < max_batch && !owners.has(owner);
    owners.add(owner);
    (fits ? batch : rest).push(waiting);
  }
  return [batch, rest] as const;
}

/**
 * Sends a batch and hands out its answers. A batch that breaks on its data is halved until only
 * the item at fault fails. One that loses its connection is sent again, which is safe because
 * what a lane carries is safe to repeat; in the end its items are refused as `busy`.
 */
async function deliver<I, A>(
  batch: Waiting<I, A>[],
  send: (batch: I[]) => Promise<A[]>,
): Promise<void> {
  try {
    const answers = await sendAgain(() => send(batch.map(({ item }) => item)));
    batch.forEach(({ answer, fail }, place) => {
      const found = answers[place];
      if (found === undefined) fail(new Error("a batch answers every item"));
      else answer(found);
    });
  } catch (error) {
    if (!isOfData(error)) return batch.forEach(({ fail }) => fail(busyOr(error)));
    if (batch.length === 1) return batch.forEach(({ fail }) => fail(error));
    const half = Math.ceil(batch.length / 2);
    await deliver(batch.slice(0, half), send);
    await deliver(batch.slice(half), send);
  }
}

async function sendAgain<A>(send: () => Promise<A[]>): Promise<A[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries >= MAX_TRIES || !isLostConnection(error)) throw error;
      await wait(RETRY_MS * tries * (1 + Math.random()));
    }
  }
}

/** Data exceptions and broken constraints: the fault of an item, not of the moment. */
const isOfData = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? "");

const busyOr = (error: unknown): unknown => (isLostConnection(error) ? new Refusal("busy") : error);

const LOST = /^Connection terminated|timeout exceeded|not queryable/;

/** The server went away (class 08, 57P0x, 53300) or the socket did (a system error code). */
function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P0|53300)/.test(error.code ?? "");
  return error instanceof Error && ("syscall" in error || LOST.test(error.message));
}

import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { ErrorCode } from "../../contract/errors.ts";
import { Refusal } from "../refusal.ts";
import { isLostConnection, isUnsent } from "./lost-connection.ts";

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
  /**
   * Handles a batch as one statement; answers in the batch's order, one answer an item. Batches
   * that are in flight at once have different numbers, from 0.
   */
  send: (batch: Item[], number: number) => Promise<Answer[]>;
  max_batch: number;
  max_queued: number;
  /** One, unless it is said. */
  max_in_flight?: number;
  /** Another batch than the first leaves once this many wait; full, unless it is said. */
  enough?: number;
  /** At most one item of an owner is in flight; its next one waits for the next batch. */
  ownerOf?: (item: Item) => unknown;
  /**
   * What items are refused with when their batch was sent and no answer came, so that it may have
   * been done; `busy`, unless it is said, which is right for what changes nothing.
   */
  when_lost?: ErrorCode;
}

interface Waiting<Item, Answer> {
  item: Item;
  answer: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

const MAX_TRIES = 3;
const RETRY_MS = 50;

export function createLane<Item, Answer>(options: LaneOptions<Item, Answer>): Lane<Item, Answer> {
  const { send, max_batch, max_queued, max_in_flight = 1, enough = max_batch, ownerOf } = options;
  const { when_lost = "busy" } = options;
  let queue: Waiting<Item, Answer>[] = [];
  const free_numbers = Array.from({ length: max_in_flight }, (_, number) => number);
  const owners_in_flight = new Set<unknown>();

  /** Lets a batch leave, when one is due. */
  const letLeave = () => {
    const is_enough = queue.length >= enough;
    const is_first = queue.length > 0 && free_numbers.length === max_in_flight;
    const number = is_enough || is_first ? free_numbers.shift() : undefined;
    if (number === undefined) return;
    if (is_enough) void run(number);
    // After this turn of the event loop: what arrived with it goes in one batch.
    else setImmediate(() => void run(number));
  };

  const run = async (number: number) => {
    const batch = takeBatch();
    // Empty when all who wait have something in flight, after which they are looked at again.
    const handOut =
      batch.length > 0 &&
      (await deliver(
        batch,
        sendAgain((items) => send(items, number), when_lost),
      ));
    if (ownerOf) for (const { item } of batch) owners_in_flight.delete(ownerOf(item));
    free_numbers.unshift(number);
    if (!handOut) return;
    // First, for the database would wait while the answers are handed out.
    letLeave();
    handOut();
  };

  /** From the front of the queue, leaving out who has something in flight. */
  const takeBatch = (): Waiting<Item, Answer>[] => {
    if (!ownerOf) return queue.splice(0, max_batch);
    const owners = new Set(owners_in_flight);
    const batch: Waiting<Item, Answer>[] = [];
    const rest: Waiting<Item, Answer>[] = [];
    for (const waiting of queue) {
      const owner = ownerOf(waiting.item);
      const fits = batch.length < max_batch && !owners.has(owner);
      if (fits) owners_in_flight.add(owner);
      owners.add(owner);
      (fits ? batch : rest).push(waiting);
    }
    queue = rest;
    return batch;
  };

  return {
    get queued() {
      return queue.length;
    },
    get is_full() {
      return queue.length >= max_queued;
    },
    push(item) {
      if (queue.length >= max_queued) return Promise.reject(new Refusal("busy"));
      return new Promise((answer, fail) => {
        queue.push({ item, answer, fail });
        letLeave();
      });
    },
  };
}

/**
 * Sends a batch and answers how to hand out its answers. A batch that breaks on its data is halved
 * until only the item at fault fails.
 */
async function deliver<I, A>(
  batch: Waiting<I, A>[],
  send: (batch: I[]) => Promise<A[]>,
): Promise<() => void> {
  try {
    const answers = await send(batch.map(({ item }) => item));
    return () =>
      batch.forEach(({ answer, fail }, place) => {
        const found = answers[place];
        if (found === undefined) fail(new Error("a batch answers every item"));
        else answer(found);
      });
  } catch (error) {
    if (!isOfData(error) || batch.length === 1) {
      return () => batch.forEach(({ fail }) => fail(error));
    }
    const half = Math.ceil(batch.length / 2);
    const handOuts = [
      await deliver(batch.slice(0, half), send),
      await deliver(batch.slice(half), send),
    ];
    return () => handOuts.forEach((handOut) => handOut());
  }
}

/**
 * A batch that loses its connection is sent again, which is safe because what a lane carries is
 * safe to repeat. In the end it is refused: as `busy` when it was never sent.
 */
const sendAgain =
  <I, A>(send: (batch: I[]) => Promise<A[]>, when_lost: ErrorCode) =>
  async (batch: I[]): Promise<A[]> => {
    let may_be_done = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(batch);
      } catch (error) {
        if (!isLostConnection(error)) throw error;
        may_be_done ||= !isUnsent(error);
        if (tries >= MAX_TRIES) throw new Refusal(may_be_done ? when_lost : "busy");
        await wait(RETRY_MS * tries * (1 + Math.random()));
      }
    }
  };

/** Data exceptions and broken constraints: the fault of an item, not of the moment. */
const isOfData = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? "");

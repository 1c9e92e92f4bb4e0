/** An item of a lane that waits for its answer. */
export interface QueuedItem<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** What waits for a batch, in the order of arrival. */
export interface LaneQueue<Item, Answer> {
  readonly length: number;
  readonly is_full: boolean;
  /** Whether the queue, or the part of it that the item's owner may have, is full. */
  isFullFor(item: Item): boolean;
  add(queued: QueuedItem<Item, Answer>): void;
  /** Takes up to `max` items from the front and skips owners that have an item in flight. */
  take(max: number): QueuedItem<Item, Answer>[];
  /** Must be called when a batch has returned: its items are no longer in flight. */
  release(batch: QueuedItem<Item, Answer>[]): void;
}

export interface LaneQueueOptions<Item> {
  max_queued: number;
  /** An owner has at most one item in flight; the owner's next item waits for a later batch. */
  ownerOf?: (item: Item) => unknown;
  /** How many items of one owner wait at most, so that nobody fills the queue. Defaults to all. */
  max_queued_of_owner?: number;
}

export function createLaneQueue<Item, Answer>({
  max_queued,
  ownerOf,
  max_queued_of_owner = max_queued,
}: LaneQueueOptions<Item>): LaneQueue<Item, Answer> {
  let queue: QueuedItem<Item, Answer>[] = [];
  const owners_in_flight = new Set<unknown>();
  const queued_by_owner = new Map<unknown, number>();

  const countOf = (owner: unknown) => queued_by_owner.get(owner) ?? 0;
  const setCount = (owner: unknown, count: number) => {
    if (count === 0) queued_by_owner.delete(owner);
    else queued_by_owner.set(owner, count);
  };

  return {
    get length() {
      return queue.length;
    },
    get is_full() {
      return queue.length >= max_queued;
    },
    isFullFor(item) {
      const is_full_for_owner = ownerOf && countOf(ownerOf(item)) >= max_queued_of_owner;
      return queue.length >= max_queued || is_full_for_owner === true;
    },
    add(queued) {
      queue.push(queued);
      if (!ownerOf) return;
      const owner = ownerOf(queued.item);
      setCount(owner, countOf(owner) + 1);
    },
    take(max) {
      if (!ownerOf) return queue.splice(0, max);
      const batch: QueuedItem<Item, Answer>[] = [];
      const rest: QueuedItem<Item, Answer>[] = [];
      for (const queued of queue) {
        const owner = ownerOf(queued.item);
        const is_taken = batch.length < max && !owners_in_flight.has(owner);
        if (is_taken) {
          owners_in_flight.add(owner);
          setCount(owner, countOf(owner) - 1);
        }
        (is_taken ? batch : rest).push(queued);
      }
      queue = rest;
      return batch;
    },
    release(batch) {
      if (ownerOf) for (const { item } of batch) owners_in_flight.delete(ownerOf(item));
    },
  };
}

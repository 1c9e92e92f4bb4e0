import { Refusal } from "../refusal.ts";

/** More than a person or a screen sends. */
const MAX_QUEUED = 50;

/** Runs the work of each user one after the other, and that of different users in parallel. */
export interface Turns {
  /** Refuses `busy`, without running the work, when too many calls of this user wait. */
  take<T>(user_id: number, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const queues = new Map<number, { length: number; last: Promise<unknown> }>();
  return {
    async take(user_id, work) {
      const queue = queues.get(user_id) ?? { length: 0, last: Promise.resolve() };
      if (queue.length > MAX_QUEUED) throw new Refusal("busy");
      queues.set(user_id, queue);
      queue.length += 1;
      const done = queue.last.then(work);
      queue.last = done.catch(() => undefined);
      try {
        return await done;
      } finally {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(user_id);
      }
    },
  };
}

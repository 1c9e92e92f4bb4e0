import { Refusal } from "../refusal.ts";

/** More than anybody does by hand, or a screen on its own. */
const MOST_WAITING = 50;

/** Work of one user, one after the other; of several users at once. */
export interface Turns {
  /** Refuses `busy`, and does nothing, when too much of this user waits. */
  take<T>(user_id: number, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const queues = new Map<number, { length: number; last: Promise<unknown> }>();
  return {
    async take(user_id, work) {
      const queue = queues.get(user_id) ?? { length: 0, last: Promise.resolve() };
      if (queue.length > MOST_WAITING) throw new Refusal("busy");
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

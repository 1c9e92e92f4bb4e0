import type { FastifyBaseLogger } from "fastify";
import { fewAtOnce } from "./few-at-once.ts";
import { Refusal } from "./refusal.ts";

/** Work that a call does not wait for, so that the time of its reply reveals nothing of it. */
export interface Afterwards {
  /**
   * A failure is only logged, and work that has not ended when the process dies is lost. Refuses
   * `busy` when too much waits.
   */
  run(work: () => Promise<unknown>): void;
  /** Resolves when all of it has ended. */
  ended(): Promise<void>;
}

/** Each work may hold a connection of the pool. */
const LIMITS = { at_once: 2, max_waiting: 300 };

export function createAfterwards(log: Pick<FastifyBaseLogger, "error">): Afterwards {
  const few = fewAtOnce(LIMITS);
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      if (few.is_full) throw new Refusal("busy");
      const done = few
        .run(work)
        .catch((error: unknown) => log.error({ err: error }, "work after a reply failed"))
        .then(() => void running.delete(done));
      running.add(done);
    },
    async ended() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

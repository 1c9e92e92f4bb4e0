import type * as z from "zod/mini";
import { createLane } from "../db/lane.ts";
import type { Listener } from "../db/listener.ts";
import { prepareAnswer, type PreparedAnswer } from "./prepared-answer.ts";

/**
 * Caches answers that are the same for everybody. Triggers in the database notify every process
 * when houses or results are written, which invalidates the cache. A process that is not listening
 * reads every time.
 */
export interface AnswerCache {
  /**
   * Caches an answer of that schema, built from what `read` returns. Changes other than to houses
   * and results show after `max_age_ms`.
   */
  add(schema: z.ZodMiniType, read: () => Promise<unknown>, max_age_ms?: number): CachedAnswer;
  /** The same for answers that differ by a key; the ones that were requested last are kept. */
  addEach<Key extends object>(
    schema: z.ZodMiniType,
    read: (key: Key) => Promise<unknown>,
    max_age_ms?: number,
  ): CachedAnswers<Key>;
}

export interface CachedAnswer {
  /** Returns the cached answer synchronously, if there is one. */
  get(): PreparedAnswer | Promise<PreparedAnswer>;
}

export interface CachedAnswers<Key> {
  get(key: Key): PreparedAnswer | Promise<PreparedAnswer>;
}

/** The channel of the triggers. */
const CHANNEL = "kept_answers";

const MAX_QUEUED = 20_000;
const MAX_KEYS = 100;

export function createAnswerCache(listener: Listener): AnswerCache {
  let changes = 0;
  listener.subscribe(CHANNEL, () => {
    changes += 1;
  });

  /** An answer is current while this is the same as before it was read. */
  const currentVersion = () => ({ changes, epoch: listener.epoch });
  type Version = ReturnType<typeof currentVersion>;
  const isCurrent = (version: Version) =>
    version.changes === changes && version.epoch !== undefined && version.epoch === listener.epoch;

  const cache: AnswerCache = {
    add(schema, read, max_age_ms = Infinity) {
      let cached: { answer: PreparedAnswer; version: Version; expires_at: number } | undefined;
      // Requests that arrive during a read share the next read, which starts after they arrived.
      const reads = createLane<undefined, PreparedAnswer>({
        max_batch: MAX_QUEUED,
        max_queued: MAX_QUEUED,
        send: async (requests) => {
          const answer = await prepareAnswer(schema, await read());
          return requests.map(() => answer);
        },
      });
      const readAnswer = async () => {
        const version = currentVersion();
        const expires_at = performance.now() + max_age_ms;
        const answer = await reads.push(undefined);
        // Not cached if a change was received during the read.
        if (isCurrent(version)) cached = { answer, version, expires_at };
        return answer;
      };
      return {
        get: () =>
          cached && isCurrent(cached.version) && performance.now() < cached.expires_at
            ? cached.answer
            : readAnswer(),
      };
    },
    addEach(schema, read, max_age_ms) {
      const by_key = new Map<string, CachedAnswer>();
      return {
        get(key) {
          const text = JSON.stringify(key);
          const answer = by_key.get(text) ?? cache.add(schema, () => read(key), max_age_ms);
          // Moved to the end, so that the first key is the one that was requested longest ago.
          by_key.delete(text);
          by_key.set(text, answer);
          const [oldest] = by_key.keys();
          if (by_key.size > MAX_KEYS && oldest !== undefined) by_key.delete(oldest);
          return answer.get();
        },
      };
    },
  };
  return cache;
}

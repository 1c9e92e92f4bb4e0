import type * as z from "zod/mini";
import { createLane } from "../db/lane.ts";
import type { Listener } from "../db/listener.ts";
import { prepareAnswer, type PreparedAnswer } from "./prepared-answer.ts";

/**
 * Answers that are the same for everybody, kept until what they are made of changes. The database
 * says so by itself, to every process, when houses or results are written. While a process does
 * not hear, it reads every time.
 */
export interface KeptAnswers {
  /**
   * An answer of that shape, made of what `read` gives. What else than houses and results changes
   * it shows once it has been kept for `most_ms`.
   */
  keep(schema: z.ZodMiniType, read: () => Promise<unknown>, most_ms?: number): KeptAnswer;
}

export interface KeptAnswer {
  /** At once when it is kept. */
  get(): PreparedAnswer | Promise<PreparedAnswer>;
}

const CHANNEL = "kept_answers";

const MOST_WAITING = 20_000;

export function createKeptAnswers(listener: Listener): KeptAnswers {
  let changes = 0;
  listener.hear(CHANNEL, () => {
    changes += 1;
  });

  /** What must be the same, when it is used, as before it was read. */
  const now = () => ({ changes, stretch: listener.stretch });
  type Moment = ReturnType<typeof now>;
  const isNow = (moment: Moment) =>
    moment.changes === changes &&
    moment.stretch !== undefined &&
    moment.stretch === listener.stretch;

  return {
    keep(schema, read, most_ms = Infinity) {
      let kept: { answer: PreparedAnswer; moment: Moment; until: number } | undefined;
      // Whoever asks while it is read gets the next reading, which begins after they asked.
      const readings = createLane<undefined, PreparedAnswer>({
        max_batch: MOST_WAITING,
        max_queued: MOST_WAITING,
        send: async (asked) => {
          const answer = await prepareAnswer(schema, await read());
          return asked.map(() => answer);
        },
      });
      const readNow = async () => {
        const moment = now();
        const until = performance.now() + most_ms;
        const answer = await readings.push(undefined);
        // What was read before a change that has been heard meanwhile may be old.
        if (isNow(moment)) kept = { answer, moment, until };
        return answer;
      };
      return {
        get: () =>
          kept && isNow(kept.moment) && performance.now() < kept.until ? kept.answer : readNow(),
      };
    },
  };
}

import pLimit from "p-limit";
import { Refusal } from "./refusal.ts";

/** Runs work, at most a few at a time, in the order in which it came. */
export interface FewAtOnce {
  /** Refuses `busy`, without running the work, when too many wait. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether `run` would refuse work now. */
  readonly is_full: boolean;
}

export function fewAtOnce({
  at_once,
  max_waiting,
}: Record<"at_once" | "max_waiting", number>): FewAtOnce {
  const limit = pLimit(at_once);
  const isFull = () => limit.pendingCount >= max_waiting;
  return {
    get is_full() {
      return isFull();
    },
    async run(work) {
      if (isFull()) throw new Refusal("busy");
      return limit(work);
    },
  };
}

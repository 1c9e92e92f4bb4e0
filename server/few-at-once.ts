import pLimit from "p-limit";
import { Refusal } from "./refusal.ts";

/** Runs work, at most a few at a time; refuses `busy`, without running it, when too many wait. */
export type FewAtOnce = <T>(work: () => Promise<T>) => Promise<T>;

export function fewAtOnce({
  at_once,
  max_waiting,
}: Record<"at_once" | "max_waiting", number>): FewAtOnce {
  const limit = pLimit(at_once);
  return async (work) => {
    if (limit.pendingCount >= max_waiting) throw new Refusal("busy");
    return limit(work);
  };
}

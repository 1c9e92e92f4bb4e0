import type { Entry, Facts } from "./audit.ts";

export type Value = Facts[string];

export interface Difference {
  name: string;
  /** Undefined where there was nothing yet. */
  before: Value | undefined;
  /** Undefined where nothing is left. */
  after: Value | undefined;
}

/** The fields that a change made different, in their order; all of them of what is new or gone. */
export function differencesOf({ before, after }: Pick<Entry, "before" | "after">): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((one) => (one.before ?? null) !== (one.after ?? null));
}

/** Everything that is known of the thing after the change, or before it where it is gone. */
export const factsOf = ({ before, after }: Pick<Entry, "before" | "after">): Facts =>
  after ?? before ?? {};

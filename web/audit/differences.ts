import type { Entry, Facts } from "./audit.ts";

export type Value = Facts[string];

export interface Difference {
  name: string;
  /** Undefined if the field did not exist before the change. */
  before: Value | undefined;
  /** Undefined if the field no longer exists after the change. */
  after: Value | undefined;
}

/** The fields whose values differ, in their order. For a subject that is new or deleted, all. */
export function differencesOf({ before, after }: Pick<Entry, "before" | "after">): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((one) => (one.before ?? null) !== (one.after ?? null));
}

/** The fields of the subject after the change, or before it if the subject was deleted. */
export const factsOf = ({ before, after }: Pick<Entry, "before" | "after">): Facts =>
  after ?? before ?? {};

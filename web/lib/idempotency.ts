import { v7 as newKey } from "uuid";
import { readInTab, writeInTab } from "./storage.ts";

/**
 * Keys for calls that move money. A request keeps its key until its outcome is known, so that a
 * double tap, a retry, and a second press after a lost connection or a reload all mean the same
 * request; changed contents, or a known outcome, start a new one. Keys begin with the time, so that
 * the database finds a place for those of a rush side by side.
 */
export function keyOf(request: object, fingerprint: string): string {
  const carried = keys.get(request);
  if (carried !== undefined) return carried;
  const key = readInTab(placeOf(fingerprint)) ?? newKey();
  keys.set(request, key);
  writeInTab(placeOf(fingerprint), key);
  return key;
}

/**
 * Two taps are two requests of one key. When the outcome of the first is known, a retry of the
 * second must still carry it.
 */
const keys = new WeakMap<object, string>();

export function resolveKey(fingerprint: string): void {
  writeInTab(placeOf(fingerprint), null);
}

/**
 * Whether what the server has made stood before a press, from an earlier try of which nobody was
 * told: then the key's first answer was only given again.
 */
export const isEarlier = ({ created_at }: { created_at: string }, pressed_at: number): boolean =>
  Date.parse(created_at) < pressed_at - CLOCK_ERROR_MS;

/** More than the phone's clock gains on the server's between two answers that tell its time. */
const CLOCK_ERROR_MS = 1_000;

/**
 * One text for the same user, route and contents; a file counts by its name, size and date. Whoever
 * signs in next in this tab may ask for the same: that has a key and an outcome of its own.
 */
export function fingerprintOf(
  user_id: number | undefined,
  route: string,
  contents: unknown,
): string {
  return `${user_id} ${route} ${JSON.stringify(contents, (_, value: unknown) => {
    if (value instanceof FormData) return [...value.entries()];
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  })}`;
}

const placeOf = (fingerprint: string) => `unresolved ${fingerprint}`;

import { v7 as newKey } from "uuid";
import { readInTab, writeInTab } from "./storage.ts";

/**
 * The idempotency key of a request that moves money. A request keeps its key until its outcome is
 * known, so that a double tap, a retry, and a second press after a lost connection or a reload are
 * all the same request; changed contents or a known outcome start a new one. Keys start with the
 * time (UUID v7), so that keys of the same rush are neighbours in the database's index.
 */
export function keyOf(request: object, fingerprint: string): string {
  const own = keys.get(request);
  if (own !== undefined) return own;
  const key = storedKeyOf(fingerprint) ?? makeKey();
  keys.set(request, key);
  writeInTab(fingerprint, key);
  return key;
}

/**
 * A double tap makes two request objects with one key. After the outcome of the first is known, a
 * retry of the second must still use that key.
 */
const keys = new WeakMap<object, string>();

/** The key of a request whose outcome is not known yet, or null. */
export const storedKeyOf = (fingerprint: string): string | null => readInTab(fingerprint);

/** Whether the key was made before a reload, so that nothing is known of its earlier tries. */
export const isFromBefore = (key: string): boolean => !made_here.has(key);

const made_here = new Set<string>();

function makeKey(): string {
  const key = newKey();
  made_here.add(key);
  return key;
}

export function resolveKey(fingerprint: string): void {
  writeInTab(fingerprint, null);
}

/**
 * Whether the row in a response was created before the button was pressed: then the response is
 * the repeated one of an earlier press with the same key, whose outcome was never shown.
 */
export const isEarlier = ({ created_at }: { created_at: string }, pressed_at: number): boolean =>
  Date.parse(created_at) < pressed_at - CLOCK_ERROR_MS;

/** More than the phone's clock drifts between two responses with a server time. */
const CLOCK_ERROR_MS = 1_000;

/**
 * Identifies a request by user, route and contents; a file by its name, size and date. The user is
 * included because the next user in this tab may send the same contents. It is a digest (FNV-1a),
 * because what a tab stores may outlive the session, and a withdrawal contains bank details. If two
 * requests have the same, one in four billion, the server refuses the second, because its key
 * belongs to the first.
 */
export function fingerprintOf(
  user_id: number | undefined,
  route: string,
  contents: unknown,
): string {
  const text = JSON.stringify([user_id, route, contents], (_, value: unknown) => {
    if (value instanceof FormData) return [...value];
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  });
  let digest = 0;
  for (let at = 0; at < text.length; at += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x1000193);
  }
  return `unresolved ${digest}`;
}

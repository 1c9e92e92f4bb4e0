import { readInTab, writeInTab } from "./storage.ts";

/**
 * Keys for calls that move money. A request keeps its key until its outcome is known, so that a
 * double tap, a retry, and a second press after a lost connection or a reload all mean the same
 * request; changed contents, or a known outcome, start a new one.
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

/** One text for the same route and contents; a file counts by its name, size and date. */
export function fingerprintOf(route: string, contents: unknown): string {
  return `${route} ${JSON.stringify(contents, (_, value: unknown) => {
    if (value instanceof FormData) return [...value.entries()];
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  })}`;
}

const placeOf = (fingerprint: string) => `unresolved ${fingerprint}`;

/** crypto.randomUUID is missing where a page is served over plain http from another machine. */
function newKey(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

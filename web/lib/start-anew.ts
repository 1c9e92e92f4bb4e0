import { ApiError } from "./api-error.ts";
import { isServer } from "./server-health.ts";
import { readInTab, writeInTab } from "./storage.ts";

/**
 * Handles a file of the app that cannot be loaded. If the server responds, a newer build has
 * replaced this one, and the page is reloaded, once for each part and URL; after that the failure
 * is thrown. If the server does not respond, a network error is thrown.
 */
export async function reloadOrThrow(part: string, failure: unknown): Promise<never> {
  if (!(await isServer("live"))) throw new ApiError({ status: 0, code: "network", detail: "" });
  if (readInTab(storageKeyOf(part)) === location.href) throw failure;
  writeInTab(storageKeyOf(part), location.href);
  // The service worker would serve the old build again. The new page registers the new one.
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  location.reload();
  // Never resolves, so that nothing is rendered before the reload.
  return new Promise(() => undefined);
}

/** Call when a part has loaded, so that a later failure of that part reloads the page again. */
export const noteStarted = (part: string): void => writeInTab(storageKeyOf(part), null);

const storageKeyOf = (part: string): string => `started_anew_for_${part}`;

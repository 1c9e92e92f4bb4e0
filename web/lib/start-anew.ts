import { ApiError } from "./api-error.ts";
import { readInTab, writeInTab } from "./storage.ts";

/**
 * What to do when a file of the app cannot be had. If the server is there, a newer build has taken
 * the place of this one: the page starts anew with that, once for each part and address; after that
 * the failure stands, and the screen tells of it. Without the server it is the network that fails.
 */
export async function startAnewOrThrow(part: string, failure: unknown): Promise<never> {
  if (!(await isServerThere())) throw new ApiError({ status: 0, code: "network", detail: "" });
  if (readInTab(placeOf(part)) === location.href) throw failure;
  writeInTab(placeOf(part), location.href);
  // It would answer with the old build again. The new page puts the new build on the device.
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  location.reload();
  // Nothing more is shown until the page is gone.
  return new Promise(() => undefined);
}

/** A part's files are here after all: should one be missing later, that is another matter. */
export const noteStarted = (part: string): void => writeInTab(placeOf(part), null);

const placeOf = (part: string): string => `started_anew_for_${part}`;

const isServerThere = (): Promise<boolean> =>
  fetch("/api/health/live").then(
    ({ ok }) => ok,
    () => false,
  );

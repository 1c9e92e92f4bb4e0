import { createListeners } from "./listeners.ts";
import { readStored, writeStored } from "./storage.ts";

/** The session's token, with listeners for its changes in this tab. */
const KEY = "ACCESS_TOKEN";
const changes = createListeners();

export const onToken = changes.add;

export const getToken = (): string | null => readStored(KEY);

export function setToken(token: string | null): void {
  writeStored(KEY, token);
  changes.notify();
}

/**
 * Returns a function that tells whether the session is still the same as now. A different token
 * means a different session, perhaps of another user.
 */
export function watchSession(): () => boolean {
  const token = getToken();
  return () => getToken() === token;
}

/**
 * Reloads the page when a user signs in or out in another tab: the page shows data of the previous
 * user, and its calls would be made for the new one. A page in the back/forward cache receives the
 * event when it is restored.
 */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) location.reload();
  });
}

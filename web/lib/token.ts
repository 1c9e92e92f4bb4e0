import { readStored, writeStored } from "./storage.ts";

/** The session's token, and who wants to know when it comes or goes in this tab. */
const KEY = "ACCESS_TOKEN";
const listeners = new Set<() => void>();

export const getToken = (): string | null => readStored(KEY);

export function setToken(token: string | null): void {
  writeStored(KEY, token);
  for (const listener of listeners) listener();
}

/**
 * Answers whether the session of this moment still stands. With another token another one does,
 * and somebody else may look at the screen.
 */
export function watchSession(): () => boolean {
  const token = getToken();
  return () => getToken() === token;
}

export function onToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The page starts anew when somebody signs in or out in another tab: what it shows belongs to
 * whoever was signed in before, and its calls would be made for who is now. A page that the browser
 * kept when it was left is told of it when the back button brings it up again.
 */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) location.reload();
  });
}

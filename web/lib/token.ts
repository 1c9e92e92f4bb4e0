import { readStored, writeStored } from "./storage.ts";

/** The session's token, and who wants to know when it comes or goes, in this tab or another. */
const KEY = "ACCESS_TOKEN";
const listeners = new Set<() => void>();

export const getToken = (): string | null => readStored(KEY);

export function setToken(token: string | null): void {
  writeStored(KEY, token);
  for (const listener of listeners) listener();
}

export function onToken(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onTokenOfOtherTab(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Only when it comes or goes in another tab: somebody else may be signed in now. */
export function onTokenOfOtherTab(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}

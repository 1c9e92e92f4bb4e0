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
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", fromOtherTab);
  };
}

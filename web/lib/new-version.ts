/** Switches to a newer build of the app; undefined if none is ready. */
let switchOver: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Called by app/offline.ts. */
export function tellNewVersion(go: () => void): void {
  switchOver = go;
  for (const listener of listeners) listener();
}

export const getNewVersion = (): (() => void) | undefined => switchOver;

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

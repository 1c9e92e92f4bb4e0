/** Whether a newer build of the app is ready, and how to go over to it. */
let goOver: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Told by app/offline.ts. */
export function tellNewVersion(go: () => void): void {
  goOver = go;
  for (const listener of listeners) listener();
}

export const getNewVersion = (): (() => void) | undefined => goOver;

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

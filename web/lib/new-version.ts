import { createListeners } from "./listeners.ts";

/** Switches to a newer build of the app; undefined if none is ready. */
let switchOver: (() => void) | undefined;
const changes = createListeners();

/** Called by app/offline.ts. */
export function tellNewVersion(go: () => void): void {
  switchOver = go;
  changes.notify();
}

export const getNewVersion = (): (() => void) | undefined => switchOver;

export const onNewVersion = changes.add;

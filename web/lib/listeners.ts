/** Functions that are called when something happens, most often when a value has changed. */
export interface Listeners<Args extends unknown[]> {
  /** Returns the function that removes the listener, as useSyncExternalStore wants it. */
  add: (listener: (...args: Args) => void) => () => void;
  notify: (...args: Args) => void;
}

export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}

/**
 * The browser's storage: for the device, or for as long as a tab lives, reloads included. Where it
 * is blocked or full, memory for as long as the page lives.
 */
export const readStored = (key: string): string | null => read(device, key);

export const writeStored = (key: string, value: string | null): void => write(device, key, value);

export const readInTab = (key: string): string | null => read(tab, key);

export const writeInTab = (key: string, value: string | null): void => write(tab, key, value);

interface Place {
  /** Throws where storage is blocked. */
  open: () => Storage;
  memory: Map<string, string>;
}

const device: Place = { open: () => localStorage, memory: new Map() };
const tab: Place = { open: () => sessionStorage, memory: new Map() };

function read({ open, memory }: Place, key: string): string | null {
  try {
    return memory.get(key) ?? open().getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write({ open, memory }: Place, key: string, value: string | null): void {
  memory.delete(key);
  try {
    if (value === null) open().removeItem(key);
    else open().setItem(key, value);
  } catch {
    if (value !== null) memory.set(key, value);
  }
}

/**
 * Browser storage: `Stored` for the device, `InTab` for a tab, across reloads. If storage is
 * blocked or full, values are kept in memory until the page is closed.
 */
export const readStored = (key: string): string | null => read(device, key);

export const writeStored = (key: string, value: string | null): void => write(device, key, value);

export const readInTab = (key: string): string | null => read(tab, key);

export const writeInTab = (key: string, value: string | null): void => write(tab, key, value);

interface Place {
  /** Throws if storage is blocked. */
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

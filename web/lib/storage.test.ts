import { afterEach, expect, test, vi } from "vitest";
import { readInTab, readStored, writeInTab, writeStored } from "./storage.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A browser's storage of which every call does what is given, or what a Map does. */
function aStorage(faults: { getItem?: () => never; setItem?: () => never } = {}) {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    ...faults,
  };
}

const fail = (): never => {
  throw new DOMException("not allowed");
};

test("what is written for the device is not in the tab, and the other way round", () => {
  vi.stubGlobal("localStorage", aStorage());
  vi.stubGlobal("sessionStorage", aStorage());
  writeStored("key", "device");
  expect(readInTab("key")).toBeNull();
  writeInTab("key", "tab");
  expect([readStored("key"), readInTab("key")]).toEqual(["device", "tab"]);
  writeStored("key", null);
  expect([readStored("key"), readInTab("key")]).toEqual([null, "tab"]);
});

test("where storage is blocked, the page remembers by itself", () => {
  vi.stubGlobal("localStorage", aStorage({ getItem: fail, setItem: fail }));
  expect(readStored("blocked")).toBeNull();
  writeStored("blocked", "kept");
  expect(readStored("blocked")).toBe("kept");
  writeStored("blocked", null);
  expect(readStored("blocked")).toBeNull();
});

test("what a full storage did not take stands before what it holds", () => {
  const full = aStorage();
  vi.stubGlobal("localStorage", full);
  writeStored("full", "old");
  vi.stubGlobal("localStorage", { ...full, setItem: fail });
  writeStored("full", "new");
  expect(readStored("full")).toBe("new");
  vi.stubGlobal("localStorage", full);
  writeStored("full", "newer");
  expect(readStored("full")).toBe("newer");
});

import { afterEach, expect, test, vi } from "vitest";
import { readInTab, readStored, writeInTab, writeStored } from "./storage.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Browser storage backed by a Map, in which the given methods fail. */
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

test("the storage of the device and that of the tab are separate", () => {
  vi.stubGlobal("localStorage", aStorage());
  vi.stubGlobal("sessionStorage", aStorage());
  writeStored("key", "device");
  expect(readInTab("key")).toBeNull();
  writeInTab("key", "tab");
  expect([readStored("key"), readInTab("key")]).toEqual(["device", "tab"]);
  writeStored("key", null);
  expect([readStored("key"), readInTab("key")]).toEqual([null, "tab"]);
});

test("if storage is blocked, values are kept in memory", () => {
  vi.stubGlobal("localStorage", aStorage({ getItem: fail, setItem: fail }));
  expect(readStored("blocked")).toBeNull();
  writeStored("blocked", "kept");
  expect(readStored("blocked")).toBe("kept");
  writeStored("blocked", null);
  expect(readStored("blocked")).toBeNull();
});

test("a value that a full storage refused has precedence over its old value", () => {
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

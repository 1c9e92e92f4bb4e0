import { afterEach, expect, test, vi } from "vitest";
import { getLanguage, setLanguage } from "./messages.ts";

afterEach(() => void vi.unstubAllGlobals());

test("of two languages chosen in a row the later stays, though it arrives first", async () => {
  const arrivals = new Map<string, () => void>();
  vi.stubGlobal("fetch", (address: string) => {
    const [language = ""] = /(hi|bn)(?=\.core\.json$)/.exec(address) ?? [];
    const arrival = new Promise<void>((resolve) => arrivals.set(language, resolve));
    return arrival.then(() => Response.json({}));
  });
  const [slow, quick] = [setLanguage("hi"), setLanguage("bn")];
  arrivals.get("bn")?.();
  await quick;
  arrivals.get("hi")?.();
  await slow;
  expect(getLanguage()).toBe("bn");
});

test("a language that cannot be had leaves the one that is spoken", async () => {
  const spoken = getLanguage();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await expect(setLanguage("as")).rejects.toBeInstanceOf(TypeError);
  expect(getLanguage()).toBe(spoken);
});

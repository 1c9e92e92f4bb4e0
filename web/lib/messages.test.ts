import { afterEach, expect, test, vi } from "vitest";
import { getLanguage, setLanguage } from "./messages.ts";

afterEach(() => void vi.unstubAllGlobals());

test("of two languages chosen in a row the later one wins, even if it arrives first", async () => {
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

test("a language that cannot be loaded does not replace the current one", async () => {
  const spoken = getLanguage();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await expect(setLanguage("as")).rejects.toBeInstanceOf(TypeError);
  expect(getLanguage()).toBe(spoken);
});

/** A fresh copy of the module, on a page with this stored language. */
async function opened(stored: string | null) {
  vi.stubGlobal("localStorage", { getItem: () => stored, setItem: () => {} });
  vi.resetModules();
  return import("./messages.ts");
}

test.each([
  [null, "en", "in English"],
  ["hi", "hi", "in Hindi"],
  ["as", "en", "in English"],
  ["fr", "en", "in English"],
])("a page on which %s was chosen starts in %s", async (stored, language, sentence) => {
  const files = { "en.core.json": "in English", "hi.core.json": "in Hindi", "fr.core.json": "?" };
  vi.stubGlobal("fetch", async (address: string) => {
    const [, text] = Object.entries(files).find(([name]) => address.endsWith(name)) ?? [];
    return text === undefined
      ? new Response("", { status: 404 })
      : Response.json({ "failure.unexpected": text });
  });
  const page = await opened(stored);
  await page.startMessages();
  expect(page.getLanguage()).toBe(language);
  expect(page.t("failure.unexpected")).toBe(sentence);
});

test("a part that failed to load can be loaded again", async () => {
  const page = await opened("en");
  const answers = [new Response("", { status: 503 }), Response.json({ "failure.login": "No" })];
  vi.stubGlobal("fetch", async () => answers.shift());
  await expect(page.loadMessages("wallet")).rejects.toThrow("there are no messages");
  await page.loadMessages("wallet");
  expect(page.hasMessage("failure.login")).toBe(true);
});

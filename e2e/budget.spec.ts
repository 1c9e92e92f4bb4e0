import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";

/**
 * What a player downloads first, from the built web app, in gzipped bytes. The size of a screen is
 * the sum of everything that is fetched to show it: the script that runs before the app, the entry,
 * the screen and its shell, all their static imports, and the messages in one language.
 */
const BUDGETS = [
  {
    name: "the signed-in shell",
    limit: 105_000,
    modules: ["app", "app/shell.tsx", "app/screens/dashboard-screen.tsx"],
    parts: ["core"],
  },
  {
    name: "the landing page",
    limit: 105_000,
    modules: ["app", "app/screens/landing-screen.tsx"],
    parts: ["core", "landing"],
  },
];
const DIST = new URL("../dist/web/", import.meta.url);
const ASSETS = readdirSync(new URL("assets", DIST), { recursive: true, encoding: "utf8" });
const CSS_LIMIT = 15_000;
const LANGUAGES = ["en", "hi", "bn", "ne", "as", "kha", "hinglish"];

for (const { name, limit, modules, parts } of BUDGETS) {
  for (const language of LANGUAGES) {
    test(`the JavaScript of ${name} with its messages in ${language} is within budget`, () => {
      const code = filesOf(modules);
      const messages = parts.map((part) => assetOf(`/${language}.${part}.json`));
      expect(sizeOf([assetOf(".js", "early-"), ...code, ...messages])).toBeLessThanOrEqual(limit);
    });
  }
}

test("the CSS is within budget", () => {
  const files = Object.values(manifest()).flatMap(({ css }) => css ?? []);
  expect(sizeOf([...new Set(files)])).toBeLessThanOrEqual(CSS_LIMIT);
});

test("no schema library and no message parser reach the browser", () => {
  for (const { file } of Object.values(manifest())) {
    if (!file.endsWith(".js")) continue;
    expect(readFileSync(new URL(file, DIST), "utf8")).not.toMatch(
      /ZodError|invalid_union|messageformat/i,
    );
  }
});

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
}

/** The path of the only asset that starts and ends like this, whatever its hash. */
function assetOf(end: string, start = ""): string {
  const found = ASSETS.filter((path) => path.startsWith(start) && path.endsWith(end));
  expect(found).toHaveLength(1);
  return `assets/${found.join()}`;
}

function manifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(new URL(".vite/manifest.json", DIST), "utf8"));
}

/** The files of some modules or named chunks, with all their static imports. */
function filesOf(modules: readonly string[]): string[] {
  const chunks = manifest();
  const found = new Map<string, string>();
  const add = (module: string): void => {
    if (found.has(module)) return;
    const chunk = chunks[module] ?? Object.values(chunks).find(({ name }) => name === module);
    if (!chunk) throw new Error(`the build has no ${module}`);
    found.set(module, chunk.file);
    chunk.imports?.forEach(add);
  };
  modules.forEach(add);
  return [...new Set(found.values())];
}

const sizeOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, DIST))).length, 0);

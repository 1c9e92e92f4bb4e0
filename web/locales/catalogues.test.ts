import { readFileSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "vitest";
import { errors } from "../../contract/errors.ts";
import type { RouteShape } from "../../contract/route.ts";
import { contract } from "../../contract/table.ts";
import { compileMessages, flatten } from "../lib/compile-messages.ts";
import { REFUSALS } from "../lib/message-parts.ts";
import as from "./as.json";
import bn from "./bn.json";
import en from "./en.json";
import hi from "./hi.json";
import hinglish from "./hinglish.json";
import kha from "./kha.json";
import ne from "./ne.json";

const english = flatten(en);
const others = { hi, bn, ne, as, kha, hinglish };

describe.each(Object.entries(others))("the catalogue %s", (_, catalogue) => {
  const messages = flatten(catalogue);
  test("has exactly the keys of the English catalogue", () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  });
  test("has the placeholders of the English catalogue in every message", () => {
    for (const [key, message] of Object.entries(messages)) {
      expect([key, placeholders(message)]).toEqual([key, placeholders(english[key] ?? "")]);
    }
  });
  test("has no empty message and only Latin digits", () => {
    for (const [key, message] of Object.entries(messages)) {
      expect([key, message.trim() === "" || /[०-९০-৯]/.test(message)]).toEqual([key, false]);
    }
  });
  test("has no sentence in English", () => {
    const untranslated = Object.entries(messages).filter(([, message]) => ENGLISH.test(message));
    expect(untranslated).toEqual([]);
  });
});

test.each(Object.entries({ en, ...others }))(
  "the catalogue %s names the button to press again as it is labelled",
  (_, { play }) => {
    expect(play.unknown_outcome).toContain(play.confirm_button);
  },
);

test("a sentence in English is recognised by its words", () => {
  expect("Choose from 00 to 99.").toMatch(ENGLISH);
  expect("Round ka number. {rate}x milta hai.").not.toMatch(ENGLISH);
});

test("the English catalogue has the exact sentence of every refusal in the contract", () => {
  const sentences = Object.entries(errors).map(([code, { sentence }]) => [code, sentence]);
  expect(en.error).toEqual(Object.fromEntries(sentences));
});

test("every invariant of the books has a message, and there is no other", () => {
  const file = readFileSync("server/reports/invariants.sql", "utf8");
  const codes = [...file.matchAll(/^-- invariant (\w+)$/gm)].map(([, code]) => code);
  expect(Object.keys(en.admin.book.lines)).toEqual(codes);
});

test.each([
  ["admin", (_: string, { access }: RouteShape) => access === "admin"],
  ["play", (key: string) => key === "POST /orders/play"],
] as const)("the part %s has exactly the refusals that no other call raises", (part, isOwn) => {
  const calls = Object.entries<RouteShape>(contract);
  const refusalsOf = (wanted: boolean) =>
    calls
      .filter(([key, route]) => isOwn(key, route) === wanted)
      .flatMap(([, { refusals }]) => refusals);
  const foreign = new Set(refusalsOf(false));
  const own = new Set(refusalsOf(true).filter((code) => !foreign.has(code)));
  expect([...own].toSorted()).toEqual(REFUSALS[part]);
});

test("a message that is missing in a catalogue falls back to English", () => {
  const compiled = compileMessages('{"a":{"x":"हाँ"}}', '{"a":{"x":"yes","y":"no"}}', "core");
  expect(compiled).toEqual({ "a.x": "हाँ", "a.y": "no" });
});

test("a part contains only its own messages", () => {
  const both = '{"admin":{"x":"one"},"nav":{"x":"two"}}';
  expect(compileMessages(both, both, "admin")).toEqual({ "admin.x": "one" });
  expect(compileMessages(both, both, "core")).toEqual({ "nav.x": "two" });
});

test("a message with a format that the browser does not support fails the build", () => {
  const catalogue = '{"a":{"x":"{when, date}"}}';
  expect(() => compileMessages(catalogue, catalogue, "core")).toThrow("a.x");
});

/** Common words of English sentences, which appear in none of the other languages. */
const ENGLISH = /\b(from|of|when|your|you|it|and|this|with|for|will|not|are)\b/i;

/** The names of the placeholders in a message, including those in plural forms. */
function placeholders(message: string): string[] {
  const names = new Set<string>();
  const walk = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      const [name, , forms]: unknown[] = token;
      names.add(String(name));
      if (typeof forms === "object" && forms !== null) Object.values(forms).forEach(walk);
    }
  };
  walk(compileMessage(message));
  return [...names].sort();
}

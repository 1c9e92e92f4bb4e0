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
  test("has the keys of the English one, no more and no fewer", () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  });
  test("has the placeholders of the English one in every message", () => {
    for (const [key, message] of Object.entries(messages)) {
      expect([key, placeholders(message)]).toEqual([key, placeholders(english[key] ?? "")]);
    }
  });
  test("has no empty message and no digits but Latin ones", () => {
    for (const [key, message] of Object.entries(messages)) {
      expect([key, message.trim() === "" || /[०-९০-৯]/.test(message)]).toEqual([key, false]);
    }
  });
  test("has no sentence left in English", () => {
    const left = Object.entries(messages).filter(([, message]) => ENGLISH.test(message));
    expect(left).toEqual([]);
  });
});

test("a sentence in English is known by its words", () => {
  expect("Choose from 00 to 99.").toMatch(ENGLISH);
  expect("Round ka number. {rate}x milta hai.").not.toMatch(ENGLISH);
});

test("every refusal of the contract has its sentence, word for word in English", () => {
  const sentences = Object.entries(errors).map(([code, { sentence }]) => [code, sentence]);
  expect(en.error).toEqual(Object.fromEntries(sentences));
});

test.each([
  ["admin", (_: string, { access }: RouteShape) => access === "admin"],
  ["play", (key: string) => key === "POST /orders/play"],
] as const)("what only calls of %s screens refuse comes with them", (part, isOfThese) => {
  const calls = Object.entries<RouteShape>(contract);
  const refusalsOf = (wanted: boolean) =>
    calls
      .filter(([key, route]) => isOfThese(key, route) === wanted)
      .flatMap(([, { refusals }]) => refusals);
  const of_others = new Set(refusalsOf(false));
  const of_these = new Set(refusalsOf(true).filter((code) => !of_others.has(code)));
  expect([...of_these].toSorted()).toEqual(REFUSALS[part]);
});

test("a message that a catalogue lacks is taken from the English one", () => {
  const compiled = compileMessages('{"a":{"x":"हाँ"}}', '{"a":{"x":"yes","y":"no"}}', "core");
  expect(compiled).toEqual({ "a.x": "हाँ", "a.y": "no" });
});

test("a part holds only its own messages", () => {
  const both = '{"admin":{"x":"one"},"nav":{"x":"two"}}';
  expect(compileMessages(both, both, "admin")).toEqual({ "admin.x": "one" });
  expect(compileMessages(both, both, "core")).toEqual({ "nav.x": "two" });
});

test("a message with a format that the browser does not know stops the build", () => {
  const catalogue = '{"a":{"x":"{when, date}"}}';
  expect(() => compileMessages(catalogue, catalogue, "core")).toThrow("a.x");
});

/** Words that no English sentence does without, and that none of the other languages has. */
const ENGLISH = /\b(from|of|when|your|you|it|and|this|with|for|will|not|are)\b/i;

/** The names of the placeholders in a message, those within plural forms too. */
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

import { expect, test } from "vitest";
import { differencesOf } from "./differences.ts";

test("of a change only what became different is told", () => {
  const before = { name: "Jowai", min_play: 10, is_active: true };
  const after = { name: "Jowai", min_play: 20, is_active: false };
  expect(differencesOf({ before, after })).toEqual([
    { name: "min_play", before: 10, after: 20 },
    { name: "is_active", before: true, after: false },
  ]);
});

test("a field that came or went is a difference, one that stayed empty is none", () => {
  const before = { name_hi: "जोवाई", reason: null };
  const after = { name_kha: "Jowai", reason: null, reference: null };
  expect(differencesOf({ before, after })).toEqual([
    { name: "name_hi", before: "जोवाई", after: undefined },
    { name: "name_kha", before: undefined, after: "Jowai" },
  ]);
});

test("of what is new or gone everything is told that is known", () => {
  expect(differencesOf({ before: null, after: { number: 0, name: "" } })).toEqual([
    { name: "number", before: undefined, after: 0 },
    { name: "name", before: undefined, after: "" },
  ]);
  expect(differencesOf({ before: { number: 0 }, after: null })).toEqual([
    { name: "number", before: 0, after: undefined },
  ]);
});

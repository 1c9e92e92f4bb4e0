import { expect, test } from "vitest";
import { canDefer } from "./use-listed.ts";

test("the list is deferred when numbers are added or removed, never when an amount changes", () => {
  const listed = { 7: "10", 45: "" };
  expect(canDefer(listed, listed)).toBe(true);
  expect(canDefer(listed, { ...listed, 46: "20" })).toBe(true);
  expect(canDefer(listed, { 7: "10" })).toBe(true);
  expect(canDefer(listed, {})).toBe(true);
  expect(canDefer(listed, { ...listed, 45: "1" })).toBe(false);
  expect(canDefer(listed, { ...listed, 7: "" })).toBe(false);
  expect(canDefer(listed, { 7: "100", 46: "" })).toBe(false);
});

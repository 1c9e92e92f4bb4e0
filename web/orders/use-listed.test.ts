import { expect, test } from "vitest";
import { canWait } from "./use-listed.ts";

test("the list waits while numbers come and go, and never with an amount that was typed", () => {
  const listed = { 7: "10", 45: "" };
  expect(canWait(listed, listed)).toBe(true);
  expect(canWait(listed, { ...listed, 46: "20" })).toBe(true);
  expect(canWait(listed, { 7: "10" })).toBe(true);
  expect(canWait(listed, {})).toBe(true);
  expect(canWait(listed, { ...listed, 45: "1" })).toBe(false);
  expect(canWait(listed, { ...listed, 7: "" })).toBe(false);
  expect(canWait(listed, { 7: "100", 46: "" })).toBe(false);
});

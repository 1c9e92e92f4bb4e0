import { expect, test } from "vitest";
import { shortRupees } from "./short-rupees.ts";

test.each([
  [10, "₹10"],
  [999, "₹999"],
  [1_000, "₹1k"],
  [2_500, "₹2.5k"],
  [9_999, "₹9.9k"],
  [12_999, "₹12k"],
  [99_999, "₹99k"],
  [123_456, "₹1.2L"],
  [1_000_000, "₹10L"],
])("%i rupees are shortened to %s, rounded down", (amount, text) =>
  expect(shortRupees(amount)).toBe(text),
);

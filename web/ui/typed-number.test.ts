import { expect, test } from "vitest";
import { plainNumber, withLatinDigits } from "./typed-number.ts";

test.each([
  ["500", "500"],
  ["Rs. 500", "500"],
  ["Rs.500/-", "500"],
  ["₹ 1,500.50", "1500.50"],
  ["1,00,000", "100000"],
  ["100,000", "100000"],
  ["500 rs", "500"],
  ["INR 500", "500"],
  ["५००", "500"],
  ["₹৫০০/-", "500"],
  ["\u200e 500 ", "500"],
  ["-5", "-5"],
  [".5", ".5"],
])("%j is %s", (typed, number) => expect(plainNumber(typed)).toBe(number));

test.each(["", "10 20", "1e3", "5.", "Rs.", "₹", "500/", "five", "--5", "10,20", "1,5", "1,000,"])(
  "%j stays as it is typed",
  (typed) => expect(plainNumber(typed)).toBe(typed),
);

test("digits of the languages become 0 to 9, other text stays", () => {
  expect(withLatinDigits("०१२३४५६७८९")).toBe("0123456789");
  expect(withLatinDigits("০১২৩৪৫৬৭৮৯")).toBe("0123456789");
  expect(withLatinDigits("₹ 45 ক क")).toBe("₹ 45 ক क");
});

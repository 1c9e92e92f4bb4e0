import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { type MessageParams, renderMessage } from "./render-message.ts";

const render = (source: string, params: MessageParams = {}, locale = "en") =>
  renderMessage(compileMessage(source), params, locale);

test("a placeholder is filled; a number has Latin digits and Indian grouping", () => {
  expect(render("Minimum play amount is ₹{min}", { min: 10 })).toBe("Minimum play amount is ₹10");
  expect(render("₹{total}", { total: 1234567 }, "bn")).toBe("₹12,34,567");
  expect(render("Welcome, {name}", { name: "Ka" })).toBe("Welcome, Ka");
});

test("a plural uses the plural rules of its language", () => {
  const source = "{count, plural, one {# play} other {# plays}}";
  expect([0, 1, 2].map((count) => render(source, { count }))).toEqual([
    "0 plays",
    "1 play",
    "2 plays",
  ]);
  expect(render(source, { count: 0 }, "hi")).toBe("0 play");
});

test("an exact number has precedence over a plural category; forms may hold placeholders", () => {
  const source = "{n, plural, =0 {none} one {# at {house}} other {# at {house}}}";
  expect(render(source, { n: 0, house: "X" })).toBe("none");
  expect(render(source, { n: 2, house: "X" })).toBe("2 at X");
});

test("a select uses the form of its value, or `other`", () => {
  const source = "{kind, select, deposit {in} other {out}}";
  expect(render(source, { kind: "deposit" })).toBe("in");
  expect(render(source, { kind: "withdrawal" })).toBe("out");
});

test("an apostrophe is kept as it is", () => {
  expect(render("Passwords don't match")).toBe("Passwords don't match");
});

import { expect, test } from "vitest";
import { countIn, searchOf } from "./address.ts";

test.each([
  ["page=3", 3],
  ["", undefined],
  ["page=", undefined],
  ["page=0", undefined],
  ["page=-1", undefined],
  ["page=1.5", undefined],
  ["page=2x", undefined],
  ["page=1234567890123456", undefined],
])("'%s' is read as %s", (text, count) => {
  expect(countIn(new URLSearchParams(text), "page")).toBe(count);
});

test("parameters that are undefined are left out of the query string", () => {
  expect(`${searchOf({ kind: "deposit", page: 2, status: undefined })}`).toBe(
    "kind=deposit&page=2",
  );
});

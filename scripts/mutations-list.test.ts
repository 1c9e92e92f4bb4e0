import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { faults } from "./mutations-list.mjs";
import { root } from "./tools.mjs";

it.each(faults)("can be tried: $name", ({ tests, edits }) => {
  expect(existsSync(root + tests)).toBe(true);
  for (const [file, find] of edits) {
    const times = readFileSync(root + file, "utf8").split(find).length - 1;
    expect({ file, find, times }).toEqual({ file, find, times: 1 });
  }
});

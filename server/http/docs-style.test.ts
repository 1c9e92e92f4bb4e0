import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DOCS_STYLE } from "./docs-style.ts";

const tokens = readFileSync(new URL("../../web/tokens.css", import.meta.url), "utf8");

test("the documentation page has the product's colours", () => {
  const colours = [...DOCS_STYLE.matchAll(/--(\w+): (#\w+);/g)];
  const [light, dark] = [colours.slice(0, 9), colours.slice(9)];
  expect(dark).toHaveLength(9);
  for (const [nth, [, name, in_light]] of light.entries()) {
    const [, other, in_dark] = dark[nth] ?? [];
    expect(other).toBe(name);
    expect(tokens).toContain(`--color-${name}: light-dark(${in_light}, ${in_dark});`);
  }
});

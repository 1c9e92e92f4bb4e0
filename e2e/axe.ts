import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";

/**
 * A page as it should be for everybody: axe finds nothing on it, in light and in dark, and it
 * does not scroll sideways. A scheme changes colours only, so the second is asked about contrast
 * alone.
 */
export async function expectFitForAll(
  page: Page,
  schemes: readonly ("dark" | "light")[] = ["dark", "light"],
): Promise<void> {
  // Half a megabyte, which a document is given once.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(AT_REST);
    expect(await page.evaluate(index === 0 ? VIOLATIONS : OF_CONTRAST)).toEqual([]);
  }
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow, "pixels beyond the edge").toBeLessThanOrEqual(0);
}

/**
 * By itself rather than by its package for Playwright, which gives a page more than twice as much
 * anew each time, and has what was found right told as well: that took three times as long.
 */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const violations = (options: object): string => `axe
  .run(document, ${JSON.stringify({ ...options, resultTypes: ["violations"] })})
  .then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`;

const VIOLATIONS = violations({});
const OF_CONTRAST = violations({ runOnly: ["color-contrast"] });

/**
 * Colours have gone over to the other scheme, and whatever moved has come to rest: one movement may
 * end in the next, so twice in a row nothing moves.
 */
const AT_REST = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let still = 0; still < 2; still += 1) {
    await frame();
    const moving = document.getAnimations();
    if (moving.length > 0) still = -1;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
})()`;

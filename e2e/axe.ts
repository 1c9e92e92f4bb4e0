import { AxeBuilder } from "@axe-core/playwright";
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
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(AT_REST);
    // The other mode looks into frames of other origins, of which there are none, and takes twice
    // as long.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    if (index > 0) axe.withRules("color-contrast");
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  }
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow, "pixels beyond the edge").toBeLessThanOrEqual(0);
}

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

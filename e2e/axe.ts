import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * A page as it should be for everybody: axe finds nothing on it, in light and in dark, and it
 * does not scroll sideways.
 */
export async function expectFitForAll(
  page: Page,
  schemes: readonly ("dark" | "light")[] = ["dark", "light"],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(AT_REST);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  }
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow, "pixels beyond the edge").toBeLessThanOrEqual(0);
}

/** Colours have gone over to the other scheme, and whatever moved has come to rest. */
const AT_REST = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  .then(() => undefined)`;

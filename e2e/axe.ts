import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";

/**
 * Expects that axe finds no violation in any of the colour schemes, and what axe leaves to people:
 * that the page does not scroll sideways, that nothing scrolls by a few pixels, which shows a
 * scrollbar on desktops, though not here, that no field has so small a text that iPhones zoom into
 * it, and that all descriptions exist. A scheme changes only colours, so only the first scheme gets
 * the full check; the second is checked for contrast alone.
 */
export async function expectAccessible(
  page: Page,
  schemes: readonly ("dark" | "light")[] = ["dark", "light"],
): Promise<void> {
  // The script has half a megabyte, so it is added to each document only once.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(WAIT_FOR_ANIMATIONS);
    expect(await page.evaluate(index === 0 ? ALL_VIOLATIONS : CONTRAST_VIOLATIONS)).toEqual([]);
  }
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow, "horizontal overflow in pixels").toBeLessThanOrEqual(0);
  expect(await page.evaluate(NEEDLESS_SCROLLBARS), "scrolls by a few pixels").toEqual([]);
  expect(await page.evaluate(SMALL_FIELDS), "fields below 16 pixels").toEqual([]);
  expect(await page.evaluate(MISSING_DESCRIPTIONS), "ids without an element").toEqual([]);
}

/**
 * The plain script rather than axe's package for Playwright. The package adds more than twice as
 * much code on every run and also reports the checks that passed, which took three times as long.
 */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const violations = (options: object): string => `axe
  .run(document, ${JSON.stringify({ ...options, resultTypes: ["violations"] })})
  .then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`;

const ALL_VIOLATIONS = violations({});
const CONTRAST_VIOLATIONS = violations({ runOnly: ["color-contrast"] });

const MISSING_DESCRIPTIONS = `[...document.querySelectorAll("[aria-describedby]")]
  .flatMap((element) => element.getAttribute("aria-describedby").split(" "))
  .filter((id) => document.getElementById(id) === null)`;

const SMALL_FIELDS = `[...document.querySelectorAll("input, select, textarea")]
  .filter((field) => !/^(checkbox|file|radio|range)$/.test(field.type))
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map(({ outerHTML }) => outerHTML.slice(0, 200))`;

const NEEDLESS_SCROLLBARS = `[...document.querySelectorAll("body *")]
  .filter((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const isLittle = (pixels) => pixels > 0 && pixels < 8;
    return (
      (/auto|scroll/.test(overflowX) && isLittle(element.scrollWidth - element.clientWidth)) ||
      (/auto|scroll/.test(overflowY) && isLittle(element.scrollHeight - element.clientHeight))
    );
  })
  .map(({ outerHTML }) => outerHTML.slice(0, 200))`;

/**
 * Waits for all animations, including the colour transition of a scheme change. One animation may
 * start the next, so there must be none in two frames in a row.
 */
const WAIT_FOR_ANIMATIONS = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let idle = 0; idle < 2; idle += 1) {
    await frame();
    const running = document.getAnimations();
    if (running.length > 0) idle = -1;
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
})()`;

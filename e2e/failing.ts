import { expect, type Page } from "@playwright/test";
import { expectFitForAll } from "./axe.ts";

/** What a call is refused with, and not asked for again by itself. */
export const REFUSAL = { status: 404, json: { code: "not_found", detail: "Not found" } };

/** The screen says that these calls of its own failed, and is whole once they are tried again. */
export async function expectToTryAgain(
  page: Page,
  path: string,
  calls: RegExp | ((url: URL) => boolean),
): Promise<void> {
  await page.route(calls, (route) => route.fulfill(REFUSAL));
  await page.goto(path);
  const again = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(again.first()).toBeVisible();
  await expectFitForAll(page);
  await page.unroute(calls);
  await expect(async () => {
    while ((await again.count()) > 0) await again.first().click({ timeout: 500 });
    await expect(again).toHaveCount(0, { timeout: 500 });
  }).toPass();
  // What was pressed has gone.
  await expect(page.getByRole("main")).toBeFocused();
}

import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";

/** A refusal that the client does not retry by itself. */
export const REFUSAL = { status: 404, json: { code: "not_found", detail: "Not found" } };

const STREAM = "**/api/events*";

/** Makes these calls fail, expects an accessible error screen, and retries until all is loaded. */
export async function expectRetry(
  page: Page,
  path: string,
  calls: RegExp | ((url: URL) => boolean),
): Promise<void> {
  // A stream of events that connects refetches what failed, and the button would go unpressed.
  await page.route(STREAM, (route) => route.fulfill(REFUSAL));
  await page.route(calls, (route) => route.fulfill(REFUSAL));
  await page.goto(path);
  const retry = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(retry.first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute(calls);
  await expect(async () => {
    while ((await retry.count()) > 0) await retry.first().click({ timeout: 500 });
    await expect(retry).toHaveCount(0, { timeout: 500 });
  }).toPass();
  // The pressed button is gone, so the page itself has the focus.
  await expect(page.getByRole("main")).toBeFocused();
  await page.unroute(STREAM);
}

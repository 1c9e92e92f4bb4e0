import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { test } from "./product.ts";

test.describe("a first visit on which the messages fail to load", () => {
  test.use({ serviceWorkers: "block", expectedErrors: /ERR_FAILED/ });

  test("shows the screen once the browser is online again", async ({ page }) => {
    await openWithoutMessages(page);
    await expectAccessible(page);
    await page.unroute(MESSAGES);
    await page.evaluate("globalThis.isSamePage = true; dispatchEvent(new Event('online'))");
    await expect(page.getByLabel("Phone number")).toBeVisible();
    await expect(page.getByText(LATE)).toBeHidden();
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
  });

  test("can be retried by hand", async ({ page }) => {
    await openWithoutMessages(page);
    // Not before: the page tries again by itself.
    page.once("framenavigated", () => void page.unroute(MESSAGES));
    const link = page.getByRole("link", { name: "Try again" });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await link.click();
    await expect(page.getByLabel("Phone number")).toBeVisible();
    await expect(page).toHaveURL(/\/login\?from=here$/);
  });
});

const MESSAGES = "**/messages-*/*.core.json";
const LATE = "Nishana is taking long to load.";

async function openWithoutMessages(page: Page): Promise<void> {
  await page.route(MESSAGES, (route) => route.abort());
  await page.goto("/login?from=here");
  await expect(page.getByText(LATE)).toBeVisible({ timeout: 20_000 });
}

import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { test } from "./product.ts";

test.describe("a first visit on which the messages fail to load", () => {
  test.use({ serviceWorkers: "block", expectedErrors: /ERR_FAILED/ });

  test.beforeEach(async ({ page }) => {
    await page.route("**/messages-*/*.core.json", (route) => route.abort());
    await page.goto("/login?from=here");
    await expect(page.getByText("Nishana is taking long to load.")).toBeVisible();
    await expectAccessible(page);
    await page.unroute("**/messages-*/*.core.json");
  });

  test("shows the screen once the browser is online again", async ({ page }) => {
    await page.evaluate("globalThis.isSamePage = true; dispatchEvent(new Event('online'))");
    await expect(page.getByLabel("Phone number")).toBeVisible();
    await expect(page.getByText("Nishana is taking long to load.")).toBeHidden();
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
  });

  test("can be retried by hand", async ({ page }) => {
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByLabel("Phone number")).toBeVisible();
    await expect(page).toHaveURL(/\/login\?from=here$/);
  });
});

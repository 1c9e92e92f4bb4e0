import { expect, type Page } from "@playwright/test";
import { ADMIN, signIn, test } from "./product.ts";

// The chosen one of several is bold, which is wider: the others stay where they are all the same.
for (const [what, paths, parts] of [
  ["filters", ["/app/history", "/app/history?status=cancelled"], "main label"],
  ["tabs", ["/app/wallet", "/app/wallet?tab=withdraw"], "[role=tab]"],
  ["sections of admins", ["/app/admin", "/app/admin/payment-methods"], "nav li"],
  ["periods", ["/app/admin/revenue", "/app/admin/revenue?days=90"], "main label"],
] as const) {
  test(`${what} stay where they are when another one is chosen`, async ({ page }) => {
    await signIn(page, ADMIN);
    const places: unknown[] = [];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator(parts).first()).toBeVisible();
      places.push(await placesOf(page, parts));
    }
    expect(places[1]).toEqual(places[0]);
  });
}

/** Where each begins, from the first one on, and how wide it is. */
const placesOf = (page: Page, parts: string) =>
  page.evaluate(`(() => {
    const boxes = [...document.querySelectorAll("${parts}")].map((part) =>
      part.getBoundingClientRect());
    return boxes.map(({ x, width }) => [x - boxes[0].x, width].map(Math.round));
  })()`);

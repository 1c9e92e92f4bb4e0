import { expect, type Page } from "@playwright/test";
import { ADMIN, signIn, test } from "./product.ts";

for (const [name, paths, parts] of [
  ["filters", ["/app/history", "/app/history?status=cancelled"], "main label"],
  ["admin sections", ["/app/admin", "/app/admin/payment-methods"], "nav li"],
] as const) {
  test(`${name} do not move when another one is selected`, async ({ page }) => {
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

test("all admin sections fit on a desktop without scrolling @desktop", async ({ page }) => {
  await signIn(page, ADMIN);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/app/admin");
  await expect(page.getByRole("link", { name: "Audit trail" })).toBeInViewport({ ratio: 1 });
});

/** The position of each part relative to the first, and its width. */
const placesOf = (page: Page, parts: string) =>
  page.evaluate(`(() => {
    const boxes = [...document.querySelectorAll("${parts}")].map((part) =>
      part.getBoundingClientRect());
    return boxes.map(({ x, width }) => [x - boxes[0].x, width].map(Math.round));
  })()`);

import { expect, type Locator, type Page } from "@playwright/test";
import { playNumber, TODAY } from "./draws.ts";
import { giveMoney } from "./money.ts";
import { chooseNumbers, numberOf, openPlay } from "./play-steps.ts";
import { ADMIN, signIn, test } from "./product.ts";

/** What paper, and a device with colours of its own, make of the screens. */

test("where the device forces its colours, what is chosen can be seen @phone", async ({
  page,
  product,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openPlay(page, product, 100);
  await chooseNumbers(page, "45");
  const selected = await page.evaluate<string>(SELECTED_GROUND);
  for (const [chosen, other] of [
    [numberOf(page, "45").locator("span").first(), numberOf(page, "46").locator("span").first()],
    [labelOf(page, "First Round"), labelOf(page, "Second Round")],
    [labelOf(page, "Today"), labelOf(page, "Tomorrow")],
    [page.getByRole("tab", { name: "Direct" }), page.getByRole("tab", { name: "House" })],
    [
      page.getByRole("button", { name: "Place Order" }),
      page.getByRole("button", { name: "Clear" }),
    ],
  ] as const) {
    await expect(chosen).toHaveCSS("background-color", selected);
    await expect(other).not.toHaveCSS("background-color", selected);
  }
});

test("where the device forces its colours, the chosen order can be seen @desktop", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 100);
  const [house] = await product.call("GET /houses");
  const play = { house_id: house?.id ?? 0, number: 45, amount: 10 };
  const { id } = await playNumber(product, player, play);
  await playNumber(product, player, play);
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, player, `/app/history?order=${id}`);
  const orders = page.getByRole("main").getByRole("listitem").getByRole("link");
  const selected = await page.evaluate<string>(SELECTED_GROUND);
  await expect(orders.last()).toHaveCSS("background-color", selected);
  await expect(orders.first()).not.toHaveCSS("background-color", selected);
});

test("on paper a page has no bars, and is dark on white @desktop", async ({ page }) => {
  await page.addInitScript("localStorage.setItem('theme', 'dark')");
  await signIn(page, ADMIN, "/app/admin/books");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  // Paper on its side is wide enough for the sidebar.
  for (const width of [718, 1046]) {
    await page.setViewportSize({ width, height: 1046 });
    await page.emulateMedia({ media: "screen" });
    await expect(page.getByRole("navigation")).toHaveCount(2);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation")).toHaveCount(0);
    expect((await heading.boundingBox())?.x).toBeLessThan(50);
  }
  await expect(heading).toHaveCSS("color", "rgb(20, 35, 29)");
});

test("on paper a dialog shows all of its lines @desktop", async ({ page, product }) => {
  await openPlay(page, product, 1_000);
  for (let number = 0; number < 60; number += 1) {
    await page.locator(`[data-number="${number}"]`).click();
  }
  await page.getByLabel("Amount for all").fill("10");
  await page.getByRole("button", { name: "Apply to All" }).click();
  await page.getByRole("button", { name: "Place Order" }).click();
  const last = page.getByRole("dialog").getByRole("row", { name: /^59 / });
  await expect(last).toBeAttached();
  await expect(last).not.toBeInViewport();
  await page.emulateMedia({ media: "print" });
  const paper = await page.getByRole("dialog").boundingBox();
  // It begins with the page, which is scrolled.
  expect(paper?.y).toBe(-(await page.evaluate<number>("scrollY")));
  expect(paper?.height).toBeGreaterThan((await last.boundingBox())?.y ?? Infinity);
});

test("on paper the chosen order is whole, as it is on the screen @desktop", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 1_000);
  const token = await product.tokenOf(player);
  const [house] = await product.call("GET /houses");
  const play = { type: "direct", round: "second", amount: 10 } as const;
  const plays = Array.from({ length: 60 }, (_, number) => ({ ...play, number }));
  const body = { house_id: house?.id ?? 0, play_date: TODAY, plays };
  const { id } = await product.call("POST /orders/play", { token, body });
  await signIn(page, player, `/app/history?order=${id}`);
  const details = page.getByRole("complementary");
  const last = details.getByRole("row", { name: /^59 / });
  await expect(last).toBeAttached();
  await expect(last).not.toBeInViewport();
  await page.emulateMedia({ media: "print" });
  // Paper is narrower than the screen, and is printed before the app could draw anything anew.
  await page.setViewportSize({ width: 718, height: 1046 });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const box = await details.boundingBox();
  const end = (box?.y ?? 0) + (box?.height ?? 0);
  expect(end).toBeGreaterThan((await last.boundingBox())?.y ?? Infinity);
});

test("the focus ring of the first filter is not clipped @desktop", async ({ page, product }) => {
  await signIn(page, await product.signUp(), "/app/history");
  const line = await page.locator("main fieldset").boundingBox();
  const filter = await page.locator("main fieldset label").first().boundingBox();
  expect((filter?.x ?? 0) - 2).toBeGreaterThanOrEqual(line?.x ?? Infinity);
});

test("a house that took everything is a circle without a seam @desktop", async ({ page }) => {
  const sums = { revenue: 20, winnings: 0, net: 20, orders: 1 };
  await page.route("**/api/admin/revenue?*", (route) =>
    route.fulfill({
      json: {
        total_revenue: 20,
        total_winnings: 0,
        total_net: 20,
        total_orders: 1,
        daily_revenue: ["2026-11-19", "2026-11-20"].map((date) => ({ date, ...sums })),
        house_revenue: [{ house_id: 1, house: "Khanapara FC", ...sums }],
      },
    }),
  );
  await signIn(page, ADMIN, "/app/admin");
  await expect(page.locator("main path.fill-chart-1")).toHaveAttribute("stroke-width", "0");
});

/** The label around a radio button. */
const labelOf = (page: Page, name: string): Locator =>
  page.locator("label").filter({ has: page.getByRole("radio", { name, exact: true }) });

const SELECTED_GROUND = `(() => {
  const probe = document.createElement("p");
  probe.style.cssText = "forced-color-adjust: none; background: SelectedItem";
  document.body.append(probe);
  return getComputedStyle(probe).backgroundColor;
})()`;

import { expect, type Locator, type Page } from "@playwright/test";
import { closeUnanswered } from "./late.ts";
import { balanceOf } from "./money.ts";
import { chooseWithAmount, confirmOrder, openPlay, placeOrder } from "./play-steps.ts";
import { goTo, test } from "./product.ts";

test("an order whose response is lost is retried and placed once", async ({ page, product }) => {
  const player = await openPlay(page, product, 100);
  let sent = 0;
  await page.route("**/api/orders/play", async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await chooseWithAmount(page, "45", 40);
  await placeOrder(page);
  expect(sent).toBe(2);
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toContainText("Stake₹40.00");
  expect(await balanceOf(product, player)).toBe(60);
});

test("an order whose outcome is unknown is not placed twice after a reload", async ({
  page,
  product,
}) => {
  // Too little is left for a second order, which the app must leave to the server to refuse.
  const player = await openPlay(page, product, 100);
  await placeWithoutResponse(page, 60);
  // No other message may suggest that the order was not placed.
  await expect(page.getByText("Network error. Please check your connection.")).toBeHidden();
  await page.unroute("**/api/orders/play");
  await page.reload();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("dialog")).toContainText("is never bought twice");
  await page.getByRole("button", { name: "Confirm" }).click();
  const ticket = page.getByRole("dialog", { name: "Your ticket" });
  await expect(ticket).toBeVisible();
  await expect(ticket).not.toContainText("Cancelled");
  expect(await balanceOf(product, player)).toBe(40);
});

test("a closed confirmation comes back if it stays unknown whether the order was placed", async ({
  page,
  product,
}) => {
  await page.clock.install();
  const player = await openPlay(page, product, 100);
  let sent = 0;
  let loseFirst: (() => void) | undefined;
  const lost = new Promise<void>((resolve) => (loseFirst = resolve));
  await page.route("**/api/orders/play", async (route) => {
    sent += 1;
    await route.fetch();
    if (sent === 1) await lost;
    await route.abort("connectionreset");
  });
  await chooseWithAmount(page, "45", 40);
  await confirmOrder(page);
  const confirmation = page.getByRole("dialog", { name: "Confirm play of ₹40 for" });
  await closeUnanswered(page, confirmation);
  loseFirst?.();
  await expect(confirmation).toContainText("is never bought twice", { timeout: 20_000 });
  await page.unroute("**/api/orders/play");
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toBeVisible();
  expect(await balanceOf(product, player)).toBe(60);
});

test("an order whose form was left is not silent about its unknown outcome", async ({
  page,
  product,
}) => {
  const player = await openPlay(page, product, 100);
  await goTo(page, "Home");
  await goTo(page, "Play");
  let loseFirst: (() => void) | undefined;
  const lost = new Promise<void>((resolve) => (loseFirst = resolve));
  await page.route("**/api/orders/play", async (route) => {
    await route.fetch();
    await lost;
    await route.abort("connectionreset");
  });
  await chooseWithAmount(page, "45", 40);
  await confirmOrder(page);
  await page.goBack();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  loseFirst?.();
  const toast = page.getByRole("alert").filter({ hasText: "is never bought twice" });
  await expect(toast).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/api/orders/play");
  await goTo(page, "Play");
  await placeOrder(page);
  expect(await balanceOf(product, player)).toBe(60);
});

test("the ticket of an order that has been cancelled since says so", async ({ page, product }) => {
  const player = await openPlay(page, product, 100);
  const token = await product.tokenOf(player);
  const confirm = await placeWithoutResponse(page);
  const [order] = await product.call("GET /orders", { token });
  await product.call("POST /orders/{id}/cancel", { token, params: { id: order?.id ?? 0 } });
  await page.unroute("**/api/orders/play");
  await confirm.click();
  await expect(page.getByText("it was not bought again")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toContainText("Cancelled");
  expect(await balanceOf(product, player)).toBe(100);
});

test("an order that was placed before leaves the slip at once, before it has loaded", async ({
  page,
  product,
}) => {
  const player = await openPlay(page, product, 100);
  const confirm = await placeWithoutResponse(page);
  await page.unroute("**/api/orders/play");
  await page.route(/\/api\/orders\/\d+$/, () => undefined);
  await confirm.click();
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toContainText("Stake₹40.00");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Play", level: 1 })).toBeVisible();
  await expect(page.getByText("Balance ₹60.00")).toBeVisible();
  await expect(page.getByText("₹0.00", { exact: true })).toBeVisible();
  expect(await balanceOf(product, player)).toBe(60);
});

test("a busy server after a lost response leaves the outcome of an order unknown", async ({
  page,
  product,
}) => {
  const player = await openPlay(page, product, 100);
  let sent = 0;
  await page.route("**/api/orders/play", async (route) => {
    sent += 1;
    if (sent > 1) return route.fulfill({ status: 503, json: { code: "busy", detail: "Busy" } });
    await route.fetch();
    return route.abort("connectionreset");
  });
  await chooseWithAmount(page, "45", 40);
  await page.getByRole("button", { name: "Place Order" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm play of ₹40 for" });
  for (const attempts of [4, 8]) {
    await confirmation.getByRole("button", { name: "Confirm" }).click();
    await expect.poll(() => sent, { timeout: 20_000 }).toBe(attempts);
    await expect(confirmation).toContainText("is never bought twice");
  }
  await expect(page.getByText("The service is busy.")).toBeHidden();
  expect(await balanceOf(product, player)).toBe(60);
});

/** Places an order whose responses are all lost; returns the button that sends it again. */
async function placeWithoutResponse(page: Page, rupees = 40): Promise<Locator> {
  await page.route("**/api/orders/play", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await chooseWithAmount(page, "45", rupees);
  await page.getByRole("button", { name: "Place Order" }).click();
  const confirmation = page.getByRole("dialog", { name: `Confirm play of ₹${rupees} for` });
  const confirm = confirmation.getByRole("button", { name: "Confirm" });
  await confirm.click();
  await expect(confirmation).toContainText("is never bought twice", { timeout: 20_000 });
  return confirm;
}

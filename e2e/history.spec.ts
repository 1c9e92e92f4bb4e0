import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { playNumber, publish, TODAY } from "./draws.ts";
import { holdResponses } from "./late.ts";
import { balanceOf, giveMoney } from "./money.ts";
import { installClock } from "./passing-time.ts";
import { type Account, type Product, signIn, test } from "./product.ts";

// The first round of most houses stays open for 35 minutes, which suffices on a slow machine.
test.use({ clock: "2026-11-20T14:10:00+05:30" });

test("cancelling a pending order returns its stake", async ({ page, product }) => {
  // No event stream: the screen learns from the responses only.
  await page.route("**/api/events*", () => undefined);
  const player = await aPlayer(page, product);
  await order(product, player, 30);
  await page.goto("/app/history");
  await page.getByRole("link", { name: /Pending/ }).click();
  const details = detailsOf(page);
  await expect(details).toContainText("Total amount₹30.00");
  await expect(details).toContainText(/Placed20 Nov 2026, 0\d:\d\d:\d\d\sPM/);
  await expect(details).toContainText("Can be cancelled until20 Nov 2026, 07:45 PM");
  await expect(details.getByRole("row", { name: "07 Second Round ₹30 -" })).toBeVisible();
  await expectAccessible(page);
  await details.getByRole("button", { name: "Cancel order" }).click();
  const confirmation = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(confirmation).toContainText("₹30.00 goes back to your wallet.");
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Keep the order" }).click();
  await expect(confirmation).toBeHidden();
  expect(await balanceOf(product, player)).toBe(970);

  await details.getByRole("button", { name: "Cancel order" }).click();
  await confirmation.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Order cancelled")).toBeVisible();
  await expect(details).toContainText("Cancelled");
  await expect(details.getByRole("button", { name: "Cancel order" })).toBeHidden();
  // The focus is on the facts, which hold the new status, and not back at the top of the page.
  await expect(details.locator("dl")).toBeFocused();
  expect(await balanceOf(product, player)).toBe(1_000);
  await expect(page.getByText("₹1,000.00").filter({ visible: true })).toHaveCount(1);
});

test("an order cancelled among the pending ones stays in view", async ({ page, product }) => {
  await page.route("**/api/events*", () => undefined);
  const player = await aPlayer(page, product);
  const { id } = await order(product, player, 30);
  await page.goto("/app/history?status=pending");
  await page.getByRole("link", { name: /Pending/ }).click();
  const details = detailsOf(page);
  const responses = await holdResponses(page, `**/api/orders/${id}`);
  await details.getByRole("button", { name: "Cancel order" }).click();
  const confirmation = page.getByRole("dialog", { name: "Cancel this order?" });
  await confirmation.getByRole("button", { name: "Cancel order" }).press("Enter");
  await expect(page.getByText("No orders with this status")).toBeVisible();
  await responses.waitForResponse();
  await expect(details).toContainText("Total amount₹30.00");
  await responses.release();
  await expect(details).toContainText("Cancelled");
  await expect(details.locator("dl")).toBeFocused();
});

test("a refused cancellation shows the status that the order has by now @phone", async ({
  page,
  product,
}) => {
  await page.route("**/api/events*", () => undefined);
  const player = await aPlayer(page, product);
  const { id } = await order(product, player, 30);
  await page.goto(`/app/history?order=${id}`);
  const details = detailsOf(page);
  await details.getByRole("button", { name: "Cancel order" }).click();
  const token = await product.tokenOf(player);
  await product.call("POST /orders/{id}/cancel", { token, params: { id } });
  const confirmation = page.getByRole("dialog", { name: "Cancel this order?" });
  await confirmation.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Only a pending order can be cancelled")).toBeVisible();
  await expect(details).toContainText("Cancelled");
});

test("orders load twenty at a time and are filtered by the URL", async ({ page, product }) => {
  const player = await aPlayer(page, product);
  await page.goto("/app/history");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await expectAccessible(page);
  const ids: number[] = [];
  for (let amount = 10; amount <= 30; amount += 1) {
    ids.push((await order(product, player, amount)).id);
  }
  const token = await product.tokenOf(player);
  await product.call("POST /orders/{id}/cancel", { token, params: { id: ids[3] ?? 0 } });
  await page.reload();
  const orders = page.getByRole("list", { name: "Orders" }).getByRole("listitem");
  await expect(orders).toHaveCount(20);
  const more = page.getByRole("button", { name: "Load More" });
  await page.route("**/api/orders?*skip=20*", (route) => route.fulfill({ status: 403, json: {} }));
  await more.click();
  await expect(page.getByText("You do not have permission")).toBeVisible();
  await page.unroute("**/api/orders?*skip=20*");
  await more.press("Enter");
  await expect(orders).toHaveCount(21);
  await expect(more).toBeHidden();
  // The button is gone, so the keyboard focus moves to the first order that was added.
  await expect(orders.last()).toBeFocused();
  await expect(orders.last()).toHaveCSS("outline-style", "solid");

  await page.getByRole("radio", { name: "Cancelled" }).check();
  await expect(page).toHaveURL(/status=cancelled/);
  await expect(orders).toHaveCount(1);
  await expect(orders).toContainText("₹13.00");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Cancelled" })).toBeChecked();
  await expect(orders).toHaveCount(1);
  await page.getByRole("radio", { name: "Won" }).check();
  await page.getByRole("button", { name: "Show all orders" }).click();
  await expect(orders).toHaveCount(20);
  await expect(page.getByRole("main")).toBeFocused();
});

for (const [where, pathOf, shownOn] of [
  ["in the list", () => "/app/history", (page: Page) => page.getByRole("list", { name: "Orders" })],
  ["of the list", (id: number) => `/app/history?order=${id}`, (page: Page) => detailsOf(page)],
  [
    "that only the URL names",
    (id: number) => `/app/history?status=won&order=${id}`,
    (page: Page) => detailsOf(page),
  ],
  [
    "on the dashboard",
    () => "/app",
    (page: Page) => page.getByRole("row", { name: /Shillong FC/ }),
  ],
] as const) {
  test(`an order ${where} is confirmed when its booking closes, without a request @phone`, async ({
    page,
    product,
  }) => {
    const advance = await installClock(page);
    const player = await aPlayer(page, product);
    const { id } = await order(product, player, 30);
    const about = page.waitForResponse("**/api/about");
    await page.goto(pathOf(id));
    await (await about).finished();
    await expect(shownOn(page)).toContainText("Pending");
    await page.route(/\/api\/orders/, (route) => route.abort());
    await advance(340);
    await expect(shownOn(page)).toContainText("Confirmed");
  });
}

test("an order leaves the pending ones when its booking closes", async ({ page, product }) => {
  const advance = await installClock(page);
  const player = await aPlayer(page, product);
  await order(product, player, 30);
  const about = page.waitForResponse("**/api/about");
  await page.goto("/app/history?status=pending");
  await (await about).finished();
  await expect(page.getByRole("list", { name: "Orders" })).toContainText("₹30.00");
  await advance(340);
  await expect(page.getByRole("button", { name: "Show all orders" })).toBeVisible();
});

test("opening and closing an order leaves no entry in the browser history @phone", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const player = await aPlayer(page, product);
  await order(product, player, 30);
  await page.goto("/app/wallet");
  await page.goto("/app/history");
  const historyIndex = () => page.evaluate<number>("navigation.currentEntry.index");
  const indexOfList = await historyIndex();
  await page.getByRole("link", { name: /Pending/ }).click();
  await detailsOf(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/\/app\/history$/);
  // Closing navigates back, which takes a moment.
  await expect.poll(historyIndex).toBe(indexOfList);
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/wallet$/);
});

test("the details of an order show what each number won", async ({ page, product }) => {
  const player = await aPlayer(page, product);
  const house = await shillong(product);
  await product.call("POST /orders/play", {
    token: await product.tokenOf(player),
    body: {
      house_id: house.id,
      play_date: TODAY,
      plays: [
        { type: "direct", round: "first", number: 45, amount: 10 },
        { type: "house", round: "first", number: 4, amount: 20 },
        { type: "ending", round: "first", number: 6, amount: 30 },
        { type: "forecast", forecast_fr: 45, forecast_sr: 7, amount: 10 },
      ],
    },
  });
  await product.kill();
  await product.start("2026-11-20T15:10:00+05:30");
  await publish(product, { house_id: house.id, first_round: 45 });
  // The link of the win leads to all orders: this one is not yet among those that are won.
  await page.goto("/app/notifications");
  await page.getByRole("main").getByRole("link", { name: "History" }).click();
  await page.getByRole("link", { name: /Won ₹1,000.00/ }).click();
  const details = detailsOf(page);
  await expect(details).toContainText("Winning amount₹1,000.00");
  await expect(details).toContainText("Confirmed");
  for (const row of [
    "45 First Round ₹10 ₹800",
    "4 First Round ₹20 ₹200",
    "6 First Round ₹30 ₹0",
    "45 / 07 Both rounds ₹10 -",
  ]) {
    await expect(details.getByRole("row", { name: row, exact: true })).toBeVisible();
  }
  await expectAccessible(page);
});

async function aPlayer(page: Page, product: Product): Promise<Account> {
  const player = await product.signUp();
  await giveMoney(product, player, 1_000);
  await signIn(page, player);
  return player;
}

async function shillong(product: Product) {
  const houses = await product.call("GET /houses");
  const house = houses.find(({ name }) => name === "Shillong FC");
  if (!house) throw new Error("Shillong FC is a house of a new installation");
  return house;
}

/** An order for 07 in the second round. */
async function order(product: Product, player: Account, amount: number) {
  const { id } = await shillong(product);
  return playNumber(product, player, { house_id: id, number: 7, amount });
}

/** The details of the open order: beside the list, or on a phone in a dialog. */
const detailsOf = (page: Page) =>
  page
    .getByRole("complementary")
    .or(page.getByRole("dialog", { name: /^Order #/ }))
    .first();

import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { makeHouse, openAdmin } from "./admin-steps.ts";
import { playNumber, TODAY } from "./draws.ts";
import { balanceOf, giveMoney } from "./money.ts";
import { installClock } from "./passing-time.ts";
import { type Account, ADMIN, openLive, type Product, signIn, test } from "./product.ts";

// Its own clock gives this file its own product: the list holds only the orders of these tests.
test.use({ clock: "2026-11-20T14:20:00+05:30" });

const TOMORROW = "2026-11-21";

test("an admin finds an order, opens it and voids it", async ({ page, product, openPage }) => {
  const { player, house, order } = await anOrder(product, "Aiban Nongrum");
  const watching = await openPage();
  await openLive(watching, player);
  await signIn(page, ADMIN);
  await openAdmin(page, "Orders");
  await expect(rowOf(page, player)).toContainText("₹40.00");
  await expectAccessible(page);

  await page.getByLabel("House").selectOption(house.name);
  await page.getByLabel("Phone number").fill("12345");
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page.getByText("Invalid phone number")).toBeVisible();
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await page.getByLabel("Phone number").fill(`+91 ${player.phone}`);
  await expect(page.getByText("Invalid phone number")).toBeHidden();
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page).toHaveURL(new RegExp(`phone=${player.phone}`));
  await expect(page.getByRole("heading", { name: "Orders for every day" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);

  const open = rowOf(page, player).getByRole("link", { name: /^Order #/ });
  await open.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(player.full_name);
  await expect(dialog).toContainText(house.name);
  await expect(dialog.getByRole("row", { name: /45/ })).toContainText("₹40");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByRole("button", { name: "Void order" }).click();
  await expect(dialog).toContainText(
    `₹40.00 goes back to the wallet of ${player.full_name}, ${player.phone}`,
  );
  await dialog.getByRole("button", { name: "Void and refund ₹40.00" }).click();
  await expect(dialog).toContainText("Please give a reason");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel("Reason").fill("Placed twice\nby mistake");
  await dialog.getByRole("button", { name: "Void and refund ₹40.00" }).click();
  // Toasts, which vanish.
  await Promise.all([
    expect(page.getByText(/^Order #\d+ voided, ₹40.00 refunded$/)).toBeVisible(),
    expect(watching.getByText("The operator cancelled your order").first()).toBeVisible(),
  ]);
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, player)).toContainText("Cancelled");
  expect(await balanceOf(product, player)).toBe(100);

  const balance = watching.getByText("₹100.00").filter({ visible: true });
  await expect(balance.first()).toBeVisible();
  await openAdmin(page, "Orders");
  await expect(page.getByLabel("Phone number")).toHaveValue("");
  await expect(page.getByLabel("House")).toHaveValue("");
  await page.goto(`/app/admin/orders?order=${order.id}`);
  await expect(dialog).toContainText("Placed twice by mistake");
  await expect(dialog.getByRole("button", { name: "Void order" })).toHaveCount(0);
  await page.goto(`/app/admin/audit?kind=order&id=${order.id}`);
  await expect(page.getByRole("region", { name: "Entries" })).toContainText("Order voided");
});

test("an admin finds an order of another day by its number", async ({ page, product }) => {
  const { player, order } = await anOrder(product, "Iban Khongwir");
  await signIn(page, ADMIN, `/app/admin/orders?date=${TOMORROW}&status=lost`);
  await expect(page.getByText("No orders found")).toBeVisible();
  const number = page.getByLabel("Order number");
  await number.fill("8x9");
  await number.press("Enter");
  await expect(number).toHaveAccessibleDescription("An order number looks like #0889");
  await expectAccessible(page);
  await number.fill(`#${String(order.id).padStart(4, "0")}`);
  await page.getByRole("button", { name: "Open the order" }).click();
  const dialog = page.getByRole("dialog", { name: /^Order #/ });
  await expect(dialog).toContainText(player.phone);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/status=lost/);
  await number.fill("#99999");
  await number.press("Enter");
  await expect(dialog).toContainText("Requested resource not found.");
});

test("the house filter names the house in the URL, also an unknown one @desktop", async ({
  page,
  product,
}) => {
  const house = await makeHouse(product, "Mawlai");
  await signIn(page, ADMIN);
  await page.goto(`/app/admin/orders?house=${house.id}`);
  await expect(page.getByLabel("House").locator("option:checked")).toHaveText(house.name);
  await page.goto("/app/admin/orders?house=999999");
  await expect(page.getByLabel("House").locator("option:checked")).toHaveText("Unknown House");
  await expect(page.getByText("No orders found")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByLabel("House").locator("option:checked")).toHaveText("All houses");
  await expect(page.getByRole("option", { name: "Unknown House" })).toHaveCount(0);
});

test("the list shows today's orders by default @desktop", async ({ page, product }) => {
  const today = await anOrder(product, "Bantei Marak");
  const tomorrow = await anOrder(product, "Chandra Rai", TOMORROW);
  await signIn(page, ADMIN);
  await openAdmin(page, "Orders");
  await expect(page.getByRole("heading", { name: "Orders for today" })).toBeVisible();
  await expect(rowOf(page, today.player)).toBeVisible();
  await expect(rowOf(page, tomorrow.player)).toHaveCount(0);
  await page.getByLabel("Date").fill(TOMORROW);
  await page.getByRole("button", { name: "Apply Filters" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Orders for 21 Nov 2026" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply Filters" })).toBeFocused();
  await expect(rowOf(page, tomorrow.player)).toContainText("Pending");
  await expect(rowOf(page, today.player)).toHaveCount(0);

  await page.getByLabel("Status").selectOption("Won");
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page.getByText("No orders found")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel("Status")).toHaveValue("won");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rowOf(page, today.player)).toBeVisible();

  // A player's orders are those of every day.
  await page.getByLabel("Phone").fill(tomorrow.player.phone);
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(rowOf(page, tomorrow.player)).toBeVisible();
});

test("voiding an order that its player cancelled meanwhile is refused @desktop", async ({
  page,
  product,
}) => {
  const { player, order } = await anOrder(product, "Daphi Kharbuli");
  await signIn(page, ADMIN, `/app/admin/orders?phone=${player.phone}&order=${order.id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Void order" }).click();
  await product.call("POST /orders/{id}/cancel", {
    token: await product.tokenOf(player),
    params: { id: order.id },
  });
  await dialog.getByLabel("Reason").fill("Rain");
  await dialog.getByRole("button", { name: "Void and refund ₹40.00" }).click();
  await expect(
    page.getByText("This order is already cancelled, or one of its rounds has a published number"),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, player)).toContainText("Cancelled");
  expect(await balanceOf(product, player)).toBe(100);
});

test("an order that is opened again shows its current status @desktop", async ({
  page,
  product,
}) => {
  const { player, order } = await anOrder(product, "Firoza Ali");
  await signIn(page, ADMIN, `/app/admin/orders?phone=${player.phone}`);
  const open = rowOf(page, player).getByRole("link", { name: /^Order #/ });
  await open.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Void order" })).toBeVisible();
  await page.keyboard.press("Escape");
  await product.call("POST /orders/{id}/cancel", {
    token: await product.tokenOf(player),
    params: { id: order.id },
  });
  await open.click();
  await expect(dialog).toContainText("Cancelled");
  await expect(dialog.getByRole("button", { name: "Void order" })).toHaveCount(0);
});

test("closing an order leaves no entry in the browser history @phone", async ({
  page,
  product,
}) => {
  const { player } = await anOrder(product, "Gita Nongrum");
  await signIn(page, ADMIN, "/app/admin/users");
  await page.goto("/app/admin/orders");
  const historyIndex = () => page.evaluate<number>("navigation.currentEntry.index");
  const indexOfList = await historyIndex();
  await rowOf(page, player)
    .getByRole("link", { name: /^Order #/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/app\/admin\/orders$/);
  await expect(page.getByRole("dialog")).toBeHidden();
  // Closing navigates back, which takes a moment.
  await expect.poll(historyIndex).toBe(indexOfList);
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/admin\/users$/);
});

test("at midnight the list goes on to the orders of the new day @desktop", async ({
  page,
  product,
}) => {
  const { player } = await anOrder(product, "Pynshai Marak");
  const next = await anOrder(product, "Rikchi Momin", TOMORROW);
  const advance = await installClock(page);
  await signIn(page, ADMIN);
  await openAdmin(page, "Orders");
  await expect(rowOf(page, player)).toBeVisible();
  await advance(10 * 60);
  await expect(rowOf(page, next.player)).toBeVisible();
  await expect(rowOf(page, player)).toBeHidden();
  await expect(page.getByRole("heading", { name: "Orders for today" })).toBeVisible();
});

test("a list that fails to load shows the error and can be retried @desktop", async ({
  page,
  product,
}) => {
  const { player } = await anOrder(product, "Ebor Syiem");
  await signIn(page, ADMIN);
  await page.route("**/api/admin/orders?**", (route) =>
    route.fulfill({ status: 400, json: FAULT }),
  );
  await page.goto("/app/admin/orders");
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure).toContainText("Server error. Please try again later.");
  await page.unroute("**/api/admin/orders?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rowOf(page, player)).toBeVisible();
});

const FAULT = { code: "fault", detail: "Server error. Please try again later." };

/** An order of ₹40 for the second round of a new house, placed by a new player with ₹100. */
async function anOrder(product: Product, full_name: string, play_date = TODAY) {
  const player = await product.signUp(full_name);
  await giveMoney(product, player, 100);
  const house = await makeHouse(product, "Umiam");
  const play = { house_id: house.id, number: 45, amount: 40, play_date };
  const order = await playNumber(product, player, play);
  return { player, house, order };
}

const rowOf = (page: Page, { phone }: Account) => page.getByRole("row").filter({ hasText: phone });

import { expect, type Page } from "@playwright/test";
import { holdResponses, waitForRender } from "./late.ts";
import { balanceOf, giveMoney } from "./money.ts";
import { ageOf } from "./passing-time.ts";
import { confirmOrder, chooseWithAmount } from "./play-steps.ts";
import { type Account, type Product, signIn, test } from "./product.ts";

const PLAY = "**/api/orders/play";

test("a response to an order shows nothing to the player who has signed in since", async ({
  page,
  product,
}) => {
  const { releaseResponse } = await leaveOrder(page, product);

  // No more requests: the screen must be right by itself, not because it is refetched.
  await page.route("**/api/**", (route) => route.abort());
  await releaseResponse();
  // Checked at once, because a toast would disappear by itself.
  expect(await page.getByText("Order placed successfully").count()).toBe(0);
  expect(await page.getByText("₹460.00").count()).toBe(0);
  await expect(page.getByText("₹170.00").filter({ visible: true }).first()).toBeVisible();
});

test("an order that waits for a retry is not placed for the player who signs in next", async ({
  page,
  product,
}) => {
  const { one, next } = await twoPlayers(product);
  await page.clock.install();
  const bearers = new Set<string | undefined>();
  await page.route(PLAY, async (route) => {
    bearers.add(route.request().headers()["authorization"]);
    if (bearers.size > 1) return route.continue();
    const headers = { "retry-after": "60" };
    return route.fulfill({ status: 503, headers, json: { code: "busy", detail: "Busy" } });
  });
  await sendOrder(page, one);
  await expect.poll(() => bearers.size).toBe(1);
  await switchPlayer(page, next);
  await page.clock.fastForward(60_000);
  await waitForRender(page);
  expect(await balanceOf(product, next)).toBe(170);
  expect(await balanceOf(product, one)).toBe(500);
  expect(bearers.size).toBe(1);
});

test("an order whose outcome was never shown is not placed again, and the screen says so", async ({
  page,
  product,
}) => {
  const { one, releaseResponse } = await leaveOrder(page, product);
  await releaseResponse();
  await page.unroute(PLAY);
  await giveMoney(product, one, 200);
  await signIn(page, one, "/app/play");
  await expect(page.getByLabel("Amount for 45")).toHaveValue("40");
  // A younger order might be the one that is confirmed here.
  const [order] = await product.call("GET /orders", { token: await product.tokenOf(one) });
  await expect.poll(() => ageOf(product, order)).toBeGreaterThan(3_000);
  await confirmOrder(page);
  await expect(page.getByText("it was not bought again")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toBeVisible();
  // The current balance, not the one just after the order.
  await expect(page.getByText("₹660.00").filter({ visible: true }).first()).toBeVisible();
  expect(await page.getByText("₹460.00").count()).toBe(0);
  expect(await page.getByText("Order placed successfully").count()).toBe(0);

  await page.getByRole("button", { name: "Done" }).click();
  await chooseWithAmount(page, "45", 40);
  await confirmOrder(page);
  await expect(page.getByText("Order placed successfully")).toBeVisible();
  expect(await balanceOf(product, one)).toBe(620);
});

async function twoPlayers(product: Product): Promise<{ one: Account; next: Account }> {
  const one = await product.signUp("Rida Lyngdoh");
  await giveMoney(product, one, 500);
  const next = await product.signUp("Biren Kharlukhi");
  await giveMoney(product, next, 170);
  return { one, next };
}

/** Places an order as one player, and signs the next one in before the response arrives. */
async function leaveOrder(page: Page, product: Product) {
  const { one, next } = await twoPlayers(product);
  const late = await holdResponses(page, PLAY);
  await sendOrder(page, one);
  await expect.poll(() => balanceOf(product, one)).toBe(460);
  await switchPlayer(page, next);
  return { one, releaseResponse: late.release };
}

/** Confirms an order of ₹40, and opens another screen while its request is pending. */
async function sendOrder(page: Page, player: Account): Promise<void> {
  await signIn(page, player);
  await page.getByRole("link", { name: "Play", exact: true }).first().click();
  await chooseWithAmount(page, "45", 40);
  await confirmOrder(page);
  await page.goBack();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
}

/** Signs out and signs the next player in, without loading the page again. */
async function switchPlayer(page: Page, { full_name, phone, password }: Account): Promise<void> {
  await page
    .getByRole("button", { name: /Rida Lyngdoh/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Phone number").fill(phone);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: `Welcome, ${full_name}` })).toBeVisible();
}

import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { closeUnanswered } from "./late.ts";
import { balanceOf, giveMoney, openWallet, requestsOf } from "./money.ts";
import { ageOf } from "./passing-time.ts";
import { test } from "./product.ts";

test("a lost response and a double tap make one deposit request only", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await openWallet(page, player, "Deposit");
  const keys = await loseFirstResponse(page, "**/api/wallet/deposit");
  await page.getByRole("button", { name: "₹100", exact: true }).click();
  await attachScreenshot(page);
  await page.getByRole("button", { name: "Send request" }).dblclick();
  await expect(page.getByRole("region", { name: "Your deposit request" })).toBeVisible();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(await requestsOf(product, player)).toHaveLength(1);
});

test("a withdrawal is told as soon as it is made, however long the lists take", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 500);
  await page.route("**/api/events*", () => undefined);
  await openWallet(page, player, "Withdraw");
  await expect(page.getByText("Available balance")).toBeVisible();
  // The list is never refetched.
  await page.route("**/api/wallet/requests*", () => undefined);
  await submitWithdrawal(page);
  await expect(page.getByText("Withdrawal request submitted successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await balanceOf(product, player)).toBe(400);
});

test("an upload without progress is retried as the same deposit", async ({ page, product }) => {
  const player = await product.signUp();
  await page.clock.install();
  await openWallet(page, player, "Deposit");
  const keys: string[] = [];
  const address = "**/api/wallet/deposit";
  await page.route(address, (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "none");
  });
  await attachScreenshot(page);
  await submitDeposit(page);
  for (let tries = 1; tries <= 4; tries += 1) {
    await expect.poll(() => keys).toHaveLength(tries);
    await page.clock.runFor(121_000);
    await page.clock.runFor(8_000);
  }
  await expect(page.getByText("It is not certain whether your request arrived.")).toBeVisible();
  await page.unroute(address);
  await page.route(address, async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "none");
    await route.continue();
  });
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("region", { name: "Your deposit request" })).toBeVisible();
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size, "keys").toBe(1);
  expect(await requestsOf(product, player)).toHaveLength(1);
});

test("a withdrawal whose response is lost leaves the wallet once", async ({ page, product }) => {
  const player = await product.signUp();
  await giveMoney(product, player, 500);
  await openWallet(page, player, "Withdraw");
  const keys = await loseFirstResponse(page, "**/api/wallet/withdraw");
  await page.getByRole("button", { name: "All" }).click();
  await page.getByRole("radio", { name: "UPI" }).check();
  await page.getByLabel("UPI ID").fill("rida@bank");
  await page.getByRole("button", { name: "Request withdrawal" }).click();
  await page.getByRole("button", { name: "Withdraw ₹500.00" }).dblclick();
  await expect(page.getByText("Withdrawal request submitted successfully")).toBeVisible();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(await requestsOf(product, player)).toHaveLength(2);
  expect(await balanceOf(product, player)).toBe(0);
});

test("a withdrawal of the whole balance whose outcome is unknown can be sent again", async ({
  page,
  product,
}) => {
  await page.clock.install();
  const player = await product.signUp();
  await giveMoney(product, player, 100);
  await openWallet(page, player, "Withdraw");
  let loseFirst: (() => void) | undefined;
  const lost = new Promise<void>((resolve) => (loseFirst = resolve));
  await page.route("**/api/wallet/withdraw", async (route) => {
    await route.fetch();
    await lost;
    await route.abort();
  });
  await submitWithdrawal(page);
  const confirmation = page.getByRole("dialog", { name: "Is everything correct?" });
  // Closed while there is no answer, it comes back with the failure.
  await closeUnanswered(page, confirmation);
  loseFirst?.();
  await expect(confirmation).toContainText("It is not certain whether your request arrived.", {
    timeout: 20_000,
  });
  await expect(page.getByText("₹0.00").filter({ visible: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/wallet/withdraw");
  // Nothing is left in the wallet, but the same request may be sent again from the form as well.
  await confirmation.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Request withdrawal" }).click();
  await expect(confirmation).toContainText("It is not certain whether your request arrived.");
  await confirmation.getByRole("button", { name: "Withdraw ₹100.00" }).click();
  await expect(page.getByText("it was not made again")).toBeVisible();
  await expect(confirmation).toBeHidden();
  expect(await requestsOf(product, player)).toHaveLength(2);
});

test("a deposit refused by a busy server is shown as refused, not as uncertain", async ({
  page,
  product,
}) => {
  await openWallet(page, await product.signUp(), "Deposit");
  await page.route("**/api/wallet/deposit", (route) => route.fulfill(BUSY));
  await submitDeposit(page);
  await expect(page.getByText("The service is busy.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("It is not certain whether your request arrived.")).toBeHidden();
});

test("a request whose outcome was never shown is not made again, and the screen says so", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 1_000);
  await openWallet(page, player, "Deposit");
  for (const [tab, url, submit] of [
    ["Deposit", "**/api/wallet/deposit", submitDeposit],
    ["Withdraw", "**/api/wallet/withdraw", submitWithdrawal],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    const { length } = await requestsOf(product, player);
    await page.route(url, async (route) => void (await route.fetch()));
    await submit(page);
    await expect.poll(async () => (await requestsOf(product, player)).length).toBe(length + 1);
    await page.reload();
    await page.unroute(url);
    const [latest] = await requestsOf(product, player);
    await expect.poll(() => ageOf(product, latest)).toBeGreaterThan(3_000);
    await submit(page);
    await expect(page.getByText("it was not made again")).toBeVisible();
    expect(await page.getByText("submitted successfully").count()).toBe(0);
    expect(await requestsOf(product, player)).toHaveLength(length + 1);
    if (tab === "Deposit") await page.getByRole("button", { name: "another deposit" }).click();
    await submit(page);
    await expect(page.getByText("request submitted successfully")).toBeVisible();
    expect(await requestsOf(product, player)).toHaveLength(length + 2);
    await expect(page.getByText("request submitted successfully")).toBeHidden();
  }
  expect(await balanceOf(product, player)).toBe(800);
});

const BUSY = { status: 503, json: { code: "busy", detail: "Busy" } };

async function attachScreenshot(page: Page): Promise<void> {
  const buffer = await page.screenshot();
  const file = { name: "paid.png", mimeType: "image/png", buffer };
  await page.getByLabel("Screenshot").setInputFiles(file);
}

async function submitDeposit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "₹100", exact: true }).click();
  await page.getByRole("button", { name: "Send request" }).click();
}

async function submitWithdrawal(page: Page): Promise<void> {
  await page.getByLabel("Amount", { exact: true }).fill("100");
  await page.getByRole("radio", { name: "UPI" }).check();
  await page.getByLabel("UPI ID").fill("rida@bank");
  await page.getByRole("button", { name: "Request withdrawal" }).click();
  await page.getByRole("button", { name: "Withdraw ₹100.00" }).click();
}

/**
 * Loses the response to the first call, after the server has handled it. Returns the array to which
 * the idempotency key of every call is added.
 */
async function loseFirstResponse(page: Page, url: string): Promise<string[]> {
  const keys: string[] = [];
  await page.route(url, async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "none");
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return keys;
}

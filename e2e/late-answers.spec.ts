import { expect, type Page } from "@playwright/test";
import { openAdmin } from "./admin-steps.ts";
import { playNumber } from "./draws.ts";
import { holdResponses } from "./late.ts";
import { giveMoney, requestDeposit, requestsOf } from "./money.ts";
import { confirmOrder, chooseWithAmount, numberOf, placeOrder } from "./play-steps.ts";
import { type Account, ADMIN, goTo, type Product, signIn, test } from "./product.ts";

/** Responses that arrive after the user has left the screen or chosen something else. */

test("a deposit that completes on another screen is announced, without navigation", async ({
  page,
  product,
}) => {
  await signIn(page, await product.signUp());
  await goTo(page, "Wallet");
  await page.getByRole("tab", { name: "Deposit" }).click();
  const late = await holdResponses(page, "**/api/wallet/deposit");
  await page.getByRole("button", { name: "₹500", exact: true }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await goTo(page, "Play");
  await numberOf(page, "45").click();
  await late.release();
  await expect(page.getByText("Deposit request submitted successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/app\/play$/);
  await expect(numberOf(page, "45")).toHaveAttribute("aria-pressed", "true");
});

test("a decision is told although the queue cannot be loaded again", async ({ page, product }) => {
  const player = await product.signUp();
  const { id } = await requestDeposit(product, player, { amount: 250 });
  await signIn(page, ADMIN, `/app/admin/payments?phone=${player.phone}`);
  await page.getByRole("button", { name: /^Approve ₹250/ }).click();
  await page.route(/\/api\/admin\/payments[?/]/, (route) =>
    route.request().method() === "GET" ? undefined : route.fallback(),
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Deposit of ₹250.00 approved")).toBeVisible({ timeout: 20_000 });
  await expect(dialog).toBeHidden();
  expect(await requestsOf(product, player)).toMatchObject([{ id, status: "approved" }]);
});

test("a late order to repeat replaces no chosen numbers and does not navigate", async ({
  page,
  product,
}) => {
  const player = await aPlayer(product);
  const [house] = await product.call("GET /houses");
  await playNumber(product, player, { house_id: house?.id ?? 0, number: 12, amount: 10 });
  await signIn(page, player);
  await goTo(page, "Play");
  const repeat = page.getByRole("button", { name: "Repeat my last order" });
  const late = await holdResponses(page, "**/api/orders?limit=1");
  await repeat.click();
  await numberOf(page, "45").click();
  await late.release();
  await expect(numberOf(page, "45")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("radio", { name: "First Round" })).toBeChecked();

  await numberOf(page, "45").click();
  await repeat.click();
  await goTo(page, "Wallet");
  await late.release();
  await expect(page.getByRole("heading", { name: "Wallet" })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/wallet$/);
});

test("the form is cleared even if the order completes on another screen", async ({
  page,
  product,
}) => {
  await signIn(page, await aPlayer(product));
  for (const isBackOnPlay of [false, true]) {
    await goTo(page, "Play");
    const late = await holdResponses(page, "**/api/orders/play");
    await chooseWithAmount(page, "45", 40);
    await confirmOrder(page);
    await page.goBack();
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
    if (isBackOnPlay) {
      await goTo(page, "Play");
      await expect(page.getByRole("button", { name: "Place Order" })).toBeDisabled();
    }
    await late.release();
    const toast = page.getByRole("status").filter({ hasText: "Order placed successfully" });
    await expect(toast).toBeVisible();
    // Gone before the next order.
    await expect(toast).toBeHidden();
    if (!isBackOnPlay) await goTo(page, "Play");
    await expect(numberOf(page, "45")).toHaveAttribute("aria-pressed", "false");
    await goTo(page, "Home");
  }
});

test("a balance that was requested before an order does not replace the balance after it", async ({
  page,
  product,
}) => {
  const player = await aPlayer(product);
  // Only the second response is held: the page refetches when its event stream connects, because
  // the player has just got money.
  const late = await holdResponses(page, "**/api/auth/me", 1);
  await signIn(page, player, "/app/play");
  await late.waitForResponse();
  await chooseWithAmount(page, "45", 40);
  await placeOrder(page);
  await expect(balance(page)).toContainText("₹460.00");
  await late.release();
  await expect(balance(page)).toContainText("₹460.00");
});

test("the language selector shows the chosen language while its messages load", async ({
  page,
}) => {
  await page.goto("/login");
  const late = await holdResponses(page, "**/hi.core.json");
  const language = page.getByRole("combobox");
  await language.selectOption("हिन्दी");
  await late.waitForResponse();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(language).toHaveValue("hi");
  await late.release();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(language).toHaveValue("hi");
});

test("a late response to a code request does not navigate away from the login", async ({
  page,
  product,
}) => {
  const { phone } = await product.signUp();
  await page.goto("/forgot-password");
  await page.getByLabel("Phone number").fill(phone);
  const late = await holdResponses(page, "**/api/auth/forgot-password");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByRole("link", { name: "Back to login" }).click();
  await page.getByLabel("Phone number").fill(phone);
  await late.release();
  await expect(page).toHaveURL(/\/login$/);
});

test("a user that was requested before a name was saved does not replace the new name", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 100);
  // Only the second response is held: the page refetches when its event stream connects, because
  // the player has just got money.
  const late = await holdResponses(page, "**/api/auth/me", 1);
  await signIn(page, player, "/app/profile");
  await late.waitForResponse();
  await page.getByLabel("Full name").fill("Rida Mary Lyngdoh");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated successfully")).toBeVisible();
  await late.release();
  await expect(page.getByRole("button", { name: /Rida Mary Lyngdoh$/ })).toBeVisible();
});

test("a login that completes on another page signs in, without navigation", async ({
  page,
  product,
}) => {
  const { phone, password } = await product.signUp();
  const late = await holdResponses(page, "**/api/auth/login");
  await page.goto("/login");
  await page.getByLabel("Phone number").fill(phone);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("link", { name: "Register" }).click();
  await page.getByLabel("Full name").fill("Rida");
  await late.release();
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByLabel("Full name")).toHaveValue("Rida");
});

test("a registration that completes on another page is announced, without navigation", async ({
  page,
}) => {
  await page.goto("/register");
  await page.getByLabel("Full name").fill("Rida Lyngdoh");
  await page.getByLabel("Phone number").fill("9436100321");
  await page.getByLabel("Password", { exact: true }).fill("a-long-summer");
  await page.getByLabel("Confirm password").fill("a-long-summer");
  await page.getByLabel("I am 18 or older").check();
  const late = await holdResponses(page, "**/api/auth/register");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("link", { name: "Nishana" }).click();
  await expect(page).toHaveURL(/\/$/);
  await late.release();
  await expect(page.getByText("Registration successful! Please login.")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("a new password that is saved on another page is announced, without navigation", async ({
  page,
}) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/auth/reset-password", async (route) => {
    await released;
    await route.fulfill({ status: 204 });
  });
  await page.goto("/reset-password");
  await page.getByLabel("Phone number").fill("9436100321");
  await page.getByLabel("Six-digit code").fill("123456");
  await page.getByLabel("New password").fill("a-long-summer");
  await page.getByLabel("Confirm password").fill("a-long-summer");
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.getByRole("link", { name: "Ask for a new code" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  release();
  await expect(page.getByText("Password changed successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test.describe("when a response is lost", () => {
  test.use({ expectedErrors: /^Failed to load resource/ });

  test("an approval of one's own does not say not to pay", async ({ page, product }) => {
    const player = await aPlayer(product);
    const account_details = { account_type: "upi" as const, upi_id: "rida@bank" };
    const token = await product.tokenOf(player);
    await product.call("POST /wallet/withdraw", { token, body: { amount: 400, account_details } });
    await signIn(page, ADMIN);
    await openAdmin(page, "Payments");
    const card = page.getByRole("article").filter({ hasText: player.phone });
    await card.getByRole("button", { name: "Approve" }).click();
    await page.route("**/approve", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Approve ₹400.00" }).click();
    await expect(dialog).toContainText("You approved this request. Only the answer was lost.");
    await expect(dialog).toContainText("Approved by Admin");
    await expect(dialog).not.toContainText(/do not pay/i);
    const [request] = await requestsOf(product, player);
    expect(request?.status).toBe("approved");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(card).toBeHidden();
  });
});

async function aPlayer(product: Product): Promise<Account> {
  const player = await product.signUp();
  await giveMoney(product, player, 500);
  return player;
}

/** The top bar or the sidebar, which shows the balance. */
const balance = (page: Page) => page.getByRole("banner").filter({ visible: true });

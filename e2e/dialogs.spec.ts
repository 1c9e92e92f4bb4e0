import { expect, type Page } from "@playwright/test";
import { playNumber } from "./draws.ts";
import { closeUnanswered, holdResponses, waitForRender } from "./late.ts";
import { giveMoney } from "./money.ts";
import { type Product, signIn, test } from "./product.ts";

/** What closes a dialog and what does not. */

test("Escape does not close a dialog whose request is pending @desktop", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 100);
  await signIn(page, player, "/app/play");
  const late = await holdResponses(page, "**/api/orders/play");
  await page.getByRole("button", { name: /^45\b/ }).click();
  await page.getByLabel("Amount for 45").fill("40");
  await page.getByRole("button", { name: "Place Order" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm play of ₹40 for" });
  await confirmation.getByRole("button", { name: "Confirm" }).evaluate(pressAndCancel);
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press("Escape");
    await waitForRender(page);
  }
  await expect(confirmation).toBeVisible();
  await late.release();
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toBeVisible();
});

test("a confirmation that gets no answer says so, and can be closed", async ({ page, product }) => {
  await page.clock.install();
  const player = await product.signUp();
  await giveMoney(product, player, 100);
  await signIn(page, player, "/app/play");
  const late = await holdResponses(page, "**/api/orders/play");
  await page.getByRole("button", { name: /^45\b/ }).click();
  await page.getByLabel("Amount for 45").fill("40");
  await page.getByRole("button", { name: "Place Order" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm play of ₹40 for" });
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await closeUnanswered(page, confirmation);
  // One order at a time: this one may still be placed.
  await expect(page.getByRole("button", { name: "Place Order" })).toBeDisabled();
  // What is added meanwhile was not bought, and stays.
  await page.getByRole("button", { name: /^46\b/ }).click();
  await late.release();
  const ticket = page.getByRole("dialog", { name: "Your ticket" });
  await expect(ticket).toContainText("Stake₹40.00");
  await page.keyboard.press("Escape");
  await expect(ticket).toBeHidden();
  await expect(page.locator('[data-number="45"]')).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator('[data-number="46"]')).toHaveAttribute("aria-pressed", "true");
});

/** Presses the button and cancels its dialog before a timer runs, as on a busy phone. */
async function pressAndCancel(button: Button): Promise<void> {
  button.click();
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  button.closest("dialog")?.dispatchEvent(new Event("cancel", { cancelable: true }));
}

interface Button {
  click: () => void;
  closest: (selector: string) => EventTarget | null;
}

test("closing a confirmation leaves the order details behind it open", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 100);
  const [house] = await product.call("GET /houses");
  await playNumber(product, player, { house_id: house?.id ?? 0, number: 7, amount: 20 });
  await signIn(page, player, "/app/history");
  await page.getByRole("link", { name: /Pending/ }).click();
  const cancel = page.getByRole("button", { name: "Cancel order" });
  await cancel.click();
  const confirmation = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(confirmation).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(cancel).toBeVisible();
});

test("a press that starts inside a dialog and ends outside leaves it open", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await signIn(page, player);
  await page.getByRole("button", { name: /Rida Lyngdoh$/ }).click();
  const dialog = page.getByRole("dialog");
  // As when selecting text.
  await dialog.getByText(player.phone).hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await waitForRender(page);
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test("a tap outside the paste dialog keeps what was typed", async ({ page, product }) => {
  await signIn(page, await product.signUp(), "/app/play");
  await page.getByRole("button", { name: "Paste numbers" }).click();
  const field = page.getByLabel("Numbers and amounts");
  await expect(field).toBeFocused();
  await field.fill("23 45 @10");
  await page.mouse.click(20, 20);
  await waitForRender(page);
  await expect(field).toHaveValue("23 45 @10");
});

test("a toast over an open dialog is read out, and closing it leaves the dialog open", async ({
  page,
  product,
}) => {
  const { dialog, toast } = await openWithToast(page, product);
  await toast.getByRole("button", { name: "Close" }).click();
  await expect(toast).toBeHidden();
  await expect(dialog).toBeVisible();
});

test("a toast outlives the dialog over which it appeared", async ({ page, product }) => {
  const { dialog, toast } = await openWithToast(page, product);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(toast).toBeVisible();
});

/** Opens a dialog of a new player, over which a toast appears. */
async function openWithToast(page: Page, product: Product) {
  await page.clock.install();
  const player = await product.signUp();
  const connected = page.waitForResponse("**/api/events*");
  await signIn(page, player);
  await connected;
  await page.getByRole("button", { name: /Rida Lyngdoh$/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(player.phone)).toBeVisible();
  // On a slow machine the toast would be gone before it is looked at.
  await page.clock.pauseAt(Date.now() + 10_000);
  await giveMoney(product, player, 100);
  const toast = page.getByRole("status").filter({ hasText: "Deposit approved" });
  // All that is outside of the dialog is inert.
  await expect(dialog.getByRole("status").filter({ hasText: "Deposit approved" })).toBeVisible();
  return { dialog, toast };
}

import { expect, type Page } from "@playwright/test";
import { giveMoney } from "./money.ts";
import { type Account, type Product, signIn } from "./product.ts";

/** Opens the play screen for a new player with this balance. */
export async function openPlay(page: Page, product: Product, rupees: number): Promise<Account> {
  const player = await product.signUp();
  if (rupees > 0) await giveMoney(product, player, rupees);
  await signIn(page, player, "/app/play");
  await expect(numberOf(page, "00")).toBeVisible();
  return player;
}

/** The button of a number in the visible grid. */
export const numberOf = (page: Page, digits: string) =>
  page
    .getByRole("group", { name: / numbers, / })
    .getByRole("button", { name: new RegExp(`^${digits}\\b`) });

export async function chooseNumbers(page: Page, ...numbers: string[]): Promise<void> {
  for (const digits of numbers) {
    await numberOf(page, digits).click();
    await expect(numberOf(page, digits)).toHaveAttribute("aria-pressed", "true");
  }
}

/** Chooses one number and fills in its amount. */
export async function chooseWithAmount(page: Page, digits: string, rupees: number): Promise<void> {
  await chooseNumbers(page, digits);
  await page.getByLabel(`Amount for ${digits}`).fill(String(rupees));
}

/** Submits the filled-in plays and confirms the order. */
export async function confirmOrder(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
}

/** Submits and confirms the order, and waits for its ticket. */
export async function placeOrder(page: Page): Promise<void> {
  await confirmOrder(page);
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toBeVisible();
}

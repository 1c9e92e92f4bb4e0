import { expect, type Page } from "@playwright/test";
import { giveMoney } from "./money.ts";
import { type Account, type Product, signIn } from "./product.ts";

/** The play screen, before somebody new who has that much. */
export async function openPlay(page: Page, product: Product, rupees: number): Promise<Account> {
  const player = await product.signUp();
  if (rupees > 0) await giveMoney(product, player, rupees);
  await signIn(page, player, "/app/play");
  await expect(numberOf(page, "00")).toBeVisible();
  return player;
}

/** A number of the grid that is shown. */
export const numberOf = (page: Page, digits: string) =>
  page
    .getByRole("group", { name: / numbers, / })
    .getByRole("button", { name: new RegExp(`^${digits}\\b`) });

export async function choose(page: Page, ...numbers: string[]): Promise<void> {
  for (const digits of numbers) {
    await numberOf(page, digits).click();
    await expect(numberOf(page, digits)).toHaveAttribute("aria-pressed", "true");
  }
}

/** The same for one number with its amount. */
export async function chooseFor(page: Page, digits: string, rupees: number): Promise<void> {
  await choose(page, digits);
  await page.getByLabel(`Amount for ${digits}`).fill(String(rupees));
}

/** Sends what is filled in, and confirms it. */
export async function buy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
}

/** The same, and waits until it is bought. */
export async function place(page: Page): Promise<void> {
  await buy(page);
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toBeVisible();
}

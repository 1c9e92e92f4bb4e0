import type { Page } from "@playwright/test";
import { type Account, ADMIN, type Product } from "./product.ts";

/** Opens a section of the admin area. On a phone, the link is in the account menu. */
export async function openAdmin(page: Page, section: string): Promise<void> {
  const account = page.getByRole("button", { name: /^Account/ });
  if (await account.isVisible()) await account.click();
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await page
    .getByRole("navigation", { name: "Admin sections" })
    .getByRole("link", { name: section, exact: true })
    .click();
}

/** Registers another admin. */
export async function makeAdmin(product: Product, full_name: string): Promise<Account> {
  const account = await product.signUp(full_name);
  const { id } = await product.call("GET /auth/me", { token: await product.tokenOf(account) });
  await product.call("PUT /admin/users/{id}/role", {
    token: await product.tokenOf(ADMIN),
    params: { id },
    body: { role: "admin" },
  });
  return account;
}

/**
 * Makes a house whose first round is over and whose second round is still open. In a product that
 * files share it stays, so its name must come after those of the default houses: screens open with
 * the first one by name.
 */
export async function makeHouse(product: Product, name: string) {
  const token = await product.tokenOf(ADMIN);
  return product.call("POST /houses", {
    token,
    body: {
      name: uniqueName(name),
      location: "Meghalaya",
      first_round_time: "1 PM",
      second_round_time: "8 PM",
    },
  });
}

/** Appends a number, so that nothing else in this product has the same name. */
export const uniqueName = (name: string): string => `${name} ${++made}`;

let made = 0;

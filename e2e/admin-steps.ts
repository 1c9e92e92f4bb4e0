import type { Page } from "@playwright/test";
import { ADMIN, type Product } from "./product.ts";

/** A section of the admin area, from the navigation; on a phone from the account menu. */
export async function openAdmin(page: Page, section: string): Promise<void> {
  const account = page.getByRole("button", { name: /^Account/ });
  if (await account.isVisible()) await account.click();
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await page
    .getByRole("navigation", { name: "Admin sections" })
    .getByRole("link", { name: section, exact: true })
    .click();
}

/** A house whose first round is over and whose second is still open. */
export async function makeHouse(product: Product, name: string) {
  const token = await product.tokenOf(ADMIN);
  return product.call("POST /houses", {
    token,
    body: {
      name: oneMore(name),
      location: "Meghalaya",
      first_round_time: "1 PM",
      second_round_time: "8 PM",
    },
  });
}

/** A name that nothing else in this product has. */
export const oneMore = (name: string): string => `${name} ${++made}`;

let made = 0;

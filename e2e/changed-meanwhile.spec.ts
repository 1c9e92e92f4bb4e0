import { expect } from "@playwright/test";
import { makeHouse } from "./admin-steps.ts";
import { passTimeOn } from "./passing-time.ts";
import { buy, choose, chooseFor, openPlay } from "./play-steps.ts";
import { ADMIN, type Product, test } from "./product.ts";

/** What the operator changes while a form is filled in. */

test("limits that were changed meanwhile are told once they refuse an order", async ({
  page,
  product,
}) => {
  const house = await makeHouse(product, "Tura");
  await openPlay(page, product, 100);
  await page.getByLabel("House", { exact: true }).selectOption(house.name);
  await chooseFor(page, "45", 10);
  await changeHouse(product, house.id, { min_play: 50 });
  await buy(page);
  await expect(page.getByText("Minimum play amount is ₹50")).toBeVisible();
  await expect(page.getByText("₹50 to ₹10,000 a number")).toBeVisible();
  await expect(page.getByLabel("Amount for 45")).toHaveValue("10");
});

test("no other house takes the place of one that is deactivated meanwhile", async ({
  page,
  product,
}) => {
  const house = await makeHouse(product, "Tura");
  const pass = await passTimeOn(page);
  await openPlay(page, product, 100);
  const houses = page.getByLabel("House", { exact: true });
  await houses.selectOption(house.name);
  await choose(page, "45");
  await changeHouse(product, house.id, { is_active: false });
  await pass(1);
  const asked = page.waitForResponse("**/api/houses");
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await asked;
  await expect(page.getByText("This house is not accepting plays")).toBeVisible();
  await expect(houses.getByRole("option", { selected: true })).toHaveText(house.name);
});

async function changeHouse(
  product: Product,
  id: number,
  body: { min_play?: number; is_active?: boolean },
): Promise<void> {
  const token = await product.tokenOf(ADMIN);
  await product.call("PUT /houses/{id}", { token, params: { id }, body });
}

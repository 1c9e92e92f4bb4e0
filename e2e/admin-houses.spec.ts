import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { makeHouse, uniqueName, openAdmin } from "./admin-steps.ts";
import { playNumber } from "./draws.ts";
import { giveMoney } from "./money.ts";
import { ADMIN, signIn, test } from "./product.ts";

test("an admin adds, changes, deactivates and deletes a house", async ({ page }) => {
  const name = uniqueName("Jowai");
  await signIn(page, ADMIN);
  await openAdmin(page, "Houses");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add house" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name (English)")).toBeFocused();
  await expect(dialog.getByLabel("Minimum play")).toHaveValue("10");
  await expect(dialog.getByLabel("Maximum play")).toHaveValue("10000");
  await expect(dialog.getByLabel("House is active and accepting plays")).toBeChecked();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Name (English)")).toBeFocused();
  await expect(dialog.getByText("Please fill this in")).toHaveCount(4);
  await expectAccessible(page);

  await dialog.getByLabel("Name (English)").fill(name);
  await expect(dialog.getByText("Please fill this in")).toHaveCount(3);
  await expect(dialog.getByLabel("Name (English)")).toBeFocused();
  await dialog.getByLabel("Location").fill("Jowai");
  await expect(dialog.getByText("Please fill this in")).toHaveCount(2);
  await dialog.getByLabel("First round time").fill("4:00 PM");
  await dialog.getByLabel("Second round time").fill("3:00 PM");
  await dialog.getByLabel("हिन्दी").fill("जोवाई");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("The second round must be later than the first");
  await dialog.getByLabel("Second round time").fill("17:30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("House created successfully")).toBeVisible();
  const house = page.getByRole("row", { name });
  await expect(house).toContainText("₹10 to ₹10,000");
  await expect(house).toContainText(/First Round\s*04:00\sPM\s*Second Round\s*05:30\sPM/);

  await house.getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByLabel("हिन्दी")).toHaveValue("जोवाई");
  await dialog.getByLabel("Maximum play").fill("500");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("House updated successfully")).toBeVisible();
  await expect(house).toContainText("₹10 to ₹500");

  await house.getByRole("button", { name: "Deactivate" }).click();
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("House deactivated successfully")).toBeVisible();
  await expect(house).toContainText("Inactive");
  await house.getByRole("button", { name: "Activate" }).click();
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("House activated successfully")).toBeVisible();

  await house.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("House deleted successfully")).toBeVisible();
  await expect(house).toBeHidden();
});

test("a house cannot have the name of another @desktop", async ({ page, product }) => {
  const { name } = await makeHouse(product, "Mawkyrwat");
  const other = await makeHouse(product, "Mairang");
  await signIn(page, ADMIN);
  await openAdmin(page, "Houses");
  await page.getByRole("button", { name: `Edit: ${other.name}` }).click();
  const field = page.getByLabel("Name (English)");
  await field.fill(name.toUpperCase());
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(field).toHaveAccessibleDescription("Another house already has this name");
  await expect(field).toBeFocused();
  await field.fill(`${name} East`);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("House updated successfully")).toBeVisible();
});

test("the house list does not overflow the page at any width @desktop", async ({
  page,
  product,
}) => {
  await makeHouse(product, "Sohiong and Mawphlang Archery Ground");
  await signIn(page, ADMIN);
  for (const width of [360, 768, 1024, 1180, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/app/admin/houses");
    await expect(page.getByRole("button", { name: /^Edit: Sohiong/ }).first()).toBeVisible();
    for (const action of await page.getByRole("button", { name: /^Delete: / }).all()) {
      const box = await action.boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

test("a house with orders cannot be deleted @desktop", async ({ page, product }) => {
  const player = await product.signUp("Gracy Momin");
  await giveMoney(product, player, 100);
  const { id: house_id, name } = await makeHouse(product, "Nongpoh");
  await playNumber(product, player, { house_id, number: 45, amount: 10 });
  await signIn(page, ADMIN);
  await openAdmin(page, "Houses");
  await page.getByRole("button", { name: `Delete: ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("House has orders; deactivate it instead")).toBeVisible();
});

test("saving a house keeps other fields that another admin changed meanwhile @desktop", async ({
  page,
  product,
}) => {
  const { id, name } = await makeHouse(product, "Nongstoin");
  await signIn(page, ADMIN);
  await openAdmin(page, "Houses");
  await page.getByRole("button", { name: `Edit: ${name}` }).click();
  const token = await product.tokenOf(ADMIN);
  await product.call("PUT /houses/{id}", { token, params: { id }, body: { is_active: false } });
  await page.getByLabel("Maximum play").fill("500");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("House updated successfully")).toBeVisible();
  const house = page.getByRole("row", { name });
  await expect(house).toContainText("₹10 to ₹500");
  await expect(house).toContainText("Inactive");
});

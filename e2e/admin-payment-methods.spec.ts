import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAdmin, uniqueName } from "./admin-steps.ts";
import { openWallet } from "./money.ts";
import { ADMIN, signIn, test } from "./product.ts";

// Its own clock gives this file its own product: other tests expect the default methods only.
test.use({ clock: "2026-11-20T14:00:00+05:30" });

test("an admin adds, changes and deactivates a payment method", async ({ page }) => {
  const name = uniqueName("Corner shop");
  await signIn(page, ADMIN);
  await openAdmin(page, "Payment methods");
  await page.getByRole("button", { name: "Add method" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Please fill this in")).toHaveCount(2);
  await dialog.getByLabel("Used for").selectOption("Withdrawals");
  await expect(dialog.getByLabel("UPI ID")).toHaveCount(0);
  await expect(dialog.getByText("Pay to: UPI")).toBeVisible();
  await dialog.getByLabel("Type").selectOption("Card");
  await expect(dialog.getByText("Pay to: Bank account")).toBeVisible();
  // The hint of one field does not stretch the other. The dialog may still be moving, which
  // leaves fractions in a bounding box.
  const heightOf = (label: string) =>
    dialog.getByLabel(label).evaluate(({ offsetHeight }) => offsetHeight);
  expect(await heightOf("Used for")).toBe(await heightOf("Type"));
  await dialog.getByLabel("Type").selectOption("UPI");
  await dialog.getByLabel("Used for").selectOption("Deposits");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("UPI ID").fill("nobody");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("A UPI ID looks like name@bank");
  await dialog.getByLabel("UPI ID").fill("corner.shop@bank");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Payment method created successfully")).toBeVisible();
  const method = page.getByRole("row", { name });
  await expect(method).toContainText("Active");
  await method.getByRole("button", { name: `Enlarge the QR code of ${name}` }).click();
  const qrCode = dialog.getByRole("img", { name: "QR code of corner.shop@bank" });
  await expect(qrCode).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);

  await method.getByRole("button", { name: "Edit" }).click();
  await expect(qrCode).toBeVisible();
  await dialog.getByLabel("UPI ID").fill("corner.shops@bank");
  await expect(qrCode).toBeHidden();
  await dialog.getByLabel("UPI ID").fill("corner.shop@bank");
  await expect(qrCode).toBeVisible();
  await dialog.getByLabel("Name").fill(`${name}, Laitumkhrah`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Payment method updated successfully")).toBeVisible();
  await method.getByRole("button", { name: "Deactivate" }).click();
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Payment method deactivated successfully")).toBeVisible();
  await expect(method).toContainText("Inactive");
});

test("a card takes deposits without a UPI ID and pays withdrawals to a bank account", async ({
  page,
  product,
}) => {
  const name = uniqueName("Card");
  const token = await product.tokenOf(ADMIN);
  const { methods } = await product.call("GET /admin/payment-methods", { token });
  for (const { id } of methods) {
    const body = { is_active: false };
    await product.call("PUT /admin/payment-methods/{id}", { token, params: { id }, body });
  }
  for (const direction of ["deposit", "withdrawal"] as const) {
    const body = { name, direction, method_type: "card" as const };
    await product.call("POST /admin/payment-methods", { token, body });
  }
  const player = await product.signUp();
  await openWallet(page, player, "Deposit");
  await page.getByRole("button", { name: "₹500" }).click();
  await expect(page.getByText("This method has no UPI ID.")).toBeVisible();
  await expect(page.getByText("to this UPI ID")).toBeHidden();
  await page.getByRole("tab", { name: "Withdraw" }).click();
  await expect(page.getByLabel("IFSC code")).toBeVisible();
  await expect(page.getByLabel("UPI ID")).toBeHidden();
});

test("another UPI ID is saved only once it is confirmed", async ({ page, product }) => {
  const name = uniqueName("Market stall");
  await product.call("POST /admin/payment-methods", {
    token: await product.tokenOf(ADMIN),
    body: { name, direction: "deposit", method_type: "upi", upi_id: "stall@bank" },
  });
  await signIn(page, ADMIN);
  await openAdmin(page, "Payment methods");
  await page.getByRole("button", { name: `Edit: ${name}` }).click();
  const form = page.getByRole("dialog", { name: `Edit ${name}` });
  await form.getByLabel("UPI ID").fill("stail@bank");
  await form.getByRole("button", { name: "Save" }).click();
  const confirm = page.getByRole("dialog", { name: `Change the UPI ID of ${name}?` });
  await expect(confirm).toContainText("Until nowstall@bank");
  await expect(confirm).toContainText("From now onstail@bank");
  await expectAccessible(page);
  await confirm.getByRole("button", { name: "Back to the form" }).click();
  await expect(confirm).toBeHidden();
  await form.getByLabel("UPI ID").fill("stalls@bank");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(confirm).toContainText("From now onstalls@bank");
  await confirm.getByRole("button", { name: "Change the UPI ID" }).click();
  await expect(page.getByText("Payment method updated successfully")).toBeVisible();
  await expect(form).toBeHidden();
  const { methods } = await product.call("GET /admin/payment-methods", {
    token: await product.tokenOf(ADMIN),
  });
  expect(methods.find((method) => method.name === name)).toMatchObject({
    account_info: { upi_id: "stalls@bank" },
  });
});

import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { makeHouse, openAdmin } from "./admin-steps.ts";
import { ADMIN, type Product, signIn, test } from "./product.ts";

test("an admin enters, changes and publishes a number", async ({ page, product }) => {
  const { name } = await makeHouse(product, "Tura");
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  await page.getByRole("button", { name: "Add result" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Date")).toHaveValue("2026-11-20");
  // Measured in one call, because the dialog may still be moving.
  const tops = await dialog
    .getByLabel(/round number$/)
    .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().top));
  expect(tops).toEqual([tops[0], tops[0]]);
  await dialog.getByLabel("House").selectOption(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Please enter at least one result");
  for (const typed of ["123", "4x"]) {
    await dialog.getByLabel("First round number").fill(typed);
    await expect(dialog.getByText("A number from 0 to 99")).toBeHidden();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("A number from 0 to 99")).toBeVisible();
  }
  await expectAccessible(page);

  await dialog.getByLabel("First round number").fill("");
  await page.keyboard.insertText(" 07");
  await dialog.getByLabel("Second round number").fill("৪৫");
  await expect(dialog.getByLabel("Second round number")).toHaveValue("45");
  await expect(dialog).toContainText("Booking is open until 07:45 PM");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Second round number")).toHaveAccessibleDescription(
    "Booking for this round is still open",
  );
  await expect(dialog.getByLabel("Second round number")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel("Second round number").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Result added successfully")).toBeVisible();

  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("07");
  await row.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("First round number").fill("0");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Result updated successfully")).toBeVisible();
  await expect(row).toContainText("00");

  await row.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText(name);
  await expect(dialog).toContainText("20 Nov 2026");
  await expect(dialog).toContainText(
    "Are you sure you want to publish this result? This will process all winnings.",
  );
  await expect(dialog).toContainText("A published number cannot be changed here.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("Result published and winnings processed");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(row).toContainText("Published");
  await expect(row).toContainText("No winners");
  await expect(row.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
});

test("the open dialog says when the result is published elsewhere @desktop", async ({
  page,
  product,
}) => {
  const { row, token, id } = await openEntered(page, product, "Mawlai");
  await row.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Publish" })).toBeVisible();
  await product.call("POST /results/{id}/publish", { token, params: { id } });
  await expect(dialog).toContainText("A published result cannot be changed");
  await expect(dialog.getByRole("button", { name: "Publish" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(row).toContainText("Published");
});

test("publishing a number that was changed elsewhere first shows the new number @desktop", async ({
  page,
  product,
}) => {
  const { row, token, id, entered } = await openEntered(page, product, "Mawphlang");
  const publish = row.getByRole("button", { name: "Publish" });
  await expect(publish).toBeVisible();
  const refused = page.waitForResponse("**/publish");
  // The list polls. Hold its polls, so that it learns of the change only after the refusal.
  await page.route("**/api/results?*", async (route) => {
    await refused;
    await route.continue();
  });
  await publish.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("12");
  const body = { ...entered, first_round: 19 };
  await product.call("PUT /results/{id}", { token, params: { id }, body });
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("This result has been changed in the meantime");
  await expect(dialog).toContainText("19");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("Result published and winnings processed");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(row).toContainText("19");
});

test("the open dialog shows a number that is changed elsewhere @desktop", async ({
  page,
  product,
}) => {
  const { row, token, id, entered } = await openEntered(page, product, "Mawkyrwat");
  await row.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  // Screen readers announce only changes of a live region that exists already: of the warning and
  // of the toasts.
  await expect(dialog.getByRole("status")).toHaveCount(2);
  const body = { ...entered, first_round: 19 };
  await product.call("PUT /results/{id}", { token, params: { id }, body });
  await expect(dialog).toContainText("This result has been changed in the meantime", {
    timeout: 10_000,
  });
  await expect(dialog).toContainText("19");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(row.getByRole("button", { name: "Publish" })).toBeFocused();
});

test("publishing can be retried after a network error @desktop", async ({ page, product }) => {
  const { row } = await openEntered(page, product, "Mawsynram");
  await row.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await page.route("**/publish", (route) => route.abort());
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("Network error. Please check your connection.");
  await expect(dialog.getByRole("button", { name: "Close" }).last()).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/publish");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toContainText("Result published and winnings processed");
});

/** Opens the admin's list of results, with a new unpublished result whose number is 12. */
async function openEntered(page: Page, product: Product, place: string) {
  const { id: house_id, name } = await makeHouse(product, place);
  const token = await product.tokenOf(ADMIN);
  const entered = { house_id, date: "2026-11-20", first_round: 12, second_round: null };
  const { id } = await product.call("POST /results", { token, body: entered });
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  return { row: page.getByRole("listitem").filter({ hasText: name }), token, id, entered };
}

test("the result form can retry loading the houses @desktop", async ({ page }) => {
  await signIn(page, ADMIN);
  // Never ready, so that nothing is retried without the button.
  await page.route("**/api/health/ready", (route) => route.abort());
  const calls = /\/api\/houses\?is_active=all$/;
  await page.route(calls, (route) => route.abort());
  await openAdmin(page, "Results");
  await page.getByRole("button", { name: "Add result" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Network error. Please check your connection.");
  await expectAccessible(page);
  await page.unroute(calls);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByLabel("House")).toBeVisible();
});

test("houses and results show house names in the admin's language @desktop", async ({
  page,
  product,
}) => {
  const { row, token, entered } = await openEntered(page, product, "Mairang");
  const { house_id } = entered;
  const body = { name_translations: { hi: `मैरांग ${house_id}` } };
  await product.call("PUT /houses/{id}", { token, params: { id: house_id }, body });
  await expect(row).toBeVisible();
  await page.evaluate('localStorage.setItem("language", "hi")');
  await page.reload();
  const inHindi = page.getByRole("listitem").filter({ hasText: `मैरांग ${house_id}` });
  await inHindi.getByRole("button").last().click();
  await expect(page.getByRole("dialog")).toContainText(`मैरांग ${house_id}`);
  await page.goto("/app/admin/houses");
  await page
    .getByRole("row", { name: `मैरांग ${house_id}` })
    .getByRole("button")
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: `मैरांग ${house_id}` })).toBeVisible();
});

test("signing in after the session has ended returns to the same screen @desktop", async ({
  page,
  product,
}) => {
  await signIn(page, ADMIN, "/app/admin/payments?status=approved");
  const token = await page.evaluate<string>('localStorage.getItem("ACCESS_TOKEN")');
  await expect(page.getByText("Newest first.")).toBeVisible();
  await product.call("POST /auth/logout", { token });
  await expect(page).toHaveURL(/login$/);
  await page.getByLabel("Phone number").fill(ADMIN.phone);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/app\/admin\/payments\?status=approved$/);
  await expect(page.getByRole("heading", { name: "Payment requests" })).toBeVisible();
});

test("the admin area redirects players to the front page @desktop", async ({ page, product }) => {
  await signIn(page, await product.signUp(), "/app/admin/payments");
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/admin/houses");
  await expect(page).toHaveURL(/\/$/);
});

test("a path under /admin redirects to the same path under /app/admin @desktop", async ({
  page,
}) => {
  await signIn(page, ADMIN, "/admin/houses");
  await expect(page).toHaveURL(/\/app\/admin\/houses$/);
  await expect(page.getByRole("heading", { name: "Manage Houses" })).toBeVisible();
});

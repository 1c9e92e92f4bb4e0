import { expect, type Page } from "@playwright/test";
import { makeHouse, openAdmin } from "./admin-steps.ts";
import { playNumber } from "./draws.ts";
import { closeUnanswered, holdResponses, waitForRender } from "./late.ts";
import { giveMoney, requestDeposit } from "./money.ts";
import { type Account, ADMIN, signIn, test } from "./product.ts";

/** Answers that come when their dialog has been closed and the admin is doing something else. */

test.beforeEach(({ page }) => page.clock.install());

test("a late approval is told, and leaves the dialog of another request open", async ({
  page,
  product,
}) => {
  const [first, second] = [await product.signUp("Aiban"), await product.signUp("Bantei")];
  await requestDeposit(product, first, { amount: 510 });
  await requestDeposit(product, second, { amount: 520 });
  await signIn(page, ADMIN);
  await openAdmin(page, "Payments");
  const late = await holdResponses(page, "**/approve");
  const approval = page.getByRole("dialog", { name: "Approve" });
  await cardOf(page, first).getByRole("button", { name: "Approve" }).click();
  await approval.getByRole("button", { name: "Approve ₹510.00" }).click();
  await late.waitForResponse();
  await closeUnanswered(page, approval);

  await cardOf(page, second).getByRole("button", { name: "Approve" }).click();
  const next = approval.getByRole("button", { name: "Approve ₹520.00" });
  await expect(next).toBeEnabled();
  await late.release();
  await expect(page.getByText("Deposit of ₹510.00 approved")).toBeVisible();
  await waitForRender(page);
  await expect(next).toBeVisible();
});

test("a late answer about one house leaves what is typed for another", async ({
  page,
  product,
}) => {
  const [first, second] = [await makeHouse(product, "Tura"), await makeHouse(product, "Umiam")];
  await signIn(page, ADMIN);
  await openAdmin(page, "Houses");
  const late = await holdResponses(page, `**/api/houses/${first.id}`);
  const edit = (name: string) =>
    page.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "Edit" }).click();
  await edit(first.name);
  const form = page.getByRole("dialog");
  await form.getByLabel("Location").fill("Garo Hills");
  await form.getByRole("button", { name: "Save" }).click();
  await late.waitForResponse();
  await closeUnanswered(page, form);

  await edit(second.name);
  await form.getByLabel("Location").fill("Ri Bhoi");
  await late.release();
  await expect(page.getByText("House updated successfully")).toBeVisible();
  await waitForRender(page);
  await expect(form.getByLabel("Location")).toHaveValue("Ri Bhoi");
});

test("an order voided late does not lead away from another screen", async ({ page, product }) => {
  const player = await product.signUp("Chandra");
  await giveMoney(product, player, 100);
  const house = await makeHouse(product, "Umroi");
  const order = await playNumber(product, player, { house_id: house.id, number: 45, amount: 40 });
  await signIn(page, ADMIN, `/app/admin/orders?phone=${player.phone}&order=${order.id}`);
  const late = await holdResponses(page, "**/void");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Void order" }).click();
  await dialog.getByLabel("Reason").fill("Rain");
  await dialog.getByRole("button", { name: "Void and refund ₹40.00" }).click();
  await late.waitForResponse();
  await closeUnanswered(page, dialog);

  await openAdmin(page, "Users");
  await late.release();
  await expect(page.getByText(/^Order .* voided/)).toBeVisible();
  await waitForRender(page);
  await expect(page).toHaveURL(/\/app\/admin\/users$/);
  await expect(page.getByRole("heading", { name: "Manage Users" })).toBeVisible();
});

test("a late refusal of a result whose form is closed is told", async ({ page, product }) => {
  const house = await makeHouse(product, "Nongpoh");
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  const late = await holdResponses(page, "**/api/results");
  const form = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add result" }).click();
  await form.getByLabel("House").selectOption(house.name);
  await form.getByLabel("Second round number").fill("12");
  await form.getByRole("button", { name: "Save" }).click();
  await late.waitForResponse();
  await closeUnanswered(page, form);
  await late.release();
  await expect(page.getByText("Booking for this round is still open")).toBeVisible();
});

const cardOf = (page: Page, { phone }: Account) =>
  page.getByRole("article").filter({ hasText: phone });

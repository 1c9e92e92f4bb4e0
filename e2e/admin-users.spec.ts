import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAdmin } from "./admin-steps.ts";
import { giveMoney } from "./money.ts";
import { type Account, ADMIN, signIn, test } from "./product.ts";

// Its own clock gives this file its own product, which holds only the users that these tests make.
test.use({ clock: "2026-11-20T14:30:00+05:30" });

test("an admin finds users by name, phone and role", async ({ page, product }) => {
  const player = await product.signUp("Aiban Nongrum");
  await giveMoney(product, player, 1_234);
  await signIn(page, ADMIN);
  await openAdmin(page, "Users");
  await expect(page.getByRole("heading", { name: "Manage Users", level: 1 })).toBeVisible();
  await search(page, "aiban nong");
  await expect(page).toHaveURL(/search=aiban/);
  const user = rowOf(page, player);
  await expect(user).toContainText(/#\d+/);
  await expect(user).toContainText(`${player.phone.slice(0, 3)}****${player.phone.slice(-3)}`);
  await expect(page.getByRole("table")).not.toContainText(player.phone);
  await expect(user).toContainText("No email");
  await expect(user).toContainText("₹1,234.00");
  await expect(user).toContainText("20 Nov 2026");
  await expect(user).toContainText("Active");
  await expect(page.getByRole("navigation", { name: "Page 1 of 1" })).toBeVisible();
  await expectAccessible(page);

  await search(page, `+91 ${player.phone.slice(0, 5)} ${player.phone.slice(5)}`);
  await expect(user).toBeVisible();
  await page.reload();
  await expect(user).toBeVisible();
  await page.getByLabel("Role", { exact: true }).selectOption("admin");
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page.getByText("No users found")).toBeVisible();
  await expect(page).toHaveURL(/role=admin/);
  await expectAccessible(page);
  await search(page, "100%");
  await expect(page.getByText("No users found")).toBeVisible();

  await page.getByRole("link", { name: "Users", exact: true }).click();
  await expect(user).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(page.getByLabel("Role", { exact: true })).toHaveValue("all");
});

test("an admin reads what the balance of a user consists of", async ({ page, product }) => {
  const player = await product.signUp("Ibanri Nongrum");
  await giveMoney(product, player, 1_234);
  await signIn(page, ADMIN, "/app/admin/users?search=ibanri");
  await page.getByRole("link", { name: "₹1,234.00, Transactions: Ibanri Nongrum" }).click();
  await expect(page.getByRole("heading", { name: "Transactions", level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(player.phone);
  const row = page.getByRole("region", { name: "Transactions" }).getByRole("listitem");
  await expect(row).toContainText("+₹1,234.00");
  await expect(row).toContainText("Balance ₹1,234.00");
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("ibanri");
  await page.goto("/app/admin/users/statement?user=999999");
  await expect(page.getByText("No users found")).toBeVisible();
});

test("a deactivated user is signed out at once, and can sign in once activated @desktop", async ({
  page,
  product,
  openPage,
}) => {
  const player = await product.signUp("Bantei Marak");
  const playerPage = await openPage();
  await signIn(playerPage, player);
  await signIn(page, ADMIN, "/app/admin/users?search=Bantei");
  const user = rowOf(page, player);
  await user.getByRole("button", { name: "Deactivate" }).click();
  const dialog = page.getByRole("dialog", { name: "Deactivate Bantei Marak?" });
  await expect(dialog).toContainText("signed out everywhere at once");
  await expect(dialog).toContainText(/Bantei Marak #\d+/);
  await expect(dialog).toContainText(player.phone);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(user.getByRole("button", { name: "Deactivate" })).toBeFocused();
  await expect(user).toContainText("Active");

  await user.getByRole("button", { name: "Deactivate" }).press("Enter");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("User deactivated successfully")).toBeVisible();
  await expect(user).toContainText("Inactive");
  await expect(user.getByRole("button", { name: "Activate" })).toBeFocused();
  // It learns of it when its event stream reconnects, after some seconds.
  await expect(playerPage).toHaveURL(/\/login/, { timeout: 30_000 });
  const { phone, password } = player;
  const refused = await page.request.post("/api/auth/login", { data: { phone, password } });
  expect(refused.status()).toBe(403);

  await user.getByRole("button", { name: "Activate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("User activated successfully")).toBeVisible();
  await expect(user).not.toContainText("Inactive");
  await product.tokenOf(player);
});

test("an admin changes a role, with a warning before a user becomes an admin", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Chandra Rai");
  await signIn(page, ADMIN, "/app/admin/users?search=Chandra&role=user");
  const user = rowOf(page, player);
  await user.getByRole("button", { name: "Change role" }).click();
  const dialog = page.getByRole("dialog", { name: "Change role" });
  await expect(dialog).toContainText(/Chandra Rai #\d+/);
  await expect(dialog).toContainText(player.phone);
  await expect(dialog).toContainText("Current role");
  await dialog.getByRole("button", { name: "Update role" }).click();
  await expect(dialog).toContainText("Please fill this in");
  await expect(dialog.getByLabel("New role")).toBeFocused();
  await dialog.getByLabel("New role").selectOption("Agent");
  await expect(dialog).not.toContainText("Warning");
  await dialog.getByLabel("New role").selectOption("Admin");
  await expect(dialog).toContainText("Warning: Admin users have full system access!");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Update role" }).click();
  await expect(page.getByText("User role updated successfully")).toBeVisible();
  // The list is filtered by the old role.
  await expect(page.getByText("No users found")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  const { role } = await product.call("GET /auth/me", { token: await product.tokenOf(player) });
  expect(role).toBe("admin");
});

test("the row of an admin's own account has no buttons @desktop", async ({ page }) => {
  await signIn(page, ADMIN, `/app/admin/users?search=${ADMIN.phone}`);
  const own = rowOf(page, ADMIN);
  await expect(own).toContainText("This is you");
  await expect(own.getByRole("button")).toHaveCount(0);
});

test("more than fifty users are split into pages @desktop", async ({ page, product }) => {
  for (let made = 1; made <= 51; made++) await product.signUp(`Firoza ${made} Ali`);
  await signIn(page, ADMIN, "/app/admin/users?search=firoza");
  await expect(page.getByRole("row")).toHaveCount(51);
  await expect(page.getByText("Page 1 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(page.getByRole("row", { name: "Firoza 1 Ali" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await search(page, "firoza 51");
  await expect(page.getByRole("row", { name: "Firoza 51 Ali" })).toBeVisible();
});

test("users are accessible while loading and failed; a refusal is shown @desktop", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Daphi Kharbuli");
  await signIn(page, ADMIN);
  const list = /\/api\/admin\/users\?/;
  await page.route(list, () => undefined);
  await page.goto("/app/admin/users?search=Daphi");
  await expect(page.locator(".animate-breathe").first()).toBeAttached();
  await expectAccessible(page, ["light"]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(list, (route) =>
    route.fulfill({ status: 404, json: { code: "not_found", detail: "Not found" } }),
  );
  await page.reload();
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await expectAccessible(page);
  await page.unroute(list);
  await retry.click();
  const user = rowOf(page, player);
  await expect(user).toBeVisible();

  const detail = "The service is not well";
  await page.route("**/status", (route) =>
    route.fulfill({ status: 400, json: { code: "not_known_here", detail } }),
  );
  await user.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText(detail)).toBeVisible();
  await expect(page.getByRole("dialog")).toBeVisible();
});

const rowOf = (page: Page, { full_name }: Account) => page.getByRole("row", { name: full_name });

async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel("Search").fill(text);
  await page.getByRole("button", { name: "Apply Filters" }).click();
}

import { expect, type Page, type Request } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { REFUSAL } from "./failing.ts";
import { closeUnanswered, holdResponses, loseNextAnswer, waitForRender } from "./late.ts";
import { type Account, signIn, test } from "./product.ts";

test("a player changes name, email and language", async ({ page, product }) => {
  const player = await product.signUp("Daplin Syiem");
  await openProfile(page, player);
  const account = page.getByRole("region", { name: "Account information" });
  await expect(account).toContainText(player.phone);
  await expect(account).toContainText("Player");
  await expect(account).toContainText("20 Nov 2026");
  await expect(account).toContainText("Not verified");
  await expectAccessible(page);

  await page.getByLabel("Full name").fill(" ");
  await page.getByLabel("Email").fill("daplin@nowhere");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await expect(page.getByLabel("Full name")).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel("Full name").fill("Daplin Mary Syiem");
  await page.getByLabel("Email").fill("daplin@example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated successfully")).toBeVisible();

  await languageOf(page).selectOption("हिन्दी");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "प्रोफ़ाइल" })).toBeVisible();
  await expect(page.getByText("प्रोफ़ाइल सफलतापूर्वक बदली गई")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "प्रोफ़ाइल" })).toBeVisible();
  await expect(page.getByLabel("पूरा नाम")).toHaveValue("Daplin Mary Syiem");
  await expect(page.getByLabel("ईमेल")).toHaveValue("daplin@example.com");
  const token = await product.tokenOf(player);
  const { language, full_name } = await product.call("GET /auth/me", { token });
  expect({ language, full_name }).toEqual({ language: "hi", full_name: "Daplin Mary Syiem" });
});

test("a language chosen in the shell is saved with the account", async ({
  page,
  product,
  isMobile,
}) => {
  const player = await product.signUp("Daplin Syiem");
  const token = await product.tokenOf(player);
  await signIn(page, player);
  if (isMobile) await page.getByRole("button", { name: player.full_name }).click();
  await languageOfShell(page, isMobile).selectOption("हिन्दी");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  const savedLanguage = async () => (await product.call("GET /auth/me", { token })).language;
  await expect.poll(savedLanguage).toBe("hi");
});

test("a language that could not be saved is used, and a toast says so", async ({
  page,
  product,
  isMobile,
}) => {
  const player = await product.signUp("Daplin Syiem");
  await signIn(page, player);
  await page.route("**/api/users/profile", (route) => route.fulfill(REFUSAL));
  if (isMobile) await page.getByRole("button", { name: player.full_name }).click();
  await languageOfShell(page, isMobile).selectOption("Hinglish");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-Latn");
  await expect(page.getByText("Jo maanga gaya wo nahi mila.")).toBeVisible();
});

test("the details show the current language, and saving them keeps it", async ({
  page,
  product,
  isMobile,
}) => {
  const player = await product.signUp("Daplin Syiem");
  const token = await product.tokenOf(player);
  await openProfile(page, player);
  await expect(languageOf(page)).toHaveValue("en");
  // The shell's request to save the language fails.
  await page.route("**/api/users/profile", (route) => route.abort());
  if (isMobile) await page.getByRole("button", { name: player.full_name }).click();
  const isOfProfile = (request: Request) => request.url().endsWith("/users/profile");
  const failed = page.waitForEvent("requestfailed", isOfProfile);
  await languageOfShell(page, isMobile).selectOption("हिन्दी");
  await failed;
  await page.unroute("**/api/users/profile");
  if (isMobile) await page.keyboard.press("Escape");
  const form = page.getByRole("form", { name: "व्यक्तिगत जानकारी" });
  await expect(form.getByLabel("भाषा")).toHaveValue("hi");
  await form.getByRole("button", { name: "बदलाव सहेजें" }).click();
  await expect(page.getByText("प्रोफ़ाइल सफलतापूर्वक बदली गई")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  expect((await product.call("GET /auth/me", { token })).language).toBe("hi");
});

test("changing the password ends the other sessions, and the new password works @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  const elsewhere = await product.tokenOf(player);
  await openProfile(page, player);
  const form = page.getByRole("form", { name: "Change password" });
  const change = form.getByRole("button", { name: "Change password" });
  await form.getByLabel("New password", { exact: true }).fill("short");
  await form.getByLabel("Confirm new password").fill("other");
  await change.click();
  await expect(form.getByText("Please fill in all fields")).toBeVisible();
  await expect(form.getByText("Password must be at least 6 characters")).toBeVisible();
  await expect(form.getByText("Passwords don't match")).toBeVisible();
  await expectAccessible(page);

  await form.getByLabel("Current password").fill("not the password");
  await form.getByLabel("New password", { exact: true }).fill("a new password");
  await form.getByLabel("Confirm new password").fill("a new password");
  await change.click();
  await expect(form.getByText("The current password is wrong")).toBeVisible();
  await form.getByLabel("Current password").fill(player.password);
  await change.click();
  await expect(page.getByText("Password changed successfully")).toBeVisible();
  await expect(form.getByLabel("Current password")).toHaveValue("");
  await expect(change).toBeFocused();
  await expect(product.call("GET /auth/me", { token: elsewhere })).rejects.toThrow("401");
  await product.tokenOf({ ...player, password: "a new password" });
});

test("a changed password whose answer was lost is confirmed at the second press @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await openProfile(page, player);
  const form = page.getByRole("form", { name: "Change password" });
  const change = form.getByRole("button", { name: "Change password" });
  const current = form.getByLabel("Current password");
  await current.fill(player.password);
  await form.getByLabel("New password", { exact: true }).fill("a new password");
  await form.getByLabel("Confirm new password").fill("a new password");
  await loseNextAnswer(page, "**/api/users/change-password");
  await change.click();
  await expect(page.getByText("Network error.")).toBeVisible();
  // Another password is neither the old nor the current one.
  for (const [typed, told] of [
    ["another password", "The current password is wrong"],
    ["a new password", "Password changed successfully"],
  ] as const) {
    await form.getByLabel("New password", { exact: true }).fill(typed);
    await form.getByLabel("Confirm new password").fill(typed);
    await change.click();
    await expect(page.getByText(told).first()).toBeVisible();
  }
  await product.tokenOf({ ...player, password: "a new password" });
});

test("a tab shows the player who signs in in another tab @phone", async ({ page, product }) => {
  const [first, second] = [await product.signUp("Daplin"), await product.signUp("Kyrmen")];
  // No event stream, which would reveal the change as well, only later.
  await page.route("**/api/events*", () => undefined);
  await openProfile(page, first);
  await expect(page.getByLabel("Full name")).toHaveValue("Daplin");
  const other = await page.context().newPage();
  await signIn(other, second);
  await expect(page.getByLabel("Full name")).toHaveValue("Kyrmen");
  await expect(page.getByText(first.phone)).toHaveCount(0);
});

test("other sessions are ended one by one or all at once", async ({ page, product }) => {
  const player = await product.signUp();
  const [first, second, third] = [
    await product.tokenOf(player),
    await product.tokenOf(player),
    await product.tokenOf(player),
  ];
  await openProfile(page, player);
  const card = page.getByRole("region", { name: "Where you are signed in" });
  const rows = card.getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("This device");
  await expect(rows.first()).toContainText(/Chrome on (Android|Windows|Linux)/);
  await rows.nth(1).getByRole("button", { name: "Sign out" }).click();
  const confirmation = page.getByRole("dialog");
  await expect(confirmation).toContainText("Unknown device will have to sign in again.");
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Sign out" }).click();
  await expect(rows).toHaveCount(3);
  await expect(product.call("GET /auth/me", { token: third })).rejects.toThrow("401");
  await product.call("GET /auth/me", { token: first });

  await card.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(confirmation).toContainText("2 other devices will have to sign in again.");
  await confirmation.getByRole("button", { name: "Sign out" }).click();
  await expect(rows).toHaveCount(1);
  for (const token of [first, second]) {
    await expect(product.call("GET /auth/me", { token })).rejects.toThrow("401");
  }
  await page.reload();
  await expect(rows).toHaveCount(1);
});

test("showing all sessions moves the focus to the first one that was hidden @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  for (let session = 0; session < 6; session += 1) await product.tokenOf(player);
  await openProfile(page, player);
  const card = page.getByRole("region", { name: "Where you are signed in" });
  const rows = card.getByRole("listitem");
  await expect(rows).toHaveCount(5);
  await card.getByRole("button", { name: "Show all 7" }).click();
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(5)).toBeFocused();
});

test("a session that has ended already counts as signed out @phone", async ({ page, product }) => {
  const player = await product.signUp();
  const elsewhere = await product.tokenOf(player);
  await openProfile(page, player);
  const card = page.getByRole("region", { name: "Where you are signed in" });
  await card.getByRole("button", { name: "Sign out Unknown" }).click();
  await product.call("POST /auth/logout", { token: elsewhere });
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(card.getByRole("listitem")).toHaveCount(1);
});

async function openProfile(page: Page, player: Account): Promise<void> {
  await signIn(page, player);
  await page.getByRole("button", { name: player.full_name }).click();
  await page.getByRole("link", { name: "Profile" }).click();
}

const languageOf = (page: Page) =>
  page.getByRole("form", { name: "Personal details" }).getByLabel("Language");

/** The shell's language selector. On a phone it is in the account menu. */
const languageOfShell = (page: Page, isMobile: boolean) =>
  page.getByRole(isMobile ? "dialog" : "banner").getByLabel("Language");

test("a late answer about one session leaves the confirmation of another @phone", async ({
  page,
  product,
}) => {
  await page.clock.install();
  const player = await product.signUp();
  const first = await product.tokenOf(player);
  const second = await product.tokenOf(player);
  await openProfile(page, player);
  const card = page.getByRole("region", { name: "Where you are signed in" });
  const signOut = card.getByRole("button", { name: "Sign out Unknown" });
  const late = await holdResponses(page, "**/api/users/sessions/*");
  const confirmation = page.getByRole("dialog");
  // The latest session is above the others.
  await signOut.first().click();
  await confirmation.getByRole("button", { name: "Sign out" }).click();
  await late.waitForResponse();
  await closeUnanswered(page, confirmation);

  await signOut.last().click();
  await expect(confirmation.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await late.release();
  await expect(page.getByText("Signed out there")).toBeVisible();
  await waitForRender(page);
  await expect(confirmation).toBeVisible();
  await product.call("GET /auth/me", { token: first });
  await expect(product.call("GET /auth/me", { token: second })).rejects.toThrow("401");
});

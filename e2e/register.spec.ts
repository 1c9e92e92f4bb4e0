import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { loseNextAnswer } from "./late.ts";
import { signInByForm, signIn, test } from "./product.ts";

test("registration shows all its errors at once, in the language chosen there", async ({
  page,
}) => {
  await page.goto("/register");
  await page.getByLabel("Phone number").fill("12345");
  await page.getByLabel("Email").fill("rida@nowhere");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByLabel("Full name")).toHaveAccessibleDescription(/fill in all required/);
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(/Invalid phone number/);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Invalid email address");
  await expect(page.getByText("Please confirm that you are 18 or older")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("I am 18 or older").check();
  await expect(page.getByText("Please confirm that you are 18 or older")).toBeHidden();

  const password = page.getByLabel("Password", { exact: true });
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(password).toHaveAttribute("type", "text");
  // The name says what the button does next, so a pressed state would contradict it.
  const hide = page.getByRole("button", { name: "Hide password" });
  await expect(hide).not.toHaveAttribute("aria-pressed");
  await hide.click();
  await expect(password).toHaveAttribute("type", "password");

  await page.getByLabel("Language").first().selectOption("हिन्दी");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.getByLabel("भाषा").last()).toHaveValue("hi");
  await expect(page.getByLabel("फ़ोन नंबर")).toHaveValue("12345");
  await expect(page.getByLabel("फ़ोन नंबर")).toHaveAccessibleDescription(/नंबर सही नहीं है/);
});

test("the refusal of a registration follows a change of language @phone", async ({
  page,
  product,
}) => {
  const { phone } = await product.signUp();
  await page.goto("/register");
  await page.getByLabel("Full name").fill("Rida Lyngdoh");
  await page.getByLabel("Phone number").fill(phone);
  await page.getByLabel("Password", { exact: true }).fill("a-player-of-the-journeys");
  await page.getByLabel("Confirm password").fill("a-player-of-the-journeys");
  await page.getByLabel("I am 18 or older").check();
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(
    "Phone number already registered",
  );
  await page.getByLabel("Language").first().selectOption("हिन्दी");
  await expect(page.getByLabel("फ़ोन नंबर")).toHaveAccessibleDescription(/पहले से/);
});

test("a registration whose answer was lost signs in at the second press @phone", async ({
  page,
}) => {
  await page.goto("/register");
  await page.getByLabel("Full name").fill("Rida Lyngdoh");
  const phone = page.getByLabel("Phone number");
  await phone.fill("(098765) 40001");
  await page.getByLabel("Password", { exact: true }).fill("a-player-of-the-journeys");
  await page.getByLabel("Confirm password").fill("a-player-of-the-journeys");
  await page.getByLabel("I am 18 or older").check();
  await loseNextAnswer(page, "**/api/auth/register");
  const register = page.getByRole("button", { name: "Register" });
  await register.click();
  await expect(page.getByText("Network error.")).toBeVisible();
  // Another password is not that of the account.
  for (const name of ["Password", "Confirm password"]) {
    await page.getByLabel(name, { exact: true }).fill("another-password");
  }
  await register.click();
  await expect(phone).toHaveAccessibleDescription("Phone number already registered");
  for (const name of ["Password", "Confirm password"]) {
    await page.getByLabel(name, { exact: true }).fill("a-player-of-the-journeys");
  }
  await register.click();
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
});

test("the errors of a login follow a change of language @phone", async ({ page, product }) => {
  const { phone } = await product.signUp();
  await page.goto("/login");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Please fill in all fields")).toBeVisible();
  await page.getByLabel("Language").selectOption("हिन्दी");
  await expect(page.getByText("कृपया सभी जानकारी भरें")).toBeVisible();
  await page.getByLabel("फ़ोन नंबर").fill(phone);
  await page.getByLabel("पासवर्ड", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "लॉग इन करें" }).click();
  await expect(page.getByText("फ़ोन नंबर या पासवर्ड गलत है")).toBeVisible();
  await page.getByLabel("भाषा").selectOption("English");
  await expect(page.getByText("Invalid credentials")).toBeVisible();
});

test("signed-in visitors are led on from the login and the registration @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await signIn(page, player);
  for (const path of ["/login", "/register", "/forgot-password", "/reset-password"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: /^Welcome/ }), path).toBeVisible();
    await expect(page).toHaveURL(/\/app$/);
  }
  // A token that the server no longer knows keeps nobody out. An open screen would notice first.
  const token = await tokenIn(page);
  await page.goto("about:blank");
  await product.call("POST /auth/logout", { token });
  await page.goto("/register");
  await expect(page.getByText("Session expired. Please login again.")).toBeVisible();
  await signInByForm(page, player);
});

const tokenIn = (page: Page) => page.evaluate<string>(`localStorage.getItem("ACCESS_TOKEN")`);

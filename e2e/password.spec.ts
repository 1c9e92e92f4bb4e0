import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { loseNextAnswer } from "./late.ts";
import { signInByForm, test as base } from "./product.ts";

/** Stands in for the SMS gateway and keeps the messages that it receives. */
class Inbox {
  readonly #messages: { phone: string; text: string }[] = [];
  readonly #server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      this.#messages.push(JSON.parse(body));
      response.end();
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port was given");
    return `http://127.0.0.1:${address.port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The six digits of the newest message to a phone. */
  codeFor(phone: string): string | undefined {
    const message = this.#messages.findLast((one) => one.phone === `+91${phone}`);
    return message && /\b\d{6}\b/.exec(message.text)?.[0];
  }
}

const inbox = new Inbox();

const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    async ({ settings }, use) => {
      await use({ ...settings, SMS_WEBHOOK_URL: await inbox.open() });
      inbox.close();
    },
    { scope: "worker" },
  ],
});

test("a forgotten password is reset with the code that is sent to the phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  const elsewhere = await product.tokenOf(player);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(/Invalid phone number/);
  await page.getByLabel("Phone number").fill(`+91 ${player.phone}`);
  await page.getByRole("button", { name: "Send code" }).click();

  await expect(page).toHaveURL(/\/reset-password$/);
  await expectAccessible(page);
  await expect.poll(() => inbox.codeFor(player.phone)).toMatch(/^\d{6}$/);
  const code = inbox.codeFor(player.phone) ?? "";
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  await page.getByLabel("Six-digit code").fill(wrong);
  await page.getByLabel("New password").fill("quite-another");
  await page.getByLabel("Confirm password").fill("quite-a-third");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel("Confirm password").fill("quite-another");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("The code is wrong or has expired")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask for a new code" })).toBeVisible();

  await page.getByLabel("Phone number").fill(inDevanagari(player.phone));
  // As it is when it is copied out of the message.
  await page.getByLabel("Six-digit code").fill("");
  await page.keyboard.insertText(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Password changed successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel("Phone number")).toHaveValue(player.phone);
  await signInByForm(page, { ...player, password: "quite-another" });
  await expect(product.call("GET /auth/me", { token: elsewhere })).rejects.toThrow("401");
});

const inDevanagari = (digits: string) =>
  digits.replace(/\d/g, (digit) => "०१२३४५६७८९".charAt(Number(digit)));

test("a code whose answer was lost signs in at the second press @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await page.goto("/forgot-password");
  await page.getByLabel("Phone number").fill(player.phone);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect.poll(() => inbox.codeFor(player.phone)).toMatch(/^\d{6}$/);
  await page.getByLabel("Six-digit code").fill(inbox.codeFor(player.phone) ?? "");
  await page.getByLabel("New password").fill("quite-another");
  await page.getByLabel("Confirm password").fill("quite-another");
  await loseNextAnswer(page, "**/api/auth/reset-password");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Network error.")).toBeVisible();
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
});

test("an unknown phone gets the same screens and no code @phone", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Phone number").fill("9876500000");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await page.getByLabel("Six-digit code").fill("123456");
  await page.getByLabel("New password").fill("quite-another");
  await page.getByLabel("Confirm password").fill("quite-another");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("The code is wrong or has expired")).toBeVisible();
  expect(inbox.codeFor("9876500000")).toBeUndefined();
});

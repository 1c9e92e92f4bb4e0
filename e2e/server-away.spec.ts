import { expect, type Page } from "@playwright/test";
import { REFUSAL } from "./failing.ts";
import { signIn, test } from "./product.ts";

const BUSY = { status: 503, json: { code: "busy", detail: "Busy" } };

test.describe("a screen that was opened while there was no server", () => {
  test.use({ expectedErrors: /^Failed to load resource/ });

  for (const [path, heading] of [
    ["/", "Booking schedule"],
    ["/app/wallet", "Wallet"],
  ] as const) {
    test(`loads by itself once there is one: ${path}`, async ({ page, product }) => {
      await signIn(page, await product.signUp());
      await page.clock.install();
      await page.route("**/api/**", (route) => route.abort());
      await page.goto(path);
      await expectFailure(page);
      await page.clock.runFor(30_000);
      await expectFailure(page);

      await page.route("**/api/health/ready", (route) => route.fulfill(BUSY));
      await page.unroute("**/api/**");
      await page.clock.runFor(30_000);
      await expectFailure(page);

      await page.unroute("**/api/health/ready");
      await expect(async () => {
        await page.clock.runFor(1_000);
        await expect(retry(page)).toHaveCount(0, { timeout: 500 });
      }).toPass({ timeout: 60_000 });
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    });
  }
});

for (const [kind, failure] of [
  ["refused", REFUSAL],
  ["that a fault stopped", { status: 500, json: { code: "fault", detail: "Fault" } }],
] as const) {
  test(`a call ${kind} is not repeated by itself once it has failed`, async ({ page, product }) => {
    await signIn(page, await product.signUp());
    await page.clock.install();
    // When the event stream connects, what failed is refetched.
    await page.route("**/api/events*", () => undefined);
    let calls = 0;
    await page.route("**/api/wallet/transactions*", (route) => {
      calls++;
      return route.fulfill(failure);
    });
    await page.goto("/app/wallet");
    await expectFailure(page);
    const made = calls;
    await page.clock.runFor(30_000);
    await expectFailure(page);
    expect(calls).toBe(made);
  });
}

const retry = (page: Page) => page.getByRole("button", { name: "Try again" });

/** Expects an error state, after the retries that each call makes by itself. */
async function expectFailure(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(retry(page).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
}

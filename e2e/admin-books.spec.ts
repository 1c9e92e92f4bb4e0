import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAdmin } from "./admin-steps.ts";
import { playNumber } from "./draws.ts";
import { expectRetry } from "./failing.ts";
import { holdResponses, waitForRender } from "./late.ts";
import { giveMoney } from "./money.ts";
import { ADMIN, type Product, signIn, test } from "./product.ts";

// Its own clock gives this file its own product: the money is that of this file.
test.use({ clock: "2026-11-20T13:31:00+05:30" });

const BOOKS = "**/api/admin/books";

test("an admin checks the books, sees what is wrong and where the money is", async ({
  page,
  product,
}) => {
  await movePlayersMoney(product);
  await signIn(page, ADMIN);
  await openAdmin(page, "Books");
  const main = page.getByRole("main");
  await expect(main.getByText("The books balance")).toBeVisible();
  await expect(main.getByText("All 26 checks passed.")).toBeVisible();
  await expect(main.getByText(/^Checked on 20 Nov 2026, 01:3\d:\d\d\sPM, in \d/)).toBeVisible();
  await expect(main.getByRole("region", { name: "Where the money is" })).toContainText(
    "Approved deposits₹1,000.00Withdrawals paid out−₹300.00You should hold₹700.00" +
      "Players' wallets₹450.00Withdrawals in progress₹200.00" +
      "House sideStakes less refunds and winnings₹50.00Total₹700.00",
  );
  await expect(checks(page)).toHaveCount(26);
  await expect(checks(page).first()).toHaveText(
    /^Deposits equal wallets, house side and withdrawals\d+\sms$/,
  );
  await expectAccessible(page);

  await addToStakes(product, 5_00);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(main.getByText("2 checks failed")).toBeVisible();
  await expect(main.getByText(/^Do not pay out withdrawals until/)).toBeVisible();
  await expect(checks(page).nth(0)).toContainText("withdrawals Off by −₹5.00");
  await expect(checks(page).nth(1)).toContainText("refunds of all orders 1 case");
  await expect(checks(page).nth(2)).toContainText("No wallet is below zero");
  await expectAccessible(page);

  await addToStakes(product, -5_00);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(main.getByText("The books balance")).toBeVisible();
});

/** A player has deposited ₹1000, played ₹50, and withdrawn ₹300 and, undecided, ₹200. */
async function movePlayersMoney(product: Product): Promise<void> {
  const player = await product.signUp("Banrilang Syiem");
  await giveMoney(product, player, 1_000);
  const [house] = await product.call("GET /houses");
  await playNumber(product, player, { house_id: house?.id ?? 0, number: 7, amount: 50 });
  const token = await product.tokenOf(player);
  const account_details = { account_type: "upi", upi_id: "banrilang@bank" } as const;
  const withdraw = (amount: number) =>
    product.call("POST /wallet/withdraw", { token, body: { amount, account_details } });
  const { id } = await withdraw(300);
  await product.call("POST /admin/payments/{id}/approve", {
    token: await product.tokenOf(ADMIN),
    params: { id },
  });
  await withdraw(200);
}

const addToStakes = (product: Product, paise: number): Promise<void> =>
  product.execute(`update house_side set staked_paise = staked_paise + ${paise}`);

test("the books are checked again when asked, or when opened after five minutes", async ({
  page,
}) => {
  await page.clock.install();
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/admin/books")) calls += 1;
  });
  await signIn(page, ADMIN, "/app/admin/books");
  await expect(checks(page)).toHaveCount(26);
  await openAdmin(page, "Audit trail");
  await openAdmin(page, "Books");
  await expect(checks(page)).toHaveCount(26);
  const again = page.getByRole("button", { name: "Check again" });
  await expect(again).not.toHaveAttribute("aria-busy");
  await waitForRender(page);
  expect(calls).toBe(1);

  const held = await holdResponses(page, BOOKS);
  await again.click();
  await held.waitForResponse();
  await expect(again).toHaveAttribute("aria-busy", "true");
  // Forced, because Playwright would wait until the button is no longer busy.
  await again.click({ force: true });
  await expect(checks(page)).toHaveCount(26);
  await held.release();
  await expect(again).not.toHaveAttribute("aria-busy");
  expect(calls).toBe(2);

  await openAdmin(page, "Audit trail");
  await page.clock.fastForward(6 * 60_000);
  expect(calls).toBe(2);
  const opened = await holdResponses(page, BOOKS);
  await openAdmin(page, "Books");
  await opened.waitForResponse();
  const checking = page.getByText("This is the last check. A new one is running.");
  await expect(checking).toBeVisible();
  await expect(page.getByText("The books balance")).toBeVisible();
  await expectAccessible(page);
  await opened.release();
  await expect(checking).toBeHidden();
  expect(calls).toBe(3);
});

test("the books are accessible while they are checked, and can be retried @desktop", async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.route(BOOKS, () => undefined);
  await page.goto("/app/admin/books");
  await expect(page.getByText(/^All orders and transactions are being read/)).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expectRetry(page, "/app/admin/books", /\/api\/admin\/books$/);
});

const checks = (page: Page) => page.getByRole("region", { name: "Checks" }).getByRole("listitem");

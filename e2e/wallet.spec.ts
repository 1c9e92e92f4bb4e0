import { crc32 } from "node:zlib";
import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { REFUSAL } from "./failing.ts";
import { holdResponses } from "./late.ts";
import { requestDeposit, balanceOf, decide, giveMoney, openWallet, requestsOf } from "./money.ts";
import { test } from "./product.ts";

const UNAVAILABLE = {
  status: 400,
  json: {
    code: "method_unavailable",
    detail: "Not available",
    fields: { payment_method: "Not available" },
  },
};

const LONG_NAME = "Screenshot_2026-11-20-13-31-12-345_com.google.android.apps.nbu.paisa.user.png";

test("a deposit is requested with a screenshot and credited once it is approved", async ({
  page,
  product,
  isMobile,
}) => {
  const player = await product.signUp();
  await openWallet(page, player, "Deposit");
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByText("Demo money", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "₹500" }).click();
  await panel.getByRole("radio", { name: "PhonePe" }).check();
  await expect(panel.getByRole("img", { name: "QR code to pay with PhonePe" })).toBeVisible();
  await expect(panel.getByText("nishana.demo@upi")).toBeVisible();
  await expect(panel.getByText("This is demo money. Pay nothing")).toBeVisible();
  await expect(panel.getByText("Deposit₹500.00", { exact: true })).toBeVisible();
  const link = panel.getByRole("link", { name: "Pay ₹500.00 in a UPI app" });
  if (isMobile) {
    const url = "upi://pay?pa=nishana.demo%40upi&pn=Nishana&am=500.00&cu=INR&tn=Player%20";
    expect(await link.getAttribute("href")).toContain(url);
  } else {
    await expect(link).toBeHidden();
  }
  await panel.getByLabel("Transaction number").fill("1234 5678 9012");
  const buffer = await page.screenshot();
  await panel
    .getByLabel("Screenshot")
    .setInputFiles({ name: LONG_NAME, mimeType: "image/png", buffer });
  await expect(panel.getByRole("img", { name: "The chosen image" })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Send request" }).click();

  const state = page.getByRole("region", { name: "Your deposit request" });
  await expect(state).toContainText("₹500.00");
  await expect(state).toBeFocused();
  await expect(state).toContainText("Pending");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show screenshot" }).click();
  const proof = page.getByRole("dialog", { name: "Screenshot of the payment" }).getByRole("img");
  await expect(proof).toHaveJSProperty("complete", true);
  await expect(proof).not.toHaveJSProperty("naturalWidth", 0);
  await page.keyboard.press("Escape");

  const [request] = await requestsOf(product, player);
  expect(request).toMatchObject({ amount: 500, reference: "123456789012", has_proof: true });
  await decide(product, request?.id ?? 0, "approve");
  await expect(state).toContainText("Approved. The money is in your wallet.");
  await page.getByRole("tab", { name: "Balance" }).click();
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("₹500.00");
  const row = page.getByRole("region", { name: "Transactions" }).getByRole("listitem");
  await expect(row).toContainText(/Deposit.*\+₹500\.00.*Request \d+.*Balance ₹500\.00/);
  await expectAccessible(page);
});

test("the amount and the method of a deposit survive a reload @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await openWallet(page, player, "Deposit");
  const amount = page.getByLabel("Amount", { exact: true });
  await amount.pressSequentially("250.5");
  await page.getByRole("radio", { name: "PhonePe" }).check();
  await page.reload();
  await expect(amount).toHaveValue("250.5");
  await expect(page.getByRole("radio", { name: "PhonePe" })).toBeChecked();
  await expect(page.getByText("Pay ₹250.50 by PhonePe")).toBeVisible();
  expect(await requestsOf(product, player)).toHaveLength(0);
  await page.getByLabel("Transaction number").fill("250525052505");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("region", { name: "Your deposit request" })).toContainText("₹250.50");
  const [request] = await requestsOf(product, player);
  expect(request).toMatchObject({ amount: 250.5, method_name: "PhonePe" });
  await page.getByRole("button", { name: "Another deposit" }).click();
  await expect(amount).toHaveValue("");
});

test("a deposit shows what is wrong with each field", async ({ page, product }) => {
  const player = await product.signUp();
  await requestDeposit(product, player, { amount: 100, reference: "555555555555" });
  await openWallet(page, player, "Deposit");
  const panel = page.getByRole("tabpanel");
  const send = panel.getByRole("button", { name: "Send request" });
  await panel.getByLabel("Amount", { exact: true }).fill("99");
  // An amount that could not be requested is not to be paid.
  const notPayable = panel.getByText("Enter an amount first.");
  await expect(notPayable).toBeVisible();
  await panel.getByLabel("Transaction number").fill("12345");
  await panel.getByLabel("Screenshot").setInputFiles({
    name: "paid.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("I paid"),
  });
  await send.click();
  await expect(panel.getByText("Minimum deposit amount is ₹100")).toBeVisible();
  await expect(panel.getByText("A transaction number has 12 digits")).toBeVisible();
  await expect(panel.getByText("The screenshot must be a PNG, JPEG or WebP image")).toBeVisible();
  await expect(panel.getByLabel("Amount", { exact: true })).toBeFocused();
  await expectAccessible(page);

  await panel.getByLabel("Amount", { exact: true }).fill("100");
  await expect(notPayable).toBeHidden();
  await panel.getByLabel("Amount", { exact: true }).fill("50001");
  await expect(notPayable).toBeVisible();
  await panel.getByRole("button", { name: "Remove the image" }).click();
  await expect(panel.getByText("The screenshot must be a PNG, JPEG or WebP image")).toBeHidden();
  await panel.getByLabel("Transaction number").fill("५५५५ ५५५५ ५५५५");
  await expect(panel.getByLabel("Transaction number")).toHaveValue("555555555555");
  await send.click();
  await expect(panel.getByText("Maximum deposit amount is ₹50,000")).toBeVisible();
  await panel.getByLabel("Amount", { exact: true }).fill("Rs. ५०,०००.00");
  await expect(panel.getByLabel("Amount", { exact: true })).toHaveValue("50000.00");
  await panel.getByLabel("Screenshot").setInputFiles({
    name: "paid.png",
    mimeType: "image/png",
    buffer: pngClaiming(await page.screenshot(), 10_000, 5_001),
  });
  await send.click();
  await expect(panel.getByText("The screenshot must be at most 25 megapixels")).toBeVisible();
  await panel.getByRole("button", { name: "Remove the image" }).click();
  await send.click();
  await expect(panel.getByText("This transaction number was already used")).toBeVisible();
  expect(await requestsOf(product, player)).toHaveLength(1);
  await page.route("**/api/wallet/deposit", (route) => route.fulfill(UNAVAILABLE));
  await panel.getByLabel("Transaction number").fill("");
  await send.click();
  const error = panel.getByText("This payment method is not available");
  await expect(error).toBeVisible();
  await expect(panel.getByRole("radio", { name: "UPI" })).toBeFocused();
  await panel.getByRole("radio", { name: "PhonePe" }).check();
  await expect(error).toBeHidden();
});

test("a new deposit is shown even if the list of requests cannot be refetched @phone", async ({
  page,
  product,
}) => {
  const listed = page.waitForResponse("**/api/wallet/requests?limit=20*");
  await openWallet(page, await product.signUp(), "Deposit");
  await listed;
  await page.route("**/api/wallet/requests*", (route) => route.fulfill(REFUSAL));
  await page.getByRole("button", { name: "₹100", exact: true }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  const state = page.getByRole("region", { name: "Your deposit request" });
  await expect(state).toContainText("₹100.00");
  await expect(state).toContainText("Pending");
});

test("a withdrawal leaves the wallet at once and comes back when it is rejected", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 1_000);
  await openWallet(page, player, "Withdraw");
  const panel = page.getByRole("tabpanel");
  const submit = panel.getByRole("button", { name: "Request withdrawal" });
  await panel.getByLabel("Amount", { exact: true }).fill("99");
  await submit.click();
  await expect(panel.getByText("Minimum withdrawal amount is ₹100")).toBeVisible();
  await expect(panel.getByText("Please fill in all account details").first()).toBeVisible();
  await panel.getByLabel("Amount", { exact: true }).fill("1000.01");
  await panel.getByLabel("Account holder's name").fill("Rida Lyngdoh");
  await panel.getByLabel("Account number").fill("1234 5678 901");
  await panel.getByLabel("IFSC code").pressSequentially("sbin000123");
  await expect(panel.getByLabel("IFSC code")).toHaveValue("SBIN000123");
  await submit.click();
  await expect(panel.getByText("Insufficient balance")).toBeVisible();
  await expect(panel.getByText("An IFSC code looks like SBIN0001234")).toBeVisible();
  await expectAccessible(page);

  await panel.getByLabel("Amount", { exact: true }).fill("400");
  await panel.getByLabel("IFSC code").press("End");
  await panel.getByLabel("IFSC code").pressSequentially("4");
  await submit.click();
  const confirmation = page.getByRole("dialog", { name: "Is everything correct?" });
  await expect(confirmation).toContainText("12345678901");
  await expect(confirmation).toContainText("SBIN0001234");
  await expect(confirmation).toContainText("₹600.00 remains");
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Withdraw ₹400.00" }).click();
  await expect(page.getByText("Withdrawal request submitted successfully")).toBeVisible();
  const latest = page.getByRole("region", { name: "Your latest withdrawals" });
  await expect(latest).toContainText("Pending");
  await expect(latest).toContainText("SBIN0001234 ••8901");
  expect(await balanceOf(product, player)).toBe(600);

  const [request] = await requestsOf(product, player);
  await decide(product, request?.id ?? 0, "reject");
  await expect(latest).toContainText("Reason: Nothing arrived");
  await page.getByRole("tab", { name: "Balance" }).click();
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("₹1,000.00");
  const rows = page.getByRole("region", { name: "Transactions" }).getByRole("listitem");
  await expect(rows.nth(0)).toContainText(/Refund.*\+₹400\.00.*was not approved/);
  await expect(rows.nth(1)).toContainText(/Withdrawal.*−₹400\.00.*Balance ₹600\.00/);
  await page.getByRole("radio", { name: "Requests" }).check();
  await expect(page).toHaveURL(/view=requests/);
  await expect(page.getByRole("region", { name: "Requests" }).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
});

test("the confirmation of a withdrawal shows the remaining balance until it closes @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 1_000);
  await openWallet(page, player, "Withdraw");
  await page.getByLabel("Amount", { exact: true }).fill("400");
  await page.getByRole("radio", { name: "UPI" }).check();
  await page.getByLabel("UPI ID").fill("rida@bank");
  await page.getByRole("button", { name: "Request withdrawal" }).click();
  const confirmation = page.getByRole("dialog", { name: "Is everything correct?" });
  // The dialog stays open until the response arrives. The balance changes before that.
  const response = await holdResponses(page, "**/api/wallet/withdraw");
  await confirmation.getByRole("button", { name: "Withdraw ₹400.00" }).click();
  await expect(page.getByRole("banner").filter({ visible: true })).toContainText("₹600.00");
  await expect(confirmation).toContainText("₹600.00 remains");
  await response.release();
  await expect(confirmation).toBeHidden();
});

test("the largest withdrawal is called All only if it is the whole balance @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 50_000);
  await openWallet(page, player, "Withdraw");
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByRole("button", { name: "All" })).toBeVisible();
  await giveMoney(product, player, 100);
  const largest = panel.getByRole("button", { name: "₹50,000" });
  await expect(largest).toBeVisible();
  expect(await largest.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
    0,
  );
  await expect(panel.getByRole("button", { name: "All" })).toBeHidden();
});

test("a long statement loads page by page @phone", async ({ page, product }) => {
  const player = await product.signUp();
  for (let extra = 1; extra <= 21; extra += 1) await giveMoney(product, player, 100 + extra);
  await openWallet(page, player, "Balance");
  const rows = page.getByRole("region", { name: "Transactions" }).getByRole("listitem");
  await expect(rows).toHaveCount(20);
  await page.getByRole("button", { name: "Load More" }).click();
  await expect(rows).toHaveCount(21);
  await expect(rows.last()).toContainText("₹101.00");
  await expect(page.getByRole("button", { name: "Load More" })).toBeHidden();
});

test("a page of the statement loads even if the statement is refetched meanwhile @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  for (let extra = 1; extra <= 21; extra += 1) await giveMoney(product, player, 100 + extra);
  const connected = page.waitForResponse("**/api/events*");
  await openWallet(page, player, "Balance");
  const rows = page.getByRole("region", { name: "Transactions" }).getByRole("listitem");
  await connected;
  await expect(rows).toHaveCount(20);
  let requests = 0;
  await page.route("**/api/wallet/transactions?*before=*", (route) => {
    requests += 1;
    return requests > 1 ? route.continue() : undefined;
  });
  await page.getByRole("button", { name: "Load More" }).click();
  // Two, if the event stream has only now connected, which refetches everything after a deposit.
  await expect.poll(() => requests).toBeGreaterThan(0);
  await giveMoney(product, player, 500);
  await expect(rows).toHaveCount(22);
});

/** A copy of an image that claims a size in its header. A real one of that size is slow to make. */
function pngClaiming(png: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}

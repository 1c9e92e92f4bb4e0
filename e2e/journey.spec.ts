import { expect, type Page } from "@playwright/test";
import { openAdmin } from "./admin-steps.ts";
import { ADMIN, goTo, signInByForm, test } from "./product.ts";

const NOON = "2026-11-20T12:02:00+05:30";
const EVENING = "2026-11-20T21:00:00+05:30";

// Its own clock gives this file its own product: this test kills it.
test.use({ clock: NOON });

const PLAYER = { full_name: "Iohbor Kharsyiem", phone: "9436100001", password: "a-long-summer" };

test("a play is placed, the result is published, the winner is paid", async ({
  page,
  openPage,
  product,
}) => {
  const admin = await openPage();

  await test.step("a stranger registers", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Register" }).first().click();
    await page.getByLabel("Full name").fill(PLAYER.full_name);
    await page.getByLabel("Phone number").fill(PLAYER.phone);
    await page.getByLabel("Password", { exact: true }).fill(PLAYER.password);
    await page.getByLabel("Confirm password").fill(PLAYER.password);
    await page.getByLabel("I am 18 or older").check();
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByText("Registration successful! Please login.")).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await signInByForm(page, PLAYER);
  });

  await test.step("asks for a deposit with a transaction number and a screenshot", async () => {
    await goTo(page, "Wallet");
    await page.getByRole("tab", { name: "Deposit" }).click();
    await page.getByRole("textbox", { name: "Amount" }).fill("500");
    await page.getByLabel("Transaction number").fill("432100000001");
    const picture = await page.screenshot();
    await page
      .getByLabel("Screenshot")
      .setInputFiles({ name: "paid.png", mimeType: "image/png", buffer: picture });
    await page.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByText("Deposit request submitted successfully")).toBeVisible();
    await expect(requestOf(page)).toContainText("Pending");
  });

  await test.step("the admin checks and approves the deposit", async () => {
    await signInByForm(admin, ADMIN);
    await openAdmin(admin, "Payments");
    const request = admin.getByRole("article").filter({ hasText: PLAYER.full_name });
    await expect(request).toContainText("₹500.00");
    await expect(request).toContainText("432100000001");
    await expect(request.getByRole("img", { name: "Screenshot of the payment" })).toBeVisible();
    await request.getByRole("button", { name: "Approve" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Approve ₹500.00" }).click();
    await expect(admin.getByText("Deposit of ₹500.00 approved")).toBeVisible();
  });

  await test.step("the player sees the approval without a reload", async () => {
    await expect(requestOf(page)).toContainText("Approved. The money is in your wallet.");
    await page.getByRole("tab", { name: "Balance" }).click();
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("₹500.00");
  });

  await test.step("the player plays on two houses", async () => {
    await goTo(page, "Play");
    await page.getByLabel("House", { exact: true }).selectOption("Khanapara FC");
    await playNumber(page, "45", "10");
    await page.getByRole("tab", { name: "House" }).click();
    await playNumber(page, "4", "20");
    await page.getByRole("tab", { name: "Ending" }).click();
    await playNumber(page, "5", "30");
    await page.getByRole("tab", { name: "Forecast" }).click();
    await page.getByLabel("First Round number").fill("45");
    await page.getByLabel("Second Round number").fill("07");
    await page.getByLabel("Amount", { exact: true }).fill("10");
    await placeOrder(page, "Confirm play of ₹70 for Khanapara FC?");

    await page.getByLabel("House", { exact: true }).selectOption("Shillong FC");
    await page.getByRole("tab", { name: "Direct" }).click();
    await playNumber(page, "12", "10");
    await placeOrder(page, "Confirm play of ₹10 for Shillong FC?");
    await goTo(page, "Wallet");
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("₹420.00");
  });

  await test.step("the process is killed, and started again in the evening", async () => {
    await product.kill();
    await product.start(EVENING);
  });

  await test.step("the admin enters 45 and 07 and publishes them", async () => {
    await openAdmin(admin, "Results");
    await admin.getByRole("button", { name: "Add result" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("House").selectOption("Khanapara FC");
    await expect(dialog.getByLabel("Date")).toHaveValue("2026-11-20");
    await dialog.getByLabel("First round number").fill("45");
    await dialog.getByLabel("Second round number").fill("07");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(admin.getByText("Result added successfully")).toBeVisible();
    const release = await holdPublishing(admin);
    await admin.getByRole("button", { name: "Publish: Khanapara FC, 20 Nov 2026" }).click();
    await expect(dialog).toContainText(
      "Are you sure you want to publish this result? This will process all winnings.",
    );
    await dialog.getByRole("button", { name: "Publish" }).click();
    // The order is settled once for each of the two rounds.
    await expect(dialog).toContainText("2 of 2 settled");
    release();
    await expect(dialog).toContainText("Result published and winnings processed");
    await expect(dialog).toContainText("Paid to players₹5,300.00");
  });

  await test.step("the player sees the win, play by play", async () => {
    await goTo(page, "History");
    const orders = page.getByRole("list", { name: "Orders" });
    await expect(orders.getByRole("link", { name: "Shillong FC" })).toContainText("Confirmed");
    const order = orders.getByRole("link", { name: "Khanapara FC" });
    await expect(order).toContainText("Won ₹5,300.00");
    await order.click();
    for (const line of [
      "45 First Round ₹10 ₹800",
      "4 First Round ₹20 ₹200",
      "5 First Round ₹30 ₹300",
      "45 / 07 Both rounds ₹10 ₹4,000",
    ]) {
      await expect(page.getByRole("row", { name: line, exact: true })).toBeVisible();
    }
    if (await page.getByRole("dialog").isVisible()) await page.keyboard.press("Escape");
  });

  await test.step("the wallet and the statement show the win", async () => {
    await goTo(page, "Wallet");
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("₹5,720.00");
    const statement = page.getByRole("region", { name: "Transactions" }).getByRole("listitem");
    await expect(statement).toHaveText([
      /^Win.*\+₹4,000\.00.*Khanapara FC.*Balance ₹5,720\.00$/,
      /^Win.*\+₹1,300\.00.*Khanapara FC.*Balance ₹1,720\.00$/,
      /^Play.*−₹10\.00.*Shillong FC.*Balance ₹420\.00$/,
      /^Play.*−₹70\.00.*Khanapara FC.*Balance ₹430\.00$/,
      /^Deposit.*\+₹500\.00.*Balance ₹500\.00$/,
    ]);
    await goTo(page, "Results");
    const day = page.getByRole("region", { name: "20 Nov 2026" });
    const result = day.getByRole("listitem").filter({ hasText: "Khanapara FC" });
    await expect(result).toContainText("45, 07");
  });
});

const requestOf = (page: Page) => page.getByRole("region", { name: "Your deposit request" });

async function playNumber(page: Page, digits: string, rupees: string): Promise<void> {
  const grid = page.getByRole("group", { name: / numbers, First Round$/ });
  await grid.getByRole("button", { name: new RegExp(`^${digits}\\b`) }).click();
  await page.getByLabel(`Amount for ${digits}`).fill(rupees);
}

async function placeOrder(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.getByRole("dialog", { name: title }).getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Order placed successfully")).toBeVisible();
  await page
    .getByRole("dialog", { name: "Your ticket" })
    .getByRole("button", { name: "Done" })
    .click();
}

/**
 * Holds the response to publishing, as a slow connection does, so that the test can check the
 * progress that is shown meanwhile.
 */
async function holdPublishing(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/results/*/publish", async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return release;
}

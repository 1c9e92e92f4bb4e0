import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { balanceOf } from "./money.ts";
import { installClock } from "./passing-time.ts";
import { chooseNumbers, chooseWithAmount, numberOf, openPlay, placeOrder } from "./play-steps.ts";
import { test } from "./product.ts";

test("plays of all four bet types are chosen, confirmed and placed", async ({ page, product }) => {
  // No event stream: the balance after the order is that of its response.
  await page.route("**/api/events*", () => undefined);
  const player = await openPlay(page, product, 500);
  await page.getByLabel("House", { exact: true }).selectOption("Shillong FC");
  const first = page.getByRole("radio", { name: "First Round" });
  await expect(first).toHaveAccessibleDescription(/^03:00\sPM 0[01]:\d\d:\d\d/);
  const second = page.getByRole("radio", { name: "Second Round" });
  await expect(second).toHaveAccessibleDescription(/^08:00\sPM 0[56]:\d\d:\d\d/);
  await chooseWithAmount(page, "45", 10);
  await page.getByRole("tab", { name: "House" }).click();
  await chooseNumbers(page, "4", "7");
  await page.getByLabel("Amount for all").fill("20");
  await page.getByRole("button", { name: "Apply to All" }).click();
  await page.getByRole("button", { name: "Remove 7" }).click();
  await page.getByRole("tab", { name: "Ending" }).click();
  await page.getByRole("radio", { name: "Second Round" }).check();
  await chooseWithAmount(page, "7", 30);
  await page.getByRole("tab", { name: "Forecast" }).click();
  await page.getByLabel("First Round number").fill("45");
  await page.getByLabel("Second Round number").fill("07");
  await page.getByLabel("Amount", { exact: true }).fill("10");
  await expect(total(page)).toContainText("₹70.00");
  await expect(total(page)).toContainText("4 plays");

  await page.getByRole("button", { name: "Place Order" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm play of ₹70 for Shillong FC?" });
  // 45 and 07: direct 800, house 200, ending 300, forecast 4,000; they can come together.
  await expect(confirmation).toContainText("Date20 Nov 2026");
  await expect(confirmation).toContainText("You can win at most₹5,300.00");
  await expect(confirmation).not.toContainText("not all of these can win together");
  await expect(confirmation).toContainText("Balance afterwards₹430.00");
  for (const line of [/45 First Round ₹10 ₹800/, /4 First Round ₹20 ₹200/]) {
    await expect(confirmation.getByRole("row", { name: line })).toBeVisible();
  }
  await expect(confirmation.getByRole("row", { name: "7 Second Round ₹30 ₹300" })).toBeVisible();
  await expect(
    confirmation.getByRole("row", { name: "45 / 07 Both rounds ₹10 ₹4,000" }),
  ).toBeVisible();
  const amounts = confirmation.locator("td:nth-child(3)");
  const edges = await amounts.evaluateAll((cells) =>
    cells.map((cell) => cell.getBoundingClientRect().right),
  );
  expect(new Set(edges).size, "amounts of all bet types are aligned").toBe(1);
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Confirm" }).click();

  await expect(page.getByText("Order placed successfully")).toBeVisible();
  const ticket = page.getByRole("dialog", { name: "Your ticket" });
  await expect(ticket).toContainText("Shillong FC");
  await expect(ticket).toContainText("20 Nov 2026 · First Round · Second Round");
  await expect(ticket).toContainText("Stake₹70.00");
  await expect(ticket).toContainText(/Accepted20 Nov 2026, 0\d:\d\d:\d\d\sPM/);
  await expect(ticket).toContainText("Possible win, at most₹5,300.00");
  const code = /Order #0*(\d+)/.exec(await ticket.innerText())?.[1];
  const link = ticket.getByRole("link", { name: "See in History" });
  await expect(link).toHaveAttribute("href", `/app/history?order=${code}`);
  await expectAccessible(page);
  await ticket.getByRole("button", { name: "Done" }).click();
  await expect(total(page)).toContainText("₹0.00");
  await expect(page.getByText("Balance ₹430.00")).toBeVisible();
  expect(await balanceOf(product, player)).toBe(430);
});

test("the grid can be used with the keyboard alone @desktop", async ({ page, product }) => {
  await openPlay(page, product, 100);
  await page.getByRole("radio", { name: "First Round" }).focus();
  await page.keyboard.press("Tab");
  await expect(numberOf(page, "00")).toBeFocused();
  await page.keyboard.type("45");
  await expect(numberOf(page, "45")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(numberOf(page, "45")).toHaveAttribute("aria-pressed", "true");
  for (const [key, digits] of [
    ["ArrowDown", "55"],
    ["ArrowRight", "56"],
    ["Home", "50"],
    ["End", "59"],
    ["ArrowLeft", "58"],
    ["ArrowUp", "48"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(numberOf(page, digits)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(numberOf(page, "48")).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("Amount for 45").focus();
  await page.keyboard.type("10");
  await page.getByLabel("Amount for 48").focus();
  await page.keyboard.type("20");
  await page.getByRole("button", { name: "Place Order" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Confirm play of ₹30 for" })).toContainText(
    "A round has one number, so not all of these can win together.",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Place Order" })).toBeFocused();
});

test("removing a number with the keyboard moves the focus to the next one @desktop", async ({
  page,
  product,
}) => {
  await openPlay(page, product, 0);
  await chooseNumbers(page, "45", "46", "47");
  const remove = (digits: string) => page.getByRole("button", { name: `Remove ${digits}` });
  await remove("46").press("Enter");
  await expect(remove("47")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remove("45")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No numbers chosen" })).toBeVisible();
  await expect(numberOf(page, "47")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Clear" }).press("Enter");
  await expect(numberOf(page, "47")).toBeFocused();

  await page.getByRole("tab", { name: "Forecast" }).click();
  for (const row of [2, 3]) {
    await page.getByRole("button", { name: "Add another forecast" }).click();
    await expect(page.getByRole("group", { name: `Forecast ${row}` })).toBeVisible();
  }
  await remove("forecast 3").press("Enter");
  await expect(remove("forecast 2")).toBeFocused();
});

test("the filled-in plays survive other tabs, other rounds and a reload @phone", async ({
  page,
  product,
}) => {
  await openPlay(page, product, 100);
  await chooseWithAmount(page, "07", 10);
  await page.getByRole("radio", { name: "Second Round" }).check();
  await chooseWithAmount(page, "08", 20);
  await page.getByRole("tab", { name: "Forecast" }).click();
  await expect(page.getByText("₹10 to ₹10,000 a forecast")).toBeVisible();
  await page.getByLabel("First Round number").fill("12");
  await page.reload();
  await expect(page.getByLabel("First Round number")).toHaveValue("12");
  await expect(total(page)).toContainText("₹30.00");
  await page.getByRole("tab", { name: "Direct" }).click();
  await expect(page.getByLabel("Amount for 08")).toHaveValue("20");
  await page.getByRole("radio", { name: "First Round" }).check();
  await expect(page.getByLabel("Amount for 07")).toHaveValue("10");

  await page.getByRole("radio", { name: "Tomorrow" }).check();
  await expect(numberOf(page, "07")).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("radio", { name: "Today" }).check();
  await placeOrder(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect(numberOf(page, "07")).toHaveAttribute("aria-pressed", "false");
  await expect(total(page)).toContainText("₹0.00");
});

test("an order that cannot be placed shows why and focuses the field at fault @phone", async ({
  page,
  product,
}) => {
  await openPlay(page, product, 20_000);
  const placing = page.getByRole("button", { name: "Place Order" });
  const error = page.getByRole("main").getByRole("alert");
  await placing.click();
  await expect(error).toHaveText("Please add at least one play");
  await chooseNumbers(page, "45", "46");
  await placing.click();
  await expect(error).toHaveText("Please add at least one play");
  await page.getByLabel("Amount for 45").fill("9");
  await page.getByRole("tab", { name: "Ending" }).click();
  await placing.click();
  await expect(error).toHaveText("Minimum play amount is ₹10");
  await expect(page.getByLabel("Amount for 45")).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Amount for 45").fill("10001");
  await placing.click();
  await expect(error).toHaveText("Maximum play amount is ₹10,000");
  await page.getByLabel("Amount for 45").fill("10.5");
  await placing.click();
  await expect(error).toHaveText("Please give the amount in whole rupees");
  // As it is pasted, and as a Bengali keyboard writes it.
  await page.getByLabel("Amount for 45").fill("Rs. 10,000/-");
  await expect(page.getByLabel("Amount for 45")).toHaveValue("10000");
  await page.getByLabel("Amount for 46").fill("১০০০০");
  await chooseWithAmount(page, "47", 10);
  await placing.click();
  await expect(error).toContainText("Insufficient balance");
  await expect(page.getByRole("link", { name: "Add money" })).toBeVisible();
  // A number without an amount is left out.
  await page.getByLabel("Amount for 47").fill("");
  await expect(page.getByText("1 number has no amount and is left out.")).toBeVisible();
  // So is half a forecast. What is not a number of two digits is not taken for another one.
  await page.getByRole("tab", { name: /^Forecast/ }).click();
  await page.getByLabel("First Round number").focus();
  await page.keyboard.insertText(" 12");
  await page.keyboard.insertText("3");
  await expect(page.getByLabel("First Round number")).toHaveValue("12");
  await page.getByLabel("Second Round number").fill("४५");
  await expect(page.getByLabel("Second Round number")).toHaveValue("45");
  await page.getByLabel("Second Round number").fill("");
  await expect(page.getByText("1 forecast is incomplete and is left out.")).toBeVisible();
  await placing.click();
  await expect(page.getByRole("dialog", { name: "Confirm play of ₹20,000 for" })).toBeVisible();
});

test("numbers are pasted, picked at random and repeated from the last order", async ({
  page,
  product,
}) => {
  await openPlay(page, product, 200);
  await page.getByRole("button", { name: "Paste numbers" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste numbers" });
  await dialog.getByLabel("Numbers and amounts").fill("23 45 one @10");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog).toContainText("Not understood: one");
  await expectAccessible(page);
  await expect(dialog.getByLabel("Numbers and amounts")).toBeFocused();
  await dialog.getByLabel("Numbers and amounts").fill("23 45 67 @10");
  await expect(dialog).not.toContainText("Not understood");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(total(page)).toContainText("₹30.00");
  await placeOrder(page);
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("radio", { name: "Second Round" }).check();
  await page.getByRole("button", { name: "Repeat my last order" }).click();
  await expect(page.getByRole("radio", { name: "First Round" })).toBeChecked();
  for (const digits of ["23", "45", "67"]) {
    await expect(page.getByLabel(`Amount for ${digits}`)).toHaveValue("10");
  }
  await expect(page.getByRole("button", { name: "Repeat my last order" })).toBeHidden();
  await page.getByLabel("Amount for all").fill("20");
  await page.getByRole("button", { name: "Quick pick 5 numbers" }).click();
  await expect(total(page)).toContainText("₹130.00");
  await expect(page.getByRole("heading", { name: "8 numbers chosen" })).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("heading", { name: "No numbers chosen" })).toBeVisible();
});

test("a refusal by the server is shown, and the plays are kept @phone", async ({
  page,
  product,
}) => {
  // No event stream: the screen does not learn that the money is withdrawn elsewhere.
  await page.route("**/api/events*", () => undefined);
  const player = await openPlay(page, product, 100);
  await chooseWithAmount(page, "45", 80);
  await product.call("POST /wallet/withdraw", {
    token: await product.tokenOf(player),
    body: { amount: 100, account_details: { account_type: "upi", upi_id: "rida@bank" } },
  });
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Insufficient balance")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByLabel("Amount for 45")).toHaveValue("80");
});

test("a round closes when its countdown ends, and the next one is offered @phone", async ({
  page,
  product,
}) => {
  const advance = await installClock(page);
  await openPlay(page, product, 100);
  await chooseWithAmount(page, "45", 10);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm play of ₹10 for" })).toBeVisible();
  await advance(80);
  await expect(page.getByText("Booking for this round is closed")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Booking is closed")).toBeVisible();
  await expect(total(page)).toContainText("₹0.00");
  await expect(page.getByText("1 number that you chose here is not played.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Forecast" }).click();
  await expect(page.getByText("A forecast closes with the first round.")).toBeVisible();
  await page.getByRole("tab", { name: "Direct" }).click();
  await page.getByRole("button", { name: "Take my numbers to Second Round" }).click();
  await expect(page.getByRole("radio", { name: "Second Round" })).toBeChecked();
  await expect(page.getByLabel("Amount for 45")).toHaveValue("10");
  await expect(total(page)).toContainText("₹10.00");
});

test("a hundred numbers fit, each at least 36 pixels wide and high", async ({ page, product }) => {
  await openPlay(page, product, 0);
  for (const digits of ["00", "09", "45", "99"]) {
    const box = await numberOf(page, digits).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(36);
    expect(box?.height).toBeGreaterThanOrEqual(36);
  }
  await expectAccessible(page);
});

const total = (page: Page) => page.getByRole("status").filter({ hasText: "Total" });

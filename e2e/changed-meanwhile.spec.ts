import { expect } from "@playwright/test";
import { makeHouse } from "./admin-steps.ts";
import { decide, giveMoney, openWallet, requestDeposit } from "./money.ts";
import { installClock } from "./passing-time.ts";
import { confirmOrder, chooseNumbers, chooseWithAmount, openPlay } from "./play-steps.ts";
import { ADMIN, type Product, signIn, test } from "./product.ts";

/** The operator, or the player on another device, changes data while a form is being filled in. */

test("an order refused by changed limits shows the new limits", async ({ page, product }) => {
  const house = await makeHouse(product, "Tura");
  await openPlay(page, product, 100);
  await page.getByLabel("House", { exact: true }).selectOption(house.name);
  await chooseWithAmount(page, "45", 10);
  await changeHouse(product, house.id, { min_play: 50 });
  await confirmOrder(page);
  await expect(page.getByText("Minimum play amount is ₹50")).toBeVisible();
  await expect(page.getByText("₹50 to ₹10,000 a number")).toBeVisible();
  await expect(page.getByLabel("Amount for 45")).toHaveValue("10");
});

test("a house that is deactivated meanwhile stays selected, and the screen says so", async ({
  page,
  product,
}) => {
  const house = await makeHouse(product, "Tura");
  const advance = await installClock(page);
  await openPlay(page, product, 100);
  const houses = page.getByLabel("House", { exact: true });
  await houses.selectOption(house.name);
  await chooseNumbers(page, "45");
  await changeHouse(product, house.id, { is_active: false });
  await advance(1);
  const refetched = page.waitForResponse("**/api/houses");
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await refetched;
  await expect(page.getByText("This house is not accepting plays")).toBeVisible();
  await expect(houses.getByRole("option", { selected: true })).toHaveText(house.name);
});

test("a refused withdrawal refreshes the balance and the account types", async ({
  page,
  product,
}) => {
  // No event stream: the screen does not learn of what happens elsewhere.
  await page.route("**/api/events*", () => undefined);
  const player = await product.signUp();
  await giveMoney(product, player, 500);
  await openWallet(page, player, "Withdraw");
  const panel = page.getByRole("tabpanel");
  await panel.getByRole("radio", { name: "UPI" }).check();
  await panel.getByLabel("UPI ID").fill("rida@bank");
  await panel.getByRole("button", { name: "All" }).click();
  const token = await product.tokenOf(player);
  const account_details = { account_type: "upi" as const, upi_id: "rida@bank" };
  await product.call("POST /wallet/withdraw", { token, body: { amount: 300, account_details } });
  const withdraw = async (rupees: string) => {
    await panel.getByRole("button", { name: "Request withdrawal" }).click();
    await page.getByRole("button", { name: `Withdraw ${rupees}` }).click();
  };
  await withdraw("₹500.00");
  await expect(panel.getByText("Insufficient balance")).toBeVisible();
  await expect(panel.getByText("Available balance")).toContainText("₹200.00");

  const admin = await product.tokenOf(ADMIN);
  const { methods } = await product.call("GET /admin/payment-methods", { token: admin });
  const id = methods.find((one) => one.direction === "withdrawal" && one.method_type === "upi")?.id;
  const setActive = (is_active: boolean) =>
    product.call("PUT /admin/payment-methods/{id}", {
      token: admin,
      params: { id: id ?? 0 },
      body: { is_active },
    });
  await setActive(false);
  await panel.getByRole("button", { name: "All" }).click();
  await withdraw("₹200.00");
  await expect(page.getByText("This payment method is not available")).toBeVisible();
  await expect(panel.getByLabel("IFSC code")).toBeVisible();
  await expect(panel.getByLabel("UPI ID")).toBeHidden();
  await setActive(true);

  await giveMoney(product, player, 150);
  await page.getByRole("tab", { name: "Balance" }).click();
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("₹350.00");
});

test("a request that is decided elsewhere keeps the focus in its place", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  const { id } = await requestDeposit(product, player, { amount: 110 });
  const { id: other_id } = await requestDeposit(product, player, { amount: 120 });
  const cardOf = (rupees: string) =>
    page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: `Deposit ${rupees}` }) });
  await signIn(page, ADMIN, `/app/admin/payments?phone=${player.phone}`);
  await cardOf("₹110.00").getByRole("button", { name: "Approve" }).focus();
  await decide(product, id, "approve");
  await expect(cardOf("₹120.00")).toBeFocused({ timeout: 20_000 });

  await page.getByRole("group", { name: "Status" }).getByRole("radio", { name: "All" }).check();
  await expect(cardOf("₹110.00")).toBeVisible();
  await cardOf("₹120.00").getByRole("button", { name: "Approve" }).focus();
  await decide(product, other_id, "reject");
  await expect(cardOf("₹120.00")).toBeFocused({ timeout: 20_000 });
});

async function changeHouse(
  product: Product,
  id: number,
  body: { min_play?: number; is_active?: boolean },
): Promise<void> {
  const token = await product.tokenOf(ADMIN);
  await product.call("PUT /houses/{id}", { token, params: { id }, body });
}

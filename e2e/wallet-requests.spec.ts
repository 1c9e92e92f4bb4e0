import { expect } from "@playwright/test";
import { decide, giveMoney, openWallet, requestDeposit } from "./money.ts";
import { signIn, test } from "./product.ts";

test("earlier requests are shown even after many later deposits @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  const { id } = await requestDeposit(product, player, { amount: 1_000 });
  await decide(product, id, "approve");
  await product.call("POST /wallet/withdraw", {
    token: await product.tokenOf(player),
    body: { amount: 400, account_details: { account_type: "upi", upi_id: "rida@bank" } },
  });
  for (let count = 0; count < 20; count += 1) await giveMoney(product, player, 100);
  await openWallet(page, player, "Withdraw");
  const latest = page.getByRole("region", { name: "Your latest withdrawals" });
  await expect(latest.getByRole("listitem")).toHaveCount(1);
  await expect(latest).toContainText("₹400.00");

  const deposit = page.getByRole("region", { name: "Your deposit request" });
  await page.goto(`/app/wallet?tab=deposit&request=${id}`);
  await expect(deposit).toContainText("₹1,000.00");
  await page.goto("/app/wallet?tab=deposit&request=999999");
  await expect(deposit).toContainText("There is no such request.");

  await page.getByRole("tab", { name: "Balance" }).click();
  await expect(page.getByText("1 request is waiting for a decision")).toBeVisible();
});

test("a request made elsewhere meanwhile shows no earlier one twice @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  for (let extra = 1; extra <= 21; extra += 1) await giveMoney(product, player, 100 + extra);
  await signIn(page, player, "/app/wallet?tab=balance&view=requests");
  const rows = page.getByRole("region", { name: "Requests" }).getByRole("listitem");
  await expect(rows).toHaveCount(20);
  await requestDeposit(product, player, { amount: 500 });
  await page.getByRole("button", { name: "Load More" }).click();
  await expect(rows.last()).toContainText("₹101.00");
  await expect(rows.filter({ hasText: "₹102.00" })).toHaveCount(1);
});

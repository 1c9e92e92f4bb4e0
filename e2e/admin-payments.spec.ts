import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { makeAdmin, openAdmin } from "./admin-steps.ts";
import { requestDeposit, balanceOf, decide, giveMoney } from "./money.ts";
import { type Account, ADMIN, signIn, test } from "./product.ts";

// Its own clock gives this file its own product: the queue holds only the requests of these tests.
test.use({ clock: "2026-11-20T14:00:00+05:30" });

test("an admin checks a deposit and approves it", async ({ page, product }) => {
  const player = await product.signUp("Aiban Nongrum");
  await signIn(page, ADMIN);
  const proof = await page.screenshot();
  await requestDeposit(product, player, { amount: 500, reference: "611111111111", proof });
  await openAdmin(page, "Payments");
  const request = cardOf(page, player);
  await expect(request).toContainText("₹500.00");
  await expect(request).toContainText(player.phone);
  await expect(request).toContainText("611111111111");
  await expect(request).toContainText("No deposits");
  await request.getByRole("button", { name: "Enlarge the screenshot" }).click();
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);

  await request.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`₹500.00 will be added to the wallet of Aiban Nongrum`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Approve ₹500.00" }).click();
  await expect(page.getByText("Deposit of ₹500.00 approved")).toBeVisible();
  await expect(request).toBeHidden();
  expect(await balanceOf(product, player)).toBe(500);

  await page.getByRole("radio", { name: "Approved" }).check();
  await expect(page).toHaveURL(/status=approved/);
  await page.reload();
  await expect(request).toContainText("Approved");
  await expect(request).toContainText("1 deposit, ₹500.00");
  await expect(request).toContainText("Approved by Admin");
});

test("one press copies the transaction number @desktop", async ({ page, product, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const player = await product.signUp("Bantei Marak");
  await requestDeposit(product, player, { amount: 100, reference: "622222222222" });
  await signIn(page, ADMIN);
  await openAdmin(page, "Payments");
  await cardOf(page, player).getByRole("button", { name: "Copy the transaction number" }).click();
  const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
  await expect.poll(copied).toBe("622222222222");
});

test("rejecting a withdrawal needs a reason and refunds the amount", async ({ page, product }) => {
  const player = await product.signUp("Chandra Rai");
  await giveMoney(product, player, 1000);
  await product.call("POST /wallet/withdraw", {
    token: await product.tokenOf(player),
    body: {
      amount: 400,
      account_details: { account_type: "upi", upi_id: "chandra@bank" },
    },
  });
  expect(await balanceOf(product, player)).toBe(600);
  await signIn(page, ADMIN, "/app/admin/payments?kind=withdrawal");
  const request = cardOf(page, player);
  await expect(request).toContainText("chandra@bank");
  await request.getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Reject ₹400.00" }).click();
  await expect(dialog).toContainText("Please give a reason");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("The bank does not know\nthis UPI ID. ");
  await dialog.getByRole("button", { name: "Reject ₹400.00" }).click();
  await expect(page.getByText("Withdrawal of ₹400.00 rejected")).toBeVisible();
  await expect(request).toBeHidden();
  expect(await balanceOf(product, player)).toBe(1000);
  await page.getByRole("radio", { name: "Rejected" }).check();
  await expect(request.getByText("The bank does not know this UPI ID.")).toBeVisible();
});

test("approving a request that was decided elsewhere shows that decision @desktop", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Daphi Kharbuli");
  const { id } = await requestDeposit(product, player, { amount: 300 });
  await signIn(page, ADMIN);
  await openAdmin(page, "Payments");
  await cardOf(page, player).getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("neither a transaction number");
  // The dialog polls the request. Hold its polls, so that it learns of the decision only now.
  const decided = page.waitForResponse("**/approve");
  await page.route(`**/api/admin/payments/${id}`, async (route) => {
    await decided;
    await route.continue();
  });
  await decide(product, id, "reject");
  await dialog.getByRole("button", { name: "Approve ₹300.00" }).click();
  await expect(page.getByText("This request was already rejected")).toBeVisible();
  await expect(dialog).toContainText("You have already rejected this request.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, player)).toBeHidden();
  expect(await balanceOf(product, player)).toBe(0);
});

test("the open dialog warns when a withdrawal is rejected elsewhere @desktop", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Darisha Kharbuli");
  await giveMoney(product, player, 1000);
  const { id } = await product.call("POST /wallet/withdraw", {
    token: await product.tokenOf(player),
    body: { amount: 400, account_details: { account_type: "upi", upi_id: "darisha@bank" } },
  });
  await signIn(page, ADMIN);
  await openAdmin(page, "Payments");
  await cardOf(page, player).getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Has this been paid out?");
  await decide(product, id, "reject", await makeAdmin(product, "Banri Kharkongor"));
  await expect(dialog).toContainText(
    "This request has been rejected in the meantime. Do not pay.",
    {
      timeout: 20_000,
    },
  );
  await expect(dialog).toContainText("Rejected by Banri Kharkongor");
  await expect(dialog.getByRole("button", { name: /Approve/ })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect(await balanceOf(product, player)).toBe(1000);
});

test("a withdrawal of an inactive player who owes winnings is approved with two warnings", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Dawan Lapang");
  await giveMoney(product, player, 1000);
  const token = await product.tokenOf(player);
  const { id } = await product.call("GET /auth/me", { token });
  const account_details = { account_type: "upi" as const, upi_id: "dawan@bank" };
  await product.call("POST /wallet/withdraw", { token, body: { amount: 400, account_details } });
  await product.call("PUT /admin/users/{id}/status", {
    token: await product.tokenOf(ADMIN),
    params: { id },
    body: { is_active: false },
  });
  await signIn(page, ADMIN);
  await page.route("**/api/admin/payments?*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"owed":0', '"owed":120');
    await route.fulfill({ response, body });
  });
  await openAdmin(page, "Payments");
  const request = cardOf(page, player);
  await expect(request).toContainText("Inactive");
  await expect(request).toContainText("owes ₹120.00 of winnings");
  await request.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The player's account is inactive.");
  await expect(dialog).toContainText("The player owes ₹120.00 of winnings that were taken back.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Approve ₹400.00" }).click();
  await expect(page.getByText("Withdrawal of ₹400.00 approved")).toBeVisible();
});

test("a new request appears without a reload @desktop", async ({ page, product }) => {
  const player = await product.signUp("Ebor Syiem");
  await signIn(page, ADMIN);
  await openAdmin(page, "Payments");
  await expect(page.getByRole("region", { name: "Requests" })).toBeVisible();
  await requestDeposit(product, player, { amount: 250 });
  await expect(cardOf(page, player)).toContainText("₹250.00", { timeout: 20_000 });
});

test("a request can be approved with the keyboard alone @desktop", async ({ page, product }) => {
  const player = await product.signUp("Gideon Dkhar");
  await requestDeposit(product, player, { amount: 150, reference: "633333333333" });
  // Without a next request, to which the focus could go.
  await signIn(page, ADMIN, `/app/admin/payments?phone=${player.phone}`);
  const approve = cardOf(page, player).getByRole("button", { name: "Approve" });
  // Tab reaches the buttons in the order in which they are drawn.
  const reject = cardOf(page, player).getByRole("button", { name: "Reject" });
  await reject.press("Tab");
  await expect(approve).toBeFocused();
  const [first, second] = [await reject.boundingBox(), await approve.boundingBox()];
  expect(second?.y).toBeGreaterThan(first?.y ?? Infinity);
  await approve.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(approve).toBeFocused();
  await approve.press("Space");
  await dialog.getByRole("button", { name: "Approve ₹150.00" }).press("Enter");
  await expect(approve).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("a large amount keeps its font size, and a long reason gets enough width", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Fida Nongkhlaw");
  const reason = "The screenshot shows another amount and another day than the request. ".repeat(4);
  const small = await requestDeposit(product, player, { amount: 100 });
  const large = await requestDeposit(product, player, { amount: 50_000 });
  const token = await product.tokenOf(ADMIN);
  for (const { id } of [small, large]) {
    const body = { reason };
    await product.call("POST /admin/payments/{id}/reject", { token, params: { id }, body });
  }
  await signIn(page, ADMIN, "/app/admin/payments?status=rejected");
  const size = page.viewportSize()?.width === 360 ? "28px" : "20px";
  for (const amount of ["₹100.00", "₹50,000.00"]) {
    const text = cardOf(page, player).getByText(amount, { exact: true });
    await expect(text).toHaveCSS("font-size", size);
  }
  await expect(cardOf(page, player)).toHaveCount(2);
  const card = await cardOf(page, player).first().boundingBox();
  const text = await cardOf(page, player).first().getByText(reason.trim()).boundingBox();
  expect(text?.width).toBeGreaterThan(0.6 * (card?.width ?? 0));
  await expectAccessible(page);
});

test("more than twenty requests are split into pages @desktop", async ({ page, product }) => {
  const player = await product.signUp("Firoza Ali");
  for (let count = 0; count < 21; count++) {
    const { id } = await requestDeposit(product, player, { amount: 100 });
    await decide(product, id, "reject");
  }
  await signIn(page, ADMIN, "/app/admin/payments?status=rejected");
  await expect(page.getByRole("article")).toHaveCount(20);
  await expect(page.getByText("Newest first.")).toBeVisible();
  await expect(page.getByText("Those waiting longest come first.")).toHaveCount(0);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("navigation", { name: /^Page 2 of/ })).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByRole("article")).toHaveCount(20);
});

test("the number of a request has no digit grouping @desktop", async ({ page, product }) => {
  const player = await product.signUp("Kitlang Rani");
  await requestDeposit(product, player, { amount: 100 });
  await signIn(page, ADMIN);
  await page.route("**/api/admin/payments?*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"id":(\d+),"kind"/g, '"id":1234,"kind"');
    await route.fulfill({ response, body });
  });
  await openAdmin(page, "Payments");
  await expect(cardOf(page, player)).toContainText("Request 1234");
});

test("a long name does not widen the dialogs", async ({ page, product }) => {
  const player = await product.signUp("Wanlambok".repeat(8));
  await requestDeposit(product, player, { amount: 100 });
  await signIn(page, ADMIN);
  await openAdmin(page, "Payments");
  for (const action of ["Approve", "Reject"]) {
    await cardOf(page, player).getByRole("button", { name: action }).click();
    const dialog = page.getByRole("dialog");
    const box = await dialog.boundingBox();
    const text = await dialog.getByText(player.phone).boundingBox();
    expect(text?.width).toBeLessThan(box?.width ?? 0);
    await page.keyboard.press("Escape");
  }
});

test("an open dialog stays when its page of the list disappears @desktop", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Lamphrang Diengdoh");
  await giveMoney(product, player, 2_100);
  const token = await product.tokenOf(player);
  const account_details = { account_type: "upi" as const, upi_id: "lamphrang@bank" };
  const ids: number[] = [];
  for (let count = 0; count < 21; count++) {
    const body = { amount: 100, account_details };
    ids.push((await product.call("POST /wallet/withdraw", { token, body })).id);
  }
  await signIn(page, ADMIN, "/app/admin/payments?kind=withdrawal&page=2");
  await page.getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The bank does not know this UPI ID");
  await decide(product, ids[0] ?? 0, "reject");
  await expect(page).toHaveURL(/kind=withdrawal$/, { timeout: 20_000 });
  await expect(page.getByRole("article")).toHaveCount(20);
  await dialog.getByRole("button", { name: "Reject ₹100.00" }).click();
  await expect(page.getByText("Withdrawal of ₹100.00 rejected")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(19);
  expect(await balanceOf(product, player)).toBe(200);
});

const cardOf = (page: Page, { phone }: Account) =>
  page.getByRole("article").filter({ hasText: phone });

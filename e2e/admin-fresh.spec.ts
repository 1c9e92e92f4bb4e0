import { expect } from "@playwright/test";
import { makeHouse, uniqueName, openAdmin } from "./admin-steps.ts";
import { REFUSAL } from "./failing.ts";
import { holdResponses, loseNextAnswer, waitForRender } from "./late.ts";
import { giveMoney } from "./money.ts";
import { ADMIN, type Product, signIn, test } from "./product.ts";

/** Admins see the current state even if other admins act at the same time and requests fail. */

// Its own clock gives this file its own product: the list polls while any result is unpublished.
test.use({ clock: "2026-11-20T14:40:00+05:30" });

test("a settlement whose orders are still being counted is polled until it ends", async ({
  page,
  product,
}) => {
  const { body, token, house } = await aResult(product, "Mawsmai");
  const { id } = await product.call("POST /results", { token, body });
  await product.call("POST /results/{id}/publish", { token, params: { id } });
  await signIn(page, ADMIN);
  let responses = 0;
  let isCounted = false;
  await page.route("**/api/results?*", async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    responses += 1;
    const uncounted = isCounted ? {} : { settlement: null };
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...uncounted })) });
  });
  await openAdmin(page, "Results");
  const row = page.getByRole("listitem").filter({ hasText: house.name });
  await expect(row.getByRole("progressbar")).toBeVisible();
  // More than without polling: the first, and another if the event stream says that there was news.
  await expect.poll(() => responses).toBeGreaterThan(3);
  isCounted = true;
  await expect(row).toContainText("No winners");
  await expect(row.getByRole("progressbar")).toHaveCount(0);
});

test("the dialog can be closed while a settlement runs, and the list shows its end", async ({
  page,
  product,
}) => {
  const { body, token, house } = await aResult(product, "Mawkdok");
  await product.call("POST /results", { token, body });
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  const row = page.getByRole("listitem").filter({ hasText: house.name });
  await row.getByRole("button", { name: "Publish" }).click();
  const published = await holdResponses(page, "**/publish");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("You can leave this page: it continues by itself.");
  // One is the icon at the top, the other the button at the bottom.
  await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(2);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("Published");
  await published.release();
  await expect(page.getByText("Result published and winnings processed")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("No winners");
});

test("a failure of publishing is told after its dialog was closed", async ({ page, product }) => {
  const { body, token, house } = await aResult(product, "Mawsahew");
  await product.call("POST /results", { token, body });
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  const row = page.getByRole("listitem").filter({ hasText: house.name });
  await row.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  const closed = dialog.waitFor({ state: "detached" });
  await page.route("**/publish", async (route) => {
    await route.fetch();
    await closed;
    await route.fulfill({ status: 500, json: { code: "fault", detail: "Server error" } });
  });
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("You can leave this page");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("Server error. Please try again later.")).toBeVisible();
  await expect(row).toContainText("Published");
});

test("the dialog does not say that publishing continues before it has begun", async ({
  page,
  product,
}) => {
  const { body, token, house } = await aResult(product, "Mawphanlur");
  await product.call("POST /results", { token, body });
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  const row = page.getByRole("listitem").filter({ hasText: house.name });
  await row.getByRole("button", { name: "Publish" }).click();
  await page.route("**/publish", () => undefined);
  const dialog = page.getByRole("dialog");
  const polled = page.waitForResponse("**/api/results?house_id=*");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await polled;
  await waitForRender(page);
  await expect(dialog.getByRole("button", { name: "Publish" })).toBeDisabled();
  await expect(dialog).toContainText("This will process all winnings.");
  await expect(dialog).not.toContainText("You can leave this page");
});

test("a number that another admin has entered already appears in the list", async ({
  page,
  product,
}) => {
  const { body, token, house } = await aResult(product, "Mawlynnong");
  // No event stream: when it connects, the list may be refetched, at this moment.
  await page.route("**/api/events*", () => undefined);
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  await page.getByRole("button", { name: "Add result" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("House").selectOption(house.name);
  await dialog.getByLabel("First round number").fill("21");
  await product.call("POST /results", { token, body });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("First round number")).toHaveAccessibleDescription(
    "This round already has a result",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: house.name })).toContainText("12");
});

test("a house that another admin has deleted disappears once a change of it fails", async ({
  page,
  product,
}) => {
  const { token, house } = await aResult(product, "Mawjrong");
  await signIn(page, ADMIN);
  await openAdmin(page, "Houses");
  await page.getByRole("button", { name: `Deactivate: ${house.name}` }).click();
  await product.call("DELETE /houses/{id}", { token, params: { id: house.id } });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Requested resource not found.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("row", { name: house.name })).toHaveCount(0);
});

test("a decision updates the screens that were opened just before", async ({ page, product }) => {
  const player = await product.signUp("Kyrmen Sohtun");
  await giveMoney(product, player, 1_000);
  await product.call("POST /wallet/withdraw", {
    token: await product.tokenOf(player),
    body: { amount: 400, account_details: { account_type: "upi", upi_id: "kyrmen@bank" } },
  });
  await signIn(page, ADMIN);
  await openAdmin(page, "Users");
  const user = page.getByRole("row", { name: player.full_name });
  await expect(user).toContainText("₹600.00");
  await openAdmin(page, "Dashboard");
  await page.getByText("1 withdrawal is waiting").click();
  await page.getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The bank does not know this UPI ID");
  await dialog.getByRole("button", { name: "Reject ₹400.00" }).click();
  await expect(page.getByText("Withdrawal of ₹400.00 rejected")).toBeVisible();
  await openAdmin(page, "Dashboard");
  await expect(page.getByText("No withdrawals are waiting")).toBeVisible();
  await openAdmin(page, "Users");
  await expect(user).toContainText("₹1,000.00");
});

test("a payment method is refetched after a change of it is refused", async ({ page, product }) => {
  const token = await product.tokenOf(ADMIN);
  const purpose = { direction: "withdrawal", method_type: "other" } as const;
  const name = uniqueName("Cheque");
  const { id } = await product.call("POST /admin/payment-methods", {
    token,
    body: { name, ...purpose },
  });
  await signIn(page, ADMIN);
  await openAdmin(page, "Payment methods");
  await page.getByRole("button", { name: `Deactivate: ${name}` }).click();
  const renamed = uniqueName("Draft");
  const body = { name: renamed };
  await product.call("PUT /admin/payment-methods/{id}", { token, params: { id }, body });
  await page.route("**/api/admin/payment-methods/*", (route) => route.fulfill(REFUSAL));
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Requested resource not found.")).toBeVisible();
  await expect(page.getByText(renamed)).toBeAttached();
});

test("after a server error the dialog says that publishing may have begun", async ({
  page,
  product,
}) => {
  const { body, token, house } = await aResult(product, "Mawphlang");
  await product.call("POST /results", { token, body });
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  await page.route("**/api/results/*/publish", (route) =>
    route.fulfill({ status: 500, json: { code: "fault", detail: "Server error" } }),
  );
  const row = page.getByRole("listitem").filter({ hasText: house.name });
  await row.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("Publishing may have begun");
  await page.unroute("**/api/results/*/publish");
  await loseNextAnswer(page, "**/api/results/*/publish");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toContainText("Result published and winnings processed");
});

for (const [section, call] of [
  ["Users", "**/api/admin/users?*"],
  ["Results", "**/api/results?*"],
  ["Houses", "**/api/houses?*"],
  ["Payment methods", "**/api/admin/payment-methods"],
] as const) {
  test(`${section}: the screen says when its data could not be refreshed`, async ({ page }) => {
    await signIn(page, ADMIN);
    const loaded = page.waitForResponse(call);
    await openAdmin(page, section);
    await loaded;
    const main = page.getByRole("main");
    await expect(main.locator(".animate-breathe")).toHaveCount(0);
    await page.route(call, (route) => route.fulfill(REFUSAL));
    await openAdmin(page, "Winners");
    await openAdmin(page, section);
    await expect(main).toContainText("This could not be brought up to date");
  });
}

/** The body of a result that can be entered, for a new house. */
async function aResult(product: Product, place: string) {
  const house = await makeHouse(product, place);
  const body = { house_id: house.id, date: "2026-11-20", first_round: 12, second_round: null };
  return { body, house, token: await product.tokenOf(ADMIN) };
}

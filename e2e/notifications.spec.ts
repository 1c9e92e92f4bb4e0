import { expect, type Page, type Route } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { giveMoney } from "./money.ts";
import { ADMIN, type Product, signIn, test } from "./product.ts";

const CENTRE = "/app/notifications";
const LIST = "**/api/notifications?limit=20*";

// Its own clock gives this file its own product: a broadcast reaches every account.
test.use({ clock: "2026-11-20T13:31:00+05:30" });

test("the bell counts unread notifications; once read, they stay marked on the screen", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 250);
  await broadcast(product, "No game on Sunday.\nWe are back on Monday.");
  await signIn(page, player);
  await expect(bell(page)).toHaveAccessibleName("Notifications 2 unread");
  await expect(page.getByText("Notifications: 2 unread")).toBeAttached();
  await expectAccessible(page);
  await bell(page).click();

  await expect(page.getByRole("heading", { name: "Notifications" })).toBeVisible();
  await expect(rows(page)).toHaveText([
    /Message from the operator.*New.*No game on Sunday\.\s+We are back on.*Today, 01:3\d\sPM/s,
    /Deposit approved.*New.*₹250\.00 is in your wallet\..*Today.*Wallet/s,
  ]);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(rows(page).first()).toContainText("New");
  await expectAccessible(page);

  await rows(page).last().getByRole("link", { name: "Wallet" }).click();
  await expect(page.getByRole("region", { name: "Requests" })).toContainText("₹250.00");
  await bell(page).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: "New" })).toHaveCount(0);
});

test("each kind of notification has its text and its link", async ({ page, product }) => {
  await page.route(LIST, (route) => fulfillList(route, KINDS));
  await page.route("**/api/notifications/read", (route) => route.fulfill({ status: 204 }));
  await signIn(page, await product.signUp(), CENTRE);
  await expect(rows(page)).toHaveText([
    /You won ₹1,300\.00.*Khanapara FC, 20 Nov 2026/s,
    /A result was taken back.*Khanapara FC, 20 Nov 2026.*Reason: wrong house/s,
    /Deposit not approved.*₹500\.00 was not added to your wallet\. Reason: Nothing arrived/s,
    /Withdrawal approved.*₹200\.00 has been paid out to you\./s,
    /Withdrawal not approved.*₹200\.00 is back in your wallet\. Reason: Unknown UPI ID/s,
    /The operator cancelled your order.*₹70\.00 is back in your wallet\. Reason: Rain/s,
  ]);
  const links = await rows(page)
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual([
    "/app/history",
    "/app/results?house=1",
    "/app/wallet?tab=balance&view=requests",
    "/app/wallet?tab=balance&view=requests",
    "/app/wallet?tab=balance&view=requests",
    "/app/history?order=7",
  ]);
  await expectAccessible(page);
});

test("older notifications load page by page @phone", async ({ page, product }) => {
  const player = await product.signUp();
  for (let at = 1; at <= 21; at += 1) await broadcast(product, `Message ${at}`);
  await signIn(page, player, CENTRE);
  await expect(rows(page)).toHaveCount(20);
  await expect(rows(page).first()).toContainText("Message 21");
  await page.getByRole("button", { name: "Load More" }).click();
  await expect(rows(page)).toHaveCount(21);
  await expect(rows(page).last()).toContainText(/Message 1Today/);
  await expect(page.getByRole("button", { name: "Load More" })).toBeHidden();
});

test("the screen has a loading, an empty, a failed and an offline state", async ({
  page,
  product,
  context,
}) => {
  await signIn(page, await product.signUp());
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(LIST, async (route) => {
    await released;
    await route.continue();
  });
  await bell(page).click();
  await expect(page.getByRole("heading", { name: "Notifications" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Loading")).toBeAttached();
  await expectAccessible(page);
  release();
  await expect(page.getByText("No notifications yet")).toBeVisible();
  await expectAccessible(page);

  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ status: 400, json: FAULT }));
  // Once the event stream connected, the list could be refetched without the button.
  await page.route("**/api/events*", () => undefined);
  await page.reload();
  const failure = page.getByRole("alert").filter({ hasText: "This could not be loaded" });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await page.unroute(LIST);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No notifications yet")).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByText("No notifications yet")).toBeVisible();
  await context.setOffline(false);
});

test("the front page shows the largest win of the day, or a marked sample @phone", async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/`);
  const line = page.getByText("Top winner").locator("..");
  await expect(line).toHaveText(
    /Top winner.*Sample.*987\*\*\*\*210 won ₹8,000\.00 at Khanapara FC/s,
  );
  const sample = await line.boundingBox();
  const win = { player: "912****345", house_id: 1, house_name: "Khanapara FC", amount: 123456 };
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/results/top-win", async (route) => {
    await released;
    await route.fulfill({ json: { win: { ...win, date: "2026-11-20" } } });
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "How it works" })).toBeVisible();
  await expect(line).toBeHidden();
  const before = await line.boundingBox();
  release();
  await expect(line).toHaveText(/Top winner.*912\*\*\*\*345 won ₹1,23,456\.00 at Khanapara FC/s);
  await expect(line).not.toContainText("Sample");
  expect((await line.boundingBox())?.height).toBe(before?.height);
  expect(before?.height).toBe(sample?.height);
});

test.describe("a largest win that fails to load", () => {
  test.use({ expectedErrors: /^Failed to load resource/ });

  test("is replaced by the sample @phone", async ({ page, product }) => {
    await page.route("**/api/results/top-win", (route) =>
      route.fulfill({ status: 403, json: { ...FAULT, code: "forbidden" } }),
    );
    await page.goto(`${product.url}/`);
    const line = page.getByText("Top winner").locator("..");
    await expect(line).toHaveText(/Top winner.*Sample.*987\*\*\*\*210/s);
    await expect(line).toBeVisible();
    await expect(line).toHaveAttribute("aria-busy", "false");
  });
});

const bell = (page: Page) =>
  page.getByRole("link", { name: /^Notifications/ }).filter({ visible: true });

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

const FAULT = { code: "invalid_input", detail: "Please check what you entered." };

async function broadcast(product: Product, message: string): Promise<void> {
  const token = await product.tokenOf(ADMIN);
  await product.call("POST /admin/broadcast", { token, body: { message } });
}

async function fulfillList(route: Route, notifications: object[]): Promise<void> {
  const created_at = "2026-11-20T12:00:00+05:30";
  await route.fulfill({
    json: {
      unread: 0,
      notifications: notifications.map((one, index) => ({
        ...one,
        id: 100 - index,
        created_at,
        is_read: index > 0,
      })),
    },
  });
}

const DRAW = { house_id: 1, house_name: "Khanapara FC", date: "2026-11-20" };

const KINDS = [
  { kind: "win", params: { ...DRAW, amount: 1300 } },
  { kind: "result_voided", params: { ...DRAW, reason: "wrong house" } },
  {
    kind: "payment_rejected",
    params: { payment_id: 1, payment_kind: "deposit", amount: 500, reason: "Nothing arrived" },
  },
  {
    kind: "payment_approved",
    params: { payment_id: 2, payment_kind: "withdrawal", amount: 200 },
  },
  {
    kind: "payment_rejected",
    params: { payment_id: 2, payment_kind: "withdrawal", amount: 200, reason: "Unknown UPI ID" },
  },
  { kind: "order_voided", params: { ...DRAW, order_id: 7, amount: 70, reason: "Rain" } },
];

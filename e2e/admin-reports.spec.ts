import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expectRetry } from "./failing.ts";
import { makeHouse, openAdmin } from "./admin-steps.ts";
import { playNumber, publish, TODAY } from "./draws.ts";
import { giveMoney, requestDeposit } from "./money.ts";
import { ADMIN, type Product, signIn, test } from "./product.ts";

// Its own clock gives this file its own product: the figures are those of this file.
const CLOCK = "2026-11-20T14:02:00+05:30";
const EVENING = "2026-11-20T21:00:00+05:30";

test.use({ clock: CLOCK });

test("an admin sees the figures of the business and downloads the report", async ({
  page,
  product,
}) => {
  const { phone, house } = await makeFigures(product);
  const masked = `${phone.slice(0, 3)}****${phone.slice(-3)}`;
  await signIn(page, ADMIN);
  await openAdmin(page, "Dashboard");

  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /Total Users 2 2 active/ })).toHaveAttribute(
    "href",
    "/app/admin/users",
  );
  await expect(main.getByRole("link", { name: /Today's Orders 2/ })).toBeVisible();
  await expect(
    main.getByRole("link", { name: /Total Revenue ₹60.00 −₹740.00 after winnings/ }),
  ).toBeVisible();
  await expect(main.getByText("1 withdrawal is waiting")).toBeVisible();
  await expect(main).toContainText("Remember to add today's results before cutoff.");
  const shares = page.getByRole("list", { name: "Revenue by house" });
  await expect(shares.getByRole("listitem")).toContainText(`${house} 100.0%`);
  const winner = page.getByRole("row", { name: masked });
  for (const text of [house, "₹10.00", "₹800.00", "₹790.00", "20 Nov 2026"]) {
    await expect(winner).toContainText(text);
  }
  await expectAccessible(page);

  const day = page.getByRole("slider", { name: "Day to show" });
  const chart = page.getByRole("region", { name: "Revenue of the last 30 days" });
  await expect(chart).toContainText("₹60.00");
  await day.press("ArrowLeft");
  await expect(day).toHaveAttribute("aria-valuetext", "19 Nov: ₹0");
  await expect(chart).toContainText("19 Nov 2026");
  await chart.getByText("Show as a table").click();
  await expect(chart.getByRole("row", { name: "20 Nov 2026" })).toContainText("−₹740.00");
  await expectAccessible(page);

  await main.getByText("1 withdrawal is waiting").click();
  await expect(page).toHaveURL(/\/app\/admin\/payments\?kind=withdrawal$/);
  await expect(page.getByRole("article")).toContainText("₹100.00");
  await openAdmin(page, "Dashboard");
  await main.getByRole("link", { name: "1 deposit is waiting" }).click();
  await expect(page).toHaveURL(/\/app\/admin\/payments\?kind=deposit$/);
  await expect(page.getByRole("article")).toContainText("₹200.00");
  await openAdmin(page, "Dashboard");
  await main.getByRole("link", { name: "1 entered result is not published" }).click();
  await expect(page.getByRole("button", { name: `Publish: ${house}` })).toBeVisible();
  await openAdmin(page, "Dashboard");
  await main.getByRole("link", { name: /Today's Revenue/ }).click();
  await expect(page.getByRole("heading", { name: "Revenue Analytics" })).toBeVisible();
  await expectRevenue(page, house);

  await openAdmin(page, "Dashboard");
  await main.getByRole("link", { name: "View all" }).click();
  await expect(page.getByRole("heading", { name: "Winners" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  await expect(page.getByRole("row", { name: masked })).toContainText("₹800.00");
  await page.getByRole("radio", { name: "Today" }).check();
  await expect(page).toHaveURL(/days=1$/);
  await expect(page.getByRole("row", { name: masked })).toBeVisible();
  await expect(page.getByText(phone)).toHaveCount(0);
  await expectAccessible(page);

  await product.execute("insert into book_checks (day, broken) values ('2026-11-20', 2)");
  await page.goto("/app/admin");
  await main.getByRole("link", { name: "2 checks of the books failed last night" }).click();
  await expect(page.getByText("The books balance")).toBeVisible();

  await openAdmin(page, "Dashboard");
  await expectAccessible(page);
  await main.getByRole("link", { name: "Manage Houses" }).click();
  await expect(page.getByRole("heading", { name: "Manage Houses" })).toBeVisible();
  await openAdmin(page, "Dashboard");
  await main.getByRole("link", { name: "Add Results" }).click();
  await expect(page.getByRole("heading", { name: "Manage Results" })).toBeVisible();
});

async function expectRevenue(page: Page, house: string): Promise<void> {
  await expect(page.getByRole("radio", { name: "30 days" })).toBeChecked();
  const insights = page.getByRole("region", { name: "Key Insights" });
  await expect(insights).toContainText("20 Nov 2026₹60.00");
  await expect(insights).toContainText("100.0% of the revenue");
  await expect(insights).toContainText("There was no revenue in the week before.");
  const row = page.getByRole("row", { name: house });
  for (const text of ["₹60.00", "2", "₹30.00", "100.0%"]) await expect(row).toContainText(text);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(page).toHaveURL(/days=7$/);
  await expect(insights).toContainText("Choose a longer period to compare two weeks.");

  const downloading = page.waitForEvent("download");
  await page.evaluate(NOTE_WHAT_IS_RELEASED);
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByText("Revenue report downloaded")).toBeVisible();
  const report = await downloading;
  // Browsers that begin to read it only now find it.
  expect(await page.evaluate("released")).toEqual([]);
  expect(report.suggestedFilename()).toBe(`revenue_report_${TODAY}.csv`);
  const lines = readFileSync(await report.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(8);
  expect([lines[0], lines[1], lines[7]]).toEqual([
    "Date,Revenue,Orders",
    "2026-11-14,0.00,0",
    "2026-11-20,60.00,2",
  ]);
}

const NOTE_WHAT_IS_RELEASED = `
  released = [];
  URL.revokeObjectURL = (url) => void released.push(url)`;

/**
 * Makes two valid orders, a cancelled one, a win, a pending withdrawal and deposit, and an
 * unpublished result.
 */
async function makeFigures(product: Product) {
  const player = await product.signUp("Ibanri Sohtun");
  await giveMoney(product, player, 1_000);
  const token = await product.tokenOf(player);
  const { id: house_id, name: house } = await makeHouse(product, "Sohra");
  const place = (number: number, amount: number) =>
    playNumber(product, player, { house_id, number, amount });
  await place(45, 10);
  await place(46, 50);
  const { id } = await place(47, 300);
  await product.call("POST /orders/{id}/cancel", { token, params: { id } });
  await product.call("POST /wallet/withdraw", {
    token,
    body: { amount: 100, account_details: { account_type: "upi", upi_id: "ibanri@bank" } },
  });
  await requestDeposit(product, player, { amount: 200 });
  await product.stop();
  await product.start(EVENING);
  await publish(product, { house_id, second_round: 45 });
  await product.call("POST /results", {
    token: await product.tokenOf(ADMIN),
    body: { house_id, date: TODAY, first_round: 12 },
  });
  return { phone: player.phone, house };
}

const SCREENS = ["/app/admin", "/app/admin/revenue", "/app/admin/winners"];
const isScreenCall = /\/api\/admin\/(dashboard|revenue|winners)/;

test("reports without orders show their empty states @desktop", async ({ page }) => {
  const zero = { revenue: 0, winnings: 0, net: 0, orders: 0 };
  const days = Array.from(
    { length: 30 },
    (_, day) => `2026-11-${String(day + 1).padStart(2, "0")}`,
  );
  await page.route("**/api/admin/winners*", (route) => route.fulfill({ json: { winners: [] } }));
  await page.route("**/api/admin/revenue*", (route) =>
    route.fulfill({
      json: {
        total_revenue: 0,
        total_winnings: 0,
        total_net: 0,
        total_orders: 0,
        daily_revenue: days.map((date) => ({ date, ...zero })),
        house_revenue: [],
      },
    }),
  );
  await signIn(page, ADMIN, "/app/admin");
  for (const text of ["No revenue data available", "No data available", "No winners yet"]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expectAccessible(page);
  await page.goto("/app/admin/revenue");
  await expect(page.getByText("No revenue data available")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/app/admin/winners");
  await expect(page.getByText("No winners yet")).toBeVisible();
  await expectAccessible(page);
});

test("reports are accessible while loading, and can be retried after a failure @desktop", async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.route(isScreenCall, () => undefined);
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".animate-breathe").first()).toBeAttached();
    await expectAccessible(page, ["light"]);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  for (const path of SCREENS) await expectRetry(page, path, isScreenCall);
});

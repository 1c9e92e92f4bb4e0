import { expect, type Page } from "@playwright/test";
import { addDays } from "../contract/dates.ts";
import { makeHouse } from "./admin-steps.ts";
import { expectAccessible } from "./axe.ts";
import { publish, TODAY } from "./draws.ts";
import { REFUSAL } from "./failing.ts";
import { installClock } from "./passing-time.ts";
import { ADMIN, goTo, type Product, signIn, test } from "./product.ts";

// After the last round of the day, so that both of its numbers can be published.
test.use({ clock: `${TODAY}T20:30:00+05:30` });

test("results are grouped by date and show the winning numbers of each bet type", async ({
  page,
  product,
}) => {
  const full = await makeHouse(product, "Mawlai");
  const half = await makeHouse(product, "Nongpoh");
  await publish(product, { house_id: full.id, first_round: 45, second_round: 7 });
  await publish(product, { house_id: half.id, first_round: 3 });
  await publish(product, {
    house_id: full.id,
    date: addDays(TODAY, -6),
    first_round: 99,
    second_round: 10,
  });
  await publish(product, {
    house_id: full.id,
    date: addDays(TODAY, -7),
    first_round: 11,
    second_round: 22,
  });
  await openResults(page, product);
  const today = page.getByRole("region", { name: "20 Nov 2026" });
  const first = today.getByRole("listitem").filter({ hasText: full.name });
  await expect(first).toContainText(/Published 08:\d\d\sPM/);
  await expect(first).toContainText("First Round45");
  await expect(first).toContainText("Second Round07");
  await expect(first).toContainText("Direct45, 07");
  await expect(first).toContainText("House4");
  await expect(first).toContainText("Ending5, 7");
  const second = today.getByRole("listitem").filter({ hasText: half.name });
  await expect(second).toContainText("Second Round-");
  await expect(second).toContainText("Direct03, -");
  await expect(second).toContainText("House0");
  await expectAccessible(page);

  await page.getByLabel("House", { exact: true }).selectOption(full.name);
  await expect(second).toBeHidden();
  const dates = page.getByRole("tabpanel").getByRole("heading", { level: 2 });
  await expect(dates).toHaveText(["Today · 20 Nov 2026", "14 Nov 2026"]);
  await page.getByRole("radio", { name: "30 days" }).check();
  await expect(dates).toHaveText(["Today · 20 Nov 2026", "14 Nov 2026", "13 Nov 2026"]);
  await page.reload();
  await expect(dates).toHaveCount(3);
  await page.getByRole("radio", { name: "Today" }).check();
  await expect(dates).toHaveCount(1);
});

test("a house without results says so, and Refresh loads a new result @phone", async ({
  page,
  product,
}) => {
  const house = await makeHouse(product, "Jowai");
  await openResults(page, product);
  await page.getByLabel("House", { exact: true }).selectOption(house.name);
  await expect(page.getByText("No results yet")).toBeVisible();
  await expectAccessible(page);
  await publish(product, { house_id: house.id, first_round: 50 });
  await page.getByRole("button", { name: "Refresh" }).click();
  const today = page.getByRole("region", { name: "20 Nov 2026" });
  await expect(today).toContainText("50");
  await page.route("**/api/results?*", (route) => route.fulfill(REFUSAL));
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Requested resource not found.")).toBeVisible();
  await expect(today).toContainText("50");
});

test("a result is not shown before it is published, not even to an admin @phone", async ({
  page,
  product,
}) => {
  const house = await makeHouse(product, "Tura");
  const token = await product.tokenOf(ADMIN);
  await product.call("POST /results", {
    token,
    body: { house_id: house.id, date: TODAY, first_round: 77, second_round: null },
  });
  await signIn(page, ADMIN, `/app/results?house=${house.id}`);
  await expect(page.getByText("No results yet")).toBeVisible();
});

test("the month view counts the digits of a house and says that they predict nothing", async ({
  page,
  product,
}) => {
  const house = await makeHouse(product, "Baghmara");
  await publish(product, { house_id: house.id, first_round: 45, second_round: 7 });
  await publish(product, {
    house_id: house.id,
    date: addDays(TODAY, -3),
    first_round: 40,
    second_round: 5,
  });
  await openResults(page, product);
  await page.getByRole("tab", { name: "One month" }).click();
  await page.getByLabel("House", { exact: true }).selectOption(house.name);
  await expect(page.getByText(/^Past numbers do not predict future ones\./)).toBeVisible();
  await page.getByText("Show as a table").click();
  const row = (digit: number) => page.getByRole("row", { name: new RegExp(`^${digit} `) });
  await expect(row(4)).toHaveText("420");
  await expect(row(0)).toHaveText("002");
  await page.getByRole("radio", { name: "Last digit (Ending)" }).check();
  await expect(row(5)).toHaveText("511");
  await expect(
    page.getByRole("img", { name: /last 30 days by the last digit of their number/ }),
  ).toBeVisible();
  const days = page.getByRole("region", { name: "The last 30 days" }).getByRole("listitem");
  await expect(days).toHaveCount(2);
  await expect(days.first()).toContainText("20 Nov");
  await expectAccessible(page);

  // While the results of another house load, none are shown under its name.
  const other = await makeHouse(product, "Nongstoin");
  await page.reload();
  await expect(days).toHaveCount(2);
  await page.route(`**/api/results?*house_id=${other.id}`, () => undefined);
  await page.getByLabel("House", { exact: true }).selectOption(other.name);
  await expect(days).toHaveCount(0);
});

test("a month of results is never that of several houses @phone", async ({ page, product }) => {
  const { id } = await makeHouse(product, "Sohra");
  await publish(product, { house_id: id, first_round: 45 });
  // All houses are inactive.
  await page.route("**/api/houses", (route) => route.fulfill({ json: [] }));
  await openResults(page, product);
  await page.getByRole("tab", { name: "One month" }).click();
  await expect(page.getByText("No house is open at the moment")).toBeVisible();
  await expect(page.getByRole("region", { name: "The last 30 days" })).toBeHidden();
});

test("at midnight the results of today go, and those of the week stay @phone", async ({
  page,
  product,
}) => {
  const { id } = await makeHouse(product, "Umiam");
  await publish(product, { house_id: id, first_round: 45, second_round: 7 });
  const advance = await installClock(page);
  await openResults(page, product);
  await page.getByRole("radio", { name: "Today" }).check();
  const day = page.getByRole("region", { name: "20 Nov 2026" });
  await expect(day).toContainText("Today");
  await advance(4 * 60);
  await expect(day).toBeHidden();
  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(day).toBeVisible();
  await expect(day).not.toContainText("Today");
});

async function openResults(page: Page, product: Product): Promise<void> {
  await signIn(page, await product.signUp());
  await goTo(page, "Results");
}

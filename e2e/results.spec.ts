import { expect, type Page } from "@playwright/test";
import { addDays } from "../contract/dates.ts";
import { makeHouse } from "./admin-steps.ts";
import { expectFitForAll } from "./axe.ts";
import { ADMIN, goTo, type Product, signIn, test } from "./product.ts";

const TODAY = "2026-11-20";

// After the last round of the day, so that both of its numbers can be published.
test.use({ clock: `${TODAY}T20:30:00+05:30` });

test("results stand under their dates with what they mean for each play", async ({
  page,
  product,
}) => {
  const full = await makeHouse(product, "Mawlai");
  const half = await makeHouse(product, "Nongpoh");
  await publish(product, full, TODAY, 45, 7);
  await publish(product, half, TODAY, 3, null);
  await publish(product, full, addDays(TODAY, -6), 99, 10);
  await publish(product, full, addDays(TODAY, -7), 11, 22);
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
  await expectFitForAll(page);

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

test("a house without results says so, and a refresh brings what came", async ({
  page,
  product,
}) => {
  const house = await makeHouse(product, "Jowai");
  await openResults(page, product);
  await page.getByLabel("House", { exact: true }).selectOption(house.name);
  await expect(page.getByText("No results yet")).toBeVisible();
  await expectFitForAll(page);
  await publish(product, house, TODAY, 50, null);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("region", { name: "20 Nov 2026" })).toContainText("50");
});

test("what is entered is nobody's to see before it is published", async ({ page, product }) => {
  const house = await makeHouse(product, "Tura");
  const token = await product.tokenOf(ADMIN);
  await product.call("POST /results", {
    token,
    body: { house_id: house.id, date: TODAY, first_round: 77, second_round: null },
  });
  await signIn(page, ADMIN);
  await page.goto(`/app/results?house=${house.id}`);
  await expect(page.getByText("No results yet")).toBeVisible();
});

test("a month of a house is counted, and predicts nothing", async ({ page, product }) => {
  const house = await makeHouse(product, "Baghmara");
  await publish(product, house, TODAY, 45, 7);
  await publish(product, house, addDays(TODAY, -3), 40, 5);
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
  await expectFitForAll(page);

  // Until the numbers of another house come, none stand under its name.
  const other = await makeHouse(product, "Nongstoin");
  await page.reload();
  await expect(days).toHaveCount(2);
  await page.route(`**/api/results?*house_id=${other.id}`, () => undefined);
  await page.getByLabel("House", { exact: true }).selectOption(other.name);
  await expect(days).toHaveCount(0);
});

async function openResults(page: Page, product: Product): Promise<void> {
  await signIn(page, await product.signUp());
  await goTo(page, "Results");
}

async function publish(
  product: Product,
  house: { id: number },
  date: string,
  first_round: number | null,
  second_round: number | null,
): Promise<void> {
  const token = await product.tokenOf(ADMIN);
  const body = { house_id: house.id, date, first_round, second_round };
  const { id } = await product.call("POST /results", { token, body });
  await product.call("POST /results/{id}/publish", { token, params: { id } });
}

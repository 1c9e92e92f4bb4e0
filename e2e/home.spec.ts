import { expect } from "@playwright/test";
import { REFUSAL } from "./failing.ts";
import { signIn, test } from "./product.ts";

// After the last round of the day.
test.use({ clock: "2026-11-20T20:30:00+05:30" });

test("the dashboard's Play link leads to the day of the round that closes next", async ({
  page,
  product,
}) => {
  await signIn(page, await product.signUp());
  await expect(page.getByRole("timer")).toContainText(/18:[01]/);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Play", exact: true }).first().click();
  await expect(page.getByRole("radio", { name: "Tomorrow" })).toBeChecked();
  await expect(page.getByRole("group", { name: "Direct numbers, First Round" })).toBeVisible();
});

test("the Play link leads to the day of the round even if booking closes the day before", async ({
  page,
  product,
}) => {
  const [house] = await product.call("GET /houses");
  const early = { ...house, first_round_time: "12:10 AM", second_round_time: "12:40 AM" };
  await page.route("**/api/houses", (route) => route.fulfill({ json: [early] }));
  await signIn(page, await product.signUp());
  await expect(page.getByRole("timer")).toContainText(/03:[12]/);
  const link = page.getByRole("main").getByRole("link", { name: "Play", exact: true }).first();
  await expect(link).toHaveAttribute("href", /date=2026-11-21$/);
});

for (const [missing, failure] of [
  ["houses", "Failed to load houses"],
  ["about", "This could not be loaded"],
] as const) {
  test(`without /${missing} the dashboard says that the next closing could not be loaded`, async ({
    page,
    product,
  }) => {
    await signIn(page, await product.signUp());
    await page.route(`**/api/${missing}`, (route) => route.fulfill(REFUSAL));
    await page.reload();
    const main = page.getByRole("main");
    await expect(main.getByRole("alert")).toContainText(failure);
    await page.unroute(`**/api/${missing}`);
    await main.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("timer")).toContainText(/18:[01]/);
  });
}

import { expect } from "@playwright/test";
import { addDays } from "../contract/dates.ts";
import type { Reply } from "../contract/route.ts";
import type { Contract } from "../contract/table.ts";
import { makeHouse, openAdmin } from "./admin-steps.ts";
import { expectAccessible } from "./axe.ts";
import { TODAY } from "./draws.ts";
import { ADMIN, signIn, test } from "./product.ts";

test("an unpublished result of a past day is above the days until it is published", async ({
  page,
  product,
}) => {
  const { id: house_id, name } = await makeHouse(product, "Mairang");
  const token = await product.tokenOf(ADMIN);
  const body = { house_id, date: "2026-10-02", first_round: 12 };
  await product.call("POST /results", { token, body });
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  const forgotten = page.getByRole("region", { name: "Not published yet" });
  const row = forgotten.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("2 Oct 2026");
  await expect(page.getByRole("main").getByRole("region").first()).toHaveAccessibleName(
    "Not published yet",
  );
  await expectAccessible(page);
  await row.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("Result published and winnings processed");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(row).toHaveCount(0);
});

test("the number of payouts is grouped after publishing", async ({ page, product }) => {
  const { id: house_id, name } = await makeHouse(product, "Sohra");
  const token = await product.tokenOf(ADMIN);
  const body = { house_id, date: "2026-10-02", first_round: 12 };
  await product.call("POST /results", { token, body });
  await page.route("**/publish", async (route) => {
    const response = await route.fetch();
    const reply: Reply<Contract["POST /results/{id}/publish"]> = await response.json();
    const settlement = { ...reply.settlement, winners: 123_456 };
    await route.fulfill({ response, json: { ...reply, settlement } });
  });
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await row.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toContainText("1,23,456");
});

test("a month of many houses is drawn in steps of whole days", async ({ page, product }) => {
  const token = await product.tokenOf(ADMIN);
  const { id: house_id } = await makeHouse(product, "Nongstoin");
  const body = { house_id, date: "2026-10-03", first_round: 12 };
  const entered = await product.call("POST /results", { token, body });
  const days = Array.from({ length: 30 }, (_, ago) => addDays(TODAY, -ago));
  const json = days.flatMap((date, day) =>
    Array.from({ length: 16 }, (_, row) => ({
      ...entered,
      id: 1_000 + day * 16 + row,
      date,
      is_published: true,
      settlement: { is_complete: true, settled_orders: 9, total_orders: 9, winners: 1, paid: 800 },
    })),
  );
  await page.route("**/api/results?**", (route) => route.fulfill({ json }));
  await signIn(page, ADMIN);
  await openAdmin(page, "Results");
  const main = page.getByRole("main");
  const rows = main.getByRole("region").getByRole("listitem");
  await expect(rows).toHaveCount(19 * 16);
  const more = main.getByRole("button", { name: "Load more" });
  await more.focus();
  await more.press("Enter");
  await expect(rows).toHaveCount(json.length);
  await expect(more).toHaveCount(0);
  await expect(rows.nth(19 * 16)).toBeFocused();
});

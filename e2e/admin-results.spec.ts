import { expect } from "@playwright/test";
import { makeHouse, openAdmin } from "./admin-steps.ts";
import { expectAccessible } from "./axe.ts";
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

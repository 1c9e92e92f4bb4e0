import { expect } from "@playwright/test";
import { signIn, test } from "./product.ts";

// After the last round of the day.
test.use({ clock: "2026-11-20T20:30:00+05:30" });

test("the way to the booking that closes next leads to its day", async ({ page, product }) => {
  await signIn(page, await product.signUp());
  await expect(page.getByRole("timer")).toContainText("18:1");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Play", exact: true }).first().click();
  await expect(page.getByRole("radio", { name: "Tomorrow" })).toBeChecked();
  await expect(page.getByRole("group", { name: "Direct numbers, First Round" })).toBeVisible();
});

import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { goTo, signIn, test } from "./product.ts";

test("anybody can read how plays win and what the operator keeps", async ({ page, product }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Rules and odds" }).first().click();
  await expect(page).toHaveURL(/\/rules$/);
  const direct = page.getByRole("region", { name: "Direct" });
  await expect(direct).toContainText("₹10 on 45 in the first round wins ₹800.");
  await expect(direct).toContainText("1 in 100");
  const forecast = page.getByRole("region", { name: "Forecast" });
  await expect(forecast).toContainText("₹10 on 45 and 07 wins ₹4,000.");
  await expect(forecast).toContainText("1 in 10,000");
  const edge = page.getByRole("table", { name: "What the operator keeps" });
  await expect(edge.getByRole("row", { name: /^Direct/ })).toContainText(/₹80.*₹20/);
  await expect(edge.getByRole("row", { name: /^House/ })).toContainText(/₹100.*₹0/);
  await expect(edge.getByRole("row", { name: /^Forecast/ })).toContainText(/₹4.*₹96/);
  const hours = page.getByRole("table", { name: "Rounds, closing times and limits" });
  const teer = hours.getByRole("row", { name: /^Khanapara Teer/ });
  await expect(teer).toContainText(/04:11\sPM.*closes 03:56\sPM.*05:01\sPM.*closes 04:46\sPM/);
  await expect(teer).toContainText("₹10 to ₹10,000");
  await expectAccessible(page);

  await signIn(page, await product.signUp(), "/rules");
  await expect(page).toHaveURL(/\/app\/rules$/);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test("navigation shows the top of the next page, also after a jump to an anchor", async ({
  page,
  product,
}) => {
  await signIn(page, await product.signUp());
  const rules = page.getByRole("contentinfo").getByRole("link", { name: "Rules and odds" });
  const title = page.getByRole("heading", { level: 1, name: "Rules and odds" });
  await rules.click();
  await expect(title).toBeInViewport();
  await goTo(page, "Home");
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeInViewport();
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await expect(page).toHaveURL(/\/app#content$/);
  await rules.click();
  await expect(title).toBeInViewport();
});

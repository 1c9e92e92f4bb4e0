import { expect, type Locator, type Page } from "@playwright/test";
import { chooseNumbers, numberOf, openPlay } from "./play-steps.ts";
import { test } from "./product.ts";

/** What paper, and a device with colours of its own, make of the screens. */

test("where the device forces its colours, what is chosen can be seen @phone", async ({
  page,
  product,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openPlay(page, product, 100);
  await chooseNumbers(page, "45");
  const selected = await page.evaluate<string>(SELECTED_GROUND);
  for (const [chosen, other] of [
    [numberOf(page, "45").locator("span").first(), numberOf(page, "46").locator("span").first()],
    [labelOf(page, "First Round"), labelOf(page, "Second Round")],
    [labelOf(page, "Today"), labelOf(page, "Tomorrow")],
    [page.getByRole("tab", { name: "Direct" }), page.getByRole("tab", { name: "House" })],
    [
      page.getByRole("button", { name: "Place Order" }),
      page.getByRole("button", { name: "Clear" }),
    ],
  ] as const) {
    await expect(chosen).toHaveCSS("background-color", selected);
    await expect(other).not.toHaveCSS("background-color", selected);
  }
});

/** The label around a radio button. */
const labelOf = (page: Page, name: string): Locator =>
  page.locator("label").filter({ has: page.getByRole("radio", { name, exact: true }) });

const SELECTED_GROUND = `(() => {
  const probe = document.createElement("p");
  probe.style.cssText = "forced-color-adjust: none; background: SelectedItem";
  document.body.append(probe);
  return getComputedStyle(probe).backgroundColor;
})()`;

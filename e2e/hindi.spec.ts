import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { playNumber } from "./draws.ts";
import { giveMoney } from "./money.ts";
import { type Account, ADMIN, signIn, test } from "./product.ts";

const PLAYER: Account = {
  full_name: "प्रिया सिंह",
  phone: "9436100777",
  password: "ek-lamba-din",
};

test("a player registers, plays and finds the order, all in Hindi", async ({ page, product }) => {
  await page.goto("/");
  await page.getByRole("combobox", { name: "Language" }).selectOption("hi");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");

  await test.step("registers and logs in", async () => {
    await page
      .getByRole("link", { name: hindi("nav.register") })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: hindi("auth.register_title") })).toBeVisible();
    await expect(page.getByLabel(hindi("auth.language")).last()).toHaveValue("hi");
    await page.getByLabel(hindi("auth.full_name")).fill(PLAYER.full_name);
    await page.getByLabel(hindi("auth.phone")).fill(PLAYER.phone);
    await page.getByLabel(hindi("auth.password"), { exact: true }).fill(PLAYER.password);
    await page.getByLabel(hindi("auth.confirm_password")).fill(PLAYER.password);
    await page.getByLabel(hindi("auth.is_adult")).check();
    await page.getByRole("button", { name: hindi("auth.register") }).click();
    await expect(page.getByText(hindi("auth.registration_done"))).toBeVisible();
    await giveMoney(product, PLAYER, 500);
    await page.getByLabel(hindi("auth.phone")).fill(PLAYER.phone);
    await page.getByLabel(hindi("auth.password"), { exact: true }).fill(PLAYER.password);
    await page.getByRole("button", { name: hindi("auth.login") }).click();
    const name = PLAYER.full_name;
    await expect(
      page.getByRole("heading", { name: hindi("dashboard.welcome", { name }) }),
    ).toBeVisible();
  });

  await test.step("plays 45 in the first round and 7 as the second one's ending", async () => {
    const main = page.getByRole("navigation", { name: hindi("nav.main") });
    await main.getByRole("link", { name: hindi("nav.play"), exact: true }).click();
    await page.getByRole("button", { name: "45", exact: true }).click();
    await page.getByLabel(hindi("play.amount_for", { number: "45" })).fill("20");
    await page.getByRole("tab", { name: hindi("bet.ending") }).click();
    await page.getByRole("radio", { name: hindi("round.second") }).check();
    await page.getByRole("button", { name: "7", exact: true }).click();
    await page.getByLabel(hindi("play.amount_for", { number: "7" })).fill("30");
    await page.getByRole("button", { name: hindi("play.place") }).click();
    const confirmation = page.getByRole("dialog");
    await expect(confirmation).toContainText(`${hindi("play.balance_after")}₹450.00`);
    await expectAccessible(page);
    await confirmation.getByRole("button", { name: hindi("play.confirm_button") }).click();
    await expect(page.getByText(hindi("play.placed"))).toBeVisible();
  });

  await test.step("reads the ticket, and the order in the history", async () => {
    const ticket = page.getByRole("dialog", { name: hindi("play.receipt") });
    await expect(ticket).toContainText(`${hindi("play.stake")}₹50.00`);
    const line = `7 ${hindi("round.second")} ₹30 ₹300`;
    await expect(ticket.getByRole("row", { name: line })).toBeVisible();
    await expectAccessible(page);
    await ticket.getByRole("link", { name: hindi("play.see_history") }).click();
    const order = page.getByRole("list", { name: hindi("history.orders"), includeHidden: true });
    await expect(order).toContainText(hindi("order_status.pending"));
    await expect(page.getByText(hindi("history.cancel_until"))).toBeVisible();
    await expect(page.getByRole("row", { name: `45 ${hindi("round.first")} ₹20 -` })).toBeVisible();
    await expectAccessible(page);
  });
});

test("an admin who has chosen Hindi sees the Hindi names of houses @desktop", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await giveMoney(product, player, 100);
  const [house] = await product.call("GET /houses");
  const name = house?.name_translations.hi ?? "";
  await playNumber(product, player, { house_id: house?.id ?? 0, number: 45, amount: 10 });
  await signIn(page, ADMIN);
  await page.evaluate('localStorage.setItem("language", "hi")');
  await page.goto("/app/admin/orders");
  await expect(page.getByRole("row").filter({ hasText: player.phone })).toContainText(name);
  await expect(page.getByRole("option", { name, exact: true })).toBeAttached();
  for (const path of ["/app/admin", "/app/admin/revenue"]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(name).first()).toBeVisible();
  }
});

const CATALOGUE: unknown = JSON.parse(
  readFileSync(new URL("../web/locales/hi.json", import.meta.url), "utf8"),
);

/** The message of a key in the Hindi catalogue, so that tests do not depend on translations. */
function hindi(key: string, params: Record<string, string> = {}): string {
  let found: unknown = CATALOGUE;
  for (const name of key.split("."))
    found = Object.entries(found ?? {}).find(([k]) => k === name)?.[1];
  if (typeof found !== "string") throw new Error(`the Hindi catalogue has no ${key}`);
  return found.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}

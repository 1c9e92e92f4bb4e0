import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { addDays } from "../contract/dates.ts";
import { playNumber, publish, TODAY } from "./draws.ts";
import { requestDeposit, giveMoney } from "./money.ts";
import { type Account, ADMIN, type Product, signIn, test } from "./product.ts";

/**
 * Compares the ten main screens with their screenshots in e2e/visual. Machines differ in their
 * fonts and in how they draw letters. So one font of the project replaces the system's, to give
 * every word the same width, and the letters are transparent. The test compares positions, sizes
 * and colours: a card, a button or an icon that is missing, has moved or has another colour fails.
 * Another word of the same width does not fail, because journeys check the words.
 */
test.use({ clock: "2026-11-20T14:01:00+05:30", bypassCSP: true });

test("the main screens match their screenshots", async ({ page, product }) => {
  const player = await prepare(product);
  // With events, the bell would start to count during a screenshot, but only on a slow machine.
  await page.route("**/api/events*", () => undefined);
  await page.route("**/steady-*.woff2", (route) => {
    const weight = /steady-(\d+)/.exec(route.request().url())?.[1];
    return route.fulfill({ path: `${FONTS}noto-sans-devanagari-latin-${weight}-normal.woff2` });
  });
  await page.goto("/");
  await expect(page.getByRole("timer")).toContainText(/\d\d:\d\d:\d\d/);
  await expectScreenshot(page, "landing");
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  await expectScreenshot(page, "login");

  await signIn(page, player);
  await expect(page.getByRole("main").getByText("₹20.00").first()).toBeVisible();
  await expectScreenshot(page, "dashboard");
  await page.goto("/app/play");
  for (const digits of ["07", "23", "45"]) {
    await page.locator(`[data-number="${Number(digits)}"]`).click();
    await page.getByLabel(`Amount for ${digits}`).fill("50");
  }
  await page.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
  await expectScreenshot(page, "play");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectScreenshot(page, "confirm");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toBeVisible();
  await expect(page.getByText("Order placed successfully")).toBeHidden();
  await expectScreenshot(page, "receipt");
  await page.goto("/app/wallet");
  await expect(page.getByText("+₹5,000.00")).toBeVisible();
  await expectScreenshot(page, "wallet");
  await page.goto("/app/results");
  await expect(page.getByRole("main").getByText("45").first()).toBeVisible();
  await expectScreenshot(page, "results");

  await signIn(page, ADMIN, "/app/admin/payments");
  await expect(page.getByRole("article")).toContainText("₹700.00");
  await expectScreenshot(page, "admin-payments");
  await page.goto("/app/admin/results");
  await expect(page.getByText("Published").first()).toBeVisible();
  await expectScreenshot(page, "admin-results");
});

/** Makes a player with an order and a pending request, and yesterday's results of two houses. */
async function prepare(product: Product): Promise<Account> {
  const player = await product.signUp("Bandarilin Kharkongor");
  await giveMoney(product, player, 5_000);
  await requestDeposit(product, player, { amount: 700, reference: "432100000777" });
  const houses = await product.call("GET /houses");
  const [house] = houses;
  await playNumber(product, player, { house_id: house?.id ?? 0, number: 7, amount: 20 });
  const numbers = { date: addDays(TODAY, -1), first_round: 45, second_round: 7 };
  for (const { id } of houses.slice(0, 2)) await publish(product, { house_id: id, ...numbers });
  return player;
}

/** Compares with a screenshot that is the same for every machine. */
async function expectScreenshot(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.evaluate(LOAD_FONT);
  const width = page.viewportSize()?.width;
  await expect(page).toHaveScreenshot(["visual", `${name}-${width}.png`], {
    stylePath: STEADY,
    scale: "css",
    // Fewer pixels than any button has, but more than the differences between builds of Chromium.
    maxDiffPixels: 700,
    threshold: 0.1,
  });
}

/** Loads the common font. A screenshot does not wait for a font that only its own style uses. */
const LOAD_FONT = `Promise.all(["400", "600"].map(async (weight) => {
  const font = new FontFace("Steady", "url(/steady-" + weight + ".woff2)", { weight });
  document.fonts.add(await font.load());
}))`;

const FONTS = fileURLToPath(
  new URL("../node_modules/@fontsource/noto-sans-devanagari/files/", import.meta.url),
);
const STEADY = fileURLToPath(new URL("visual/steady.css", import.meta.url));

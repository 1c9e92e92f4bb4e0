import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { playNumber } from "./draws.ts";
import { expectRetry, REFUSAL } from "./failing.ts";
import { giveMoney } from "./money.ts";
import { signIn, test } from "./product.ts";

/**
 * Screens in the states that no journey stops to look at: on their way, empty, failed, without a
 * connection. What journeys do pass, they look at themselves.
 */
const DATA_SCREENS = [
  "/app",
  "/app/play",
  "/app/results",
  "/app/results?view=month",
  "/app/history",
  "/app/wallet",
  "/app/wallet?view=requests",
  "/app/wallet?tab=deposit",
  "/app/wallet?tab=withdraw",
  "/app/profile",
];

/** Without these the shell itself would not stand. */
const OF_THE_SHELL = /\/api\/(auth\/me|about)$/;

test("what a stranger sees is fit for all, mistakes included", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("timer")).toContainText(/\d\d:\d\d:\d\d/);
  await expectAccessible(page);
  for (const [path, button] of [
    ["/login", "Login"],
    ["/register", "Register"],
    ["/forgot-password", "Send code"],
    ["/reset-password", "Set new password"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("button", { name: button }).click();
    const told = page.getByRole("alert").filter({ hasText: /\S/ });
    await expect(told.or(page.locator("[aria-invalid=true]")).first()).toBeVisible();
    await expectAccessible(page);
  }
});

test("the landing page is fit for all without houses, and when nothing answers", async ({
  page,
}) => {
  await page.route("**/api/*", (route) => route.fulfill({ json: [] }));
  await page.goto("/");
  await expect(page.getByText("No house is open at the moment")).toBeVisible();
  const schedule = page.getByRole("region", { name: "Booking schedule" });
  await expect(schedule.getByRole("list")).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute("**/api/*");
  await page.route("**/api/**", (route) => route.fulfill(REFUSAL));
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  await expectAccessible(page);
});

test("screens on their way are fit for all", async ({ page, product }) => {
  await signIn(page, await product.signUp());
  // Whoever asks is left waiting.
  await page.route(isScreenCall, () => undefined);
  for (const path of DATA_SCREENS) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".animate-breathe, .animate-rings").first()).toBeAttached();
    // Bars have no words, and so no contrast that a scheme could break.
    await expectAccessible(page, ["light"]);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("screens that could not be loaded are fit for all, and try again", async ({
  page,
  product,
}) => {
  await signIn(page, await product.signUp());
  for (const path of DATA_SCREENS) await expectRetry(page, path, isScreenCall);
});

test("screens of somebody new are fit for all", async ({ page, product }) => {
  await signIn(page, await product.signUp());
  await expect(page.getByText("No plays yet")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/app/wallet");
  await expect(page.getByText("No transactions yet")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/app/wallet?view=requests");
  await expect(page.getByText("No requests yet")).toBeVisible();
  await expectAccessible(page);
  await page.route("**/api/houses", (route) => route.fulfill({ json: [] }));
  await page.goto("/app/play");
  await expect(page.getByText("No house is open at the moment")).toBeVisible();
  await expectAccessible(page);
});

test("the home page and every tab of play are fit for all, offline too", async ({
  page,
  product,
  context,
}) => {
  const player = await product.signUp("Bandarilin Kharkongor");
  await giveMoney(product, player, 45_678);
  const [house] = await product.call("GET /houses");
  await playNumber(product, player, { house_id: house?.id ?? 0, number: 7, amount: 20 });
  await signIn(page, player);
  await expect(page.getByRole("main").getByText("₹20.00").first()).toBeVisible();
  await expectAccessible(page);
  await page.goto("/app/play?type=house");
  for (const tab of ["House", "Ending"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("button", { name: "Quick pick 3 numbers" }).click();
    await page.getByRole("button", { name: "₹100", exact: true }).click();
    await expectAccessible(page);
  }
  await page.getByRole("tab", { name: "Forecast" }).click();
  await page.getByLabel("First Round number").fill("45");
  await expectAccessible(page);
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await expectAccessible(page);
});

test("nothing that is seen moves when the rest of a screen arrives", async ({ page, product }) => {
  await signIn(page, await product.signUp());
  await page.addInitScript(MOVES);
  for (const path of ["/app", "/app/wallet?tab=deposit", "/app/wallet?tab=withdraw"]) {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(isScreenCall, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.locator(".animate-breathe").first()).toBeAttached();
    answer();
    await expect(page.locator(".animate-breathe")).toHaveCount(0);
    await page.evaluate("new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))");
    expect(await page.evaluate<string[]>("moves"), path).toEqual([]);
    await page.unroute(isScreenCall);
  }
});

/** Notes what moves by more than a few lines of text without a person's doing. */
const MOVES = `
  window.moves = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput && value > 0.02) moves.push(sources.map((one) => one.node?.innerText));
  }).observe({ type: "layout-shift", buffered: true });
`;

const isScreenCall = (url: URL): boolean =>
  url.pathname.startsWith("/api/") && !OF_THE_SHELL.test(url.pathname);

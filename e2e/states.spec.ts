import { expect } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { playNumber } from "./draws.ts";
import { expectRetry, REFUSAL } from "./failing.ts";
import { giveMoney } from "./money.ts";
import { signIn, test } from "./product.ts";

/**
 * Checks the accessibility of screens in the states that no journey stops at: loading, empty,
 * failed and offline. Journeys check the other states themselves.
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

/** The shell does not render without these calls. */
const SHELL_CALLS = /\/api\/(auth\/me|about)$/;

test("public pages are accessible, also with form errors", async ({ page }) => {
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
    const error = page.getByRole("alert").filter({ hasText: /\S/ });
    await expect(error.or(page.locator("[aria-invalid=true]")).first()).toBeVisible();
    await expectAccessible(page);
  }
});

test("the landing page is accessible without houses and when all calls fail", async ({ page }) => {
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

test("loading screens are accessible", async ({ page, product }) => {
  await signIn(page, await product.signUp());
  // Requests never get a response.
  await page.route(isScreenCall, () => undefined);
  for (const path of DATA_SCREENS) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".animate-breathe, .animate-rings").first()).toBeAttached();
    // Skeletons have no text, so the other colour scheme cannot break its contrast.
    await expectAccessible(page, ["light"]);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("screens that failed to load are accessible and can be retried", async ({ page, product }) => {
  await signIn(page, await product.signUp());
  for (const path of DATA_SCREENS) await expectRetry(page, path, isScreenCall);
});

test("the empty screens of a new player are accessible", async ({ page, product }) => {
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

test("the dashboard and every tab of the play screen are accessible, offline too", async ({
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

test("nothing visible moves when the data of a screen arrive", async ({ page, product }) => {
  await signIn(page, await product.signUp());
  await page.addInitScript(RECORD_SHIFTS);
  for (const path of ["/app", "/app/wallet?tab=deposit", "/app/wallet?tab=withdraw"]) {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(isScreenCall, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.locator(".animate-breathe").first()).toBeAttached();
    release();
    await expect(page.locator(".animate-breathe")).toHaveCount(0);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
    expect(await page.evaluate<string[]>("shifts"), path).toEqual([]);
    await page.unroute(isScreenCall);
  }
});

/** Records layout shifts larger than a few lines of text that no user input has caused. */
const RECORD_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput && value > 0.02) shifts.push(sources.map((one) => one.node?.innerText));
  }).observe({ type: "layout-shift", buffered: true });
`;

const isScreenCall = (url: URL): boolean =>
  url.pathname.startsWith("/api/") && !SHELL_CALLS.test(url.pathname);

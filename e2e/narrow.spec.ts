import { expect, type Page } from "@playwright/test";
import { LANGUAGES } from "../contract/languages.ts";
import { makeHouse } from "./admin-steps.ts";
import { playNumber, publish } from "./draws.ts";
import { waitForContent } from "./late.ts";
import { requestDeposit, decide, giveMoney } from "./money.ts";
import { type Account, ADMIN, signInByForm, type Product, signIn, test } from "./product.ts";

/**
 * The widths of the narrowest phones, in pixels. On them, and with text of twice the size, every
 * amount must be visible in full.
 */
const NARROW_WIDTHS = [320, 360];

test("the amounts on numbers and their possible wins are visible in full", async ({
  page,
  product,
}) => {
  await openPlay(page, product);
  for (const width of NARROW_WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/app/play");
    for (const digits of ["45", "46"]) {
      const chosen = page.locator(`[data-number="${digits}"]`);
      if ((await chosen.getAttribute("aria-pressed")) === "false") await chosen.click();
      const amount = page.getByLabel(`Amount for ${digits}`);
      await amount.fill("10000");
      expect(await overflowOf(page, `[aria-label="Amount for ${digits}"]`)).toBe(0);
      const remove = await page.getByRole("button", { name: `Remove ${digits}` }).boundingBox();
      expect(remove?.width).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole("button", { name: "Place Order" }).click();
    const confirmation = page.getByRole("dialog");
    await expect(confirmation.getByRole("row", { name: /^45 .* ₹8,00,000$/ })).toBeVisible();
    expect(await overflowOf(page, "dialog *")).toBe(0);
    await page.keyboard.press("Escape");
  }
});

test("the largest total is visible in full on every screen that shows it", async ({
  page,
  product,
}) => {
  const player = await openPlay(page, product);
  const [house] = await product.call("GET /houses");
  await playNumber(product, player, { house_id: house?.id ?? 0, number: 7, amount: 20 });
  await page.route(/\/api\/.*orders/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"total_amount":20\b/, '"total_amount":5000000');
    await route.fulfill({ response, body });
  });
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto("/app/play");
  for (let number = 0; number < 100; number += 1) {
    await page.locator(`[data-number="${number}"]`).click();
  }
  await page.getByLabel("Amount for all").fill("10000");
  await page.getByRole("button", { name: "Apply to All" }).click();
  await expect(page.getByText("₹10,00,000.00")).toBeVisible();
  expect(await overflowOf(page, "[role=status]:has(.text-20)")).toBeLessThanOrEqual(0);
  for (const [account, path, row] of [
    [player, "/app/history", "₹50,00,000.00"],
    [ADMIN, "/app/admin/orders", player.full_name],
  ] as const) {
    await signIn(page, account, path);
    await page.getByRole("main").getByText(row).first().click();
    await expect(page.getByRole("dialog").getByText("₹50,00,000.00")).toBeVisible();
    expect(await overflowOf(page, "dialog dd"), path).toBeLessThanOrEqual(0);
    if (account === ADMIN) continue;
    await page.evaluate(DOUBLE_TEXT_SIZE);
    expect(await overflowOf(page, "dialog div")).toBeLessThanOrEqual(0);
  }
});

test("the deposit button is above the bottom bar, and the amounts do not wrap", async ({
  page,
  product,
}) => {
  await signIn(page, await product.signUp());
  for (const width of NARROW_WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto("/app/wallet?tab=deposit");
    const send = page.getByRole("button", { name: "Send request" });
    await expect(send).toBeInViewport({ ratio: 1 });
    const [button, bar] = [
      await send.boundingBox(),
      await page.getByRole("navigation", { name: "Main" }).boundingBox(),
    ];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    const thousands = await page.getByRole("button", { name: "₹5,000" }).boundingBox();
    // The height of one line.
    expect(thousands?.height).toBeLessThanOrEqual(46);
  }
});

test("text of twice the size causes no horizontal scrolling", async ({ page, product }) => {
  const player = await openPlay(page, product);
  const { id } = await requestDeposit(product, player, {
    amount: 2_500,
    reference: "412345678901",
  });
  await decide(product, id, "reject");
  await requestDeposit(product, player, { amount: 1_500 });
  const [, house] = await product.call("GET /houses");
  const numbers = { first_round: 45, second_round: 7 };
  await publish(product, { house_id: house?.id ?? 0, date: "2026-11-18", ...numbers });
  await page.addInitScript(
    "addEventListener('load', () => document.documentElement.style.fontSize = '200%')",
  );
  for (const path of [...PATHS, `/app/results?view=month&house=${house?.id}`]) {
    await page.goto(path);
    await waitForContent(page);
    for (const width of NARROW_WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflowOf(page, "html"), path).toBeLessThanOrEqual(0);
      expect(await overflowOf(page, "main li"), path).toBeLessThanOrEqual(0);
    }
  }
});

test("with text of twice the size, sticky bars scroll away to leave the page its room", async ({
  page,
  product,
}) => {
  await openPlay(page, product);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/app/play");
  const placing = page.getByRole("button", { name: "Place Order" });
  await expect(placing).toBeInViewport({ ratio: 1 });
  await page.evaluate(DOUBLE_TEXT_SIZE);
  await expect(placing).not.toBeInViewport();
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(70);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await expect(page.getByRole("banner")).not.toBeInViewport();
});

test("text of twice the size fits the front page and the dialogs of an order", async ({
  page,
  product,
}) => {
  const [house] = await product.call("GET /houses");
  const numbers = { first_round: 45, second_round: 7 };
  await publish(product, { house_id: house?.id ?? 0, date: "2026-11-19", ...numbers });
  await page.goto("/");
  await page.evaluate(DOUBLE_TEXT_SIZE);
  await expect(page.getByRole("timer")).toContainText(/\d\d:\d\d:\d\d/);
  await expect(page.getByText("19 Nov 2026")).toBeVisible();
  for (const width of [...NARROW_WIDTHS, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await overflowOf(page, "html"), `${width}`).toBeLessThanOrEqual(0);
    expect(
      await overflowOf(page, "header, header a, main li, main p:not(.sr-only), main a"),
      `${width}`,
    ).toBeLessThanOrEqual(0);
  }

  await openPlay(page, product);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/app/play");
  await page.locator('[data-number="45"]').click();
  await page.getByLabel("Amount for 45").fill("10000");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("dialog").getByRole("row", { name: /^45 / })).toBeVisible();
  await page.evaluate(DOUBLE_TEXT_SIZE);
  expect(await overflowOf(page, "dialog, dialog div, dialog h2, dialog button")).toBe(0);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog", { name: "Your ticket" })).toBeVisible();
  for (const width of NARROW_WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    expect(await overflowOf(page, "dialog > div, dialog header, dialog header p"), `${width}`).toBe(
      0,
    );
  }
});

test("long words, and toasts beside a scrollbar, stay within the page", async ({
  page,
  product,
}) => {
  const player = await product.signUp(`W${"anphaisyiemliehkharkongor".repeat(2)}`);
  await giveMoney(product, player, 50_000);
  await product.call("POST /wallet/withdraw", {
    token: await product.tokenOf(player),
    body: { amount: 1_000, account_details: { account_type: "upi", upi_id: "wanphai@okbank" } },
  });
  await page.setViewportSize({ width: 320, height: 740 });
  const toast = page.getByText("Login successful!").locator("xpath=../..");
  const left = async () => (await toast.boundingBox())?.x;
  // A toast, which vanishes.
  const expectToastToFit = async () => {
    await expect.poll(left, { timeout: 30_000 }).toBeGreaterThanOrEqual(8);
    expect(await overflowOf(page, "html")).toBeLessThanOrEqual(0);
  };
  await Promise.all([signInByForm(page, player), expectToastToFit()]);
  await page.goto("/app/wallet");
  const word = page.getByRole("region", { name: "Transactions" }).getByText("Withdrawal");
  // The height of one line.
  expect((await word.boundingBox())?.height).toBeLessThanOrEqual(30);
});

test("a house whose name is one long word widens no screen", async ({ page, product }) => {
  const player = await openPlay(page, product);
  const house = await makeHouse(product, "Wahkaji");
  const { id } = await playNumber(product, player, { house_id: house.id, number: 7, amount: 10 });
  await publish(product, { house_id: house.id, first_round: 45 });
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(house.name, LONG_WORD);
    // The page may have gone on meanwhile.
    await route.fulfill({ response, body }).catch(() => undefined);
  });
  await page.route("**/api/events*", () => undefined);
  await page.setViewportSize({ width: 320, height: 740 });
  const expectToFit = async (path: string) => {
    await page.goto(path);
    await waitForContent(page);
    await expect(page.getByText(LONG_WORD).first()).toBeAttached();
    expect(await overflowOf(page, "html"), path).toBe(0);
    expect(await page.evaluate<number>(RIGHTMOST_TEXT), path).toBeLessThanOrEqual(320);
  };
  await expectToFit("/");
  for (const path of ["", "/play", "/results", "/history", `/history?order=${id}`, "/rules"]) {
    await expectToFit(`/app${path}`);
  }
  await signIn(page, ADMIN);
  await page.route("**/api/admin/winners?*", (route) => {
    const win = { play_amount: 10, winning_amount: 800, profit: 790, play_date: "2026-11-20" };
    const order = { order_id: id, user_phone: player.phone, house_name: LONG_WORD };
    return route.fulfill({ json: { winners: [{ ...order, ...win }] } });
  });
  const lists = ["/revenue", "/winners", "/houses", "/results", "/orders"];
  for (const path of ["", ...lists, `/orders?order=${id}`]) {
    await expectToFit(`/app/admin${path}`);
  }
});

test("with text of twice the size, an amount in the history has its own line", async ({
  page,
  product,
}) => {
  const player = await openPlay(page, product);
  const houses = await product.call("GET /houses");
  for (const { id } of houses) {
    await playNumber(product, player, { house_id: id, number: 7, amount: 190 });
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/app/history");
  await page.evaluate(DOUBLE_TEXT_SIZE);
  const orders = page.getByRole("list", { name: "Orders" }).getByRole("link");
  await expect(orders).toHaveCount(houses.length);
  for (const order of await orders.all()) {
    const amount = await order.getByText("₹190.00").boundingBox();
    const date = await order.getByText("20 Nov 2026").boundingBox();
    expect((amount?.y ?? 0) + (amount?.height ?? 0)).toBeLessThanOrEqual((date?.y ?? 0) + 1);
  }
});

test("the labels of the bottom bar are visible in full in every language", async ({
  page,
  product,
}) => {
  await signIn(page, await product.signUp());
  for (const language of LANGUAGES) {
    await page.evaluate(`localStorage.setItem("language", "${language}")`);
    await page.goto("/app/results");
    await waitForContent(page);
    await expect(page.locator("html")).toHaveAttribute("lang", /./);
    for (const width of NARROW_WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const where = `${language} at ${width} pixels`;
      expect(await overflowOf(page, "nav.fixed span"), where).toBeLessThanOrEqual(0);
      const labels = await page.locator("nav.fixed span").all();
      let end = 0;
      for (const label of labels) {
        const box = await label.boundingBox();
        expect(box?.x, where).toBeGreaterThanOrEqual(end);
        end = (box?.x ?? 0) + (box?.width ?? 0);
      }
      expect(end, where).toBeLessThanOrEqual(width);
    }
  }
});

const LONG_WORD = "Wahkajisyiemliehkharkongor".repeat(4).slice(0, 90);

/** Where the text that reaches furthest to the right ends, in pixels. */
const RIGHTMOST_TEXT = `Math.max(...[...document.querySelectorAll("main *")]
  .filter(({ textContent }) => textContent === "${LONG_WORD}")
  .map((element) => {
    const text = new Range();
    text.selectNodeContents(element);
    return text.getBoundingClientRect().right;
  }))`;

const DOUBLE_TEXT_SIZE = "document.documentElement.style.fontSize = '200%'";

const PATHS = [
  "/app",
  "/app/play",
  "/app/results",
  "/app/history",
  "/app/wallet",
  "/app/wallet?view=requests",
  "/app/wallet?tab=deposit",
  "/app/wallet?tab=withdraw",
  "/app/notifications",
  "/app/profile",
  "/app/rules",
];

async function openPlay(page: Page, product: Product): Promise<Account> {
  const player = await product.signUp();
  await giveMoney(product, player, 50_000);
  await signIn(page, player);
  return player;
}

/** The largest horizontal overflow among the matching elements, in pixels. */
const overflowOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll(${JSON.stringify(selector)})]
      .map((element) => element.scrollWidth - element.clientWidth))`,
  );

import { expect, type Page } from "@playwright/test";
import type { Reply } from "../contract/route.ts";
import type { Contract } from "../contract/table.ts";
import { waitForContent } from "./late.ts";
import { requestDeposit, giveMoney } from "./money.ts";
import { ADMIN, signIn, test } from "./product.ts";

test("admin screens fit phones and laptops, also with large text", async ({ page, product }) => {
  const player = await product.signUp("Bandarilin Kharkongor Nongbri");
  await giveMoney(product, player, 50_000);
  const token = await product.tokenOf(player);
  const [house] = await product.call("GET /houses");
  const plays = [{ type: "direct" as const, round: "second" as const, number: 7, amount: 10_000 }];
  const { id } = await product.call("POST /orders/play", {
    token,
    body: { house_id: house?.id ?? 0, play_date: "2026-11-20", plays },
  });
  await requestDeposit(product, player, { amount: 2_500, reference: "412345678902" });
  await page.route("**/api/admin/winners?*", (route) =>
    route.fulfill({ json: { winners: WINNERS } }),
  );
  await signIn(page, ADMIN);
  for (const path of [...PATHS, `/orders?order=${id}`, "/users/statement?user=2"]) {
    await page.goto(`/app/admin${path}`);
    await waitForContent(page);
    for (const [size, widest] of [
      ["100%", 1024],
      ["200%", 1280],
    ] as const) {
      await page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
      for (const width of [320, 360, widest]) {
        await page.setViewportSize({ width, height: 740 });
        const where = `${path} at ${width} pixels, ${size}`;
        expect(await page.evaluate(PAGE_OVERFLOW), where).toBeLessThanOrEqual(0);
        expect(await page.evaluate(WRAPPED_FIGURES), where).toEqual([]);
        expect(await page.evaluate(OVERLAPPING_CELLS), where).toEqual([]);
        expect(await page.evaluate(CLIPPED_LABELS), where).toEqual([]);
      }
    }
  }
});

test("the sections fade out at an edge beyond which there are more of them", async ({ page }) => {
  await signIn(page, ADMIN, "/app/admin");
  const sections = page.getByRole("navigation", { name: "Admin sections" });
  await expect(sections).toHaveAttribute("data-more", "end");
  await sections.getByRole("link", { name: "Houses" }).click();
  await expect(sections).toHaveAttribute("data-more", "start end");
  await expect(sections).toHaveCSS("mask-image", /28px.*calc\(100% - 28px\)/);
  await expect(sections.getByRole("link", { name: "Houses" })).toBeInViewport({ ratio: 1 });
  await sections.getByRole("link", { name: "Audit trail" }).click();
  await expect(sections).toHaveAttribute("data-more", "start");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(sections).toHaveAttribute("data-more", "");
});

test("a day's figures of lakhs and crores neither wrap nor overlap", async ({ page }) => {
  await page.route("**/api/admin/revenue?*", (route) => route.fulfill({ json: REVENUE }));
  await signIn(page, ADMIN);
  await expectFiguresToFit(page, ["", "/revenue"]);
});

test("figures of a hundred crores and a balance of crores do not wrap", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Maharajkumari Bhuvaneshwari Devi Chakravarty");
  await requestDeposit(product, player, { amount: 2_500, reference: "412345678903" });
  await page.route("**/api/admin/dashboard", (route) => route.fulfill({ json: STATS }));
  await page.route("**/api/admin/revenue?*", (route) =>
    route.fulfill({ json: { ...REVENUE, total_revenue: -HUGE, total_orders: 48_35_199 } }),
  );
  await page.route("**/api/admin/books", async (route) => {
    const response = await route.fetch();
    const books: Reply<Contract["GET /admin/books"]> = await response.json();
    const [line, ...lines] = books.lines;
    const broken = { ...line, holds: false, figure: -HUGE * 100, milliseconds: 59_900 };
    await route.fulfill({
      json: { ...books, holds: false, money: HUGE_SUMS, lines: [broken, ...lines] },
    });
  });
  await page.route(/\/api\/admin\/(payments|users)\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /"wallet_balance":0\b/g,
      `"wallet_balance":${RICH}`,
    );
    await route.fulfill({ response, body });
  });
  await signIn(page, ADMIN);
  await expectFiguresToFit(page, ["", "/revenue", "/books", "/payments", "/users"]);
  const role = page.getByRole("button", { name: `Change role: ${player.full_name}` });
  // The height of one line.
  expect((await role.boundingBox())?.height).toBeLessThanOrEqual(46);
});

async function expectFiguresToFit(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(`/app/admin${path}`);
    await waitForContent(page);
    for (const width of [320, 360, 412, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const where = `${path} at ${width} pixels`;
      expect(await page.evaluate(PAGE_OVERFLOW), where).toBeLessThanOrEqual(0);
      expect(await page.evaluate(WRAPPED_FIGURES), where).toEqual([]);
      expect(await page.evaluate(OVERLAPPING_FACTS), where).toEqual([]);
      expect(await page.evaluate(OVERFLOWING_CARDS), where).toEqual([]);
    }
  }
}

const HUGE = 1_42_20_97_727.3;
const RICH = 1_43_20_977.2;

const STATS = {
  total_users: 2_80_865,
  active_users: 2_80_865,
  today_orders: 2_93_828,
  today_revenue: 10_34_56_714.6,
  today_winnings: 74_07_402,
  today_net: 9_60_49_312.6,
  total_revenue: HUGE,
  total_winnings: 2 * HUGE,
  total_net: -HUGE,
  pending_withdrawals: 8_642,
  pending_deposits: 8_642,
  unpublished_results: 8_642,
  broken_invariants: 26,
};

const HUGE_SUMS = {
  money_in: 2 * HUGE,
  money_out: HUGE,
  wallets: 2 * HUGE,
  withdrawals_in_progress: HUGE,
  house_side: -HUGE,
};

const PATHS = [
  "",
  "/payments",
  "/users",
  "/orders",
  "/results",
  "/houses",
  "/payment-methods",
  "/revenue",
  "/winners",
  "/broadcast",
  "/books",
  "/audit",
];

const WINNERS = [
  {
    order_id: 1,
    user_phone: "9100000001",
    house_name: "Khanapara FC",
    play_amount: 10_000,
    winning_amount: 8_00_000,
    profit: 7_90_000,
    play_date: "2026-11-20",
  },
];

const FIGURES = { revenue: 1_12_34_500, winnings: 2_24_69_000, net: -1_12_34_500, orders: 12_345 };

const REVENUE = {
  total_revenue: FIGURES.revenue,
  total_winnings: FIGURES.winnings,
  total_net: FIGURES.net,
  total_orders: FIGURES.orders,
  daily_revenue: ["2026-11-19", "2026-11-20"].map((date) => ({ date, ...FIGURES })),
  house_revenue: [{ house_id: 1, house: "Khanapara FC", ...FIGURES }],
};

/** The horizontal overflow of the page, in pixels. */
const PAGE_OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Amounts, phones and transaction numbers that wrap. */
const WRAPPED_FIGURES = `(() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const wrapped = [];
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    for (const { index, 0: figure } of data.matchAll(/−?₹[0-9.,]+|[0-9]{10,}/g)) {
      const range = new Range();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + figure.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) wrapped.push(figure);
    }
  }
  return wrapped;
})()`;

/** Labels of a chart that its edges clip. */
const CLIPPED_LABELS = `[...document.querySelectorAll("main svg:not(.overflow-visible) text")]
  .filter((text) => {
    const [label, chart] = [text, text.ownerSVGElement].map((one) => one.getBoundingClientRect());
    return label.left < chart.left || label.right > chart.right;
  })
  .map(({ textContent }) => textContent)`;

/** Parts of the same container, by their selectors, whose contents overlap. */
const overlapping = (
  containers: string,
  parts: string,
) => `[...document.querySelectorAll("main ${containers}")].flatMap((container) => {
  const boxes = [...container.querySelectorAll("${parts}")].map((part) => {
    const range = new Range();
    range.selectNodeContents(part);
    return { text: part.textContent, box: range.getBoundingClientRect() };
  });
  return boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const { left, right, top, bottom } = other.box;
      const isOverlap = one.box.left < right - 1 && left < one.box.right - 1 &&
        one.box.top < bottom - 1 && top < one.box.bottom - 1;
      return isOverlap ? [one.text + " / " + other.text] : [];
    }),
  );
})`;

/** Cards whose content is wider than the card. */
const OVERFLOWING_CARDS = `[...document.querySelectorAll("main li > a.surface")]
  .filter((card) => card.scrollWidth > card.clientWidth)
  .map(({ textContent }) => textContent)`;

const OVERLAPPING_CELLS = overlapping("[role=row]", "[role=cell]");
const OVERLAPPING_FACTS = overlapping("dl", "dd");

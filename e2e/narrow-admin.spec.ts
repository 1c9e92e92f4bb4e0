import { expect, type Page } from "@playwright/test";
import { waitForContent } from "./late.ts";
import { requestDeposit, giveMoney } from "./money.ts";
import { ADMIN, signIn, test } from "./product.ts";

test("an operator's screens are read whole on phones and laptops, in large text too", async ({
  page,
  product,
}) => {
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
  for (const path of [...PATHS, `/orders?order=${id}`]) {
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
        expect(await page.evaluate(BEYOND_THE_EDGE), where).toBeLessThanOrEqual(0);
        expect(await page.evaluate(BROKEN_FIGURES), where).toEqual([]);
        expect(await page.evaluate(CELLS_OVER_OTHERS), where).toEqual([]);
        expect(await page.evaluate(CUT_PARTS), where).toEqual([]);
      }
    }
  }
});

test("a day's figures of lakhs and crores are read whole, and stand over no other", async ({
  page,
}) => {
  await page.route("**/api/admin/revenue?*", (route) => route.fulfill({ json: REVENUE }));
  await signIn(page, ADMIN);
  await expectFiguresWhole(page, ["", "/revenue"]);
});

test("figures of a hundred crores, and a player's balance of crores, stay in one line", async ({
  page,
  product,
}) => {
  const player = await product.signUp("Maharajkumari Bhuvaneshwari Devi Chakravarty");
  await requestDeposit(product, player, { amount: 2_500, reference: "412345678903" });
  await page.route("**/api/admin/dashboard", (route) => route.fulfill({ json: STATS }));
  await page.route("**/api/admin/revenue?*", (route) =>
    route.fulfill({ json: { ...REVENUE, total_revenue: -HUGE, total_orders: 48_35_199 } }),
  );
  await page.route(/\/api\/admin\/(payments|users)\?/, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace(/"wallet_balance":0\b/g, `"wallet_balance":${RICH}`);
    await route.fulfill({ response: answer, body: text });
  });
  await signIn(page, ADMIN);
  await expectFiguresWhole(page, ["", "/revenue", "/payments", "/users"]);
  const role = page.getByRole("button", { name: `Change role: ${player.full_name}` });
  // One line of it.
  expect((await role.boundingBox())?.height).toBeLessThanOrEqual(46);
});

async function expectFiguresWhole(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(`/app/admin${path}`);
    await waitForContent(page);
    for (const width of [320, 360, 412, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const where = `${path} at ${width} pixels`;
      expect(await page.evaluate(BEYOND_THE_EDGE), where).toBeLessThanOrEqual(0);
      expect(await page.evaluate(BROKEN_FIGURES), where).toEqual([]);
      expect(await page.evaluate(FACTS_OVER_OTHERS), where).toEqual([]);
      expect(await page.evaluate(OVER_THEIR_CARDS), where).toEqual([]);
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

const BEYOND_THE_EDGE =
  "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Amounts, phones and numbers of transactions that go on in a further line. */
const BROKEN_FIGURES = `(() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    for (const { index, 0: figure } of data.matchAll(/−?₹[0-9.,]+|[0-9]{10,}/g)) {
      const range = new Range();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + figure.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(figure);
    }
  }
  return broken;
})()`;

/** Labels of a pie that go on beyond the drawing. */
const CUT_PARTS = `[...document.querySelectorAll("main svg:not(.overflow-visible) text")]
  .filter((text) => {
    const [part, whole] = [text, text.ownerSVGElement].map((one) => one.getBoundingClientRect());
    return part.left < whole.left || part.right > whole.right;
  })
  .map(({ textContent }) => textContent)`;

/** Parts of a whole, by their selectors, whose content is drawn over that of another. */
const overOthers = (
  whole: string,
  parts: string,
) => `[...document.querySelectorAll("main ${whole}")].flatMap((row) => {
  const boxes = [...row.querySelectorAll("${parts}")].map((cell) => {
    const range = new Range();
    range.selectNodeContents(cell);
    return { text: cell.textContent, box: range.getBoundingClientRect() };
  });
  return boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => {
      const { left, right, top, bottom } = other.box;
      const isOver = one.box.left < right - 1 && left < one.box.right - 1 &&
        one.box.top < bottom - 1 && top < one.box.bottom - 1;
      return isOver ? [one.text + " / " + other.text] : [];
    }),
  );
})`;

/** Amounts that are wider than the card that they stand in. */
const OVER_THEIR_CARDS = `[...document.querySelectorAll("main li > a.surface")]
  .filter((card) => card.scrollWidth > card.clientWidth)
  .map(({ textContent }) => textContent)`;

const CELLS_OVER_OTHERS = overOthers("[role=row]", "[role=cell]");
const FACTS_OVER_OTHERS = overOthers("dl", "dd");

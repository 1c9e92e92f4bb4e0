import { expect, type Page } from "@playwright/test";
import { REFUSAL } from "./failing.ts";
import { installClock } from "./passing-time.ts";
import { signIn, test } from "./product.ts";

/** The prerendered page is in English. Its data and the countdown load later. */
const TITLE = "Teer numbers, results and your wallet in one place";

test.describe("with JavaScript disabled", () => {
  test.use({ javaScriptEnabled: false });

  test("the front page is readable and its links work", async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveTitle(/^Nishana · /);
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
    await expect(page.locator("noscript p")).toHaveText(/^Live times and numbers need JavaScript/);
    for (const section of ["Booking schedule", "How it works", "What each play pays"]) {
      await expect(page.getByRole("region", { name: section })).toBeVisible();
    }
    await expect(page.getByText("For people aged 18 or older")).toBeVisible();
    for (const [name, path] of [
      ["Play now", "/login"],
      ["Login", "/login"],
      ["Register", "/register"],
      ["Rules and odds", "/rules"],
    ] as const) {
      const link = page.getByRole("link", { name, exact: true }).first();
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute("href", path);
    }
    await page.getByRole("link", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test("the front page has no inline scripts and no inline styles @phone", async ({ product }) => {
  const html = await (await fetch(product.url)).text();
  expect(html).toContain(TITLE);
  expect(html.match(/<script(?![^>]* src=)/g)).toBeNull();
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
  const empty = await (await fetch(`${product.url}/login`, PAGE)).text();
  expect(empty).toContain('<div id="root"></div>');
});

test("the countdown is right if the app loads seconds after its data @phone", async ({
  page,
  product,
}) => {
  const release = await holdApp(page);
  const received = page.waitForResponse("**/api/about");
  await page.goto("/", { waitUntil: "commit" });
  await received;
  const now = async () => Date.parse((await product.call("GET /about")).server_time);
  const received_at = await now();
  await expect.poll(now, { timeout: 20_000 }).toBeGreaterThan(received_at + 5_000);
  release();
  const timer = page.getByRole("timer");
  await expect(timer).toContainText(/\d\d:\d\d:\d\d/);
  const late_ms = async () => {
    const [, ...parts] = /(\d\d):(\d\d):(\d\d)/.exec(await timer.innerText()) ?? [];
    const [hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
    const left_ms = Date.parse("2026-11-20T15:00:00+05:30") - (await now());
    return (hours * 3_600 + minutes * 60 + seconds) * 1_000 - left_ms;
  };
  await expect.poll(late_ms).toBeLessThan(3_000);
});

test("hydration keeps the prerendered page, and nothing moves when data arrive", async ({
  page,
}) => {
  const release = await holdApp(page);
  await page.goto("/", { waitUntil: "commit" });
  const title = page.getByRole("heading", { level: 1, name: TITLE });
  await expect(title).toBeVisible();
  await page.evaluate("document.querySelector('h1').setAttribute('data-kept', '')");
  // Nothing is in its final position before the stylesheets are loaded.
  await page.waitForFunction(
    "[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)",
  );
  const before = await positionsOf(page);
  release();
  await expect(page.getByRole("timer")).toContainText(/\d\d:\d\d:\d\d/);
  await expect(page.getByRole("link", { name: "Play at Khanapara Teer" })).toBeVisible();
  await expect(title).toHaveAttribute("data-kept");
  expect(await positionsOf(page)).toEqual(before);
});

test("the English page is hidden from readers of another language", async ({ page }) => {
  await page.addInitScript("localStorage.setItem('language', 'hi')");
  const release = await holdApp(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: TITLE, includeHidden: true })).toBeAttached();
  await expect(page.getByText(TITLE)).toBeHidden();
  release();
  await expect(page.getByRole("heading", { level: 1, name: /^तीर के नंबर/ })).toBeVisible();
  await expect(page.getByText(TITLE)).toHaveCount(0);
});

test("a language that is chosen before the scripts load is kept @phone", async ({ page }) => {
  const release = await holdApp(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("combobox", { name: "Language" }).selectOption("hi");
  release();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(TITLE);
});

test.describe("a language whose messages fail to load", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("is deselected again if it was chosen before the scripts loaded @phone", async ({
    page,
  }) => {
    const release = await holdApp(page);
    await page.route("**/messages-*/hi*", (route) => route.abort());
    await page.goto("/", { waitUntil: "commit" });
    const select = page.getByRole("combobox", { name: "Language" });
    await select.selectOption("hi");
    release();
    await expect(select).toHaveValue("en");
    await expect(page.getByRole("timer")).toContainText(/\d\d:\d\d:\d\d/);
    await expect(select).toHaveValue("en");
  });

  test("shows an error when it is chosen on the front page @phone", async ({ page }) => {
    await page.route("**/messages-*/hi*", (route) => route.abort());
    await page.goto("/");
    await page.getByRole("button", { name: "हिन्दी" }).click();
    await expect(page.getByRole("alert").getByText("An unexpected error occurred")).toBeVisible();
  });
});

test("the link to the app fits on one line in every language", async ({
  page,
  product,
  isMobile,
}) => {
  await signIn(page, await product.signUp());
  // On a desktop a scrollbar takes 15 pixels of the width.
  await page.setViewportSize({ width: isMobile ? 360 : 375, height: 740 });
  await page.goto("/");
  const link = page.getByRole("banner").getByRole("link").last();
  for (const [language, name] of [
    ["hi", "ऐप खोलें"],
    ["bn", "অ্যাপ খুলুন"],
    ["ne", "एप खोल्नुहोस्"],
    ["as", "এপ খোলক"],
    ["kha", "Plie ia ka app"],
    ["hinglish", "App kholein"],
    ["en", "Open the app"],
  ] as const) {
    await page.getByRole("banner").getByRole("combobox").selectOption(language);
    await expect(link).toHaveText(name);
    expect(await page.evaluate<number>(LINE_COUNT), language).toBe(1);
  }
});

test("at midnight today's results become the latest, and the top winner goes @phone", async ({
  page,
}) => {
  const advance = await installClock(page);
  const house = { id: 1, name: "Khanapara FC", name_translations: {} };
  const result = { date: "2026-11-20", first_round: 45, second_round: 7 };
  await page.route("**/api/results/latest", (route) =>
    route.fulfill({ json: [{ house, result }] }),
  );
  const win = { player: "943****321", house_id: 1, house_name: house.name, amount: 800 };
  await page.route("**/api/results/top-win", (route) =>
    route.fulfill({ json: { win: { ...win, date: result.date } } }),
  );
  await page.goto("/");
  const todays = page.getByRole("region", { name: "Today's results" });
  await expect(todays).toContainText("Today");
  await expect(page.getByText("943****321 won ₹800.00 at Khanapara FC")).toBeVisible();
  await advance(11 * 60);
  await expect(page.getByRole("region", { name: "Latest results" })).toContainText("20 Nov 2026");
  await expect(page.getByText("943****321")).toBeHidden();
});

test("without the server's time the front page says so instead of a countdown @phone", async ({
  page,
}) => {
  await page.route("**/api/about", (route) => route.fulfill(REFUSAL));
  await page.goto("/");
  await expect(page.getByText("This could not be loaded")).toBeVisible();
  await page.unroute("**/api/about");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("timer")).toContainText(/\d\d:\d\d:\d\d/);
});

test("new numbers and a new top winner come to an open page by themselves @phone", async ({
  page,
}) => {
  const advance = await installClock(page);
  const house = { id: 1, name: "Khanapara FC", name_translations: {} };
  let isPublished = false;
  await page.route("**/api/results/latest", (route) => {
    const result = { date: "2026-11-20", first_round: 45, second_round: null };
    return route.fulfill({ json: [{ house, result: isPublished ? result : null }] });
  });
  await page.route("**/api/results/top-win", (route) => {
    const win = { player: "943****321", house_id: 1, house_name: house.name, amount: 800 };
    return route.fulfill({ json: { win: isPublished ? { ...win, date: "2026-11-20" } : null } });
  });
  await page.goto("/");
  await expect(
    page.getByText("Today's numbers will appear here after the first round."),
  ).toBeVisible();
  // The sample, which is drawn once there is an answer.
  await expect(page.getByText(/987\*{4}210/)).toBeVisible();
  isPublished = true;
  await advance(0.5);
  await expect(page.getByRole("region", { name: "Today's results" })).toContainText("45");
  await expect(page.getByText("943****321 won ₹800.00 at Khanapara FC")).toBeVisible();
});

test("once the next round has closed, the booking that closes next is shown @phone", async ({
  page,
  product,
}) => {
  const advance = await installClock(page);
  await page.goto("/");
  const round = page.locator("section", { has: page.getByRole("timer") });
  await expect(round).toContainText("Booking closes 02:45 PM for the 03:00 PM game.");
  // The clock of the product has run since it was started.
  const { server_time } = await product.call("GET /about");
  const left_ms = Date.parse("2026-11-20T14:48:00+05:30") - Date.parse(server_time);
  await advance(Math.round(left_ms / 60_000));
  await expect(round).toContainText("Next round 03:00 PM");
  await expect(round).toContainText("Booking closes 03:56 PM for the 04:11 PM game.");
});

/** The number of lines that the last link of the header takes. */
const LINE_COUNT = `(() => {
  const text = document.createRange();
  text.selectNodeContents([...document.querySelectorAll("header a")].at(-1));
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
})()`;

const PAGE = { headers: { accept: "text/html" } };

/** Holds the app's code until it is released, so that the page is seen as prerendered. */
async function holdApp(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/app-*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The bounding boxes of the first elements on the page. */
async function positionsOf(page: Page): Promise<unknown[]> {
  const elements = [
    page.getByRole("heading", { level: 1 }),
    page.getByRole("link", { name: "Play now" }),
    page.getByRole("heading", { name: /results$/i }).first(),
  ];
  return Promise.all(elements.map((element) => element.boundingBox()));
}

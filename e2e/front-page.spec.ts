import { expect, type Page } from "@playwright/test";
import { waitForContent } from "./late.ts";
import { installClock } from "./passing-time.ts";
import { signIn, test } from "./product.ts";

/** English is what the page is written in; its data and everything that moves come later. */
const TITLE = "Teer numbers, results and your wallet in one place";

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the front page is readable and its links lead on", async ({ page }) => {
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

test("the front page brings no script and no style within itself", async ({ product }) => {
  const html = await (await fetch(product.url)).text();
  expect(html).toContain(TITLE);
  expect(html.match(/<script(?![^>]* src=)/g)).toBeNull();
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
  const empty = await (await fetch(`${product.url}/login`, PAGE)).text();
  expect(empty).toContain('<div id="root"></div>');
});

test("the countdown is right though the app comes seconds after its data", async ({
  page,
  product,
}) => {
  const release = await holdApp(page);
  const told = page.waitForResponse("**/api/about");
  await page.goto("/", { waitUntil: "commit" });
  await told;
  const now = async () => Date.parse((await product.call("GET /about")).server_time);
  const told_at = await now();
  await expect.poll(now, { timeout: 20_000 }).toBeGreaterThan(told_at + 5_000);
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

test("scripts take the page up as it stands, and nothing moves when data come", async ({
  page,
}) => {
  const release = await holdApp(page);
  await page.goto("/", { waitUntil: "commit" });
  const title = page.getByRole("heading", { level: 1, name: TITLE });
  await expect(title).toBeVisible();
  await page.evaluate("document.querySelector('h1').setAttribute('data-kept', '')");
  // Before its styles are there, nothing stands where it will.
  await page.waitForFunction(
    "[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)",
  );
  const before = await placesOf(page);
  release();
  await expect(page.getByRole("timer")).toContainText(/\d\d:\d\d:\d\d/);
  await expect(page.getByRole("link", { name: "Play at Khanapara Teer" })).toBeVisible();
  await expect(title).toHaveAttribute("data-kept");
  expect(await placesOf(page)).toEqual(before);
});

test("whoever reads another language is not shown the English page", async ({ page }) => {
  await page.addInitScript("localStorage.setItem('language', 'hi')");
  const release = await holdApp(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toBeAttached();
  await expect(page.getByText(TITLE)).toBeHidden();
  release();
  await expect(page.getByRole("heading", { level: 1, name: /^तीर के नंबर/ })).toBeVisible();
  await expect(page.getByText(TITLE)).toHaveCount(0);
});

test("a language that is chosen before the scripts are here is kept", async ({ page }) => {
  const release = await holdApp(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("combobox", { name: "Language" }).selectOption("hi");
  release();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(TITLE);
});

test.describe("without a connection for the language", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("one that is chosen too early is taken back", async ({ page }) => {
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

  test("one that cannot be had says so, wherever it is chosen", async ({ page }) => {
    await page.route("**/messages-*/hi*", (route) => route.abort());
    await page.goto("/");
    await page.getByRole("button", { name: "हिन्दी" }).click();
    await expect(page.getByRole("alert").getByText("An unexpected error occurred")).toBeVisible();
  });
});

test("what is asked for early is not asked for again", async ({ page, product }) => {
  for (const path of ["/", "/login"]) {
    expect(await addressesAskedFor(page, path), path).toEqual([]);
  }
  await signIn(page, await product.signUp());
  for (const path of ["/app", "/app/play", "/app/results", "/app/history", "/app/wallet", "/"]) {
    expect(await addressesAskedFor(page, path), path).toEqual([]);
  }
});

test("a chosen day's rounds are asked for before the app is there", async ({ page, product }) => {
  await signIn(page, await product.signUp());
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/*.js", async (route) => {
    if (!route.request().url().includes("/early-")) await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/can-play\?play_date=2026-11-21$/);
  await page.goto("/app/play?date=2026-11-21", { waitUntil: "commit" });
  await asked;
  goOn();
  await expect(page.getByRole("heading", { name: "Play", level: 1 })).toBeVisible();
});

test("the way into the app stands on one line, in every language", async ({
  page,
  product,
  isMobile,
}) => {
  await signIn(page, await product.signUp());
  // Elsewhere a scrollbar takes 15 of the width.
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
    expect(await page.evaluate<number>(LINES), language).toBe(1);
  }
});

test("at midnight the numbers of the day become the latest", async ({ page }) => {
  const advance = await installClock(page);
  const house = { id: 1, name: "Khanapara FC", name_translations: {} };
  const result = { date: "2026-11-20", first_round: 45, second_round: 7 };
  await page.route("**/api/results/latest", (route) =>
    route.fulfill({ json: [{ house, result }] }),
  );
  await page.goto("/");
  const todays = page.getByRole("region", { name: "Today's results" });
  await expect(todays).toContainText("Today");
  await advance(11 * 60);
  await expect(page.getByRole("region", { name: "Latest results" })).toContainText("20 Nov 2026");
});

/** On how many lines the last link of the header stands. */
const LINES = `(() => {
  const text = document.createRange();
  text.selectNodeContents([...document.querySelectorAll("header a")].at(-1));
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
})()`;

const PAGE = { headers: { accept: "text/html" } };

/** Keeps the app's code back, so that the page is seen as it comes. */
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

/** Where the first things on the page are. */
async function placesOf(page: Page): Promise<unknown[]> {
  const things = [
    page.getByRole("heading", { level: 1 }),
    page.getByRole("link", { name: "Play now" }),
    page.getByRole("heading", { name: /results$/i }).first(),
  ];
  return Promise.all(things.map((thing) => thing.boundingBox()));
}

/** What a page asks the API and the catalogues for more than once while it starts. */
async function addressesAskedFor(page: Page, path: string): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { url: () => string }) => void asked.push(request.url());
  page.on("request", note);
  await page.goto(path);
  await waitForContent(page);
  page.off("request", note);
  const data = asked.filter((url) => /\/api\/|\/messages-/.test(url));
  return data.filter((url, at) => data.indexOf(url) !== at);
}

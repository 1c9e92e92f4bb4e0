import { expect, type Page } from "@playwright/test";
import { waitForContent, waitForRender } from "./late.ts";
import { signIn, test } from "./product.ts";

/** What a page requests before its code has loaded. */

// When the event stream connects, everything is requested again.
test.beforeEach(({ page }) => page.route("**/api/events", () => undefined));

test("what is requested early is not requested again", async ({ page, product }) => {
  for (const path of ["/", "/login"]) {
    expect(await duplicateRequests(page, path), path).toEqual([]);
  }
  await signIn(page, await product.signUp());
  for (const path of ["/app", "/app/play", "/app/results", "/app/history", "/app/wallet", "/"]) {
    expect(await duplicateRequests(page, path), path).toEqual([]);
  }
});

test("the open rounds are requested once if the app reads their day first", async ({
  page,
  product,
}) => {
  await signIn(page, await product.signUp());
  await page.addInitScript(HELD_COPIES);
  const requested: string[] = [];
  page.on("request", (request) => void requested.push(request.url()));
  await page.goto("/app/play");
  await waitForContent(page);
  expect(await page.evaluate("copies.length")).toBe(2);
  await page.evaluate("Promise.all(copies.map((read) => read()))");
  await waitForRender(page);
  expect(requested.filter((url) => url.includes("/can-play?"))).toHaveLength(1);
});

test("the rounds of the day in the URL are requested before the app loads", async ({
  page,
  product,
}) => {
  await signIn(page, await product.signUp());
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    if (!route.request().url().includes("/early-")) await released;
    await route.continue();
  });
  const requested = page.waitForRequest(/can-play\?play_date=2026-11-21$/);
  await page.goto("/app/play?date=2026-11-21", { waitUntil: "commit" });
  await requested;
  release();
  await expect(page.getByRole("heading", { name: "Play", level: 1 })).toBeVisible();
});

/** Holds the copies of responses that are read before the app loads until `copies` are called. */
const HELD_COPIES = `
  window.copies = [];
  const clone = Response.prototype.clone;
  Response.prototype.clone = function () {
    const copy = clone.call(this);
    copy.json = () =>
      new Promise((resolve) => {
        copies.push(async () => resolve(JSON.parse(await copy.text())));
      });
    return copy;
  };
`;

/** The URLs of the API and the catalogues that a page requests more than once while it loads. */
async function duplicateRequests(page: Page, path: string): Promise<string[]> {
  const requested: string[] = [];
  const record = (request: { url: () => string }) => void requested.push(request.url());
  page.on("request", record);
  await page.goto(path);
  await waitForContent(page);
  page.off("request", record);
  const urls = requested.filter((url) => /\/api\/|\/messages-/.test(url));
  return urls.filter((url, index) => urls.indexOf(url) !== index);
}

import { expect, type Page } from "@playwright/test";
import { waitForContent, waitForRender } from "./late.ts";
import { ADMIN, signIn, test } from "./product.ts";

/** What a page requests before its code has loaded. */

// Its own product, on which nothing happens that screens must learn of.
test.use({ clock: "2026-11-20T13:29:00+05:30" });

test("what is requested early is not requested again", async ({ page, product }) => {
  for (const path of ["/", "/login"]) {
    expect(await duplicateRequests(page, path), path).toEqual([]);
  }
  await signIn(page, await product.signUp());
  for (const path of ["/app", "/app/play", "/app/results", "/app/history", "/app/wallet", "/"]) {
    expect(await duplicateRequests(page, path), path).toEqual([]);
  }
});

test("nothing is requested again when the event stream connects", async ({ page, product }) => {
  await signIn(page, await product.signUp(), "/mark.svg");
  const requested = recordRequests(page);
  const connected = page.waitForResponse("**/api/events*");
  await page.goto("/app");
  await connected;
  const token = await product.tokenOf(ADMIN);
  await product.call("POST /admin/broadcast", { token, body: { message: "After all that" } });
  await expect(page.getByText("After all that")).toBeVisible();
  expect(requested).toContain("/api/auth/me");
  expect(repeated(requested)).toEqual([]);
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
  const requested = recordRequests(page);
  await page.goto(path);
  await waitForContent(page);
  return repeated(requested);
}

/** The paths of the API and the catalogues that a page requests from now on. */
function recordRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/|\/messages-/.test(pathname)) requested.push(pathname + search);
  });
  return requested;
}

const repeated = (urls: string[]): string[] =>
  urls.filter((url, index) => urls.indexOf(url) !== index);

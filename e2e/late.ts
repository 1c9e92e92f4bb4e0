import { expect, type Locator, type Page, type Request } from "@playwright/test";

/**
 * Sends matching requests to the server, but holds each response until `release` is called. The
 * first `passing` requests are not held.
 */
export async function holdResponses(page: Page, url: string, passing = 0) {
  let calls = 0;
  let held: { request: Request; release: () => void } | undefined;
  await page.route(url, async (route, request) => {
    calls += 1;
    if (calls <= passing) return route.continue();
    const response = await route.fetch();
    await new Promise<void>((release) => (held = { request, release }));
    // The page may have aborted the request meanwhile.
    return route.fulfill({ response }).catch(() => undefined);
  });
  const waitForResponse = () =>
    expect.poll(() => held !== undefined, { timeout: 30_000 }).toBe(true);
  return {
    /** Waits until a response is held. */
    waitForResponse,
    /** Releases the held response and waits until the page has rendered it. */
    release: async () => {
      await waitForResponse();
      held?.release();
      const response = await held?.request.response();
      held = undefined;
      await response?.finished();
      await waitForRender(page);
    },
  };
}

/** Lets the server handle the next matching request, and loses its answer. */
export const loseNextAnswer = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** Waits until the page has rendered what it has received. */
export const waitForRender = (page: Page) =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

/** Waits until a screen has its heading and shows no skeletons. */
export async function waitForContent(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}

/**
 * Closes a confirmation whose request has had no answer for some seconds, on a page with an
 * installed clock.
 */
export async function closeUnanswered(page: Page, confirmation: Locator): Promise<void> {
  const note = confirmation.getByRole("status").filter({ hasText: "No answer yet; still trying." });
  await expect(async () => {
    await page.clock.fastForward(8_000);
    await expect(note).toBeVisible({ timeout: 500 });
  }).toPass();
  await confirmation.getByRole("button", { name: "Close" }).click();
  await expect(confirmation).toBeHidden();
}

import { expect, type Page, type Request } from "@playwright/test";

/** Has calls done, after some that pass, and the answer to each wait until it is given. */
export async function holdAnswers(page: Page, address: string, passing = 0) {
  let calls = 0;
  let held: { request: Request; release: () => void } | undefined;
  await page.route(address, async (route, request) => {
    calls += 1;
    if (calls <= passing) return route.continue();
    const response = await route.fetch();
    await new Promise<void>((release) => (held = { request, release }));
    // Nobody may wait for it any more.
    return route.fulfill({ response }).catch(() => undefined);
  });
  const asked = () => expect.poll(() => held !== undefined).toBe(true);
  return {
    /** Until there is an answer to give. */
    asked,
    /** Gives it, and waits until it is on the screen. */
    give: async () => {
      await asked();
      held?.release();
      const answer = await held?.request.response();
      held = undefined;
      await answer?.finished();
      await untilDrawn(page);
    },
  };
}

/** Until what has come is on the screen. */
export const untilDrawn = (page: Page) =>
  page.evaluate(
    "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
  );

/** Until a screen is whole: it has its heading, and nothing stands in the place of what comes. */
export async function untilWhole(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}

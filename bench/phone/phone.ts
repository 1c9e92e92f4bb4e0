import { setTimeout as wait } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";

/**
 * Lighthouse's browser throttling for its slow 4G of 150 ms, 1.6 Mbit/s and 750 kbit/s. A browser
 * delays requests, not packets, so the latency is multiplied by 3.75, the round trips of a request
 * on a new connection.
 */
const LATENCY_MS = 150 * 3.75;
const DOWN_KBITS = 1_638.4 * 0.9;
const UP_KBITS = 750 * 0.9;
const CPU_SLOWDOWN = 4;

/** How long to wait until the page is idle before taps are measured. */
const REST_MS = 1_500;
const BETWEEN_TAPS_MS = 300;

/** Records the browser's paint and event timings, and when a button appears. */
const OBSERVE = `
  const seen = (window.seen = { paint: 0, button: 0, taps: [] });
  const watch = (options, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options);
  watch({ type: "largest-contentful-paint", buffered: true }, ({ startTime }) => {
    seen.paint = startTime;
  });
  watch({ type: "event", durationThreshold: 16, buffered: true }, (event) => {
    const { interactionId: tap, duration } = event;
    if (tap > 0) seen.taps[tap] = Math.max(seen.taps[tap] ?? 0, duration);
  });
  const look = () => {
    if (document.querySelector("[data-number]:enabled")) seen.button = performance.now();
    else requestAnimationFrame(look);
  };
  look();
`;

/** Opens a slow phone with an empty cache and, if a token is given, a session. */
export async function openPhone(address: string, token?: string) {
  const path = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch({
    ...(path !== undefined && { executablePath: path }),
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
  });
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  if (token !== undefined) await page.addInitScript(`localStorage.ACCESS_TOKEN = "${token}"`);
  await slowDown(page);
  await page.goto(address);
  const buttons = page.locator("[data-number]:enabled");
  return {
    /** From the start of the navigation until the largest paint, in milliseconds. */
    async largestPaint(): Promise<number> {
      await page.waitForLoadState("networkidle");
      await wait(REST_MS);
      return page.evaluate<number>("seen.paint");
    },

    /** From the start of the navigation until a number can be tapped, in milliseconds. */
    async untilButton(): Promise<number> {
      await buttons.first().waitFor();
      return page.evaluate<number>("seen.button");
    },

    /** From a tap on a button until the paint after it, for taps on different buttons. */
    async timeTaps(taps: number): Promise<number[]> {
      await wait(REST_MS);
      await page.evaluate("scrollTo(0, 0); seen.taps = {}");
      const there = await buttons.count();
      for (let count = 0; count < taps; count += 1) {
        // Without `force` the driver's checks of the element would be part of the measured time.
        await buttons.nth(count % there).tap({ force: true });
        await wait(BETWEEN_TAPS_MS);
      }
      await wait(REST_MS);
      return page.evaluate<number[]>("Object.values(seen.taps)");
    },

    /** Taps the button with this name `taps` times. */
    async tap(name: string, taps: number): Promise<void> {
      for (let count = 0; count < taps; count += 1) await page.getByRole("button", { name }).tap();
    },

    close: () => browser.close(),
  };
}

export type Phone = Awaited<ReturnType<typeof openPhone>>;

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: (DOWN_KBITS * 1_024) / 8,
    uploadThroughput: (UP_KBITS * 1_024) / 8,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

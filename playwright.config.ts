import { readFileSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

/**
 * Files of journeys that run at one size only, because they do not depend on the viewport or set
 * its width themselves. Each runs at the size that its users mostly have. In other files, the tests
 * of this kind have the tag @phone or @desktop.
 */
const PHONE_ONLY = [
  "budget",
  "changed-meanwhile",
  "early-requests",
  "home",
  "late-answers",
  "live",
  "narrow",
  "narrow-admin",
  "next-player",
  "offline",
  "order-again",
  "server-away",
  "wallet-again",
];
const DESKTOP_ONLY = ["admin-fresh", "admin-late"];
// With the tag of the other size, a test of such a file would never run.
for (const name of [...PHONE_ONLY, ...DESKTOP_ONLY]) {
  const text = readFileSync(new URL(`e2e/${name}.spec.ts`, import.meta.url), "utf8");
  if (/@(phone|desktop)/.test(text)) throw new Error(`${name}.spec.ts runs at one size: no tags`);
}

const files = (names: readonly string[]): string[] => names.map((name) => `**/${name}.spec.ts`);

// Workers start the built product themselves, on data folders and free ports of their own.
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/product-template.ts",
  outputDir: "test-results",
  // One set of screenshots for every platform; visual.spec.ts explains why that works.
  snapshotPathTemplate: "{testDir}/{arg}{ext}",
  // Long, for a machine that is busy with other work. A test that passes does not wait for it.
  timeout: 180_000,
  // Well below the 30 s after which a screen without events polls: updates must come as events.
  expect: { timeout: 10_000 },
  // Measured on two cores, which also run the products and PostgreSQL: a journey is idle for a
  // third of its time. Three workers take a sixth less time than two; four are no quicker.
  workers: 3,
  forbidOnly: true,
  use: {
    locale: "en-IN",
    // It would serve files from its cache, hiding requests from tests. offline.spec.ts allows it.
    serviceWorkers: "block",
    // Traces make each journey slower, so they are off; turn them on by --trace on.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] ? { executablePath: process.env["CHROMIUM_PATH"] } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "phone",
      testIgnore: files(DESKTOP_ONLY),
      grepInvert: /@desktop/,
      use: { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } },
    },
    {
      name: "desktop",
      testIgnore: files(PHONE_ONLY),
      grepInvert: /@phone/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
  ],
});

import { defineConfig, devices } from "@playwright/test";

/**
 * Journeys that go the same way however much room there is: what is done when, and by whom; or that
 * set the widths themselves. Each goes at the size of those who go it most.
 */
const OF_PLAYERS = [
  "budget",
  "changed-meanwhile",
  "late-answers",
  "live",
  "narrow",
  "narrow-admin",
  "next-player",
  "offline",
  "order-again",
  "wallet-again",
];
const OF_ADMINS = ["admin-fresh"];

const files = (names: readonly string[]): string[] => names.map((name) => `**/${name}.spec.ts`);

// Journeys start the built product themselves, each with its own data folder and a free port.
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/product-template.ts",
  outputDir: "test-results",
  // The same pictures for every platform; visual.spec.ts says why that works.
  snapshotPathTemplate: "{testDir}/{arg}{ext}",
  // What passes does not wait for it: for a machine that many others keep busy.
  timeout: 180_000,
  // Far from the 30 s after which a screen without the stream asks: what it tells must come by it.
  expect: { timeout: 10_000 },
  // On two cores, which the products and their PostgreSQL share: a journey waits for a third of its
  // time, and three at once took 177 and 190 s where two at once took 218.
  workers: 3,
  forbidOnly: true,
  use: {
    locale: "en-IN",
    // It would answer for files that a test wants to see; offline.spec.ts lets it.
    serviceWorkers: "block",
    // A trace, which makes each journey slower, is there for the asking: --trace on.
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
      testIgnore: files(OF_ADMINS),
      use: { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } },
    },
    {
      name: "desktop",
      testIgnore: files(OF_PLAYERS),
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
  ],
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,server,web,scripts}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "dist/**"],
    globalSetup: ["server/testing/global-setup.ts"],
    setupFiles: ["server/testing/setup.ts"],
    // Two cores, which PostgreSQL shares.
    maxWorkers: 2,
    // Against what hangs, not what is slow: how long a test takes is not what it says.
    testTimeout: process.env["LONG"] === "1" ? 6 * 3_600_000 : 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // Tests read the tokens of the design.
    css: true,
  },
});

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The file that takes longest first. By size, which is usual where nothing is known of earlier
 * runs, it is among the last, and goes on alone when all others have ended.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.includes("/proof/model/");
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    include: ["{contract,server,web,scripts}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "dist/**"],
    globalSetup: ["server/testing/global-setup.ts"],
    setupFiles: ["server/testing/setup.ts"],
    // Two cores, which PostgreSQL shares.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Against what hangs, not what is slow: how long a test takes is not what it says.
    testTimeout: process.env["LONG"] === "1" ? 6 * 3_600_000 : 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // Tests read the tokens of the design.
    css: true,
  },
});

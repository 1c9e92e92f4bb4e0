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

/** Since Node 25 there is one outside of browsers, which prints a warning when it is read. */
const withoutStorage = process.allowedNodeEnvironmentFlags.has("--experimental-webstorage")
  ? ["--no-experimental-webstorage"]
  : [];

export default defineConfig({
  test: {
    execArgv: withoutStorage,
    // Two cores, which PostgreSQL shares.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts"],
          // Loading the server takes longer than most of its test files. What its modules keep is
          // the same for every database or kept for one, and each file has its own.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "others", include: ["{contract,web,scripts}/**/*.test.{ts,tsx}"] },
      },
    ],
    setupFiles: ["server/testing/setup.ts"],
    // Against what hangs, not what is slow: how long a test takes is not what it says.
    testTimeout: process.env["LONG"] === "1" ? 6 * 3_600_000 : 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // Tests read the tokens of the design.
    css: true,
  },
});

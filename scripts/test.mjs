import "./node-version.mjs";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { findOrInstallChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { root, run, tool } from "./tools.mjs";

const reports = `${root}dist/reports`;
const arguments_ = process.argv.slice(2);

/** @typedef {{ passed: number, failed: number }} Count */

await install();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const counts = arguments_.length > 0 ? [await runVitest(arguments_)] : await runEverything();

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function runEverything() {
  const chromium = await findOrInstallChromium();
  heading("Checks");
  const checked = { passed: 0, failed: (await check()) ? 0 : 1 };
  heading("Unit and service tests");
  const units = await runVitest([]);
  heading("Browser journeys on the built product");
  const journeys = chromium === undefined ? { passed: 0, failed: 1 } : await runJourneys(chromium);
  return [checked, units, journeys];
}

/**
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function runVitest(args) {
  const report = `${reports}/vitest.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(tool("vitest"), ["run", ...reporters, ...args]);
  const { numPassedTests, numFailedTests } = read(report);
  return count(code, numPassedTests, numFailedTests);
}

/**
 * @param {string} chromium
 * @returns {Promise<Count>}
 */
async function runJourneys(chromium) {
  await build();
  const report = `${reports}/playwright.json`;
  const code = await run(tool("playwright"), ["test", "--reporter=list,json"], {
    env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const { expected, unexpected, flaky } = read(report).stats ?? {};
  return count(code, expected, unexpected + flaky);
}

/**
 * A run that exits with an error but reports no failed test counts as one failure.
 *
 * @param {number} code
 * @param {number} [passed]
 * @param {number} [failed]
 * @returns {Count}
 */
function count(code, passed = 0, failed = 0) {
  return { passed, failed: code === 0 ? failed : Math.max(failed || 0, 1) };
}

/** @param {string} report */
function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
}

/** @param {string} text */
function heading(text) {
  console.log(`\n── ${text} ${"─".repeat(Math.max(0, 70 - text.length))}`);
}

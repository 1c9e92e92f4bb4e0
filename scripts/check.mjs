import "./node-version.mjs";
import { execFile } from "node:child_process";
import { install } from "./install.mjs";
import { root, tool } from "./tools.mjs";

const checks = [
  { name: "format", program: "oxfmt", args: ["--check", "."] },
  { name: "lint", program: "oxlint", args: ["--type-aware", "--deny-warnings"] },
  { name: "types", program: "tsc", args: ["-b"] },
  { name: "dead code", program: "knip", args: [] },
];

/**
 * Runs all checks in parallel and prints the output of those that fail.
 *
 * @returns {Promise<boolean>} whether all passed
 */
export async function check() {
  const results = await Promise.all(checks.map(runCheck));
  for (const { name, is_passed, said } of results) {
    console.log(`${is_passed ? "ok     " : "FAILED "} ${name}`);
    if (!is_passed) console.log(said);
  }
  return results.every(({ is_passed }) => is_passed);
}

/**
 * @param {(typeof checks)[number]} check
 * @returns {Promise<{ name: string, is_passed: boolean, said: string | undefined }>}
 */
function runCheck({ name, program, args }) {
  const options = { cwd: root, maxBuffer: Infinity };
  return new Promise((resolve) => {
    execFile(tool(program), args, options, (error, stdout, stderr) =>
      resolve({ name, is_passed: error === null, said: stdout + stderr || error?.message }),
    );
  });
}

if (process.argv[1] === import.meta.filename) {
  await install();
  process.exitCode = (await check()) ? 0 : 1;
}

import "./node-version.mjs";
import { spawn } from "node:child_process";
import { install } from "./install.mjs";
import { root, tool } from "./tools.mjs";

const checks = [
  { name: "format", program: "oxfmt", args: ["--check", "."] },
  { name: "lint", program: "oxlint", args: ["--type-aware", "--deny-warnings"] },
  { name: "types", program: "tsc", args: ["-b"] },
  { name: "dead code", program: "knip", args: [] },
];

/**
 * Runs all checks at once and prints what the failing ones say.
 *
 * @returns {Promise<boolean>} whether all passed
 */
export async function check() {
  const results = await Promise.all(checks.map(runCheck));
  for (const { name, code, said } of results) {
    console.log(`${code === 0 ? "ok     " : "FAILED "} ${name}`);
    if (code !== 0) console.log(said);
  }
  return results.every(({ code }) => code === 0);
}

/**
 * @param {(typeof checks)[number]} check
 * @returns {Promise<{ name: string, code: number | null, said: string }>}
 */
function runCheck({ name, program, args }) {
  return new Promise((resolve) => {
    const child = spawn(tool(program), args, { cwd: root });
    let said = "";
    child.stdout.on("data", (text) => (said += text));
    child.stderr.on("data", (text) => (said += text));
    child.once("error", (error) => resolve({ name, code: 1, said: error.message }));
    child.once("close", (code) => resolve({ name, code, said }));
  });
}

if (process.argv[1] === import.meta.filename) {
  await install();
  process.exitCode = (await check()) ? 0 : 1;
}

import "./node-version.mjs";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "./install.mjs";
import { faults } from "./mutations-list.mjs";
import { refuse, root, run, tool } from "./tools.mjs";

/**
 * Mutation testing: do the tests notice when money goes wrong? Each fault of the list is applied to
 * a copy of the tree, and the few tests that should notice it run there. Exits with an error if a
 * fault survives, or if the text that it replaces does not exist. Arguments select faults by words
 * of their names.
 *
 * @typedef {import("./mutations-fault.mjs").Fault} Fault
 */

const COPIED = ["contract", "server", "package.json", "vitest.config.ts", "tsconfig.base.json"];
/** A fault may make a test file hang. */
const FILE_TIMEOUT_MS = 300_000;

await install();
const wanted = process.argv.slice(2);
const chosen = faults.filter(({ name }) => wanted.every((word) => name.includes(word)));
// Without a file, vitest would run all tests.
if (chosen.length === 0) refuse(`No fault of the list has in its name: ${wanted.join(" ")}`);
const copy = mkdtempSync(join(tmpdir(), "nishana-mutations-"));
try {
  makeCopy();
  const is_sound = await checkWithoutFault();
  let survived = is_sound ? 0 : 1;
  for (const fault of is_sound ? chosen : []) {
    const outcome = await tryFault(fault);
    console.log(
      `${outcome.is_caught ? "caught  " : "SURVIVED"}  ${fault.name}\n          ${outcome.how}`,
    );
    if (!outcome.is_caught) survived += 1;
  }
  if (is_sound) console.log(`\n${chosen.length - survived} of ${chosen.length} faults caught`);
  process.exitCode = survived > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function makeCopy() {
  for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
}

/** A test that fails without a fault would prove nothing. */
async function checkWithoutFault() {
  const { failed, passed, said } = await runTests([...new Set(chosen.map(({ tests }) => tests))]);
  if (failed.length === 0 && passed > 0) return true;
  console.log(`The tests do not pass without a fault:\n${said}`);
  return false;
}

/**
 * @param {Fault} fault
 * @returns {Promise<{ is_caught: boolean, how: string }>}
 */
async function tryFault({ edits, tests }) {
  const originals = new Map(edits.map(([file]) => [file, readFileSync(join(copy, file), "utf8")]));
  try {
    for (const [file, find, replace] of edits) {
      const text = readFileSync(join(copy, file), "utf8");
      const times = text.split(find).length - 1;
      if (times !== 1) return { is_caught: false, how: `${file} has its text ${times} times` };
      writeFileSync(
        join(copy, file),
        text.replace(find, () => replace),
      );
    }
    const { failed, said } = await runTests([tests], "--bail=1");
    const [first] = failed;
    return { is_caught: first !== undefined, how: first ?? `no test failed:\n${said}` };
  } finally {
    for (const [file, text] of originals) writeFileSync(join(copy, file), text);
  }
}

/**
 * @param {string[]} tests
 * @param {string[]} options
 * @returns {Promise<{ passed: number, failed: string[], said: string }>}
 */
async function runTests(tests, ...options) {
  const [report, output] = [join(copy, "report.json"), join(copy, "output.txt")];
  rmSync(report, { force: true });
  const log = openSync(output, "w");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  await run(tool("vitest"), [...args, ...options, ...tests], {
    cwd: copy,
    stdio: ["ignore", log, log],
    timeout: FILE_TIMEOUT_MS * tests.length,
  });
  closeSync(log);
  const said = readFileSync(output, "utf8");
  if (!existsSync(report)) return { passed: 0, failed: [], said };
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  return { passed: numPassedTests, failed: testResults.flatMap(failuresOf), said };
}

/**
 * The names of the failed tests. A file that fails as a whole has none: the fault only broke the
 * build, and no test noticed its effect.
 *
 * @param {{ name: string, assertionResults: { status: string, fullName: string }[] }} file
 */
function failuresOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === "failed")
    .map(({ fullName }) => `${name.slice(copy.length + 1)}: ${fullName}`);
}

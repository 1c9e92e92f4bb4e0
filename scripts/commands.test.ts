import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: "utf8",
    timeout: 60_000,
  });

/** A module that makes Node report another version. */
const pretending = (node: string): string =>
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"${node}"}})`;

it.each([
  ["18.20.0", 1],
  ["20.18.3", 1],
  ["20.19.0", 0],
  ["21.7.3", 1],
  ["22.11.0", 1],
  ["22.12.0", 0],
  ["24.0.0", 0],
])("commands run on Node %s or refuse it: %i", (version, status) => {
  const said = run(["--import", pretending(version), "scripts/node-version.mjs"]);
  expect(said.status).toBe(status);
  expect(said.stderr).toContain(status === 1 ? `; this is ${version}.` : "");
});

it("words that match no fault's name run no tests", () => {
  // If tests ran anyway, they would fail at once with this URL.
  const nowhere = { TEST_DATABASE_URL: "postgresql://127.0.0.1:1/none" };
  const { status, stdout, stderr } = run(["scripts/mutations.mjs", "no-such"], nowhere);
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: "No fault of the list has in its name: no-such\n",
  });
});

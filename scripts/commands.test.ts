import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const run = (args: string[]) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", timeout: 60_000 });

/** A module that has Node pretend to be of another version. */
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

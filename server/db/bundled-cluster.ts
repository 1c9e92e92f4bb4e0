import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { CannotStart } from "../cannot-start.ts";
import { codeOf } from "../error-code.ts";
import type { Binaries } from "./bundled-binaries.ts";
import type { Place } from "./bundled-place.ts";

const UNFINISHED = "unfinished-";

/**
 * Creates PostgreSQL's data folder if there is none.
 *
 * The folder is created under a temporary name and renamed when it is complete, so that a crash
 * never leaves a partial cluster. When two processes do this at the same time, the one that
 * finishes second deletes its own folder.
 */
export async function prepareCluster(place: Place, binaries: Binaries): Promise<void> {
  if (!existsSync(place.cluster)) await makeCluster(place, binaries);
  const version = readVersion(place.cluster);
  if (version === binaries.major_version) return;
  throw new CannotStart(
    `The data folder ${place.cluster} was made by PostgreSQL ${version}, and the bundled server ` +
      `is version ${binaries.major_version}: run "npm run backup" with the release that made it, ` +
      'move the folder away, and run "npm run restore" with this one (docs/operating.md, Updates).',
  );
}

function readVersion(cluster: string): string {
  try {
    return readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  } catch (error) {
    throw new CannotStart(
      `The data folder ${cluster} is incomplete: PG_VERSION cannot be read (${codeOf(error)}). ` +
        'Move it away, and run "npm run restore" with a backup.',
    );
  }
}

/** Deletes unfinished clusters that a crash left. Only the holder of the place may call it. */
export function removeUnfinished(place: Place): void {
  for (const name of readdirSync(place.home)) {
    if (name.startsWith(UNFINISHED)) removeUnlessWritten(join(place.home, name));
  }
}

/** A folder that another process is still writing is left: that process deletes it itself. */
function removeUnlessWritten(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY") throw error;
  }
}

/** The account, working directory and environment for a program of PostgreSQL. */
export function spawnOptions(place: Place) {
  return {
    ...place.account,
    // The account may have no access to this process's working directory.
    cwd: "/",
    // Not this process's environment: it has secrets, and PG* variables that would take effect.
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
  };
}

async function makeCluster(place: Place, binaries: Binaries): Promise<void> {
  const folder = mkdtempSync(join(place.home, UNFINISHED));
  if (place.account !== undefined) chownSync(folder, place.account.uid, place.account.gid);
  const failure = await runInitdb(folder, place, binaries);
  const is_there = existsSync(place.cluster);
  if (is_there || failure !== undefined) rmSync(folder, { recursive: true, force: true });
  if (is_there) return;
  if (failure !== undefined) {
    throw new CannotStart(`The bundled PostgreSQL cannot make its data folder: ${failure}`);
  }
  try {
    renameSync(folder, place.cluster);
  } catch (error) {
    if (!existsSync(place.cluster)) throw error;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs initdb and returns why it failed, if it did. */
async function runInitdb(folder: string, place: Place, binaries: Binaries) {
  const arguments_ = ["-D", folder, "-U", "postgres", "-A", "trust", "-k", "--no-locale"];
  const initdb = spawn(binaries.initdb, [...arguments_, "-E", "UTF8"], {
    ...spawnOptions(place),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  initdb.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  try {
    const [code] = await once(initdb, "close");
    return code === 0 ? undefined : (whyItEnded(output) ?? `initdb ended with ${code}.`);
  } catch (error) {
    return error instanceof Error ? whyNotRun(error) : String(error);
  }
}

/** The sentence for a program that the operating system cannot run. */
export function whyNotRun(error: Error): string {
  return `this system does not run its programs (${error.message}): set DATABASE_URL.`;
}

/**
 * The line in the output of a PostgreSQL program that says why it ended: the first failure, because
 * later lines only report the cleanup. Refused connections ("the database system is ...") do not
 * count as failures.
 */
export function whyItEnded(output: string): string | undefined {
  const lines = output.trimEnd().split("\n");
  const failure = lines.find((line) => FAILURE.test(line));
  return (failure ?? lines.at(-1))?.trim() || undefined;
}

const FAILURE = /\b(error|ERROR|FATAL|PANIC): +(?! |the database system is )/;

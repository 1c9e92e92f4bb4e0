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
 * Makes PostgreSQL's data folder where there is none.
 *
 * It is made under another name and renamed when complete, so that a crash in between leaves
 * nothing that looks like a cluster. Of two processes that do so at once one is first; the other
 * throws its own away.
 */
export async function prepareCluster(place: Place, binaries: Binaries): Promise<void> {
  if (!existsSync(place.cluster)) await makeCluster(place, binaries);
  const version = readFileSync(join(place.cluster, "PG_VERSION"), "utf8").trim();
  if (version === binaries.major_version) return;
  throw new CannotStart(
    `The data folder ${place.cluster} was made by PostgreSQL ${version}, and the bundled server ` +
      `is version ${binaries.major_version}: start it with the release that made it.`,
  );
}

/** Removes what a crash left of an unfinished cluster. Only the holder of the place may call it. */
export function removeUnfinished(place: Place): void {
  for (const name of readdirSync(place.home)) {
    if (name.startsWith(UNFINISHED)) removeUnlessWritten(join(place.home, name));
  }
}

/** A process that began when we did may still be writing its own; it throws that away itself. */
function removeUnlessWritten(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY") throw error;
  }
}

/** What a program of PostgreSQL is started with, whoever we are and wherever we stand. */
export function spawnOptions(place: Place) {
  return {
    ...place.account,
    // The account may not be allowed to enter the folder in which we were started.
    cwd: "/",
    // Nothing of our own environment: it holds secrets, and PG* variables that would be obeyed.
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
  let said = "";
  initdb.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  try {
    const [code] = await once(initdb, "close");
    return code === 0 ? undefined : (whyItEnded(said) ?? `initdb ended with ${code}.`);
  } catch (error) {
    return error instanceof Error ? whyNotRun(error) : String(error);
  }
}

/** The sentence for a program that the system does not run at all. */
export function whyNotRun(error: Error): string {
  return `this system does not run its programs (${error.message}): set DATABASE_URL.`;
}

/**
 * Of what a program of PostgreSQL said, the line that tells why it ended: the first failure, since
 * the lines behind it tell only how it cleared up. Failures that answer our knocking are none.
 */
export function whyItEnded(text: string): string | undefined {
  const lines = text.trimEnd().split("\n");
  const failure = lines.find((line) => FAILURE.test(line));
  return (failure ?? lines.at(-1))?.trim() || undefined;
}

const FAILURE = /\b(error|ERROR|FATAL|PANIC): +(?! |the database system is )/;

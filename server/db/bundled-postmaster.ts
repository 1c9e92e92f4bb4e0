import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "../error-code.ts";
import type { Place } from "./bundled-place.ts";

/** The state of the process that PostgreSQL's lock file names. */
export type Lock =
  | { state: "running"; pid: number }
  /** The process has ended, and another program has its pid now. */
  | { state: "reused"; pid: number }
  | { state: "free" };

/** Reads `postmaster.pid`, which remains when a postmaster is killed. */
export function readLock(cluster: string): Lock {
  const pid = readPid(cluster);
  if (pid === undefined || !isAlive(pid)) return { state: "free" };
  const command = commandOf(pid);
  const is_ours = command === undefined || command.includes(cluster);
  return { state: is_ours ? "running" : "reused", pid };
}

/** Whether the server was told to stop, which PostgreSQL writes into line 8 of `postmaster.pid`. */
export async function isStopping(cluster: string): Promise<boolean> {
  const lines = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  return lines.split("\n")[7]?.trim() === "stopping";
}

/** A server writes its pid into a lock file as soon as it has created it. */
const EMPTY_MS = 5_000;

/** Removes lock files that a power cut left empty, with which PostgreSQL would not start. */
export function removeEmptyLocks({ cluster, socket }: Place): void {
  for (const file of [join(cluster, "postmaster.pid"), join(socket, ".s.PGSQL.5432.lock")]) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.size !== 0 || Math.abs(Date.now() - found.mtimeMs) < EMPTY_MS) continue;
    rmSync(file, { force: true });
  }
}

/**
 * Stops the process and waits until it has ended. SIGINT rolls back open transactions and writes
 * a checkpoint; SIGQUIT ends at once, and the next start recovers; SIGKILL is the last resort.
 */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  for (const [signal, timeout_ms] of [
    ["SIGINT", 3500],
    ["SIGQUIT", 1000],
    ["SIGKILL", 500],
  ] as const) {
    sendSignal(pid, signal);
    if (await isGone(cluster, pid, timeout_ms)) return;
  }
}

/** Whether the process exists and this process may signal it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (["ESRCH", "EPERM"].includes(codeOf(error))) return false;
    throw error;
  }
}

async function isGone(cluster: string, pid: number, timeout_ms: number): Promise<boolean> {
  const deadline = performance.now() + timeout_ms;
  while (performance.now() < deadline) {
    const lock = readLock(cluster);
    if (lock.state !== "running" || lock.pid !== pid) return true;
    await delay(20);
  }
  return false;
}

function readPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, "postmaster.pid"), "utf8"), 10);
    return pid > 0 ? pid : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

/** The command line of a process; empty for a zombie, undefined if it cannot be read. */
function commandOf(pid: number): string | undefined {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return undefined;
  }
}

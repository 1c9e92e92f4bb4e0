import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fchownSync, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { CannotStart } from "../cannot-start.ts";
import { codeOf } from "../error-code.ts";
import type { Binaries } from "./bundled-binaries.ts";
import { spawnOptions, whyItEnded, whyNotRun } from "./bundled-cluster.ts";
import { cannotWrite, type Place } from "./bundled-place.ts";
import { type Lock, readLock, removeEmptyLocks, stopPostmaster } from "./bundled-postmaster.ts";

/** The part of a logger that the bundled server needs. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** A bundled server, running or not. */
export interface Server {
  place: Place;
  binaries: Binaries;
  durable: boolean;
  log: Log;
}

/** A server that runs but does not respond for this long is replaced. */
const SILENCE_MS = 15_000;

const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Several launches, because after kill -9 the children of the dead server end with a delay, and
 * because a server that another process starts has an empty lock file for a moment.
 */
const MAX_LAUNCHES = 50;

/**
 * Returns a connection to the server's database `postgres`. Takes over the server if it runs, else
 * starts it. Waits without a limit for a server that is recovering.
 */
export async function bringUp(server: Server): Promise<pg.Client> {
  for (let launches = 0; ; launches++) {
    const lock = readLock(server.place.cluster);
    const holder =
      lock.state === "running"
        ? await takeOver(server, lock.pid)
        : await launch(server, lock, launches < MAX_LAUNCHES);
    if (holder !== undefined) return holder;
    await delay(200);
  }
}

/** Stops the server, also when another process started it; open transactions are rolled back. */
export async function shutDown(server: Server): Promise<void> {
  const lock = readLock(server.place.cluster);
  if (lock.state === "running") await stopPostmaster(server.place.cluster, lock.pid);
}

async function takeOver(server: Server, pid: number): Promise<pg.Client | undefined> {
  const { cluster } = server.place;
  const isRunning = () => {
    const lock = readLock(cluster);
    return lock.state === "running" && lock.pid === pid;
  };
  const holder = await waitForConnection(server, isRunning);
  if (holder !== undefined) return holder;
  if (isRunning()) {
    server.log.warn(`The bundled PostgreSQL (process ${pid}) does not answer; stopping it.`);
    await stopPostmaster(cluster, pid);
  }
  return undefined;
}

/** Starts a server; undefined if the start failed for a temporary reason and may be retried. */
async function launch(server: Server, lock: Lock, may_retry: boolean) {
  const logged = openLog(server.place);
  removeEmptyLocks(server.place);
  const child = spawn(server.binaries.postgres, argumentsOf(server), {
    ...spawnOptions(server.place),
    env: { ...spawnOptions(server.place).env, ...ignoringReusedNumber(lock) },
    // In its own session, so that Ctrl-C reaches only this process, which then stops the server.
    detached: true,
    stdio: ["ignore", logged.descriptor, logged.descriptor],
  });
  closeSync(logged.descriptor);
  child.unref();
  let failure: string | undefined;
  child.once("error", (error) => (failure = whyNotRun(error)));
  child.once("exit", (code) => (failure ??= `it ended with ${code}.`));

  const holder = await waitForConnection(server, () => failure === undefined);
  if (holder !== undefined) return holder;
  if (failure === undefined) await giveUp(child);
  const output = readFileSync(server.place.log_file).subarray(logged.start).toString();
  if (may_retry && /already exists|in use|lock file .* is empty/.test(output)) return undefined;
  const reason = whyItEnded(output) ?? failure ?? "it does not answer.";
  throw new CannotStart(`The bundled PostgreSQL does not start: ${reason}`);
}

/** Waits for a connection; undefined when the server has ended or is silent for SILENCE_MS. */
async function waitForConnection(server: Server, isRunning: () => boolean) {
  let silent_ms = 0;
  let attempted_at = performance.now();
  while (isRunning() && silent_ms < SILENCE_MS) {
    const outcome = await connect(server.place);
    if (outcome instanceof pg.Client) return outcome;
    await delay(25);
    const now = performance.now();
    // A longer attempt means that this process or the machine was suspended, not the server.
    silent_ms += Math.min(now - attempted_at, 2 * CONNECT_TIMEOUT_MS);
    attempted_at = now;
    if (outcome === "not yet") silent_ms = 0;
  }
  return undefined;
}

/** Error codes of class 57 and 53 come from a server that runs: it starts, stops or is full. */
async function connect(place: Place): Promise<pg.Client | "not yet" | "silence"> {
  const client = new pg.Client({
    host: place.socket,
    user: "postgres",
    database: "postgres",
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The "end" event reports a lost connection; without this listener the error would be thrown.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (/^(57|53)/.test(codeOf(error))) return "not yet";
    if (/^[0-9]/.test(codeOf(error))) throw error;
    return "silence";
  }
}

/**
 * PostgreSQL assumes that a live process with the pid in its lock file is a running server, except
 * for the pid in this variable.
 */
function ignoringReusedNumber(lock: Lock) {
  return lock.state === "reused" ? { PG_GRANDPARENT_PID: String(lock.pid) } : {};
}

async function giveUp(child: ChildProcess): Promise<void> {
  child.kill("SIGQUIT");
  await delay(1000);
  child.kill("SIGKILL");
}

const LARGEST_LOG_BYTES = 10 * 1024 * 1024;

function openLog(place: Place): { descriptor: number; start: number } {
  const descriptor = openToAppend(place);
  if (place.account !== undefined) fchownSync(descriptor, place.account.uid, place.account.gid);
  if (fstatSync(descriptor).size > LARGEST_LOG_BYTES) ftruncateSync(descriptor);
  return { descriptor, start: fstatSync(descriptor).size };
}

/** This is the first write of a start, so a read-only disk is reported here. */
function openToAppend({ home, log_file }: Place): number {
  try {
    return openSync(log_file, "a", 0o600);
  } catch (error) {
    throw cannotWrite(home, error);
  }
}

const SETTINGS = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  // Creating a WAL file delays every commit by some 50 ms, so old files are kept and reused.
  min_wal_size: "1GB",
  max_wal_size: "2GB",
  // The first change to a page after a checkpoint writes the whole page to the WAL.
  checkpoint_timeout: "30min",
  wal_compression: "on",
  random_page_cost: "1.1",
  jit: "off",
  // Node shares the two cores, and containers have little shared memory for parallel plans.
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // The application reports failed statements; this log is for the server's own messages.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/**
 * `shared_buffers` gets an eighth of the memory of the machine or its container. Node and the file
 * cache need the rest; a small fixed size would not hold a year of orders.
 */
function memorySettings(): Record<string, string> {
  const limit_bytes = process.constrainedMemory() || totalmem();
  const memory_mb = Math.min(limit_bytes, totalmem()) / 2 ** 20;
  const buffers_mb = Math.min(Math.max(memory_mb / 8, MIN_BUFFERS_MB), MAX_BUFFERS_MB);
  return {
    shared_buffers: `${Math.round(buffers_mb)}MB`,
    effective_cache_size: `${Math.round(memory_mb / 2)}MB`,
  };
}

const MIN_BUFFERS_MB = 128;
const MAX_BUFFERS_MB = 4_096;

const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

function argumentsOf({ place, durable }: Server): string[] {
  const settings = { ...SETTINGS, ...memorySettings(), ...(durable ? {} : NOT_DURABLE) };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", place.cluster, "-k", place.socket, ...options];
}

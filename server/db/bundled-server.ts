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
import { type Lock, readLock, stopPostmaster } from "./bundled-postmaster.ts";

/** The little that the bundled server needs of a logger. */
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

/** A server that lives but does not answer at all for so long is replaced. */
const SILENCE_MS = 15_000;

/** How long one try to reach it waits for an answer. */
const KNOCK_MS = 3_000;

/** After kill -9 the children of the dead server take a moment to go. */
const MOST_LAUNCHES = 50;

/**
 * Returns a connection to the server's database `postgres`; starts the server if it does not
 * run, and takes over the one that runs. One that is recovering is waited for, however long.
 */
export async function bringUp(server: Server): Promise<pg.Client> {
  for (let launches = 0; ; launches++) {
    const lock = readLock(server.place.cluster);
    const holder =
      lock.state === "running"
        ? await takeOver(server, lock.pid)
        : await launch(server, lock, launches < MOST_LAUNCHES);
    if (holder !== undefined) return holder;
    await delay(200);
  }
}

/** Stops the server, whoever started it; open transactions are rolled back. */
export async function shutDown(server: Server): Promise<void> {
  const lock = readLock(server.place.cluster);
  if (lock.state === "running") await stopPostmaster(server.place.cluster, lock.pid);
}

async function takeOver(server: Server, pid: number): Promise<pg.Client | undefined> {
  const { cluster } = server.place;
  const lives = () => {
    const lock = readLock(cluster);
    return lock.state === "running" && lock.pid === pid;
  };
  const holder = await waitForAnswer(server, lives);
  if (holder !== undefined) return holder;
  if (lives()) {
    server.log.warn(`The bundled PostgreSQL (process ${pid}) does not answer; stopping it.`);
    await stopPostmaster(cluster, pid);
  }
  return undefined;
}

/** Starts a server; undefined when that failed in a way that passes by itself. */
async function launch(server: Server, lock: Lock, may_retry: boolean) {
  const logged = openLog(server.place);
  const child = spawn(server.binaries.postgres, argumentsOf(server), {
    ...spawnOptions(server.place),
    env: { ...spawnOptions(server.place).env, ...ignoringReusedNumber(lock) },
    // In a session of its own, so that Ctrl-C reaches only us and we stop it in our order.
    detached: true,
    stdio: ["ignore", logged.descriptor, logged.descriptor],
  });
  closeSync(logged.descriptor);
  child.unref();
  let failure: string | undefined;
  child.once("error", (error) => (failure = whyNotRun(error)));
  child.once("exit", (code) => (failure ??= `it ended with ${code}.`));

  const holder = await waitForAnswer(server, () => failure === undefined);
  if (holder !== undefined) return holder;
  if (failure === undefined) await giveUp(child);
  const said = readFileSync(server.place.log_file).subarray(logged.start).toString();
  if (may_retry && /already exists|in use/.test(said)) return undefined;
  const reason = whyItEnded(said) ?? failure ?? "it does not answer.";
  throw new CannotStart(`The bundled PostgreSQL does not start: ${reason}`);
}

/** Waits for a server to accept us; undefined when it ended or said nothing for too long. */
async function waitForAnswer(server: Server, lives: () => boolean) {
  let silent_ms = 0;
  let knocked_at = performance.now();
  while (lives() && silent_ms < SILENCE_MS) {
    const answer = await knock(server.place);
    if (answer instanceof pg.Client) return answer;
    await delay(25);
    const now = performance.now();
    // What takes longer is no silence of the server: this process stood still, or the machine.
    silent_ms += Math.min(now - knocked_at, 2 * KNOCK_MS);
    knocked_at = now;
    if (answer === "not yet") silent_ms = 0;
  }
  return undefined;
}

/** Codes of class 57 and 53 are a server that starts, stops or is full: it lives. */
async function knock(place: Place): Promise<pg.Client | "not yet" | "silence"> {
  const client = new pg.Client({
    host: place.socket,
    user: "postgres",
    database: "postgres",
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: KNOCK_MS,
  });
  // A lost connection is noticed by its end; without a listener the error would be thrown.
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
 * PostgreSQL takes any live process with the number in its lock file for a running server, but
 * for the number that this variable names.
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

/** The first that is written: on a disk that has become read-only it says so. */
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
  // Each new file of the log holds every commit up for some 50 ms: a calm night keeps the old ones.
  min_wal_size: "1GB",
  max_wal_size: "2GB",
  // The first change of a page after a checkpoint writes all of it to the log.
  checkpoint_timeout: "30min",
  wal_compression: "on",
  random_page_cost: "1.1",
  jit: "off",
  // Two cores are shared with Node, and containers give little memory to parallel plans.
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // A refused statement is the application's business; the server's own news are kept.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/**
 * PostgreSQL's own pages get an eighth of the machine, or of what its container may have: Node and
 * the system's cache of files need the rest, and a year of orders does not fit into a fixed few.
 */
function memorySettings(): Record<string, string> {
  const allowed = process.constrainedMemory() || totalmem();
  const megabytes = Math.min(allowed, totalmem()) / 2 ** 20;
  const pages = Math.min(Math.max(megabytes / 8, LEAST_PAGES_MB), MOST_PAGES_MB);
  return {
    shared_buffers: `${Math.round(pages)}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
  };
}

const LEAST_PAGES_MB = 128;
const MOST_PAGES_MB = 4_096;

const THROW_AWAY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

function argumentsOf({ place, durable }: Server): string[] {
  const wanted = { ...SETTINGS, ...memorySettings(), ...(durable ? {} : THROW_AWAY) };
  const named = Object.entries(wanted).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", place.cluster, "-k", place.socket, ...named];
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, chmodSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readLock, stopPostmaster } from "../db/bundled-postmaster.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/**
 * The product in a process of its own, on its own durable bundled PostgreSQL or on the database
 * that DATABASE_URL names.
 */
export interface Product {
  /** The base URL of the API while the process runs: http://127.0.0.1:port/api. */
  readonly api: string;
  /** The id of the Node process while it runs. */
  readonly pid: number | undefined;
  /** The URL of the bundled database, for tests that read it directly. */
  readonly database_url: string;
  /** Starts or restarts the process; resolves when it is ready. */
  start(test_clock: string): Promise<void>;
  /** Sends SIGTERM, as an operator does; returns the exit code of the process. */
  stop(): Promise<number | null>;
  /** Kills the Node process with SIGKILL, as if the machine had lost power. */
  killServer(): Promise<void>;
  /** Kills the postmaster with SIGKILL; the Node process restarts it. */
  killDatabase(): void;
  /** Resolves when the readiness check succeeds, which includes the database. */
  ready(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * `stdout` is an open file that receives its standard output. A process whose output is not read
 * here needs a PORT, since nothing tells its address.
 */
export function aProduct(env: Record<string, string>, stdout?: number): Product {
  const data_dir = mkdtempSync(join(tmpdir(), "nishana-product-"));
  chmodSync(data_dir, 0o755);
  const home = () => realpathSync(join(data_dir, "postgres"));
  const cluster = () => join(home(), "cluster");
  let child: ChildProcess | undefined;
  let api = "";

  const stopped = async () => {
    if (child && child.exitCode === null && child.signalCode === null) await once(child, "exit");
    child = undefined;
  };

  const removeDatabase = async () => {
    const lock = readLock(cluster());
    if (lock.state === "running") await stopPostmaster(cluster(), lock.pid);
    rmSync(home(), { recursive: true, force: true });
  };

  return {
    get api() {
      return api;
    },
    get pid() {
      return child?.pid;
    },
    get database_url() {
      const host = encodeURIComponent(join(home(), "socket"));
      return `postgresql://postgres@localhost/nishana?host=${host}`;
    },
    async start(test_clock) {
      const settings = { DATA_DIR: data_dir, TEST_CLOCK: test_clock, ...env };
      child = spawnProduct(settings, stdout);
      api = `${stdout === undefined ? await addressOf(child) : localAddress(env)}/api`;
      if (stdout !== undefined) await untilLive(child, api);
    },
    async stop() {
      const stopping = child;
      stopping?.kill("SIGTERM");
      await stopped();
      return stopping?.exitCode ?? null;
    },
    async killServer() {
      child?.kill("SIGKILL");
      await stopped();
    },
    killDatabase() {
      const lock = readLock(cluster());
      if (lock.state === "running") process.kill(lock.pid, "SIGKILL");
    },
    async ready() {
      while (!(await fetch(`${api}/health/ready`)).ok);
    },
    async remove() {
      child?.kill("SIGKILL");
      await stopped();
      if (env["DATABASE_URL"] === undefined) await removeDatabase();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

function spawnProduct(env: Record<string, string>, stdout?: number): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", MAIN], {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      RATE_LIMIT: "off",
      LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", stdout ?? "pipe", "pipe"],
  });
}

const localAddress = ({ PORT = "" }: Record<string, string>): string => `http://127.0.0.1:${PORT}`;

/** Resolves when the process answers; throws when it exits before. */
async function untilLive(child: ChildProcess, api: string): Promise<void> {
  child.stderr?.resume();
  const isLive = () =>
    fetch(`${api}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isLive())) {
    if (child.exitCode !== null) throw new Error("the product ended before it was ready");
  }
}

/** The address that the process prints when it is ready; throws its output when it exits before. */
async function addressOf(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("a spawned process has its streams");
  let output = "";
  stderr.on("data", (text: Buffer) => (output += text.toString()));
  for await (const line of createInterface({ input: stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    // Keep reading the output: a full pipe would block the process.
    if (address !== undefined) return stdout.resume() && address;
    output += `${line}\n`;
  }
  throw new Error(`the product ended before it was ready:\n${output}`);
}

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach } from "vitest";
import { type BundledOptions, startBundledPostgres } from "../db/bundled-postgres.ts";
import { readLock, stopPostmaster } from "../db/bundled-postmaster.ts";

export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Creates data folders of bundled servers for a test file; stops servers that still run. */
export function useDataDirs() {
  const data_dirs: string[] = [];
  const mends: (() => void)[] = [];
  const newDataDir = ({ mode = 0o755 } = {}): string => {
    const folder = mkdtempSync(join(tmpdir(), "nishana-bundled-"));
    chmodSync(folder, mode);
    data_dirs.push(join(folder, "data"));
    return join(folder, "data");
  };
  const data_dir = newDataDir();

  afterEach(async () => {
    for (const mend of mends.splice(0)) mend();
    for (const dir of data_dirs) await stopLeftover(dir);
  });
  afterAll(() => {
    for (const dir of data_dirs) {
      const home = join(dir, "postgres");
      if (existsSync(home)) rmSync(realpathSync(home), { recursive: true });
      rmSync(dirname(dir), { recursive: true, force: true });
    }
  });

  return {
    /** Shared by the tests that do not need an empty folder, since initdb takes seconds. */
    data_dir,
    data_dirs,
    newDataDir,
    /** Functions that undo a test's damage to `data_dir`; they run after each test. */
    mends,
    /** Keeps the server from starting until the test ends or calls the returned function. */
    spoilSettings: (): (() => void) => {
      const settings = join(data_dir, "postgres", "cluster", "postgresql.auto.conf");
      const before = readFileSync(settings);
      const mend = () => writeFileSync(settings, before);
      mends.push(mend);
      writeFileSync(settings, "shared_preload_libraries = 'nowhere'\n");
      return mend;
    },
  };
}

export const start = (data_dir: string, options: Partial<BundledOptions> = {}) =>
  startBundledPostgres({ data_dir, log: quiet, ...options });

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Retries until the server answers again. Only the test's timeout limits the retries. */
export async function queryWhenBack(url: string, text: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(url, text);
    } catch {
      await nextTurn();
    }
  }
}

export function postmasterOf(data_dir: string): number {
  const lock = readLock(join(realpathSync(join(data_dir, "postgres")), "cluster"));
  if (lock.state !== "running") throw new Error(`the server is ${lock.state}`);
  return lock.pid;
}

async function stopLeftover(data_dir: string): Promise<void> {
  const home = join(data_dir, "postgres");
  if (!existsSync(home)) return;
  const cluster = join(realpathSync(home), "cluster");
  const lock = readLock(cluster);
  if (lock.state === "running") await stopPostmaster(cluster, lock.pid);
}

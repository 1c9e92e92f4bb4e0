import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startBundledPostgres } from "../../server/db/bundled-postgres.ts";

/** The PostgreSQL server of a run; durable, like the product's own. */
export interface Postgres {
  version: string;
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** The server at BENCH_DATABASE_URL, or a bundled one in a temporary folder. */
export async function startPostgres(): Promise<Postgres> {
  const named = process.env["BENCH_DATABASE_URL"];
  const postgres =
    named === undefined ? await startBundled() : { url: named, stop: async () => {} };
  const { url } = postgres;
  const name = `nishana_bench_${process.pid}`;
  const created: string[] = [];
  return {
    version: await versionOf(url),
    async createDatabase(suffix) {
      const database = `${name}_${suffix}`;
      await run(url, `create database ${database}`);
      created.push(database);
      return withDatabase(url, database);
    },
    async stop() {
      for (const database of named === undefined ? [] : created) {
        await run(url, `drop database if exists ${database} with (force)`);
      }
      await postgres.stop();
    },
  };
}

async function startBundled() {
  const data_dir = mkdtempSync(join(tmpdir(), "nishana-bench-"));
  chmodSync(data_dir, 0o755);
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const postgres = await startBundledPostgres({ data_dir, log });
  await useLog(postgres.url);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

/** The WAL files that remain after a rush: checkpoints let the WAL grow to 2 GB. */
const LOG_FILES = 128;

/**
 * Fills the WAL, because a server in use has old WAL files to recycle. Without them, every new 16
 * MB file is first filled with zeros while all commits wait, which determined the p99.
 */
async function useLog(url: string): Promise<void> {
  const client = await openClient(url);
  try {
    for (let file = 0; file < LOG_FILES; file += 1) {
      await client.query("select pg_logical_emit_message(true, 'used', '')");
      await client.query("select pg_switch_wal()");
    }
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

async function versionOf(url: string): Promise<string> {
  const { rows } = await run<{ server_version: string }>(url, "show server_version");
  return rows[0]?.server_version.split(" ")[0] ?? "";
}

async function run<Row extends pg.QueryResultRow>(url: string, statement: string) {
  const client = await openClient(url);
  try {
    return await client.query<Row>(statement);
  } finally {
    await client.end();
  }
}

/** A connection for seeding and observing. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

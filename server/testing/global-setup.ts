import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startBundledPostgres } from "../db/bundled-postgres.ts";
import { isAlive, readLock, stopPostmaster } from "../db/bundled-postmaster.ts";
import { stopClock } from "../db/clock.ts";
import { closeDatabase, openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the maintenance database on the server that the whole run uses. */
    server_url: string;
    /** The name of a migrated database that tests clone. */
    template: string;
  }
}

/**
 * Starts one PostgreSQL server for the whole run, or uses the server that TEST_DATABASE_URL names,
 * and creates a migrated template database on it. The template's clock is stopped at a fixed noon,
 * so that no test depends on the day and hour at which it runs.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given_url = process.env["TEST_DATABASE_URL"];
  const server =
    given_url === undefined ? await startTemporary() : { url: given_url, stop: async () => {} };
  const template = `nishana_template_${process.pid}`;
  try {
    await run(server.url, `create database ${template}`);
    const db = openDatabase(withDatabase(server.url, template));
    await migrate(db);
    await stopClock(db, NOON);
    await closeDatabase(db);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("server_url", withDatabase(server.url, "postgres"));
  project.provide("template", template);
  return async () => {
    if (given_url !== undefined) await run(server.url, `drop database ${template} with (force)`);
    await server.stop();
  };
}

const NOON = "2026-11-20T12:00:00+05:30";
const PREFIX = "nishana-test-";

async function startTemporary() {
  await removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  const quiet = { info: () => {}, warn: console.warn, error: console.error };
  const server = await startBundledPostgres({ data_dir: folder, log: quiet, durable: false });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

/** Removes the servers of earlier runs that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.split("-")[2]) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const cluster = join(tmpdir(), name, "postgres", "cluster");
    try {
      const lock = readLock(cluster);
      if (lock.state === "running") await stopPostmaster(cluster, lock.pid);
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another account, which has to remove it.
    }
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

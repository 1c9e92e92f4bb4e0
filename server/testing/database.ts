import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { closeDatabase, type Db, openDatabase, theRow } from "../db/database.ts";

export interface TestDatabase {
  readonly db: Db;
  readonly url: string;
  /** Fails the file at its end unless deadlocks rolled back this many transactions. */
  expectDeadlocks: (count: number) => void;
}

/**
 * Creates a database for the tests of one file and drops it after them. `migrated` clones the
 * migrated template; `empty` has no tables. `url` is for tests that start other processes.
 */
export function useDatabase(kind: "migrated" | "empty" = "migrated"): TestDatabase {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const server_url = inject("server_url");
  const url = new URL(server_url);
  url.pathname = `/${name}`;
  let db: Db | undefined;
  let expected_deadlocks: number | undefined;
  beforeAll(async () => {
    const template = kind === "empty" ? "template0" : inject("template");
    await onServer(server_url, `create database ${name} template ${template}`);
    db = openDatabase(url.href);
  });
  afterAll(async () => {
    if (db) await closeDatabase(db);
    db = undefined;
    const is_counted = expected_deadlocks !== undefined;
    const deadlocks = is_counted ? await countDeadlocks(server_url, name) : undefined;
    await onServer(server_url, `drop database ${name} with (force)`);
    expect(deadlocks).toBe(expected_deadlocks);
  });
  return {
    get db() {
      if (!db) throw new Error("the database exists only while tests run");
      return db;
    },
    url: url.href,
    expectDeadlocks: (count) => void (expected_deadlocks = count),
  };
}

/** A connection reports its deadlocks when it closes at the latest, so all must be closed. */
async function countDeadlocks(server_url: string, name: string): Promise<number> {
  const server = openDatabase(server_url, 1);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = ${name}
  `.execute(server);
  await closeDatabase(server);
  return theRow(rows).deadlocks;
}

/** Opens a second connection pool of the given size on the same database. */
export function anotherPool(database: TestDatabase, pool_size: number): TestDatabase {
  const db = openDatabase(database.url, pool_size);
  afterAll(() => closeDatabase(db));
  return { db, url: database.url, expectDeadlocks: database.expectDeadlocks };
}

async function onServer(url: string, statement: string): Promise<void> {
  const server = openDatabase(url, 1);
  await sql.raw(statement).execute(server);
  await closeDatabase(server);
}

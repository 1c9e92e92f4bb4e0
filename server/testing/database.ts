import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../db/database.ts";

export interface TestDatabase {
  readonly db: Db;
  readonly url: string;
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
  beforeAll(async () => {
    const template = kind === "empty" ? "template0" : inject("template");
    await onServer(server_url, `create database ${name} template ${template}`);
    db = openDatabase(url.href);
  });
  afterAll(async () => {
    if (db) await closeDatabase(db);
    db = undefined;
    await onServer(server_url, `drop database ${name} with (force)`);
  });
  return {
    get db() {
      if (!db) throw new Error("the database exists only while tests run");
      return db;
    },
    url: url.href,
  };
}

/** Opens a second connection pool of the given size on the same database. */
export function anotherPool({ url }: Pick<TestDatabase, "url">, pool_size: number): TestDatabase {
  const db = openDatabase(url, pool_size);
  afterAll(() => closeDatabase(db));
  return { db, url };
}

async function onServer(url: string, statement: string): Promise<void> {
  const server = openDatabase(url, 1);
  await sql.raw(statement).execute(server);
  await closeDatabase(server);
}

import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import pino from "pino";
import { afterAll, afterEach, expect, test } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import { readConfig } from "../config.ts";
import { useDatabase } from "../testing/database.ts";
import { untilUnserved, useListeners } from "../testing/listening.ts";
import { openProductDatabase, stopAll, type Undo } from "./product-database.ts";

const folder = mkdtempSync(join(tmpdir(), "nishana-product-"));
chmodSync(folder, 0o755);
const data_dir = join(folder, "data");
const config = readConfig({ DATA_DIR: data_dir });
const log = pino({ level: "silent" });
const opened: Undo[] = [];
const database = useDatabase();
const not_durable = useDatabase();
const served = useDatabase();

afterEach(async () => {
  for (const undo of opened.splice(0).toReversed()) await stopAll(undo);
});

afterAll(() => {
  rmSync(realpathSync(join(data_dir, "postgres")), { recursive: true });
  rmSync(folder, { recursive: true });
});

async function open(options?: { share: boolean }) {
  const undo: Undo = [];
  opened.push(undo);
  const { db } = await openProductDatabase(config, log, undo, options);
  return { db, stop: () => stopAll(undo) };
}

test("an operator's command does not create a database", async () => {
  await expect(open({ share: true })).rejects.toThrow(
    new CannotStart(
      `There are no data in ${data_dir}: set DATABASE_URL or DATA_DIR as the product has it.`,
    ),
  );
  expect(existsSync(data_dir)).toBe(false);
});

test("an operator's command shares the running product's server, which keeps running", async () => {
  const product = await open();
  await expect(open()).rejects.toThrow("Another Nishana");
  const command = await open({ share: true });
  expect((await sql`select 1 as one`.execute(command.db)).rows).toEqual([{ one: 1 }]);
  await command.stop();
  expect((await sql`select 1 as one`.execute(product.db)).rows).toEqual([{ one: 1 }]);
});

const newListener = useListeners(served);

async function openNamed(url: string) {
  const undo: Undo = [];
  opened.push(undo);
  return openProductDatabase(readConfig({ DATABASE_URL: url }), log, undo);
}

test("a database that cannot be migrated is refused in one sentence", async () => {
  const later = sql`insert into kysely_migration (name, timestamp) values ('999_later', now())`;
  await later.execute(database.db);
  const opening = openNamed(database.url);
  await expect(opening).rejects.toThrow(CannotStart);
  await expect(opening).rejects.toThrow(/cannot be brought to this version: a newer version/);
});

test.each([
  ["has another routine", "update routines set hash = 'x' where name = 'place-orders.sql'"],
  ["lacks a routine", "delete from routines where name = 'settle-chunk.sql'"],
])("a database that %s is changed only while no process serves it", async (_, make) => {
  const { db, url } = served;
  const listRoutines = async () =>
    (await sql`select name, hash from routines order by name`.execute(db)).rows;
  const current = await listRoutines();
  const serving = newListener();
  await serving.start();
  await openNamed(url);
  await sql.raw(make).execute(db);
  const other = await listRoutines();
  const opening = openNamed(url);
  await expect(opening).rejects.toThrow(CannotStart);
  await expect(opening).rejects.toThrow("a process of another version serves it; stop that first.");
  expect(await listRoutines()).toEqual(other);
  await serving.close();
  await untilUnserved(db);
  await openNamed(url);
  expect(await listRoutines()).toEqual(current);
});

test("a database of another encoding than UTF-8 is refused", async () => {
  const url = new URL(served.url);
  url.pathname += "_ascii";
  const name = url.pathname.slice(1);
  const make = `create database ${name} encoding 'SQL_ASCII' template template0`;
  await sql.raw(`${make} lc_collate 'C' lc_ctype 'C'`).execute(served.db);
  const opening = openNamed(url.href);
  await expect(opening).rejects.toThrow(CannotStart);
  await expect(opening).rejects.toThrow("has the encoding SQL_ASCII; it must");
  await sql.raw(`drop database ${name} with (force)`).execute(served.db);
});

/** A pooler before the database that ignores the settings which its clients ask for. */
async function openPooler(url: string) {
  const { host, port } = new pg.Client(url);
  const pooler = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`);
    near.once("data", (bytes) => {
      const wanted = bytes.toString("latin1");
      far.write(wanted.replace("timeout=30s", "timeout=31s"), "latin1");
      near.pipe(far);
    });
    far.pipe(near);
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => far.destroy());
  }).listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const address = pooler.address();
  if (address === null || typeof address === "string") throw new Error("expected a TCP port");
  const { pathname } = new URL(url);
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}${pathname}`,
    close: () => new Promise((closed) => void pooler.close(closed)),
  };
}

test("a pooler that drops the settings of connections is refused", async () => {
  const pooler = await openPooler(database.url);
  const opening = openNamed(pooler.url);
  await expect(opening).rejects.toThrow(CannotStart);
  await expect(opening).rejects.toThrow("drops the settings of connections, such as a pooler");
  await stopAll(opened.splice(0).flat());
  await pooler.close();
});

test("a database that may lose commits is refused in licensed mode", async () => {
  const name = new URL(not_durable.url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(not_durable.db);
  const undo: Undo = [];
  opened.push(undo);
  const openAs = (env: Record<string, string>) =>
    openProductDatabase(readConfig({ DATABASE_URL: not_durable.url, ...env }), log, undo);
  const licensed = openAs({ MODE: "licensed", LICENCE_NAME: "A counter", LICENCE_NUMBER: "1" });
  await expect(licensed).rejects.toThrow(CannotStart);
  await expect(licensed).rejects.toThrow(/may lose what it has acknowledged/);
  expect(await openAs({})).toMatchObject({ url: not_durable.url });
});

test("a password that makes DATABASE_URL invalid is not shown in the error", async () => {
  const opening = openNamed("postgres://app:secret/secret@127.0.0.1/nishana");
  await expect(opening).rejects.toThrow(CannotStart);
  await expect(opening).rejects.toThrow(/^DATABASE_URL (?!.*secret)/);
});

test("stopAll stops everything although one step fails", async () => {
  const stopped: string[] = [];
  const undo: Undo = [
    async () => void stopped.push("first"),
    () => Promise.reject(new Error("it does not stop")),
    async () => void stopped.push("last"),
  ];
  await expect(stopAll(undo)).rejects.toThrow("it does not stop");
  expect(stopped).toEqual(["last", "first"]);
});

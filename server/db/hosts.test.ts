import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBundledPostgres } from "./bundled-postgres.ts";
import { closeDatabase, openDatabase, theRow } from "./database.ts";
import { nameOf, parseAddress, poolOn } from "./hosts.ts";

test.each<[string, string[], boolean]>([
  ["postgres://h/d", ["postgres://h/d"], false],
  [
    "postgresql://u:p@h1:5432,h2/d?target_session_attrs=read-write",
    ["postgresql://u:p@h1:5432/d", "postgresql://u:p@h2/d"],
    true,
  ],
  [
    "postgres://h1,h2,h3:6000/d?sslmode=require&target_session_attrs=primary&x=1",
    ["h1", "h2", "h3:6000"].map((host) => `postgres://${host}/d?sslmode=require&x=1`),
    true,
  ],
  ["postgres://h1,h2/d?target_session_attrs=any", ["postgres://h1/d", "postgres://h2/d"], false],
  ["postgresql://u@localhost/d?host=%2Frun", ["postgresql://u@localhost/d?host=%2Frun"], false],
  ["postgres://u:p@q@h1,h2/d", ["postgres://u:p@q@h1/d", "postgres://u:p@q@h2/d"], true],
])("the servers of %s are parsed", (url, urls, is_writable_wanted) => {
  expect(parseAddress(url)).toEqual({ urls, is_writable_wanted });
});

test.each([
  ["postgres://u:secret@h:5432/d?password=secret", "postgres://h:5432/d"],
  ["postgresql://u:secret@secret@h1:5432,[::1]/d", "postgresql://h1:5432,[::1]/d"],
  ["postgres://u:secret@/d?host=%2Frun", "postgres:///d"],
  ["postgres://u:secret/secret@h/d", undefined],
  ["postgres://u:1/secret@h/d", undefined],
  ["postgres://u:secret?secret@h/d", undefined],
  ["postgres://u:secret#secret@h/d", undefined],
])("the display name of %s is %s and holds no secret", (url, name) => {
  expect(nameOf(url)).toBe(name);
});

/**
 * A TCP port that forwards to a bundled server, which has only a Unix socket. It drops messages
 * that contain the text `swallowed`.
 */
async function portTo(
  url: string,
  swallowed?: string,
  own_port = 0,
): Promise<{ port: number; close(): void }> {
  const path = `${new URL(url).searchParams.get("host")}/.s.PGSQL.5432`;
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = createConnection(path);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => undefined).on("close", () => (near.destroy(), far.destroy()));
    }
    near.on("data", (bytes) => {
      if (swallowed === undefined || !bytes.includes(swallowed)) far.write(bytes);
    });
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(own_port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port: address.port, close };
}

const folder = mkdtempSync(join(tmpdir(), "nishana-hosts-"));
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const start = (name: string) =>
  startBundledPostgres({ data_dir: join(folder, name), log: quiet, durable: false });
let writable: Awaited<ReturnType<typeof startBundledPostgres>>;
let standby: Awaited<ReturnType<typeof startBundledPostgres>>;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  [writable, standby] = await Promise.all([start("writable"), start("standby")]);
  const db = openDatabase(standby.url, 1);
  await sql.raw("alter system set default_transaction_read_only = on").execute(db);
  await sql.raw("select pg_reload_conf()").execute(db);
  const readSetting = sql<{ setting: string }>`
    select current_setting('default_transaction_read_only') as setting
  `;
  while ((await readSetting.execute(db)).rows[0]?.setting !== "on");
  await closeDatabase(db);
});

afterAll(async () => {
  await Promise.all([writable.stop(), standby.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

test("the server that accepts writes is found after a dead one and a standby", async () => {
  const [primary, read_only, dead] = await Promise.all([
    portTo(writable.url),
    portTo(standby.url),
    portTo(standby.url),
  ]);
  dead.close();
  const hosts = [dead, read_only, primary].map(({ port }) => `127.0.0.1:${port}`).join(",");
  const db = openDatabase(
    `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    2,
  );
  const { rows } = await sql`select current_setting('transaction_read_only') as read_only`.execute(
    db,
  );
  expect(rows).toEqual([{ read_only: "off" }]);
  await closeDatabase(db);
  primary.close();
  read_only.close();
});

test("a server that does not respond to the probe is skipped", async () => {
  const [silent, primary] = await Promise.all([
    portTo(writable.url, "transaction_read_only"),
    portTo(writable.url),
  ]);
  const hosts = [silent, primary].map(({ port }) => `127.0.0.1:${port}`).join(",");
  const db = openDatabase(`postgres://postgres@${hosts}/postgres`, 1);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await closeDatabase(db);
  silent.close();
  primary.close();
});

test("when the primary is lost, the next connection goes to another server", async () => {
  const [first, second] = await Promise.all([portTo(writable.url), portTo(writable.url)]);
  const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
  const db = openDatabase(`postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`);
  const one = () => sql`select 1 as one`.execute(db).then(({ rows }) => rows);
  expect(await one()).toEqual([{ one: 1 }]);
  first.close();
  const after = await one().catch(one);
  expect(after).toEqual([{ one: 1 }]);
  await closeDatabase(db);
  second.close();
});

test("a server that has become a standby is left although it can be reached", async () => {
  const [first, second] = await Promise.all([portTo(writable.url), portTo(writable.url)]);
  const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
  const db = openDatabase(`postgres://postgres@${hosts}/postgres`);
  const isReadOnly = () =>
    sql`show transaction_read_only`.execute(db).then(({ rows: [row] }) => row);
  expect(await isReadOnly()).toEqual({ transaction_read_only: "off" });
  // The process is not told of the loss before its server is back, as when it was suspended.
  first.close();
  const changed = await portTo(standby.url, undefined, first.port);
  expect(await isReadOnly().catch(isReadOnly)).toEqual({ transaction_read_only: "off" });
  await closeDatabase(db);
  changed.close();
  second.close();
});

test("of several servers that take writes, the one promoted last is used", async () => {
  const before = await start("promoted");
  const data = await valueOf(before.url, "show data_directory");
  await before.stop();
  writeFileSync(join(data, "standby.signal"), "");
  const promoted = await start("promoted");
  await valueOf(promoted.url, "select pg_promote()::text");
  const [former, latest] = await Promise.all([portTo(writable.url), portTo(promoted.url)]);
  const hosts = `127.0.0.1:${former.port},127.0.0.1:${latest.port}`;
  expect(await valueOf(`postgres://postgres@${hosts}/postgres`, "show data_directory")).toBe(data);
  former.close();
  latest.close();
  await promoted.stop();
});

async function valueOf(url: string, question: string): Promise<string> {
  const db = openDatabase(url, 1);
  const { rows } = await sql.raw<Record<string, string>>(question).execute(db);
  await closeDatabase(db);
  return Object.values(theRow(rows)).join();
}

test("a timeout while all connections are in use does not open another pool", async () => {
  const primary = await portTo(writable.url);
  const opened: pg.Pool[] = [];
  const pool = poolOn(
    parseAddress(`postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:1/postgres`),
    (connectionString) => {
      const made = new pg.Pool({ connectionString, max: 1 });
      opened.push(made);
      return made;
    },
  );
  const taken = await pool.connect();
  // Shorten the timeout only now, because opening the first connection may take longer.
  for (const { options } of opened) options.connectionTimeoutMillis = 100;
  await expect(pool.connect()).rejects.toThrow("when trying to connect");
  const waiting = pool.connect();
  taken.release();
  (await waiting).release();
  expect(opened).toHaveLength(1);
  await pool.end();
  primary.close();
});

test("those who wait for a connection to a lost server get one to the next", async () => {
  const [first, second] = await Promise.all([portTo(writable.url), portTo(writable.url)]);
  const pool = poolOn(
    parseAddress(`postgres://postgres@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres`),
    // The timeout is longer than that of the test.
    (connectionString) =>
      new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 600_000 }),
  );
  const taken = await pool.connect();
  taken.on("error", () => undefined);
  const waiting = Array.from({ length: 5 }, async () => (await pool.connect()).release());
  first.close();
  taken.release(true);
  expect(await Promise.all(waiting)).toHaveLength(5);
  await pool.end();
  second.close();
});

test("too many connections fail requests for one, and leave the pool", async () => {
  const primary = await portTo(writable.url);
  const admin = openDatabase(writable.url, 1);
  const limit = (connections: number) =>
    sql.raw(`alter role few connection limit ${connections}`).execute(admin);
  await sql.raw("create role few login connection limit 0").execute(admin);
  let opened = 0;
  const pool = poolOn(
    parseAddress(`postgres://few@127.0.0.1:${primary.port}/postgres`),
    (connectionString) => {
      opened += 1;
      return new pg.Pool({ connectionString, max: 2 });
    },
  );
  const refused = () => expect(pool.connect()).rejects.toMatchObject({ code: "53300" });
  await refused();
  await limit(-1);
  const taken = await pool.connect();
  await limit(0);
  await refused();
  await limit(-1);
  (await pool.connect()).release();
  expect(opened).toBe(1);
  taken.release();
  await pool.end();
  await closeDatabase(admin);
  primary.close();
});

test("when no server is suitable, the error says why", async () => {
  const read_only = await portTo(standby.url);
  const db = openDatabase(
    `postgres://postgres@127.0.0.1:${read_only.port}/postgres?target_session_attrs=read-write`,
  );
  await expect(sql`select 1`.execute(db)).rejects.toThrow("takes writes");
  await closeDatabase(db);
  read_only.close();
});

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { open, readdir, readFile, readlink } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { takeConnection } from "./db/database.ts";
import { type Fate, openCutProxy } from "./proof/cut-proxy.ts";
import { useDatabase } from "./testing/database.ts";
import { aProduct } from "./testing/product.ts";
import { untilWaiting } from "./testing/waiting.ts";

const ADMIN = { phone: "9000000001", password: "admin of the stops" };
const NOON = "2026-11-20T12:00:00+05:30";
const database = useDatabase();
const [empty, another] = [useDatabase(), useDatabase()];
const env = {
  DATABASE_URL: database.url,
  ADMIN_PHONE: ADMIN.phone,
  ADMIN_PASSWORD: ADMIN.password,
};
const product = aProduct(env);
const folder = mkdtempSync(join(tmpdir(), "nishana-main-"));

afterAll(async () => {
  await product.remove();
  rmSync(folder, { recursive: true });
});

// A process that cannot shut down in time exits with 1 by itself, within ten seconds.

test("a shutdown cancels a check of the books that would never end", async () => {
  await product.start(NOON);
  const headers = { authorization: `Bearer ${await signIn()}` };
  await whileLocked("ledger", async () => {
    const books = fetch(`${product.api}/admin/books`, { headers }).catch(String);
    await untilWaiting(database.db, 1);
    expect(await product.stop()).toBe(0);
    expect(await books).toBe("TypeError: fetch failed");
  });
});

test("a shutdown cancels statements that hold all connections, and those behind them", async () => {
  await product.start(NOON);
  await whileLocked("houses", async () => {
    const reads = Array.from({ length: 30 }, () => fetch(`${product.api}/houses/1`).catch(String));
    // One of the twelve connections is the listener's.
    await untilWaiting(database.db, 11);
    expect(await product.stop()).toBe(0);
    await Promise.all(reads);
  });
});

test("a shutdown cancels a statement whose client has disconnected", async () => {
  await product.start(NOON);
  await whileLocked("houses", async () => {
    const { hostname, port, pathname } = new URL(`${product.api}/houses/1`);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    await untilWaiting(database.db, 1);
    socket.resetAndDestroy();
    expect(await product.stop()).toBe(0);
  });
});

test("a stop waits no longer for a database that has vanished without a word", async () => {
  const fates: Fate[] = [];
  const proxy = await openCutProxy(database.url, () => fates.shift() ?? "carried", "from houses");
  const behind = aProduct({ DATABASE_URL: proxy.url });
  await behind.start(NOON);
  fates.push("swallowed");
  const read = fetch(`${behind.api}/houses/1`).catch(String);
  while (fates.length > 0) await nextTurn();
  expect(await behind.stop()).toBe(0);
  expect(await read).toBe("TypeError: fetch failed");
  await behind.remove();
  await proxy.close();
});

test.runIf(existsSync("/proc/self/fd"))(
  "a start makes sixteen handles of the socket on which it listens",
  async () => {
    await product.start(NOON);
    const count = (await socketsOf(product.pid)).reduce(
      (counts, socket) => counts.set(socket, (counts.get(socket) ?? 0) + 1),
      new Map<string, number>(),
    );
    expect(Math.max(...count.values())).toBe(16);
    expect(await product.stop()).toBe(0);
  },
);

test.runIf(existsSync("/dev/full")).each([
  ["a full disk", () => "/dev/full"],
  ["a reader that hangs", aPipe],
])("a log that goes to %s stops neither the product nor its end", async (_, pathOf) => {
  const taken = await takePort();
  taken.close();
  // A pipe that is open for both can be opened before anybody else has.
  const output = await open(pathOf(), "r+");
  const logging = aProduct({ ...env, PORT: String(taken.port), LOG_LEVEL: "info" }, output.fd);
  onTestFinished(async () => {
    await logging.remove();
    await output.close();
  });
  await logging.start(NOON);
  const headers = {
    authorization: `Bearer ${await signIn(logging.api)}`,
    "content-type": "application/json",
  };
  // Each is logged; together they are longer than what a pipe holds.
  for (let call = 0; call < 400; call += 1) {
    const init = { method: "PUT", headers, body: '{"language":"en"}' };
    expect((await fetch(`${logging.api}/users/profile`, init)).status).toBe(200);
  }
  expect(await logging.stop()).toBe(0);
});

test("the log shows why and when the product stopped", async () => {
  const taken = await takePort();
  taken.close();
  const path = join(folder, "log");
  const output = await open(path, "w+");
  const logging = aProduct({ ...env, PORT: String(taken.port), LOG_LEVEL: "info" }, output.fd);
  await logging.start(NOON);
  expect(await logging.stop()).toBe(0);
  await logging.remove();
  await output.close();
  expect(await readFile(path, "utf8")).toMatch(/"msg":"SIGTERM: stopping"[^]*"msg":"stopped"/);
});

test.each([
  ["no generated admin, whose password would never be shown", empty, {}, []],
  [
    "the configured admin, before anybody else can register the phone",
    another,
    { ADMIN_PHONE: "9000000002", ADMIN_PASSWORD: ADMIN.password },
    [{ phone: "9000000002" }],
  ],
])("a start that fails creates %s", async (_, { db, url }, admin, created) => {
  const taken = await takePort();
  const first = aProduct({ DATABASE_URL: url, PORT: String(taken.port), ...admin });
  await expect(first.start(NOON)).rejects.toThrow(`Port ${taken.port} is in use`);
  const { rows } = await sql`select phone from users`.execute(db);
  expect(rows).toEqual(created);
  await first.remove();
  taken.close();
});

/** A port outside the range from which the system gives out ports, so that it stays free. */
async function takePort(): Promise<{ port: number; close(): void }> {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
      return { port, close: () => void server.close() };
    } catch {
      // It is taken; the next may be free.
    }
  }
}

/** The path of a pipe from which nobody reads. */
function aPipe(): string {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

/** Runs the work while another connection holds a lock on a table, so that every reader waits. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const holder = await takeConnection(database.db);
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    holder.release(true);
  }
}

/** The sockets of a process as Linux names them, once for each of their handles. */
async function socketsOf(pid = 0): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  // Some close between the two calls.
  const name = (handle: string) => readlink(`${folder}/${handle}`).catch(() => "");
  const names = await Promise.all((await readdir(folder)).map(name));
  return names.filter((target) => target.startsWith("socket:"));
}

async function signIn(api = product.api): Promise<string> {
  const response = await fetch(`${api}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  return z.parse(z.object({ access_token: z.string() }), await response.json()).access_token;
}

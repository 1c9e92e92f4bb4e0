import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { closeDatabase, type Db, openDatabase } from "../db/database.ts";
import { type CutProxy, openCutProxy } from "../proof/cut-proxy.ts";
import { useApp } from "../testing/app.ts";
import { aHouse, aPlayer, type TestHouse } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";

const BUSY = {
  code: "busy",
  detail: "The service is busy. Please try again in a moment.",
};
const FAULT = { code: "fault", detail: "Server error. Please try again later." };

const app = useApp();

/** A server process that reaches the database only through the proxy, and its log lines. */
let proxy: CutProxy;
let db: Db;
let server: FastifyInstance;
const lines: Record<string, unknown>[] = [];
let house: TestHouse;
let authorization = "";

beforeAll(async () => {
  proxy = await openCutProxy(app.url, () => "carried");
  db = openDatabase(proxy.url);
  const log = pino({ level: "error" }, { write: (line) => void lines.push(JSON.parse(line)) });
  server = await buildApp({ db, config: readConfig({ RATE_LIMIT: "off" }), log });
  house = await aHouse(app.db);
  authorization = `Bearer ${await app.signIn(await aPlayer(app.db))}`;
});
afterAll(async () => {
  await server.close();
  await closeDatabase(db);
  await proxy.close();
});
beforeEach(() => void (lines.length = 0));

const call = async (method: "GET" | "HEAD" | "PUT", url: string) =>
  server.inject({
    method,
    url: `/api${url}`,
    headers: { authorization },
    ...(method === "PUT" && { payload: { full_name: "Asha" } }),
  });

/** The response to a request whose connection the database ends while it waits for a lock. */
async function cutDuring(table: "houses" | "users", ...[method, url]: Parameters<typeof call>) {
  // Puts the session into the cache, so that its lookup needs no database.
  await call("GET", "/auth/me");
  return app.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.ref(table)} in access exclusive mode`.execute(tx);
    const calling = call(method, url);
    await untilWaiting(app.db, 1);
    await endWaitingConnections();
    return calling;
  });
}

const endWaitingConnections = () =>
  sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(app.db);

test("a read that loses its connection is refused as busy and logged as a fault", async () => {
  const answer = await cutDuring("houses", "GET", `/houses/${house.id}`);
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 503, body: BUSY });
  expect(answer.headers["retry-after"]).toBe("1");
  expect(lines).toMatchObject([
    { level: 50, reqId: answer.headers["x-request-id"], err: { code: "57P01" } },
  ]);
});

test("a HEAD request that loses its connection is refused as busy", async () => {
  const answer = await cutDuring("houses", "HEAD", `/houses/${house.id}`);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
});

test("a change that loses its connection is refused as outcome_unknown", async () => {
  const answer = await cutDuring("users", "PUT", "/users/profile");
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: "outcome_unknown" });
});

test("a change whose answer cannot be read is not reported as failed", async () => {
  const { full_name } = (await call("GET", "/auth/me")).json();
  const answer = await app.db.transaction().execute(async (tx) => {
    await sql`lock table wallets in access exclusive mode`.execute(tx);
    let is_over = false;
    const calling = call("PUT", "/users/profile").finally(() => (is_over = true));
    while (!is_over) await endWaitingConnections();
    return calling;
  });
  expect(answer.json()).toMatchObject({ code: "outcome_unknown" });
  expect((await call("GET", "/auth/me")).json()).toMatchObject({ full_name });
});

test("a read that fails for another reason, such as a missing file, is a fault", async () => {
  const missing = Object.assign(new Error("ENOENT: no such file"), { syscall: "open" });
  server.context.sessions.find = () => Promise.reject(missing);
  const answer = await call("GET", "/orders");
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 500, body: FAULT });
});

test("the liveness check answers without a database", async () => {
  await proxy.close().catch(() => undefined);
  expect((await call("GET", "/health/live")).statusCode).toBe(200);
});

test.each(["/about", "/houses?is_active=all", "/houses/1/can-play", "/results/top-win"])(
  "while the database accepts no connections, %s is refused as busy",
  async (url) => {
    await proxy.close().catch(() => undefined);
    const answer = await call("GET", url);
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 503, body: BUSY });
    expect(answer.headers["retry-after"]).toBe("1");
  },
);

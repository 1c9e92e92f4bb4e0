import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pino from "pino";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { useApp } from "../testing/app.ts";
import { aHouse, anAdmin, aPlayer } from "../testing/makers.ts";

const server = useApp();

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: "GET", url, headers });

describe("every response", () => {
  it.each([
    "/api/houses",
    "/api/auth/me",
    "/api/nothing",
    "/api/%zz",
    "/api/docs",
    "/api/openapi.json",
    "/nothing.js",
    "/",
  ])("of %s has its request's id and forbids content sniffing", async (url) => {
    const [first, second] = [await get(url), await get(url)];
    expect(first.headers["x-request-id"]).toMatch(/^[\w-]{8,}$/);
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expect(first.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("of the API may not be stored, framed or run", async () => {
    for (const url of ["/api/about", "/api/auth/me", "/api/nothing"]) {
      const { headers } = await get(url);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "content-type": "application/json; charset=utf-8",
      });
    }
  });

  it("does not reveal the server's software", async () => {
    const { headers } = await get("/api/houses");
    expect(headers).not.toHaveProperty("server");
    expect(headers).not.toHaveProperty("x-powered-by");
  });

  it("is compressed when it is long, except on the order path", async () => {
    const packed = { "accept-encoding": "gzip" };
    expect((await get("/api/openapi.json", packed)).headers["content-encoding"]).toBe("gzip");
    expect((await get("/api/about", packed)).headers).not.toHaveProperty("content-encoding");
    for (let houses = 0; houses < 20; houses += 1) await aHouse(server.db);
    expect((await get("/api/houses", packed)).headers["content-encoding"]).toBe("gzip");
    const long = await server.app.inject({
      method: "POST",
      url: "/api/auth/register",
      headers: packed,
      payload: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`unknown_${i}`, 1])),
    });
    expect(long.payload.length).toBeLessThan(60_000);
    expect(long.headers).not.toHaveProperty("content-encoding");
  });
});

describe("a page", () => {
  it("may load and run only this server's files and may not be framed", async () => {
    const { headers } = await get("/api/docs");
    expect(String(headers["content-security-policy"]).split(";").toSorted()).toEqual([
      "base-uri 'none'",
      "default-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob: https:",
      "manifest-src 'self'",
      "object-src 'none'",
      "worker-src 'self'",
    ]);
    expect(headers["x-frame-options"]).toBe("DENY");
  });
});

describe("on the raw connection", () => {
  let port = 0;
  beforeAll(async () => {
    port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
  });

  const send = async (words: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(words);
    return text(socket);
  };

  it("input that is not HTTP is refused with an error response", async () => {
    const answer = await send("nonsense\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('{"code":"malformed_body","detail":');
  });

  it("headers that are too long are refused", async () => {
    const answer = await send(`GET / HTTP/1.1\r\nhost: x\r\ncookie: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
  });

  it("a body that has not arrived in time is refused", async () => {
    const config = readConfig({ RATE_LIMIT: "off" });
    const app = await buildApp({ db: server.db, config, log: pino({ level: "silent" }) });
    // In place of two minutes, and of the half minute between two looks.
    app.server.requestTimeout = 1;
    app.server.headersTimeout = 1;
    Reflect.set(app.server, "connectionsCheckingInterval", 10);
    const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const socket = connect(Number(address.port), address.hostname);
    socket.write(
      "POST /api/auth/login HTTP/1.1\r\nhost: x\r\n" +
        "content-type: application/json\r\ncontent-length: 10\r\n\r\n{",
    );
    const answer = await text(socket);
    await app.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('{"code":"too_slow","detail":"Sending took too long.');
  });

  it("a body of more than 128 KB is refused before it has arrived", async () => {
    const answer = await send(
      "POST /api/auth/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\n" +
        `content-type: application/json\r\ncontent-length: ${128 * 1024 + 1}\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"too_large"');
  });
});

describe("the log", () => {
  /** A server whose log lines are collected. */
  const aLoggedServer = async () => {
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const log = pino({ level: "info" }, stream);
    const app = await buildApp({ db: server.db, config: readConfig({ RATE_LIMIT: "off" }), log });
    return { app, lines };
  };

  it("has no line for a successful request, and one for each change by an admin", async () => {
    const { app, lines } = await aLoggedServer();
    // No call is slow, however slow the machine is.
    vi.spyOn(performance, "now").mockReturnValue(0);
    const [admin, player] = [await anAdmin(server.db), await aPlayer(server.db)];
    const [admins, players] = [await server.signIn(admin), await server.signIn(player)];
    const call = (token: string, method: "GET" | "POST" | "DELETE", url: string) =>
      app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
    lines.length = 0;
    await call(players, "GET", "/api/auth/me?secret=1");
    await call(players, "DELETE", "/api/users/sessions");
    await call(admins, "GET", "/api/admin/payments");
    expect(lines).toStrictEqual([]);
    const answer = await call(admins, "DELETE", "/api/houses/999?secret=1");
    expect(lines).toMatchObject([
      {
        level: 30,
        reqId: answer.headers["x-request-id"],
        msg: "an admin made a call",
        method: "DELETE",
        path: "/api/houses/999",
        status: 404,
        user_id: admin.id,
        address: "127.0.0.1",
      },
    ]);
    await app.close();
  });

  it("has a line with the duration of a request that took more than a second", async () => {
    const { app, lines } = await aLoggedServer();
    const as = await server.signIn(await aPlayer(server.db));
    let now_ms = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now_ms);
    for (const ms of [1_000, 1_001]) {
      app.context.balances.push = async () => (now_ms += ms);
      const headers = { authorization: `Bearer ${as}` };
      await app.inject({ method: "GET", url: "/api/wallet/balance?secret=1", headers });
    }
    const said = lines.filter(({ msg }) => msg === "a call was slow");
    expect(said).toMatchObject([
      { level: 40, path: "/api/wallet/balance", status: 200, ms: 1_001 },
    ]);
    await app.close();
  });

  it("has a fault in full, while the client sees no details", async () => {
    const { app, lines } = await aLoggedServer();
    app.context.balances.push = () => Promise.reject(new Error("the cable is out"));
    const as = await server.signIn(await aPlayer(server.db));
    const headers = { authorization: `Bearer ${as}` };
    const answer = await app.inject({ method: "GET", url: "/api/wallet/balance", headers });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toStrictEqual({
      code: "fault",
      detail: "Server error. Please try again later.",
    });
    const line = lines.find(({ level }) => level === 50);
    expect(line).toMatchObject({
      reqId: answer.headers["x-request-id"],
      err: { message: "the cable is out", stack: expect.stringContaining("answers.test.ts") },
    });
    expect(lines.find(({ level }) => level === 40)).toMatchObject({
      reqId: answer.headers["x-request-id"],
      msg: "a call was not served",
      path: "/api/wallet/balance",
      status: 500,
    });
    await app.close();
  });

  it("has an error that fails many requests in full only once", async () => {
    const { app, lines } = await aLoggedServer();
    const failure = new Error("the disk is full");
    app.context.balances.push = () => Promise.reject(failure);
    const as = await server.signIn(await aPlayer(server.db));
    const headers = { authorization: `Bearer ${as}` };
    const call = () => app.inject({ method: "GET", url: "/api/wallet/balance", headers });
    const answers = [await call(), await call()];
    const ids = answers.map((answer) => answer.headers["x-request-id"]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([
      { reqId: ids[0], err: { message: "the disk is full", stack: expect.any(String) } },
      { reqId: ids[1], err: "the disk is full", msg: "a call failed with others" },
    ]);
    await app.close();
  });
});

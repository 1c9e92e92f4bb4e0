import { once } from "node:events";
import { connect, Socket } from "node:net";
import { text } from "node:stream/consumers";
import pino from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { useApp } from "../testing/app.ts";
import { openEventStream } from "../testing/event-stream.ts";
import { aPlayer } from "../testing/makers.ts";

const server = useApp();
let port = 0;
let token = "";
beforeAll(async () => {
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  port = Number(new URL(address).port);
  token = await server.signIn(await aPlayer(server.db, { balance: 45 }));
});

/** Writes raw requests to one connection at once and returns everything that it answers. */
const sendRaw = (...requests: string[]): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(requests.join(""));
  return text(socket);
};

const statusesOf = (answers: string): string[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = ""]) => status);

const LAST_CALL = () =>
  "GET /api/wallet/balance HTTP/1.1\r\nhost: x\r\nconnection: close\r\n" +
  `authorization: Bearer ${token}\r\n\r\n`;

const part = (name: string, value: string, more = "") =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

const sendingForm = (form: string) =>
  `POST /api/wallet/deposit HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
  `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${form.length}\r\n\r\n${form}`;

/** More than all buffers between the connection and the reader of the form hold. */
const LARGE_FILE = part("proof", "x".repeat(4_000_000), '; filename="a.png"');

describe("a connection serves its next request after a refused form", () => {
  it.each([
    ["refused for a repeated field", part("amount", "1") + part("amount", "1"), "400"],
    ["refused for a field that is too long", part("amount", "1".repeat(5_000)), "413"],
    [
      "refused for too many fields",
      Array.from({ length: 30 }, (_, n) => part(`f${n}`, "1")).join(""),
      "413",
    ],
  ])("%s, even if a large file follows in the form", async (_why, fields, status) => {
    const answers = await sendRaw(sendingForm(`${fields}${LARGE_FILE}--x--\r\n`), LAST_CALL());
    expect(statusesOf(answers)).toEqual([status, "200"]);
    expect(answers).toContain('{"balance":45}');
  });
});

it("an idle connection is kept for longer than two minutes, when proxies drop it", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n");
  const [answer] = await once(socket, "data");
  socket.destroy();
  const [, seconds] = /keep-alive: timeout=(\d+)/i.exec(String(answer)) ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
});

it("a request on an open connection is served while the server stops", async () => {
  const log = pino({ level: "silent" });
  const app = await buildApp({ db: server.db, config: readConfig({ RATE_LIMIT: "off" }), log });
  const socket = new Socket();
  app.addHook("preClose", async () => void socket.write(`{}${LAST_CALL()}`));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  socket.connect(Number(new URL(address).port), "127.0.0.1");
  const answers = text(socket);
  // This request is in progress when the server stops.
  socket.write(
    "POST /api/auth/login HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n" +
      "content-type: application/json\r\ncontent-length: 2\r\n\r\n",
  );
  await once(socket, "data");
  const closed = app.close();
  expect(statusesOf(await answers)).toEqual(["100", "400", "200"]);
  await closed;
});

it("an event stream does not keep the server from stopping", async () => {
  const log = pino({ level: "silent" });
  const app = await buildApp({ db: server.db, config: readConfig({ RATE_LIMIT: "off" }), log });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { authorization: `Bearer ${token}` };
  const stream = await openEventStream(`${address}/api/events`, headers);
  await Promise.all([app.close(), stream.untilOver()]);
  expect(stream.events).toMatchObject([{ event: "notification" }, { event: "heartbeat" }]);
});

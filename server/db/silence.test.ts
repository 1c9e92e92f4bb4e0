import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openCutProxy } from "../proof/cut-proxy.ts";
import { useDatabase } from "../testing/database.ts";
import { closeDatabase, openDatabase } from "./database.ts";
import { watchedSocket } from "./silence.ts";

const database = useDatabase();
const WATCH = { silence_ms: 50, answer_ms: 50 };

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** A server that says nothing to whoever comes first, and a watched socket that is connected. */
async function aSilentServer(): Promise<{ server: Server; socket: Socket }> {
  const server = createServer((socket) => void open.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  const socket = watchedSocket(WATCH);
  open.add(socket);
  socket.connect(address.port, "127.0.0.1");
  await Promise.all([once(socket, "connect"), once(server, "connection")]);
  return { server, socket };
}

/** With what a socket ends. */
const endOf = (socket: Socket) =>
  new Promise<unknown>((resolve) => void socket.once("error", resolve));

test("a connection ends when nobody answers there", async () => {
  const { server, socket } = await aSilentServer();
  expect(await endOf(socket)).toMatchObject({
    message: expect.stringContaining("does not answer"),
  });
  server.close();
});

test("a connection ends when nobody listens there", async () => {
  const { server, socket } = await aSilentServer();
  server.close();
  expect(await endOf(socket)).toMatchObject({
    message: expect.stringContaining("does not answer"),
  });
});

test("a connection stays while whoever knocks is sent away", async () => {
  const { server, socket } = await aSilentServer();
  for (let knocks = 0; knocks < 3; knocks += 1) {
    const [knocking]: Socket[] = await once(server, "connection");
    knocking?.end();
  }
  expect(socket.destroyed).toBe(false);
  server.close();
});

test("a statement that takes long is left alone", async () => {
  const proxy = await openCutProxy(database.url, () => "carried");
  const db = openDatabase(proxy.url, 1, { silence_ms: 50 });
  const { rows } = await sql`select pg_sleep(1)::text as slept`.execute(db);
  expect(rows).toEqual([{ slept: "" }]);
  await closeDatabase(db);
  await proxy.close();
});

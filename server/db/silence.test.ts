import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openCutProxy } from "../proof/cut-proxy.ts";
import { useDatabase } from "../testing/database.ts";
import { closeDatabase, openDatabase } from "./database.ts";
import { type Watch, watchedSocket } from "./silence.ts";

const database = useDatabase();
const WATCH = { silence_ms: 50, answer_ms: 50 };

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** A server that sends nothing, and a watched socket that is connected to it. */
async function aSilentServer(changes: Watch = {}): Promise<{ server: Server; socket: Socket }> {
  const server = createServer((socket) => void open.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  const socket = watchedSocket({ ...WATCH, ...changes });
  open.add(socket);
  socket.connect(address.port, "127.0.0.1");
  await Promise.all([once(socket, "connect"), once(server, "connection")]);
  return { server, socket };
}

/** The error that ends a socket. */
const endOf = (socket: Socket) =>
  new Promise<unknown>((resolve) => void socket.once("error", resolve));

test("a connection is closed when the server does not respond to the probe", async () => {
  const { server, socket } = await aSilentServer();
  expect(await endOf(socket)).toMatchObject({
    message: expect.stringContaining("does not answer"),
  });
  server.close();
});

test("a connection is closed when the port no longer accepts connections", async () => {
  const { server, socket } = await aSilentServer();
  server.close();
  expect(await endOf(socket)).toMatchObject({
    message: expect.stringContaining("does not answer"),
  });
});

test("a connection stays open while the server closes the probes", async () => {
  const { server, socket } = await aSilentServer({ answer_ms: 600_000 });
  for (let probes = 0; probes < 3; probes += 1) {
    const [probe]: Socket[] = await once(server, "connection");
    probe?.end();
  }
  expect(socket.destroyed).toBe(false);
  server.close();
});

test("a slow statement is not interrupted", async () => {
  const proxy = await openCutProxy(database.url, () => "carried");
  const db = openDatabase(proxy.url, 1, { silence_ms: 50 });
  const { rows } = await sql`select pg_sleep(1)::text as slept`.execute(db);
  expect(rows).toEqual([{ slept: "" }]);
  await closeDatabase(db);
  await proxy.close();
});

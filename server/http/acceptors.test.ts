import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import pino from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { acceptMore, BACKLOG } from "./acceptors.ts";

const log = pino({ level: "silent" });
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A server that listens, with more acceptors. */
async function aServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1", BACKLOG);
  await once(server, "listening");
  const { port }: AddressInfo = Object(server.address());
  const open = () => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    return socket;
  };
  const ask = () => {
    const socket = open();
    socket.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    return text(socket);
  };
  return { server, open, ask, acceptNoMore: await acceptMore(server, log) };
}

const tenTimes = <T>(work: () => T): T[] => Array.from({ length: 10 }, work);

it("accepts several waiting connections in one turn of the event loop", async () => {
  const { server, ask, acceptNoMore } = await aServer((_request, response) => response.end("now"));
  let [in_this_turn, most] = [0, 0];
  server.on("connection", () => {
    if (in_this_turn === 0) setImmediate(() => (in_this_turn = 0));
    in_this_turn += 1;
    most = Math.max(most, in_this_turn);
  });
  // Usually all ten at once, but a busy kernel may deliver them in parts.
  while (most < 2) {
    for (const answer of await Promise.all(tenTimes(ask))) expect(answer).toContain("now");
  }
  acceptNoMore();
  server.close();
});

it("a server that closes accepts nothing more and finishes all its requests", async () => {
  const waiting: ServerResponse[] = [];
  const { server, open, ask, acceptNoMore } = await aServer((_request, response) =>
    waiting.push(response),
  );
  const answers = tenTimes(ask);
  while (waiting.length < 10) await nextTurn();
  acceptNoMore();
  const closed = vi.fn<() => void>();
  server.close(closed);
  const [refused] = await once(open(), "error");
  expect(refused).toMatchObject({ code: "ECONNREFUSED" });
  expect(closed).not.toHaveBeenCalled();
  for (const response of waiting) response.end("late");
  for (const answer of await Promise.all(answers)) expect(answer).toContain("late");
  while (closed.mock.calls.length === 0) await nextTurn();
});

it("without more acceptors a server works as before", async () => {
  const warn = vi.spyOn(log, "warn");
  const { execPath } = process;
  process.execPath = "/there is no node";
  const started = aServer((_request, response) => response.end("as before"));
  const { server, ask, acceptNoMore } = await started.finally(() => {
    process.execPath = execPath;
  });
  expect(warn).toHaveBeenCalledOnce();
  expect(await ask()).toContain("as before");
  acceptNoMore();
  server.close();
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:net";
import type { FastifyBaseLogger } from "fastify";

/** How many connections wait to be accepted before others are dropped. */
export const BACKLOG = 4_096;

/** With the server's own: 16 connections in a turn of the event loop. */
const COPIES = 15;
const COPYING_MS = 10_000;

/** What this uses of Node's handle of a listening socket, which has no public interface. */
interface Listening {
  onconnection: (error: number, connection: unknown) => void;
  listen(backlog: number): number;
  close(): void;
}

/**
 * Lets a listening server accept several connections in a turn of the event loop (040). Node
 * accepts one for each handle of the socket, so this adds handles, whose connections are the
 * server's own. If that fails, the server works as before. Returns the function that closes the
 * added handles, which must be called before the server is closed.
 */
export async function acceptMore(server: Server, log: FastifyBaseLogger): Promise<() => void> {
  const added = await addHandles(server).catch((error: unknown) => {
    log.warn({ err: error }, "connections are accepted one at a time");
    return [];
  });
  return () => {
    for (const handle of added.splice(0)) handle.close();
  };
}

async function addHandles(server: Server): Promise<Listening[]> {
  const own = handleOf(server);
  const copies = await copiesOf(own);
  for (const copy of copies) {
    copy.onconnection = (error, connection) => own.onconnection(error, connection);
    copy.listen(BACKLOG);
  }
  return copies;
}

/** Sends each handle that it gets back several times, and ends. It never accepts from it. */
const COPYING_PROGRAM = `
  process.on("message", (copies, handle) => {
    let left = copies;
    const sent = () => --left === 0 && process.disconnect();
    for (let n = 0; n < copies; n += 1) process.send(n, handle, { keepOpen: true }, sent);
  });
`;

/**
 * More handles of the same socket. Only another process can make them: each time that a handle
 * passes from a process to another one, it is duplicated.
 */
async function copiesOf(own: Listening): Promise<Listening[]> {
  const copies: Listening[] = [];
  const child = spawn(process.execPath, ["--eval", COPYING_PROGRAM], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    const signal = AbortSignal.timeout(COPYING_MS);
    // Until it has exited, it holds the socket too.
    const ended = Promise.all([
      once(child, "disconnect", { signal }),
      once(child, "exit", { signal }),
    ]);
    child.on("message", (_message, copy) => {
      if (isListening(copy)) copies.push(copy);
    });
    // Object removes the type, because Node's types name only public handles.
    child.send(COPIES, Object(own), { keepOpen: true });
    await ended;
  } finally {
    child.kill();
  }
  return copies;
}

function handleOf(server: Server): Listening {
  const handle: unknown = Reflect.get(server, "_handle");
  if (isListening(handle)) return handle;
  throw new Error("a listening server has a handle");
}

const isListening = (handle: unknown): handle is Listening =>
  typeof handle === "object" && handle !== null && "listen" in handle && "close" in handle;

import { connect, type Socket } from "node:net";

/** One keep-alive connection to the server, with at most one request under way. */
export interface Connection {
  send(request: string, onAnswer: OnAnswer): void;
  close(): void;
}

/** `retry_after` in seconds, where the answer names it. */
export type OnAnswer = (status: number, retry_after: number | undefined) => void;

const HEAD_END = "\r\n\r\n";

/**
 * Reads no more of an answer than where it ends, its status and Retry-After: what the generator
 * does not do leaves the machine to the server.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await open(port);
  let answered: OnAnswer | undefined;
  let pending: Buffer | undefined;

  socket.on("data", (chunk: Buffer) => {
    pending = pending === undefined ? chunk : Buffer.concat([pending, chunk]);
    const head_end = pending.indexOf(HEAD_END);
    if (head_end === -1) return;
    const head = pending.toString("latin1", 0, head_end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (pending.length < head_end + HEAD_END.length + length) return;
    const status = Number(head.slice(9, 12));
    const retry_after = /\r\nretry-after: (\d+)/i.exec(head)?.[1];
    const answer = answered;
    pending = undefined;
    answered = undefined;
    answer?.(status, retry_after === undefined ? undefined : Number(retry_after));
  });
  socket.on("close", () => {
    if (answered) throw new Error("the server closed a connection that waited for its answer");
  });

  return {
    send(request, onAnswer) {
      answered = onAnswer;
      socket.write(request, "latin1");
    },
    close: () => void socket.destroy(),
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/** A few hundred at a time, since a listening server queues no more of them. */
export async function openConnections(port: number, count: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  while (connections.length < count) {
    const some = Math.min(200, count - connections.length);
    const opened = await Promise.all(Array.from({ length: some }, () => openConnection(port)));
    connections.push(...opened);
  }
  return connections;
}

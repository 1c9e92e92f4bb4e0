import { connect, type Socket } from "node:net";

/** A keep-alive connection to the server with at most one request in flight. */
export interface Connection {
  send(request: string, onAnswer: OnAnswer): void;
  close(): void;
}

/** `retry_after` is in seconds; undefined if the response has no such header. */
type OnAnswer = (status: number, retry_after: number | undefined) => void;

const HEAD_END = "\r\n\r\n";

/** The read buffer that all connections share; reading through streams took a sixth more. */
const buffer = Buffer.alloc(64 * 1_024);

/**
 * Parses only the end, the status and the Retry-After of a response, so that the generator leaves
 * as much CPU as possible to the server.
 */
async function openConnection(port: number): Promise<Connection> {
  let answered: OnAnswer | undefined;
  let pending: Buffer | undefined;

  const read = (bytes: number): void => {
    const chunk = buffer.subarray(0, bytes);
    const answer = pending === undefined ? chunk : Buffer.concat([pending, chunk]);
    const end = readEnd(answer);
    if (end === undefined) return void (pending = Buffer.from(answer));
    const onAnswer = answered;
    pending = undefined;
    answered = undefined;
    onAnswer?.(end.status, end.retry_after);
  };
  const socket = await open(port, read);
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

/** Undefined while the response is incomplete. */
function readEnd(answer: Buffer): { status: number; retry_after: number | undefined } | undefined {
  const head_end = answer.indexOf(HEAD_END);
  if (head_end === -1) return undefined;
  const head = answer.toString("latin1", 0, head_end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (answer.length < head_end + HEAD_END.length + length) return undefined;
  const status = Number(head.slice(9, 12));
  const retry_after = status === 503 ? /\r\nretry-after: (\d+)/i.exec(head)?.[1] : undefined;
  return { status, retry_after: retry_after === undefined ? undefined : Number(retry_after) };
}

function open(port: number, read: (bytes: number) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const callback = (bytes: number): boolean => {
      read(bytes);
      return true;
    };
    const onread = { buffer, callback };
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/** Opens connections in groups, because the server's listen backlog is limited. */
export async function openConnections(port: number, count: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  while (connections.length < count) {
    const group = Math.min(200, count - connections.length);
    const opened = await Promise.all(Array.from({ length: group }, () => openConnection(port)));
    connections.push(...opened);
  }
  return connections;
}

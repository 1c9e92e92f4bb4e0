import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import pg from "pg";

/** What happens to a message, such as a batch, on its way to the database and back. */
export type Fate =
  /** It is carried as it should be. */
  | "carried"
  /** It arrives late, and so does its answer: other batches overtake it. */
  | "delayed"
  /** The connection is cut before the database has it. */
  | "lost"
  /** The connection is cut in the middle of it. */
  | "torn"
  /** The connection is cut when it has arrived, whatever the database makes of it. */
  | "orphaned"
  /** The database has committed; the connection is cut in place of its answer. */
  | "unanswered"
  /**
   * It arrives, and then nothing passes any more on any connection, without a sign: until somebody
   * has knocked in vain.
   */
  | "swallowed";

export interface CutProxy {
  /** Of the same database, through the proxy. */
  readonly url: string;
  close(): Promise<void>;
}

const DELAY_MS = 15;

/**
 * Stands between a process and PostgreSQL, and does to each message with that word what the next
 * fate says: unless it is said, to each batch of orders. Everything else passes.
 */
export async function openCutProxy(
  url: string,
  nextFate: () => Fate,
  word = "place_orders",
): Promise<CutProxy> {
  const address = addressOf(url);
  const sockets = new Set<Socket>();
  const silence = { reigns: false };
  /** As a machine does that has come back: it knows none of those who waited. */
  const end = () => {
    silence.reigns = false;
    for (const socket of sockets) socket.destroy();
  };
  const fateOf = (message: Buffer) => (message.includes(word) ? nextFate() : "carried");
  const server = createServer((client) => {
    if (silence.reigns) client.resume().once("close", end);
    else carry(client, connect(address), fateOf, silence);
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  if (listening === null || typeof listening === "string") throw new Error("it listens on a port");
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String(listening.port);
  through.searchParams.delete("host");
  return {
    url: through.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** PostgreSQL's own client knows how to read an address, sockets of Unix included. */
function addressOf(url: string) {
  const { host, port } = new pg.Client(url);
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function carry(
  client: Socket,
  database: Socket,
  fateOf: (message: Buffer) => Fate,
  silence: { reigns: boolean },
): void {
  /** Of the message that is in flight on this connection. */
  let fate: Fate = "carried";
  let is_answered = true;
  const cut = () => {
    client.destroy();
    database.destroy();
  };
  const pass = (work: () => void) =>
    fate === "delayed" ? void setTimeout(work, DELAY_MS) : work();

  client.on("data", (bytes) => {
    if (silence.reigns) return;
    if (is_answered) fate = fateOf(bytes);
    is_answered = false;
    silence.reigns = fate === "swallowed";
    if (fate === "lost") return cut();
    if (fate === "torn") {
      database.write(bytes.subarray(0, bytes.length / 2), cut);
    } else if (fate === "orphaned") {
      database.write(bytes, cut);
    } else {
      pass(() => database.write(bytes));
    }
  });
  database.on("data", (bytes) => {
    if (silence.reigns) return;
    is_answered = true;
    if (fate === "unanswered") return cut();
    pass(() => client.write(bytes));
  });
  for (const socket of [client, database]) socket.on("error", cut).on("close", cut);
}

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import pg from "pg";

/** What the proxy does to a message, such as a batch, on its way to the database and back. */
export type Fate =
  /** The message and its response are forwarded normally. */
  | "carried"
  /** The message and its response arrive late, so that other batches overtake them. */
  | "delayed"
  /** The connection is closed before the message reaches the database. */
  | "lost"
  /** The connection is closed after half of the message. */
  | "torn"
  /** The connection is closed once the whole message is sent; the database may execute it. */
  | "orphaned"
  /** The database has committed; the connection is closed instead of forwarding the response. */
  | "unanswered"
  /**
   * The message arrives, and then every connection stays open but silent, until a client opens a
   * new connection and closes it again because nothing answers.
   */
  | "swallowed";

export interface CutProxy {
  /** The URL of the same database through the proxy. */
  readonly url: string;
  close(): Promise<void>;
}

const DELAY_MS = 15;

/**
 * Opens a proxy between a process and PostgreSQL. It applies the next fate to each message that
 * contains the word, which defaults to batches of orders, and forwards all other messages.
 */
export async function openCutProxy(
  url: string,
  nextFate: () => Fate,
  word = "place_orders",
): Promise<CutProxy> {
  const address = addressOf(url);
  const sockets = new Set<Socket>();
  const silence = { is_on: false };
  /** Resets all connections, as a machine does that has restarted and does not know them. */
  const endSilence = () => {
    silence.is_on = false;
    for (const socket of sockets) socket.destroy();
  };
  const fateOf = (message: Buffer) => (message.includes(word) ? nextFate() : "carried");
  const server = createServer((client) => {
    if (silence.is_on) client.resume().once("close", endSilence);
    else forward(client, connect(address), fateOf, silence);
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  if (listening === null || typeof listening === "string") throw new Error("expected a TCP port");
  const proxy_url = new URL(url);
  proxy_url.hostname = "127.0.0.1";
  proxy_url.port = String(listening.port);
  proxy_url.searchParams.delete("host");
  return {
    url: proxy_url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Parses the URL with the PostgreSQL client, which also understands Unix sockets. */
function addressOf(url: string) {
  const { host, port } = new pg.Client(url);
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function forward(
  client: Socket,
  database: Socket,
  fateOf: (message: Buffer) => Fate,
  silence: { is_on: boolean },
): void {
  /** The fate of the message that is in flight on this connection. */
  let fate: Fate = "carried";
  let is_answered = true;
  const cut = () => {
    client.destroy();
    database.destroy();
  };
  const send = (write: () => void) =>
    fate === "delayed" ? void setTimeout(write, DELAY_MS) : write();

  client.on("data", (bytes) => {
    if (silence.is_on) return;
    if (is_answered) fate = fateOf(bytes);
    is_answered = false;
    silence.is_on = fate === "swallowed";
    if (fate === "lost") return cut();
    if (fate === "torn") {
      database.write(bytes.subarray(0, bytes.length / 2), cut);
    } else if (fate === "orphaned") {
      database.write(bytes, cut);
    } else {
      send(() => database.write(bytes));
    }
  });
  database.on("data", (bytes) => {
    if (silence.is_on) return;
    is_answered = true;
    if (fate === "unanswered") return cut();
    send(() => client.write(bytes));
  });
  for (const socket of [client, database]) socket.on("error", cut).on("close", cut);
}

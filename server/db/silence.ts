import { connect, Socket } from "node:net";

const LIMITS = {
  /** Longer than a connection rests in the pool: of one that is silent somebody waits. */
  silence_ms: 15_000,
  answer_ms: 5_000,
};

export type Watch = Partial<typeof LIMITS>;

/** What a client of PostgreSQL may begin with, and what every server has an answer to. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * A socket to a database that may vanish without a word, together with its machine or the way to
 * it. By itself the system tries for a quarter of an hour to send, and waits for an answer for
 * ever. So after some silence the same address is knocked at: where nobody answers, the connection
 * is over. A statement that takes long is left alone, and so are the sockets of this machine.
 */
export function watchedSocket(changes: Watch = {}): Socket {
  const { silence_ms, answer_ms } = { ...LIMITS, ...changes };
  const socket = new Socket();
  socket.once("connect", () => {
    const { remoteAddress: host, remotePort: port } = socket;
    if (host === undefined || port === undefined) return;
    const look = async () => {
      const heard = socket.bytesRead;
      const is_there = await answers(host, port, answer_ms);
      if (is_there || socket.bytesRead !== heard) socket.setTimeout(silence_ms);
      else socket.destroy(new Error("Connection terminated: the database does not answer"));
    };
    socket.setTimeout(silence_ms).on("timeout", () => void look());
    // A machine that has come back answers there and knows nothing of this connection.
    socket.setKeepAlive(true, silence_ms);
  });
  return socket;
}

/** Whether a server is there. One that hangs up is: it may want to be spoken to in another way. */
function answers(host: string, port: number, within_ms: number): Promise<boolean> {
  const knocking = connect(port, host);
  knocking.write(SSL_REQUEST);
  return new Promise<boolean>((resolve) => {
    knocking.setTimeout(within_ms, () => resolve(false));
    knocking.once("data", () => resolve(true));
    knocking.once("end", () => resolve(true));
    knocking.once("error", () => resolve(false));
  }).finally(() => knocking.destroy());
}

import { connect, Socket } from "node:net";

const LIMITS = {
  /** Longer than most statements run. Idle connections that the pool keeps are probed as well. */
  silence_ms: 15_000,
  /** How long a probe waits for a response. */
  answer_ms: 5_000,
};

export type Watch = Partial<typeof LIMITS>;

/** A message that may open a PostgreSQL connection and that every server answers. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * A socket to a database whose machine or network may fail without closing the connection. The
 * operating system by itself retries sending for a quarter of an hour and waits for a response
 * without a limit. So after `silence_ms` the same address is probed with a second connection, and
 * if nothing responds, this one is destroyed. A slow statement is not interrupted, and Unix sockets
 * are not probed.
 */
export function watchedSocket(changes: Watch = {}): Socket {
  const { silence_ms, answer_ms } = { ...LIMITS, ...changes };
  const socket = new Socket();
  socket.once("connect", () => {
    const { remoteAddress: host, remotePort: port } = socket;
    if (host === undefined || port === undefined) return;
    const checkServer = async () => {
      const bytes_before = socket.bytesRead;
      const is_up = await respondsTo(host, port, answer_ms);
      if (is_up || socket.bytesRead !== bytes_before) socket.setTimeout(silence_ms);
      else socket.destroy(new Error("Connection terminated: the database does not answer"));
    };
    socket.setTimeout(silence_ms).on("timeout", () => void checkServer());
    // A machine that has restarted responds to the probe but has lost this connection.
    socket.setKeepAlive(true, silence_ms);
  });
  return socket;
}

/** Whether a server responds. Closing the probe counts: the server may use another protocol. */
function respondsTo(host: string, port: number, timeout_ms: number): Promise<boolean> {
  const probe = connect(port, host);
  probe.write(SSL_REQUEST);
  return new Promise<boolean>((resolve) => {
    probe.setTimeout(timeout_ms, () => resolve(false));
    probe.once("data", () => resolve(true));
    probe.once("end", () => resolve(true));
    probe.once("error", () => resolve(false));
  }).finally(() => probe.destroy());
}

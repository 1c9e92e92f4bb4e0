import pg from "pg";

const LOST = /^Connection terminated|not queryable/;

/** No connection could be opened, or the server (class 08, 57P0x) or the socket closed it. */
export function isLostConnection(error: unknown): boolean {
  if (isUnsent(error)) return true;
  if (error instanceof pg.DatabaseError) return /^(08|57P0)/.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const is_cut = "syscall" in error && /^(read|write)$/.test(String(error.syscall));
  return is_cut || LOST.test(error.message);
}

/** Messages of Node, the driver, its pool and hosts.ts for a connection that was never opened. */
const NO_CONNECTION =
  /when trying to connect|due to connection timeout|before secure TLS|timeout expired|takes writes/;

/**
 * The statement was never sent, because no connection could be opened. Node throws an
 * AggregateError when every address of a host failed.
 */
export function isUnsent(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(53300|57P03)$/.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const is_refused = "syscall" in error && /^(connect|getaddrinfo)$/.test(String(error.syscall));
  return is_refused || error instanceof AggregateError || NO_CONNECTION.test(error.message);
}

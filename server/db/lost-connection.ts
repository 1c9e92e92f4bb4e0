import pg from "pg";

const LOST = /^Connection terminated|not queryable/;

/** There is no connection, or the server went away (class 08, 57P0x) or the socket did. */
export function isLostConnection(error: unknown): boolean {
  if (isUnsent(error)) return true;
  if (error instanceof pg.DatabaseError) return /^(08|57P0)/.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const is_cut = "syscall" in error && /^(read|write)$/.test(String(error.syscall));
  return is_cut || LOST.test(error.message);
}

/** None in time or none yet, as Node, the driver and its pool say it, or none that takes writes. */
const NO_CONNECTION =
  /when trying to connect|due to connection timeout|before secure TLS|timeout expired|takes writes/;

/** There was no connection yet; to each of several addresses none, where errors come together. */
export function isUnsent(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(53300|57P03)$/.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const is_refused = "syscall" in error && /^(connect|getaddrinfo)$/.test(String(error.syscall));
  return is_refused || error instanceof AggregateError || NO_CONNECTION.test(error.message);
}

import { type Logger, pino } from "pino";
import type { LogLevel } from "./config.ts";

/** What may wait for a reader of the log that does not keep up. */
const MOST_WAITING_BYTES = 1_000_000;

/**
 * The log of a process, on its standard output. A disk that is full or a reader that hangs costs
 * lines of the log, never the process: pino's own destination retries a full disk for ever when the
 * process ends, and neither serves nor exits meanwhile.
 */
export function createLog(level: LogLevel): Logger {
  const { stdout } = process;
  stdout.on("error", () => undefined);
  return pino(
    { level },
    {
      write(line: string) {
        if (stdout.writableLength < MOST_WAITING_BYTES) stdout.write(line);
      },
    },
  );
}

import { type Logger, pino, stdSerializers } from "pino";
import type { LogLevel } from "./config.ts";
import { codeOf } from "./error-code.ts";

/** What may wait for a reader of the log that does not keep up. */
const MOST_WAITING_BYTES = 1_000_000;

/** The part of a stream that a log needs. */
interface Output {
  readonly writableLength: number;
  on(event: "error", listener: () => void): unknown;
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/**
 * The log of a process, on its standard output. A disk that is full or a reader that hangs costs
 * lines of the log, never the process: pino's own destination retries a full disk for ever when the
 * process ends, and neither serves nor exits meanwhile. A disk that fills up may cut a line short
 * before it refuses the next, so what follows a failure begins on a line of its own.
 */
export function createLog(level: LogLevel, output: Output = process.stdout): Logger {
  let has_failed = false;
  output.on("error", () => undefined);
  return pino(
    { level, serializers: { err: withoutValues } },
    {
      write(line: string) {
        if (output.writableLength >= MOST_WAITING_BYTES) return;
        const text = has_failed ? `\n${line}` : line;
        has_failed = false;
        output.write(text, (error) => {
          if (error) has_failed = true;
        });
      },
    },
  );
}

/** PostgreSQL's codes for violated constraints. */
const VIOLATION = /^23/;

/**
 * The detail of a violated constraint holds the values of the row, such as a phone, the digest of a
 * password or an account number. Its message names table and constraint.
 */
function withoutValues(error: Error) {
  const shown = stdSerializers.err(error);
  return VIOLATION.test(codeOf(error)) ? { ...shown, detail: undefined } : shown;
}

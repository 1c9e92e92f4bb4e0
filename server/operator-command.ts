import { parseArgs } from "node:util";
import type { ErrorCode } from "../contract/errors.ts";
import { toRupees } from "../contract/money.ts";
import { lineOf, Reason } from "../contract/schemas.ts";
import { CannotStart } from "./cannot-start.ts";
import { readConfig } from "./config.ts";
import type { Db } from "./db/database.ts";
import { openProductDatabase, stopAll, type Undo } from "./db/product-database.ts";
import { codeOf } from "./error-code.ts";
import { check } from "./http/validation.ts";
import { createLog } from "./log.ts";
import { Refusal } from "./refusal.ts";

/**
 * Runs an operator's command and prints what it returns. If it is refused, the process prints a
 * sentence, which `sentences` may have for some refusals, and ends with 1.
 */
export async function runCommand(
  work: (undo: Undo) => Promise<string>,
  sentences: Partial<Record<ErrorCode, string>> = {},
): Promise<void> {
  const undo: Undo = [];
  try {
    console.log(await work(undo));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Refusal) console.error(sentences[error.code] ?? error.message);
    else console.error(error instanceof CannotStart ? error.message : error);
  } finally {
    await stopAll(undo);
  }
}

/** Opens the configured database, also while the product runs on it. */
export async function openForOperator(undo: Undo): Promise<Db> {
  const config = readConfig(process.env);
  const log = createLog(config.log_level);
  const { db } = await openProductDatabase(config, log, undo, { share: true });
  return db;
}

/**
 * Parses a command line that ends in `--reason "why"`; `is_fitting` checks what precedes it, and
 * anything unexpected ends with the usage line. The reason is shown to players and has the same
 * limits as reasons in API calls.
 */
export function readReasoned(
  args: string[],
  usage: string,
  is_fitting: (words: string[]) => boolean,
): { words: string[]; reason: string } {
  const { values, positionals: words } = parse(args, usage);
  const reason = lineOf(values.reason ?? "");
  if (!is_fitting(words) || reason === "") throw new CannotStart(usage);
  check(Reason, { reason });
  return { words, reason };
}

/** Formatted as on every screen: `₹1,23,456.00`. */
export const inRupees = (paise: number): string =>
  `₹${toRupees(paise).toLocaleString("en-IN", { minimumFractionDigits: 2 })}`;

function parse(args: string[], usage: string) {
  try {
    return parseArgs({ args, options: { reason: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    throw codeOf(error).startsWith("ERR_PARSE_ARGS_") ? new CannotStart(usage) : error;
  }
}

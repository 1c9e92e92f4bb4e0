import pino from "pino";
import { toRupees } from "../../contract/money.ts";
import { CannotStart } from "../cannot-start.ts";
import { readConfig } from "../config.ts";
import { openProductDatabase, stopAll, type Undo } from "../db/product-database.ts";
import { Refusal } from "../refusal.ts";
import { voidResult } from "./void.ts";
import { readArguments } from "./void-arguments.ts";

/** The operator's command that takes a published result back. */
async function run(undo: Undo): Promise<void> {
  const { result_id, reason } = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const log = pino({ level: config.log_level });
  const { db } = await openProductDatabase(config, log, undo, { share: true });
  const { house_name, date, taken_paise, owed_paise } = await voidResult(db, result_id, reason);
  console.log(`Result ${result_id} (${house_name}, ${date}) is void; it may be entered again.`);
  console.log(`Taken back: ₹${toRupees(taken_paise)}. Owed by players: ₹${toRupees(owed_paise)}.`);
}

function sentenceOf(error: unknown): unknown {
  if (error instanceof CannotStart) return error.message;
  if (!(error instanceof Refusal)) return error;
  return error.code === "not_found" ? "There is no published result with this id." : error.message;
}

const undo: Undo = [];
try {
  await run(undo);
} catch (error) {
  process.exitCode = 1;
  console.error(sentenceOf(error));
} finally {
  await stopAll(undo);
}

import { CannotStart } from "../cannot-start.ts";
import { readConfig } from "../config.ts";
import { openProductDatabase, stopAll, type Undo } from "../db/product-database.ts";
import { createLog } from "../log.ts";
import { Refusal } from "../refusal.ts";
import { voidResult } from "./void.ts";
import { readArguments } from "./void-arguments.ts";
import { tellVoided } from "./void-words.ts";

/** `npm run void-result`: the operator's command that voids a published result. */
async function run(undo: Undo): Promise<void> {
  const { result_id, reason } = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const log = createLog(config.log_level);
  const { db } = await openProductDatabase(config, log, undo, { share: true });
  console.log(tellVoided(result_id, await voidResult(db, result_id, reason)));
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

import { openForOperator, runCommand } from "../operator-command.ts";
import { voidResult } from "./void.ts";
import { readArguments } from "./void-arguments.ts";
import { tellVoided } from "./void-words.ts";

/** `npm run void-result`: the operator's command that voids a published result. */
await runCommand(
  async (undo) => {
    const { result_id, reason } = readArguments(process.argv.slice(2));
    const db = await openForOperator(undo);
    return tellVoided(result_id, await voidResult(db, result_id, reason));
  },
  { not_found: "There is no published result with this id." },
);

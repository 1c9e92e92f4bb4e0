import { parseArgs } from "node:util";
import { POSITIVE_INTEGER } from "../../contract/rules.ts";
import { Reason } from "../../contract/schemas.ts";
import { CannotStart } from "../cannot-start.ts";
import { codeOf } from "../error-code.ts";
import { check } from "../http/validation.ts";

const USAGE = 'Usage: npm run void-result -- RESULT_ID --reason "why"';

/**
 * Parses the command line; anything unexpected ends with the usage line. The reason is shown to
 * players and has the same limits as reasons in API calls.
 */
export function readArguments(args: string[]): { result_id: number; reason: string } {
  const { values, positionals } = parse(args);
  const [id = ""] = positionals;
  const reason = values.reason?.trim() ?? "";
  if (!POSITIVE_INTEGER.test(id) || positionals.length > 1 || reason === "") {
    throw new CannotStart(USAGE);
  }
  check(Reason, { reason });
  return { result_id: Number(id), reason };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { reason: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    throw codeOf(error).startsWith("ERR_PARSE_ARGS_") ? new CannotStart(USAGE) : error;
  }
}

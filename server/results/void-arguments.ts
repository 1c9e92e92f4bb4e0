import { parseArgs } from "node:util";
import { CannotStart, codeOf } from "../cannot-start.ts";

const USAGE = 'Usage: npm run void-result -- RESULT_ID --reason "why"';

/** What the operator asks for; whatever else was typed is answered with how to ask. */
export function readArguments(args: string[]): { result_id: number; reason: string } {
  const { values, positionals } = parse(args);
  const [id = ""] = positionals;
  const reason = values.reason?.trim() ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id) || positionals.length > 1 || reason === "") {
    throw new CannotStart(USAGE);
  }
  return { result_id: Number(id), reason };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { reason: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    throw codeOf(error).startsWith("ERR_PARSE_ARGS_") ? new CannotStart(USAGE) : error;
  }
}

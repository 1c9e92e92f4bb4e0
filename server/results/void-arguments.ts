import { POSITIVE_INTEGER } from "../../contract/rules.ts";
import { readReasoned } from "../operator-command.ts";

const USAGE = 'Usage: npm run void-result -- RESULT_ID --reason "why"';

/** Parses the command line; anything unexpected ends with the usage line. */
export function readArguments(args: string[]): { result_id: number; reason: string } {
  const { words, reason } = readReasoned(
    args,
    USAGE,
    ([id = "", ...others]) => POSITIVE_INTEGER.test(id) && others.length === 0,
  );
  return { result_id: Number(words[0]), reason };
}

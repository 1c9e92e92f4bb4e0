import * as z from "zod/mini";
import { en } from "zod/locales";
import { type ErrorCode, isErrorCode, sentenceOf } from "../../contract/errors.ts";
import { Refusal } from "../refusal.ts";

// Without a locale every message is "Invalid input".
z.config(en());

/**
 * What was sent, checked and converted by its schema; undefined where the route has none.
 *
 * A schema names a refusal by writing its code as the message. The first one found is the answer's
 * code, every field at fault is in `fields`; without one it is `invalid_input`.
 */
export function check(schema: z.ZodMiniType | undefined, sent: unknown): unknown {
  if (!schema) return undefined;
  const { success, data, error } = z.safeParse(schema, sent === undefined ? {} : sent);
  if (success) return data;
  throw refusalFor(error.issues);
}

function refusalFor(issues: z.core.$ZodIssue[]): Refusal {
  const fields: Record<string, string> = {};
  let code: ErrorCode | undefined;
  for (const issue of issues) {
    const named = isErrorCode(issue.message) ? issue.message : undefined;
    code ??= named;
    fields[fieldOf(issue)] ??= named ? sentenceOf(named) : issue.message;
  }
  if (code) return new Refusal(code, undefined, fields);
  const [[field, sentence] = ["body", "is missing"]] = Object.entries(fields);
  return new Refusal("invalid_input", { problem: `${field}: ${sentence}` }, fields);
}

const fieldOf = (issue: z.core.$ZodIssue): string =>
  issue.path.join(".") || (issue.code === "unrecognized_keys" ? (issue.keys[0] ?? "body") : "body");

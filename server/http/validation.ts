import { Ajv } from "ajv";
import * as z from "zod/mini";
import { en } from "zod/locales";
import { isDay } from "../../contract/dates.ts";
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

/**
 * A compiled look at a route's plain body: whether it is good, and then it is used as it came. Any
 * other is left to `check`, which finds the words for what is wrong. Reading an order of five plays
 * by its schema took 5 µs and a quarter of all memory that placing it does.
 */
export function compileCheck(schema: z.ZodMiniType): (sent: unknown) => boolean {
  const ajv = new Ajv({ formats: { date: isDay }, discriminator: true });
  return ajv.compile(
    z.toJSONSchema(schema, { target: "draft-7", io: "input", override: nameDiscriminator }),
  );
}

/** Left to itself Ajv tries every shape of a union and words what is wrong with the others. */
const nameDiscriminator: z.core.ToJSONSchemaParams["override"] = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  if (!("discriminator" in def)) return;
  Object.assign(jsonSchema, { type: "object", discriminator: { propertyName: def.discriminator } });
};

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

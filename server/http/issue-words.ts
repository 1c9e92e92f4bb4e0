import type * as z from "zod/mini";

/**
 * The message for a validation issue, as the rest of a sentence that starts with the field's name:
 * "is missing". It applies to every issue for which the schema has no message of its own.
 */
export function wordsFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeWords(issue);
    case "invalid_value":
      return issue.input === undefined ? MISSING : oneOf(issue.values);
    case "invalid_union":
      return unionWords(issue);
    case "too_small":
    case "too_big":
      return boundWords(issue);
    case "unrecognized_keys":
      return "is not known here";
    case "invalid_format":
    case "not_multiple_of":
    case "invalid_key":
    case "invalid_element":
    case "custom":
    default:
      return "is not valid";
  }
}

const MISSING = "is missing";

/** A query parameter that is repeated arrives as an array of strings. */
function typeWords({ input, expected }: Issue<"invalid_type">): string {
  if (input === undefined) return MISSING;
  if (expected === "string" && Array.isArray(input)) return "must be one text, not a list";
  return TYPES[expected] ?? "is not valid";
}

const TYPES: Record<string, string> = {
  string: "must be text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
  null: "must be left out",
  Uint8Array: "must be a file",
};

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.join(", ")}`;

/** Names the discriminator's values; without a discriminator the intended option is unknown. */
function unionWords({ input, discriminator, options }: Issue<"invalid_union">): string {
  if (discriminator === undefined || !Array.isArray(options)) return "is not valid";
  return Object.hasOwn(Object(input), discriminator) ? oneOf(options) : MISSING;
}

function boundWords(issue: Issue<"too_small"> | Issue<"too_big">): string {
  const is_minimum = issue.code === "too_small";
  const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const unit = UNITS[issue.origin];
  if (unit !== undefined) {
    const how_many = is_minimum ? "at least" : "at most";
    return `must have ${how_many} ${bound} ${unit}${Number(bound) === 1 ? "" : "s"}`;
  }
  if (issue.inclusive === false) return `must be ${is_minimum ? "more" : "less"} than ${bound}`;
  return `must be ${is_minimum ? "at least" : "at most"} ${bound}`;
}

/** The unit in which the size of each kind of value is counted. */
const UNITS: Record<string, string> = { string: "character", array: "item" };

type Issue<C> = Extract<z.core.$ZodRawIssue, { code: C }>;

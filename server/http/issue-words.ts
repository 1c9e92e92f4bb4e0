import type * as z from "zod/mini";

/**
 * What is wrong with a field, as the rest of a sentence that its name begins: "is missing". The
 * schemas' own words are of the same kind; this has the words for all that they leave unsaid.
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

/** A query's field that is given twice is a list, of texts that each may be good. */
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

/** Shapes that a field tells apart; of others nobody can say which was meant. */
function unionWords({ input, discriminator, options }: Issue<"invalid_union">): string {
  if (discriminator === undefined || !Array.isArray(options)) return "is not valid";
  return Object.hasOwn(Object(input), discriminator) ? oneOf(options) : MISSING;
}

function boundWords(issue: Issue<"too_small"> | Issue<"too_big">): string {
  const is_least = issue.code === "too_small";
  const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const unit = UNITS[issue.origin];
  if (unit !== undefined) {
    const how_many = is_least ? "at least" : "at most";
    return `must have ${how_many} ${bound} ${unit}${Number(bound) === 1 ? "" : "s"}`;
  }
  if (issue.inclusive === false) return `must be ${is_least ? "more" : "less"} than ${bound}`;
  return `must be ${is_least ? "at least" : "at most"} ${bound}`;
}

/** What is counted of a thing that has a size. */
const UNITS: Record<string, string> = { string: "character", array: "item" };

type Issue<C> = Extract<z.core.$ZodRawIssue, { code: C }>;

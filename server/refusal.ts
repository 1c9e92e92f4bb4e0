import type { ErrorEntry } from "../contract/error-entry.ts";
import { type ErrorCode, type ErrorParams, errors, sentenceOf } from "../contract/errors.ts";

/** An expected error with a code of contract/errors.ts. The refused call has changed nothing. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams | undefined;
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, params?: ErrorParams, fields?: Record<string, string>) {
    super(sentenceOf(code, params));
    this.code = code;
    this.params = params;
    this.fields = fields ?? fieldOf(code, this.message);
  }
}

/** A refusal that names the one field of the body that caused it. */
export const refusalAt = (field: string, code: ErrorCode): Refusal =>
  new Refusal(code, undefined, { [field]: sentenceOf(code) });

function fieldOf(code: ErrorCode, sentence: string): Record<string, string> | undefined {
  const { field }: ErrorEntry = errors[code];
  return field === undefined ? undefined : { [field]: sentence };
}

/** Returns the thing that was looked up. Refuses `not_found` when there is none. */
export function found<T>(thing: T | null | undefined): T {
  if (thing === undefined || thing === null) throw new Refusal("not_found");
  return thing;
}

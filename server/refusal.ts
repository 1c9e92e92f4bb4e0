import type { ErrorEntry } from "../contract/error-entry.ts";
import { type ErrorCode, type ErrorParams, errors, sentenceOf } from "../contract/errors.ts";

/** An expected no, by its code in contract/errors.ts. Nothing has been changed. */
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

/** The refusal where it is a single field of the body that is at fault. */
export const refusalAt = (field: string, code: ErrorCode): Refusal =>
  new Refusal(code, undefined, { [field]: sentenceOf(code) });

function fieldOf(code: ErrorCode, sentence: string): Record<string, string> | undefined {
  const { field }: ErrorEntry = errors[code];
  return field === undefined ? undefined : { [field]: sentence };
}

/** What was looked for. Refuses `not_found` where there is none such. */
export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Refusal("not_found");
  return thing;
}

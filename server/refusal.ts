import { type ErrorCode, type ErrorParams, sentenceOf } from "../contract/errors.ts";

/** An expected no, by its code in contract/errors.ts. Nothing has been changed. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams | undefined;
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, params?: ErrorParams, fields?: Record<string, string>) {
    super(sentenceOf(code, params));
    this.code = code;
    this.params = params;
    this.fields = fields;
  }
}

/** What was looked for. Refuses `not_found` where there is none such. */
export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Refusal("not_found");
  return thing;
}

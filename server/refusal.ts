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

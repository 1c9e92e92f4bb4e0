import { authErrors } from "./auth/errors.ts";
import type { ErrorEntry } from "./error-entry.ts";
import { houseErrors } from "./houses/errors.ts";
import { orderErrors } from "./orders/errors.ts";
import { paymentErrors } from "./payments/errors.ts";
import { resultErrors } from "./results/errors.ts";

/** Refusals that any call may raise. */
const anyErrors = {
  invalid_input: {
    status: 400,
    sentence: "Please check what was sent: {problem}",
    when: "a field is missing, unknown, of the wrong type or out of its range",
  },
  malformed_body: {
    status: 400,
    sentence: "The request body could not be read",
    when: "the body is not valid JSON, not a valid form, or not of the declared length",
  },
  session_required: {
    status: 401,
    sentence: "Session expired. Please login again.",
    when: "the call needs a session and carries no token, or one that has ended",
  },
  forbidden: {
    status: 403,
    sentence: "You do not have permission to perform this action.",
    when: "the session is valid, but its role may not make this call",
  },
  not_found: {
    status: 404,
    sentence: "Requested resource not found.",
    when: "the path or the thing it names does not exist, or belongs to somebody else",
  },
  too_large: {
    status: 413,
    sentence: "What was sent is too large",
    when: "a body exceeds its limit: 128 KiB for JSON, 5 MB and a few fields for a form",
  },
  too_slow: {
    status: 400,
    sentence: "Sending took too long. Please use a smaller screenshot or a faster connection.",
    when: "the call had not arrived in full after two minutes; nothing was changed",
  },
  unsupported_media_type: {
    status: 415,
    sentence: "This kind of content is not accepted here",
    when: "the content type is not JSON where JSON is wanted, or not a form where a form is",
  },
  too_many_requests: {
    status: 429,
    sentence: "Too many attempts. Please try again in {seconds} seconds.",
    when: "a rate limit was reached; Retry-After says when to come back",
  },
  fault: {
    status: 500,
    sentence: "Server error. Please try again later.",
    when: "something failed that should not; it is in the log under the request id",
  },
  busy: {
    status: 503,
    sentence: "The service is busy. Please try again in a moment.",
    when:
      "the queue is full, too many forms or passwords are under way, or the database is out of " +
      "reach; nothing was changed",
  },
  outcome_unknown: {
    status: 500,
    sentence: "It is not known whether this was done. Please check before trying again.",
    when:
      "the database was lost while a change was under way; under the same Idempotency-Key it can " +
      "be sent again without harm",
  },
  idempotency_conflict: {
    status: 409,
    sentence: "This request was already used for something else",
    when: "an Idempotency-Key comes again with another body or for another call",
  },
} as const satisfies Record<string, ErrorEntry>;

/**
 * The table of all refusals by code. Codes are part of the public API: clients translate by code
 * and fall back to the sentence.
 */
export const errors = {
  ...anyErrors,
  ...authErrors,
  ...houseErrors,
  ...orderErrors,
  ...resultErrors,
  ...paymentErrors,
};

export type ErrorCode = keyof typeof errors;

export type ErrorParams = Record<string, string | number>;

/** The body of every error response. `fields` maps each field at fault to a sentence. */
export interface ErrorReply {
  code: ErrorCode;
  detail: string;
  params?: ErrorParams;
  fields?: Record<string, string>;
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

/** The English sentence of a code, with its `{name}` placeholders filled from params. */
export const sentenceOf = (code: ErrorCode, params: ErrorParams = {}): string =>
  errors[code].sentence.replace(/\{(\w+)\}/g, (place, name: string) =>
    String(params[name] ?? place),
  );

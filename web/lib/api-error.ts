import type { ErrorParams } from "../../contract/errors.ts";
import { hasMessage, type MessageKey, t } from "./messages.ts";

interface Failure {
  status: number;
  /** The code of a refusal; `network` without a response, `unexpected` for any other error. */
  code: string;
  detail: string;
  params?: ErrorParams | undefined;
  fields?: Record<string, string> | undefined;
  retry_after_seconds?: number | undefined;
  session_ended?: boolean;
}

/** The failure of a call. `status` is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly params: ErrorParams;
  readonly fields: Record<string, string>;
  readonly retry_after_seconds: number | undefined;
  /** The session of the call has ended, so the failure is not shown to the current user. */
  readonly session_ended: boolean;

  constructor(failure: Failure) {
    super(failure.detail || failure.code);
    this.status = failure.status;
    this.code = failure.code;
    this.detail = failure.detail;
    this.params = failure.params ?? {};
    this.fields = failure.fields ?? {};
    this.retry_after_seconds = failure.retry_after_seconds;
    this.session_ended = failure.session_ended ?? false;
  }
}

export const sessionEnded = (): ApiError =>
  new ApiError({ status: 401, code: "session_required", detail: "", session_ended: true });

/** Whether the error must not be shown, because the session of its call has ended. */
export const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && error.session_ended;

/**
 * The sentence that tells the user of a failure: the translation of its code, else that of its
 * status, else the server's detail, else `fallback`.
 */
export function sentenceOfFailure(error: unknown, fallback: MessageKey = "failure.unexpected") {
  if (!(error instanceof ApiError)) return t("failure.unexpected");
  if (error.code === "network") return t("failure.network");
  const byCode = `error.${error.code}`;
  if (hasMessage(byCode)) return t(byCode, error.params);
  if (error.status === 403) return t("error.forbidden");
  if (error.status === 404) return t("error.not_found");
  if (error.status === 413) return t("error.too_large");
  if (error.status === 500) return t("error.fault");
  // A proxy gets no response, such as while the server restarts.
  if (error.status > 500) return t("error.busy");
  return error.detail || t(fallback);
}

/** The error of each field: the failure itself for a single field, else the server's sentences. */
export function fieldErrorsOf(error: unknown): Record<string, string | ApiError> {
  if (!(error instanceof ApiError)) return {};
  const names = Object.keys(error.fields);
  const [only] = names;
  if (names.length === 1 && only !== undefined && error.code !== "invalid_input") {
    return { [only]: error };
  }
  return error.fields;
}

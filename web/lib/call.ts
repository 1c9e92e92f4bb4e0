import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from "@tanstack/react-query";
import { ApiError, isSessionEnd, sentenceOfFailure, sessionEnded } from "./api-error.ts";
import { type AnyRequest, type ApiReply, type ApiRequest, type RouteKey, send } from "./client.ts";
import { serverNow } from "./clock.ts";
import { fingerprintOf, isFromBefore, keyOf, resolveKey, storedKeyOf } from "./idempotency.ts";
import type { MessageKey } from "./messages.ts";
import { isTransient, isOutcomeUnknown, waitBeforeRetry } from "./query.ts";
import { findUser } from "./session.ts";
import { toast } from "./toast.ts";
import { watchSession } from "./token.ts";

/** The input of a mutation: the request without its idempotency key, which is added here. */
export type CallRequest<K extends RouteKey> = Omit<ApiRequest<K>, "key" | "signal">;

interface CallOptions<K extends RouteKey> {
  /** `pressed_at` is the server's time when the mutation was started, before the first try. */
  onSuccess?: (reply: ApiReply<K>, request: CallRequest<K>, pressed_at: number) => unknown;
  /** Called instead of showing the failure in a toast. */
  onError?: (error: Error) => void;
  /** The toast's text when neither the code nor the server gives a sentence. */
  fallback?: MessageKey;
}

/**
 * A mutation of one call: `useCall("POST /orders/play").mutate({ body })`. A call that must not run
 * twice, because it moves money, notifies everybody or adds a house or method, has an
 * Idempotency-Key that stays the same until the outcome is known; such a call is retried when the
 * connection is lost, by a proxy too. Every call is retried when the server is busy. A call belongs
 * to the session in which it was made: once that has ended, the call is not retried and its outcome
 * is not shown.
 */
export const useCall = <K extends RouteKey>(
  route: K,
  options?: CallOptions<K>,
): UseMutationResult<ApiReply<K>, Error, CallRequest<K>, number> =>
  useMutation(mutationOf(route, options));

/** The options of `useCall`'s mutation, for use without React. */
export function mutationOf<K extends RouteKey>(
  route: K,
  options: CallOptions<K> = {},
): UseMutationOptions<ApiReply<K>, Error, CallRequest<K>, number> {
  const showFailure = (error: Error) => toast.failure(sentenceOfFailure(error, options.fallback));
  return {
    mutationKey: [route],
    mutationFn: (request, { client }) => callWithKey(route, request, findUser(client)?.id),
    retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(route, error),
    retryDelay: (failures, error) => waitBeforeRetry(failures, error),
    onMutate: () => serverNow() ?? -Infinity,
    onSuccess: (reply, request, pressed_at) => options.onSuccess?.(reply, request, pressed_at),
    onError: (error) => {
      if (!isSessionEnd(error)) (options.onError ?? showFailure)(error);
    },
  };
}

const MAX_RETRIES = 3;
/** All idempotent calls of the contract; a missing one does not compile. */
const IDEMPOTENT: Record<IdempotentKey, true> = {
  "POST /orders/play": true,
  "POST /orders/{id}/cancel": true,
  "POST /admin/orders/{id}/void": true,
  "POST /wallet/deposit": true,
  "POST /wallet/withdraw": true,
  "POST /admin/broadcast": true,
  "POST /admin/payment-methods": true,
  "POST /houses": true,
};

type IdempotentKey = {
  [K in RouteKey]: ApiRequest<K> extends { key: string } ? K : never;
}[RouteKey];

const isIdempotent = (route: RouteKey): boolean => Object.hasOwn(IDEMPOTENT, route);

/**
 * Makes a call; an idempotent one with the key of this user and request. Passing the same request
 * object again is a retry. A retry fails once the session of the first try has ended, because the
 * call would run for the user who is signed in now.
 */
export function callWithKey<K extends RouteKey>(
  route: K,
  request: CallRequest<K>,
  user_id: number | undefined,
): Promise<ApiReply<K>>;
export async function callWithKey(
  route: RouteKey,
  request: AnyRequest,
  user_id: number | undefined,
): Promise<unknown> {
  if (!isInItsSession(request)) throw sessionEnded();
  if (route.startsWith("DELETE ")) return send(route, request).catch(ignoreGone);
  if (!isIdempotent(route)) return send(route, request);
  const fingerprint = fingerprintOf(user_id, route, request);
  const key = keyOf(request, fingerprint);
  try {
    const reply = await send(route, { ...request, key });
    resolveKey(fingerprint);
    unknown_outcomes.delete(key);
    return reply;
  } catch (error) {
    // After the end of the session the outcome was not shown, or the server refused this try
    // without looking at the request, and an earlier try may have succeeded: keep the key.
    if (!(error instanceof ApiError) || error.session_ended) throw error;
    if (isOutcomeUnknown(error)) unknown_outcomes.set(key, error);
    else if (isTransient(error)) throw busyOrUnknown(error, key);
    else if (isOfProxy(error)) throw refusedOrUnknown(error, key, fingerprint);
    else resolveKey(fingerprint);
    throw error;
  }
}

/** What is to be deleted may be gone already, by a call whose answer was lost. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError && error.code === "not_found")) throw error;
}

/**
 * Whether an earlier try of this request, perhaps before a reload, may have been done: the same
 * request again is safe, and tells.
 */
export function isUnresolved<K extends RouteKey>(
  route: K,
  request: CallRequest<K>,
  user_id: number | undefined,
): boolean {
  const key = storedKeyOf(fingerprintOf(user_id, route, request));
  return key !== null && earlierOf(key) !== undefined;
}

/** By idempotency key, the error after which the outcome of a request is unknown. */
const unknown_outcomes = new Map<string, ApiError>();

const BEFORE_RELOAD = new ApiError({ status: 0, code: "network", detail: "" });

const earlierOf = (key: string): ApiError | undefined =>
  unknown_outcomes.get(key) ?? (isFromBefore(key) ? BEFORE_RELOAD : undefined);

/** "Busy" means that this try did nothing; the outcome of an earlier try may still be unknown. */
function busyOrUnknown(busy: ApiError, key: string): ApiError {
  const earlier = earlierOf(key);
  if (earlier === undefined) return busy;
  const { status, retry_after_seconds } = busy;
  return new ApiError({ status, code: earlier.code, detail: earlier.detail, retry_after_seconds });
}

/** A refusal that is not in the server's form: the server may never have received this try. */
const isOfProxy = ({ code }: ApiError): boolean => code === "unexpected";

/** It says nothing of an earlier try whose outcome is unknown; without one it is the outcome. */
function refusedOrUnknown(refusal: ApiError, key: string, fingerprint: string): ApiError {
  const earlier = earlierOf(key);
  if (earlier === undefined) resolveKey(fingerprint);
  return earlier ?? refusal;
}

/** For each request, whether the session of its first try is still current. */
const session_checks = new WeakMap<object, () => boolean>();

function isInItsSession(request: object): boolean {
  const isSameSession = session_checks.get(request) ?? watchSession();
  session_checks.set(request, isSameSession);
  return isSameSession();
}

/** A status above 500 but 503 is of a proxy that got no response (502, 504). */
const isWorthRetrying = (route: RouteKey, error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 503 || (isIdempotent(route) && (error.status === 0 || error.status > 500)));
